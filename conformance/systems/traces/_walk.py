"""Finds the events in a JSON value, in its order: the members of an object that no format reads are looked into.

A session and a time that an object states are those of everything in it that states no other.
"""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_text
from conformance.systems.traces._format import CallEvent, Event, Part, RequestEvent, ResultEvent, TraceFormat
from conformance.systems.traces._session import session_of
from conformance.systems.traces._times import time_of

# Definitions of tools, whose schemas and examples may look like calls.
_SKIPPED = frozenset({"tools", "tool_definitions"})
# Events that open a message while it is streamed hold a call whose input is still empty, and others a piece of it;
# the whole call comes at the end, or in the next request.
_OPENING_EVENTS = frozenset({"content_block_start", "response.output_item.added"})
_PIECE = "delta"
# Recorders of HTTP keep a message as text, alone or as an event of a stream, whose other lines are fields and comments.
_MESSAGE_MARK, _EVENT_MARK, _OTHER_LINES = '"jsonrpc"', "data:", ("event:", "id:", "retry:", ":")
# What separates the lines of a stream of events; JSON may have other separators inside its texts.
_LINE_END = re.compile(r"\r\n|\n|\r")
# How recorders say that a text beside it is in base64, and what some call one that always is.
_ENCODING, _BASE64, _BASE64_KEY = "encoding", "base64", "base64_string"


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
            session = session_of(members) or here.session
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
    is_encoded = members.get(_ENCODING) == _BASE64
    for key, inner in members.items():
        if isinstance(inner, str) and (is_encoded or key == _BASE64_KEY):
            inner = _decode_base64(inner)
        is_text = isinstance(inner, str) and _MESSAGE_MARK in inner and not is_talk
        if key not in _SKIPPED and key != _PIECE and (is_text or isinstance(inner, Mapping | list | tuple)):
            yield replace(here, value=inner, pointer=_inside(here, key))


def _decode_base64(text: str) -> str:
    try:
        return base64.b64decode(text).decode()
    except ValueError:  # what it says is not UTF-8, or the text is not base64
        return text


def _inside(here: _Waiting, token: str | int) -> str:
    """Return the pointer of a member; inside a text the only pointer is that of the text."""
    return child(here.pointer, token) if here.is_exact else here.pointer


def _messages_in(text: str, here: _Waiting) -> Iterator[_Waiting]:
    """Yield the messages that a text consists of; one that also holds prose only quotes them."""
    text = text.removeprefix("\ufeff")
    whole = _value_of(text)
    lines = [] if whole is not None else [line.strip() for line in _LINE_END.split(text)]
    values = [_value_of(line) for line in lines if line and not line.startswith((_EVENT_MARK, *_OTHER_LINES))]
    if None not in values:
        # An event without an object ends the stream, or keeps the connection open.
        found = [one for one in (whole, *values, *_events(lines)) if one is not None]
        yield from (replace(here, value=value, is_exact=False) for value in found)


def _events(lines: Sequence[str]) -> Iterator[JsonObject | Sequence[JsonValue] | None]:
    """Yield the values of the events of a stream: the lines of one are one text, up to a blank line."""
    data: list[str] = []
    for line in (*lines, ""):
        if line.startswith(_EVENT_MARK):
            data.append(line.removeprefix(_EVENT_MARK))
        elif not line and data:
            whole = _value_of("\n".join(data))
            # Some recorders drop the blank lines, so that each line is an event.
            yield from [whole] if whole is not None else map(_value_of, data)
            data = []


def _value_of(text: str) -> JsonObject | Sequence[JsonValue] | None:
    parsed = parse_bytes(text.strip().encode("utf-8", "surrogatepass"))
    value = None if isinstance(parsed, TextFault) else parsed.value
    return value if isinstance(value, Mapping | list | tuple) else None


def _complete(event: Event, here: _Waiting) -> Event:
    session = event.session or here.session
    if isinstance(event, RequestEvent):
        return replace(event, session=session)
    time = here.time if event.time is None else event.time
    if here.is_exact:
        return replace(event, time=time, session=session)
    if isinstance(event, CallEvent):
        given = event.input and Part(event.input.value, here.pointer, is_exact=False)
        return replace(event, time=time, session=session, pointer=here.pointer, input=given)
    result = event.result and replace(event.result, pointer=here.pointer, is_exact=False)
    return replace(event, time=time, session=session, pointer=here.pointer, result=result)


_Place = tuple[int, int]
"""The numbers of a sighting and of an event in it."""


class _Turn(Struct):
    """Calls of one tool that follow each other, and the results behind them."""

    calls: list[_Place] = field(default_factory=list[_Place])
    results: list[_Place] = field(default_factory=list[_Place])

    def pairs(self) -> Iterator[tuple[_Place, _Place]]:
        """Yield the calls with their results: the last calls, in order, as a conversation goes on without an answer."""
        count = min(len(self.calls), len(self.results))
        return zip(self.calls[len(self.calls) - count :], self.results[:count], strict=True)


def pair_in_line(found: Sequence[Sighting]) -> Sequence[Sighting]:
    """Return what was read in one line, with the calls and results without ids marked that belong to each other.

    A result is next to its call, whatever earlier lines left: a conversation that every request logs again repeats the
    calls that earlier responses made, so the order in the log alone would give its results to those of another one.
    """
    marks: dict[_Place, int] = {}
    for turn in _turns(found):
        for number, (call, result) in enumerate(turn.pairs(), len(marks)):
            marks[call] = marks[result] = number
    if not marks:
        return found
    return [
        replace(one, events=[_mark(event, marks.get((place, index))) for index, event in enumerate(one.events)])
        for place, one in enumerate(found)
    ]


def _turns(found: Sequence[Sighting]) -> Iterator[_Turn]:
    """Yield the turns of each tool and session, in order."""
    last: dict[tuple[str, str], _Turn] = {}
    for place, one in enumerate(found):
        for index, event in enumerate(one.events):
            if not isinstance(event, CallEvent | ResultEvent) or event.id is not None or event.tool is None:
                continue
            key = (event.session, event.tool)
            turn = last.setdefault(key, _Turn())
            if isinstance(event, ResultEvent):
                turn.results.append((place, index))
                continue
            if turn.results:
                yield turn
                turn = last[key] = _Turn()
            turn.calls.append((place, index))
    yield from last.values()


def _mark(event: Event, pair: int | None) -> Event:
    return event if pair is None or not isinstance(event, CallEvent | ResultEvent) else replace(event, pair=pair)
