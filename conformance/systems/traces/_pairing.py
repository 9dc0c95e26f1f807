"""Pairs calls with their results by id across the lines of a log, in bounded memory.

Conversations repeat their messages in every request: a call or a result that was seen before is the same one, not
another.
"""

import hashlib
import re
from collections import Counter, OrderedDict
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, compact_json, equal
from conformance.lazy_patterns import LazyPattern
from conformance.systems.traces._format import CallEvent, Part, RequestEvent, ResultEvent, id_of_task
from conformance.systems.traces._walk import Sighting

MAX_OPEN_CALLS = 10_000
"""Most calls that wait for a result; the earliest one then counts as one without a result."""
MAX_OPEN_CHARS = 16_000_000
"""Most characters of the lines kept for them; beyond that a call is located by its line alone."""
MAX_REMEMBERED_IDS = 200_000
"""Most ids remembered to recognise a call that is repeated, or has two results."""


FIRST_STRUCTURED_REVISION = "2025-06-18"
"""The first revision of MCP with output schemas and structured content; revisions are dates."""

# "[Old tool result content cleared]", "<result omitted to save context>".
_CLEARED = LazyPattern(
    r"\s*[\[(<][^\n]{0,120}\b(?:cleared|removed|omitted|elided|truncated|compacted|pruned|trimmed|dropped)\b[^\n]{0,120}"
    r"[\])>]\s*",
    re.IGNORECASE,
)


class TracedPart(Struct, frozen=True):
    """A value of a log with its line; without ``document`` the line is all that is known of its position.

    ``line`` is 0 if the document itself has lines.
    """

    part: Part
    line: int
    document: Document | None

    def locate(self, file: str, pointer: str) -> tuple[str, Location]:
        """Return the pointer in the line, and the position in the file, for a pointer into the value."""
        whole = self.part.locate(pointer)
        if self.document is None:
            return whole, Location(file, self.line, 1)
        found = self.document.locate([whole])[whole]
        return whole, Location(file, self.line or found.line, found.column)


class TracedCall(Struct, frozen=True):
    """A call with its result, as far as a log keeps them.

    ``tool`` is ``None`` for a result without a call. ``is_error`` is the flag of the result, ``None`` without one.
    ``has_other_result`` says that the same call has another result before, ``fault`` what is wrong with the message of
    the result itself. ``is_structured`` is as in ``ResultEvent``.
    """

    tool: str | None
    id: str | None
    name: TracedPart
    input: TracedPart | None = None
    result: TracedPart | None = None
    text: str = ""
    is_error: bool | None = None
    is_answered: bool = False
    time: float | None = None
    has_other_result: bool = False
    fault: str = ""
    is_structured: bool | None = None

    @property
    def line(self) -> int:
        """The line of the result, else of the call; 0 if the document itself has lines."""
        return (self.result or self.name).line


class PairCounts(Struct):
    """What has no pair, and what is repeated, in one log."""

    calls: int = 0
    unanswered: int = 0
    results_without_call: int = 0
    labels: Counter[str] = field(default_factory=Counter[str])


class _Open(Struct, frozen=True):
    event: CallEvent
    line: int
    document: Document | None


