"""Pairs calls with their results by id across the lines of a log, in bounded memory.

Conversations repeat their messages in every request: a call or a result that was seen before is the same one, not
another. An id that is counted in each conversation stands for one call with its session, tool and input alone. Spans of
one call may each have a part of it, and complete each other.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.reader import Document
from conformance.documents.values import equal
from conformance.systems.call_ids import is_unique
from conformance.systems.traces._answers import Answers, Key, digest_of_call, key_of, keys_of
from conformance.systems.traces._format import CallEvent, Part, RequestEvent, ResultEvent, id_of_task
from conformance.systems.traces._traced import PairCounts, TracedCall, TracedPart
from conformance.systems.traces._walk import Sighting

MAX_OPEN_CALLS = 10_000
"""Most calls that wait for a result; the earliest one then counts as one without a result."""
MAX_OPEN_CHARS = 16_000_000
"""Most characters of the lines kept for them; beyond that a call is located by its line alone."""


FIRST_STRUCTURED_REVISION = "2025-06-18"
"""The first revision of MCP with output schemas and structured content; revisions are dates."""


class _Reply(Struct, frozen=True):
    """A result where it is in the log; ``is_whole`` says that the object that has it states its call as well."""

    event: ResultEvent
    line: int
    document: Document | None
    label: str
    is_whole: bool

    @property
    def back(self) -> TracedPart | None:
        """The value of the result, if the log keeps it."""
        return None if self.event.result is None else TracedPart(self.event.result, self.line, self.document)


class _Open(Struct, frozen=True):
    """A call that waits for its result, or has one of which a part may still come, as in the span around a span.

    ``is_repeat`` says that it had a result before, so that only another one makes it a call. ``is_sole`` says that it
    was seen once.
    """

    event: CallEvent
    line: int
    document: Document | None
    reply: _Reply | None = None
    is_repeat: bool = False
    is_sole: bool = True

    @property
    def is_complete(self) -> bool:
        """Whether nothing of the call is left to come."""
        return self.event.input is not None and self.reply is not None and self.reply.event.result is not None

    @property
    def char_count(self) -> int:
        """How many characters are kept for it."""
        return len(self.document.text) if self.document is not None else 0


class Pairing:
    """The calls of a log that wait for their results."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._open: OrderedDict[Key, list[_Open]] = OrderedDict()
        self._open_count = self._open_chars = 0
        self._asked: OrderedDict[Key, None] = OrderedDict()
        """The ids of requests that call no tool and were not answered yet, since a call of that id was seen."""
        self._answers = Answers()
        self._plain: set[str] = set()
        """The sessions that agreed on a revision without structured content."""

    def add(self, sighting: Sighting, line: int, document: Document) -> Iterator[TracedCall]:
        """Yield the calls that a sighting completes, and those that have to be given up."""
        label = sighting.format.label
        self.counts.labels[label] += sighting.has_call
        # A span has the call with its result, or a part of each.
        is_whole = len({type(event) for event in sighting.events}) > 1
        for event in sighting.events:
            if isinstance(event, CallEvent):
                yield from self._add_call(_Open(event, line, document))
            elif isinstance(event, RequestEvent):
                self._add_request(event)
            else:
                yield from self._add_result(_Reply(event, line, document, label, is_whole))

    def close(self) -> Iterator[TracedCall]:
        """Yield the calls that have no result, at the end of the log."""
        while self._open:
            yield from self._give_up()

    def _add_call(self, one: _Open) -> Iterator[TracedCall]:
        event, key = one.event, key_of(one.event)
        self._asked.pop(key, None)
        self._answers.forget_early(key)
        last = self._answers.session_of(event.id or "")
        # Of two connections that wait for answers of one id, an answer without a session may belong to either.
        is_clear = event.is_global or last == event.session or ("id", last, event.id or "") not in self._open
        self._answers.note_session(event, is_clear=is_clear)
        if event.id is None or not event.is_global:
            if event.pair is not None:
                self._forget_first(event, key_of(replace(event, pair=None)))
            if event.resumes is not None:
                self._forget_first(event, ("id", event.session, id_of_task(event.resumes)))
            yield from self._wait(key, one)
            return
        place = next((at for at, other in enumerate(self._open.get(key, ())) if _is_same(other.event, event)), None)
        if place is not None:
            yield from self._merge(key, place, one)
            return
        is_repeat = self._answers.has_call(event, key)
        if is_repeat and (is_unique(event.id) or event.input is None):
            return
        self._answers.note_call(event, key)
        yield from self._wait(key, replace(one, is_repeat=is_repeat))

    def _forget_first(self, event: CallEvent, key: Key) -> None:
        """Forget the call of the same tool and input that waits under a key: the one that repeats it goes on for it."""
        for place, one in enumerate(self._open.get(key, ())):
            if _is_same(one.event, event):
                self._pop(key, place)
                self.counts.calls -= 1
                return

    def _merge(self, key: Key, place: int, one: _Open) -> Iterator[TracedCall]:
        """Take a call for one that waits already, with an input that was not known of it."""
        known = self._open[key][place]
        merged = replace(known, is_sole=False)
        if known.event.input is None and one.event.input is not None:
            event = replace(one.event, time=known.event.time if known.event.time is not None else one.event.time)
            merged = replace(merged, event=event, line=one.line, document=one.document)
        self._put(key, place, merged)
        self._answers.note_call(merged.event, key)
        if merged.is_complete:
            yield from self._close(key, place)

    def _wait(self, key: Key, one: _Open) -> Iterator[TracedCall]:
        self.counts.calls += not one.is_repeat
        if self._open_count >= MAX_OPEN_CALLS:
            before = self.counts.unanswered
            yield from self._give_up()
            self.counts.given_up += self.counts.unanswered - before
            self.counts.unanswered = before
        if one.event.id is not None and not one.event.is_global:
            self._answers.begin_request(key, is_shared=key in self._open)
            # Another call with the id of an open one belongs to another connection: the first was never answered.
            if key in self._open:
                yield from self._close(key, 0)
        is_kept = self._open_chars + one.char_count <= MAX_OPEN_CHARS
        self._open.setdefault(key, []).append(one if is_kept else replace(one, document=None))
        self._open_count += 1
        self._open_chars += one.char_count if is_kept else 0

    def _put(self, key: Key, place: int, one: _Open) -> None:
        self._open_chars += one.char_count - self._open[key][place].char_count
        self._open[key][place] = one

    def _pop(self, key: Key, place: int) -> _Open:
        waiting = self._open[key]
        one = waiting.pop(place)
        if not waiting:
            del self._open[key]
        self._open_count -= 1
        self._open_chars -= one.char_count
        return one

    def _give_up(self) -> Iterator[TracedCall]:
        return self._close(next(iter(self._open)), 0)

    def _close(self, key: Key, place: int) -> Iterator[TracedCall]:
        one = self._pop(key, place)
        if one.reply is None:
            self.counts.unanswered += not one.is_repeat
            if not one.is_repeat:
                yield _build_call(one)
            return
        self.counts.calls += one.is_repeat
        if one.event.id is not None:
            self._answers.remember(one.event, key, one.reply.event, one.reply.label, is_sole=one.is_sole)
        found = _build_call(one)
        yield replace(found, is_structured=None) if one.reply.event.session in self._plain else found

    def _add_result(self, one: _Reply) -> Iterator[TracedCall]:
        event, keys = one.event, list(keys_of(one.event, self._answers))
        if event.revision:
            self._asked.pop(keys[0], None)
            self._begin_connection(event)
            return
        asked = next((key for key in keys if key in self._asked), None)
        if asked is not None and not (event.is_certain and asked in self._open):
            del self._asked[asked]
            return
        key = next((key for key in keys if key in self._open), None)
        if event.task is not None:
            self._move(key or keys[0], ("id", event.session, id_of_task(event.task)))
            return
        place = self._place(key, one) if key is not None else None
        if key is not None and place is not None:
            yield from self._answer(key, place, one)
        elif event.is_certain:
            yield from self._second_result(keys, one)

    def _begin_connection(self, event: ResultEvent) -> None:
        """Note what a connection agreed on; its requests are numbered anew."""
        self._answers.forget_requests(event.session)
        (self._plain.add if event.revision < FIRST_STRUCTURED_REVISION else self._plain.discard)(event.session)

    def _place(self, key: Key, one: _Reply) -> int | None:
        """Return which of the calls that wait under a key a result answers; ``None`` if it repeats another one."""
        waiting = self._open[key]
        if one.event.id is None or key[0] != "id":
            return 0
        latest = self._answers.latest(key)
        for place, other in enumerate(waiting):
            if digest_of_call(other.event, key) == latest:
                return place
        return None if self._answers.is_repeated(latest, one.event, one.label) else 0

    def _answer(self, key: Key, place: int, one: _Reply) -> Iterator[TracedCall]:
        known = self._open[key][place]
        if known.is_repeat and self._answers.is_repeated(digest_of_call(known.event, key), one.event, one.label):
            self._pop(key, place)
            return
        if known.reply is not None and known.reply.event.result is not None and one.event.result is not None:
            yield from self._close(key, place)
            yield from self._second_result([key], one)
            return
        self._put(key, place, replace(known, reply=_combine(known.reply, one)))
        if self._open[key][place].is_complete or not one.is_whole:
            yield from self._close(key, place)

    def _second_result(self, keys: Sequence[Key], one: _Reply) -> Iterator[TracedCall]:
        """Yield a result of a call that has one already, if they differ, or that no line has."""
        event = one.event
        known = next((known for key in keys if (known := self._answers.find(key)) is not None), None)
        if known is None:
            if event.id is None:  # a conversation repeats a result that only its name pairs with a call
                return
            self.counts.results_without_call += 1
            self._answers.remember_early(keys[0], event, one.label)
        elif not known.contradicts(event, one.label) or not self._answers.add_other(keys[0], event, one.label):
            return
        name = TracedPart(Part(None, event.pointer), one.line, one.document)
        found = TracedCall(event.tool, event.id, name, None, one.back, event.text, event.is_error, True, event.time)
        is_other = known is not None and (known.is_sole or is_unique(event.id or ""))
        yield replace(found, has_other_result=is_other, fault=event.fault)

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

    def _move(self, old: Key, new: Key) -> None:
        """Let the call that waits under one key wait under another one."""
        if old in self._open:
            self._open.setdefault(new, []).extend(self._open.pop(old))


