"""What a trace format declares: which JSON objects of a log it reads, and the calls and results in them.

A format sees one object at a time, wherever in a line it is, so a message is read alike alone, in a conversation, and
inside the entry of a recorder.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from conformance.documents.values import JsonObject, JsonValue


class Part(Struct, frozen=True):
    """A value of a log with its pointer; ``is_exact`` says that pointers into the value are pointers into the line.

    They are not for a value that the log keeps as JSON inside a string. ``is_content`` says that it is the content of
    a message, blocks for a model: what the tool returned may be JSON in their text. ``whole`` is the object around a
    value that the format or a host put there, unless the tool returned the object itself.
    """

    value: JsonValue
    pointer: str
    is_exact: bool = True
    is_content: bool = False
    whole: "Part | None" = None

    def locate(self, pointer: str) -> str:
        """Return the pointer in the line for one into the value."""
        return self.pointer + pointer if self.is_exact else self.pointer


class CallEvent(Struct, frozen=True):
    """A call of a tool. ``id`` pairs it with its result, without one its tool does.

    ``input`` is ``None`` if the log does not keep it. ``is_global`` says that no other call ever has the same id.
    ``pair`` is what a call and a result without ids share that are next to each other in one line. ``resumes`` names
    the state of an earlier call, which this one sends again with the answers that its result asked for.
    """

    tool: str
    id: str | None
    input: Part | None
    pointer: str
    is_global: bool = True
    time: float | None = None
    """When it was recorded, in seconds since 1970."""
    session: str = ""
    """The connection or conversation to which ids belong that are not global."""
    pair: int | None = None
    resumes: str | None = None


class ResultEvent(Struct, frozen=True):
    """The result of a call. ``result`` is ``None`` if the log does not keep it, ``text`` what the model was shown.

    ``is_error`` is the flag, ``None`` for a format without one. ``is_certain`` says that it answers a call of a tool;
    otherwise it may answer something else, if no call has its id. ``fault`` says what is wrong with the message itself,
    whatever the tool. ``task`` names the task, or the state of the call, that will have the result, which this is not
    yet. ``is_structured`` says whether the result is what the tool's output schema describes, ``None`` for a format
    that has no such member. ``revision`` is that of the protocol which a connection agrees on, if this states it.
    ``pair`` is as in ``CallEvent``.
    """

    id: str | None
    result: Part | None
    text: str
    is_error: bool | None
    pointer: str
    tool: str | None = None
    is_certain: bool = True
    is_global: bool = True
    time: float | None = None
    session: str = ""
    fault: str = ""
    task: str | None = None
    is_structured: bool | None = None
    revision: str = ""
    pair: int | None = None


class RequestEvent(Struct, frozen=True):
    """A request that calls no tool: the next answer with its id does not belong to an open call of that id.

    Both sides of a connection number their own requests, so a server that asks something while a call runs may use the
    id of the call. ``task`` names the task whose result is asked for: that answer is the result of the call behind it.
    """

    id: str
    task: str | None = None
    session: str = ""


def id_of_task(task: str) -> str:
    """Return the id under which a call waits for the result of the task that stands for it, unlike any of a message."""
    return f"task {task}"


Event: TypeAlias = CallEvent | ResultEvent | RequestEvent


class TraceFormat(Struct, frozen=True):
    """One way to log calls; the name of its file is its id.

    ``read`` returns the events in an object of the format, without looking into its members: ``None`` for an object of
    another format, nothing for one of this format whose members have to be looked at. ``label`` names such logs.
    """

    label: str
    read: Callable[[JsonObject, str], Sequence[Event] | None]
    marks: frozenset[str] = field(default_factory=frozenset[str])
    """The members of which an object of the format has at least one, so that others need not be read."""