class Pairing:
    """The calls of a log that wait for their results."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._open: OrderedDict[tuple[str, ...], list[_Open]] = OrderedDict()
        self._open_count = self._open_chars = 0
        self._asked: OrderedDict[tuple[str, ...], None] = OrderedDict()
        """The ids of requests that call no tool and were not answered yet, since a call of that id was seen."""
        self._results: dict[bytes, tuple[bytes, int]] = {}
        self._early: set[bytes] = set()
        """Those of these results that came before their call, which is not a repeated one then."""
        self._plain: set[str] = set()
        """The sessions that agreed on a revision without structured content."""

    def add(self, sighting: Sighting, line: int, document: Document) -> Iterator[TracedCall]:
        """Yield the calls that a sighting completes, and those that have to be given up."""
        self.counts.labels[sighting.format.label] += sighting.has_call
        for event in sighting.events:
            if isinstance(event, CallEvent):
                yield from self._add_call(event, line, document)
            elif isinstance(event, RequestEvent):
                self._add_request(event)
            else:
                yield from self._add_result(event, line, document)

    def close(self) -> Iterator[TracedCall]:
        """Yield the calls that have no result, at the end of the log."""
        while self._open:
            yield self._give_up()

    def _add_call(self, event: CallEvent, line: int, document: Document) -> Iterator[TracedCall]:
        key = _key(event, event.tool)
        self._asked.pop(key, None)
        if event.is_global and event.id is not None and (key in self._open or self._is_answered(key)):
            return
        if event.pair is not None:
            self._forget_first_mention(event)
        self.counts.calls += 1
        if self._open_count >= MAX_OPEN_CALLS:
            yield self._give_up()
        is_kept = self._open_chars + len(document.text) <= MAX_OPEN_CHARS
        one = _Open(event, line, document if is_kept else None)
        # Another call with the id of an open one belongs to another connection: the first was never answered.
        if event.id is not None and key in self._open:
            yield self._close(key, None)
        self._open.setdefault(key, []).append(one)
        self._open_count += 1
        self._open_chars += len(one.document.text) if one.document else 0

    def _forget_first_mention(self, event: CallEvent) -> None:
        """Forget the call of an earlier line that a conversation repeats with its result: both are one call."""
        key = _key(replace(event, pair=None), event.tool)
        for number, one in enumerate(self._open.get(key, ())):
            if equal(one.event.input and one.event.input.value, event.input and event.input.value):
                self._take(key, number)
                self.counts.calls -= 1
                return

    def _is_answered(self, key: tuple[str, ...]) -> bool:
        """Say whether a call was seen with its result; one whose result came before it counts, and waits for one."""
        digest = _digest(key)
        if digest in self._early:
            self._early.remove(digest)
            del self._results[digest]
        return digest in self._results

    def _add_result(self, event: ResultEvent, line: int, document: Document) -> Iterator[TracedCall]:
        keys = (_key(event, event.tool), _key(event, event.tool, by_name=True))
        if event.revision:
            self._asked.pop(keys[0], None)
            (self._plain.add if event.revision < FIRST_STRUCTURED_REVISION else self._plain.discard)(event.session)
            return
        if keys[0] in self._asked and not (event.is_certain and keys[0] in self._open):
            del self._asked[keys[0]]
            return
        if event.task is not None:
            self._move(keys[0], ("id", event.session, id_of_task(event.task)))
            return
        key = next((key for key in keys if key in self._open), None)
        back = TracedPart(event.result, line, document) if event.result is not None else None
        if key is not None:
            if event.is_global and event.id is not None:
                self._remember(key, event)
            yield self._close(key, event, back)
        elif event.is_certain:
            yield from self._second_result(event, TracedPart(Part(None, event.pointer), line, document), back)

    def _add_request(self, event: RequestEvent) -> None:
        """Note a request that calls no tool; the result of a task that it asks for is that of the call behind it."""
        key = ("id", event.session, event.id)
        task = ("id", event.session, id_of_task(event.task or ""))
        if event.task is not None and task in self._open:
            self._move(task, key)
            return
        self._asked[key] = None
        if len(self._asked) > MAX_OPEN_CALLS:
            self._asked.popitem(last=False)

    def _move(self, old: tuple[str, ...], new: tuple[str, ...]) -> None:
        """Let the call that waits under one key wait under another one."""
        if old in self._open:
            self._open.setdefault(new, []).extend(self._open.pop(old))

    def _second_result(self, event: ResultEvent, name: TracedPart, back: TracedPart | None) -> Iterator[TracedCall]:
        """Yield a result of a call that has one already, if they differ, or that no line has."""
        known = self._results.get(_digest(_key(event, event.tool)))
        if known is None:
            if event.id is None:  # a conversation repeats a result that only its name pairs with a call
                return
            self.counts.results_without_call += 1
            self._remember(_key(event, event.tool), event)
            self._early.add(_digest(_key(event, event.tool)))
        # A conversation that grows too long is shortened, so a shorter text is not another result, and neither is a
        # remark that it was cleared.
        is_other = known is not None and known[0] != _result_digest(event) and len(event.text) >= known[1]
        is_other = is_other and _CLEARED.fullmatch(event.text) is None
        if known is None or is_other:
            yield TracedCall(
                event.tool,
                event.id,
                name,
                None,
                back,
                event.text,
                event.is_error,
                True,
                event.time,
                is_other,
                event.fault,
            )

    def _remember(self, key: tuple[str, ...], event: ResultEvent) -> None:
        if len(self._results) < MAX_REMEMBERED_IDS:
            self._results[_digest(key)] = (_result_digest(event), len(event.text))

    def _give_up(self) -> TracedCall:
        return self._close(next(iter(self._open)), None)

    def _close(self, key: tuple[str, ...], event: ResultEvent | None, back: TracedPart | None = None) -> TracedCall:
        one = self._take(key)
        self.counts.unanswered += event is None
        call = one.event
        name = TracedPart(Part(call.tool, call.pointer), one.line, one.document)
        given = TracedPart(call.input, one.line, one.document) if call.input is not None else None
        if event is None:
            return TracedCall(call.tool, call.id, name, given, time=call.time)
        time = event.time if call.time is None else call.time
        found = TracedCall(call.tool, call.id, name, given, back, event.text, event.is_error, True, time)
        is_plain = event.session in self._plain
        return replace(found, fault=event.fault, is_structured=None if is_plain else event.is_structured)

    def _take(self, key: tuple[str, ...], number: int = 0) -> _Open:
        waiting = self._open[key]
        one = waiting.pop(number)
        if not waiting:
            del self._open[key]
        self._open_count -= 1
        self._open_chars -= len(one.document.text) if one.document else 0
        return one


def _key(event: CallEvent | ResultEvent, tool: str | None, *, by_name: bool = False) -> tuple[str, ...]:
    """Return what a call and its result have in common: the id, else the tool."""
    if event.pair is not None:
        return ("pair", event.session, str(event.pair))
    if event.id is None or by_name:
        return ("tool", event.session, tool or "")
    return ("id", "" if event.is_global else event.session, event.id)


def _digest(key: tuple[str, ...]) -> bytes:
    return hashlib.blake2b("\0".join(key).encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _result_digest(event: ResultEvent) -> bytes:
    value: JsonValue = event.result.value if event.result is not None else None
    return _digest((compact_json(value), str(event.is_error)))