def _is_same(one: CallEvent, other: CallEvent) -> bool:
    """Say whether two calls that have the same id, or none, in the same session, are one."""
    if one.id is not None and is_unique(one.id):
        return True
    is_open = one.input is None or other.input is None
    return one.tool == other.tool and (
        is_open or (one.input is not None and other.input is not None and equal(one.input.value, other.input.value))
    )


def _combine(known: _Reply | None, one: _Reply) -> _Reply:
    """Return the reply of which a log keeps the result; it is a failure if any part says so."""
    if known is None:
        return one
    best = one if one.event.result is not None else known
    is_error = True if known.event.is_error or one.event.is_error else best.event.is_error
    return replace(best, event=replace(best.event, is_error=is_error))


def _build_call(one: _Open) -> TracedCall:
    call, reply = one.event, one.reply
    name = TracedPart(Part(call.tool, call.pointer), one.line, one.document)
    given = TracedPart(call.input, one.line, one.document) if call.input is not None else None
    found = TracedCall(call.tool, call.id, name, given, time=call.time)
    if reply is None:
        return found
    back = reply.event
    found = replace(found, result=reply.back, text=back.text, is_error=back.is_error, is_answered=True)
    time = back.time if call.time is None else call.time
    return replace(found, time=time, fault=back.fault, is_structured=back.is_structured)
