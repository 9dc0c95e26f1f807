"""Finds the events in a JSON value, in its order: the members of an object that no format reads are looked into.

A session and a time that an object states are those of everything in it that states no other.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_text
from conformance.systems.traces._format import CallEvent, Event, Part, RequestEvent, TraceFormat
from conformance.systems.traces._times import time_of

# Definitions of tools, whose schemas and examples may look like calls.
_SKIPPED = frozenset({"tools", "tool_definitions"})
# Events that open a message while it is streamed hold a call whose input is still empty, and others a piece of it;
# the whole call comes at the end, or in the next request.
_OPENING_EVENTS = frozenset({"content_block_start", "response.output_item.added"})
_PIECE = "delta"
# What loggers call the connection or conversation of an entry.
_SESSIONS = ("session_id", "sessionId", "session", "conversation_id", "connection_id", "mcp.session.id")
# Recorders of HTTP keep a message as text, alone or as an event of a stream, whose other lines are fields and comments.
_MESSAGE_MARK, _EVENT_MARK, _OTHER_LINES = '"jsonrpc"', "data:", ("event:", "id:", "retry:", ":")


class Sighting(Struct, frozen=True):
    """What a format read at one object: its events, none where it only recognised the object.

    ``is_exact`` says that the object is part of the line itself, and not of a text in it.
    """

    format: TraceFormat
    events: Sequence[Event]
    is_exact: bool = True

    @property
    def has_call(self) -> bool:
        """Say whether there is a call or a result among the events."""
        return any(not isinstance(event, RequestEvent) for event in self.events)


class _Waiting(Struct, frozen=True):
    value: JsonValue
    pointer: str
    time: float | None
    session: str
    is_exact: bool = True


def sightings(value: JsonValue, formats: Sequence[TraceFormat]) -> Sequence[Sighting]:
    """Return what the formats read in a value.

    Messages inside its texts count where nothing else is recorded: a conversation with calls may quote others.
    """
    found = list(_all_sightings(value, formats))
    inner = {one.format.label for one in found if not one.is_exact}
    is_conversation = any(one.is_exact and one.has_call and one.format.label not in inner for one in found)
    return [one for one in found if one.is_exact or not is_conversation]


def _all_sightings(value: JsonValue, formats: Sequence[TraceFormat]) -> Iterator[Sighting]:
    # Iterative, because a value may be nested deeply.
    waiting = [_Waiting(value, "", None, "")]
    while waiting:
        here = waiting.pop()
        if isinstance(here.value, Mapping):
            members: JsonObject = here.value
            time = time_of(members)
            session = next((text for key in _SESSIONS if (text := as_text(members.get(key)))), here.session)
            here = replace(here, time=here.time if time is None else time, session=session)
            found = _read(members, here.pointer, formats)
            if found is not None:
                events = [_complete(event, here) for event in found.events]
                yield replace(found, events=events, is_exact=here.is_exact)
            if found is None or not found.has_call:
                waiting.extend(reversed(list(_members(members, here))))
        elif isinstance(here.value, str):
            waiting.extend(reversed(list(_messages_in(here.value, here))))
        else:
            items = enumerate(as_array(here.value))
            inner = [replace(here, value=item, pointer=_inside(here, index)) for index, item in items]
            waiting.extend(reversed(inner))


def _read(members: JsonObject, pointer: str, formats: Sequence[TraceFormat]) -> Sighting | None:
    for one in formats:
        if not one.marks.isdisjoint(members):
            events = one.read(members, pointer)
            if events is not None:
                return Sighting(one, events)
    return None


def _members(members: JsonObject, here: _Waiting) -> Iterator[_Waiting]:
    if as_text(members.get("type")) in _OPENING_EVENTS:
        return
    # What somebody wrote to somebody may quote a message.
    is_talk = "role" in members or members.get("type") == "text"
    for key, inner in members.items():
        is_text = isinstance(inner, str) and _MESSAGE_MARK in inner and not is_talk
        if key not in _SKIPPED and key != _PIECE and (is_text or isinstance(inner, Mapping | list | tuple)):
            yield replace(here, value=inner, pointer=_inside(here, key))


def _inside(here: _Waiting, token: str | int) -> str:
    """Return the pointer of a member; inside a text the only pointer is that of the text."""
    return child(here.pointer, token) if here.is_exact else here.pointer


def _messages_in(text: str, here: _Waiting) -> Iterator[_Waiting]:
    """Yield the messages that a text consists of; one that also holds prose only quotes them."""
    whole = _value_of(text)
    lines = [] if whole is not None else [line.strip() for line in text.splitlines()]
    values = [_value_of(line) for line in lines if line and not line.startswith((_EVENT_MARK, *_OTHER_LINES))]
    if None not in values:
        # An event without an object ends the stream, or keeps the connection open.
        events = [_value_of(line.removeprefix(_EVENT_MARK)) for line in lines if line.startswith(_EVENT_MARK)]
        found = [one for one in (whole, *values, *events) if one is not None]
        yield from (replace(here, value=value, is_exact=False) for value in found)


def _value_of(text: str) -> JsonObject | Sequence[JsonValue] | None:
    parsed = parse_bytes(text.strip().encode("utf-8", "surrogatepass"))
    value = None if isinstance(parsed, TextFault) else parsed.value
    return value if isinstance(value, Mapping | list | tuple) else None


def _complete(event: Event, here: _Waiting) -> Event:
    if isinstance(event, RequestEvent):
        return replace(event, session=here.session)
    time = here.time if event.time is None else event.time
    if here.is_exact:
        return replace(event, time=time, session=here.session)
    if isinstance(event, CallEvent):
        given = event.input and Part(event.input.value, here.pointer, is_exact=False)
        return replace(event, time=time, session=here.session, pointer=here.pointer, input=given)
    result = event.result and Part(event.result.value, here.pointer, is_exact=False)
    return replace(event, time=time, session=here.session, pointer=here.pointer, result=result)
