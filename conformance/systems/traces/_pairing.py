"""Pairs calls with their results by id across the lines of a log, in bounded memory.

Conversations repeat their messages in every request: a call or a result that was seen before is the same one, not
another. An id that is counted in each conversation stands for one call with its session, tool and input alone. Spans of
one call may each have a part of it, and complete each other.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from conformance.documents.reader import Document
from conformance.systems.call_ids import is_unique
from conformance.systems.traces._answers import Answers, Key, brief, content_of, digest_of_call, id_key, key_of, keys_of
from conformance.systems.traces._format import CallEvent, Part, RequestEvent, id_of_task
from conformance.systems.traces._mcp_results import unwrap
from conformance.systems.traces._traced import PairCounts, TracedCall, TracedPart
from conformance.systems.traces._waiting import KeptCall, OpenCall, TracedReply, WaitingCalls, join, pack
from conformance.systems.traces._walk import Sighting

MAX_OPEN_CALLS = 10_000
"""Most calls that wait for a result; the earliest one then counts as one without a result."""
MAX_OPEN_BYTES = 64 * 1024 * 1024
"""Most bytes of what they were given; beyond that the earliest ones count as without a result as well."""
MAX_OPEN_CHARS = 16_000_000
"""Most characters of the lines kept for them; beyond that a call is located by its line alone."""

FIRST_STRUCTURED_REVISION = "2025-06-18"
"""The first revision of MCP with output schemas and structured content; revisions are dates."""


class Pairing:
    """The calls of a log that wait for their results."""

    def __init__(self) -> None:
        self.counts = PairCounts()
        self._open: OrderedDict[Key, WaitingCalls] = OrderedDict()
        self._numbers = count()
        self._open_count = self._open_bytes = self._open_chars = 0
        self._asked: OrderedDict[Key, None] = OrderedDict()
        """The ids of requests that call no tool and were not answered yet, since a call of that id was seen."""
        self._answers = Answers()

    def add(self, sighting: Sighting, line: int, document: Document) -> Iterator[TracedCall]:
        """Yield the calls that a sighting completes, and those that have to be given up."""
        label = sighting.format.label
        self.counts.labels[label] += sighting.has_call
        # A span has the call with its result, or a part of each.
        is_whole = len({type(event) for event in sighting.events}) > 1
        for one in sighting.events:
            event = replace(one, session=brief(one.session))
            if isinstance(event, CallEvent):
                yield from self._add_call(OpenCall(event, line, document, content_of(event)))
            elif isinstance(event, RequestEvent):
                self._add_request(event)
            else:
                yield from self._add_result(TracedReply(unwrap(event), line, document, label, is_whole))

    def close(self) -> Iterator[TracedCall]:
        """Yield the calls that have no result, at the end of the log."""
        while self._open:
            yield from self._give_up()

    def _add_call(self, one: OpenCall) -> Iterator[TracedCall]:
        event, key = one.event, key_of(one.event)
        self._asked.pop(key, None)
        self._answers.forget_early(key)
        last = self._answers.session_of(event.id or "")
        # Of two connections that wait for answers of one id, an answer without a session may belong to either.
        is_clear = event.is_global or last == event.session or id_key(last, event.id or "") not in self._open
        self._answers.note_session(event, is_clear=is_clear)
        if event.id is None or not event.is_global:
            if event.pair is not None:
                self._forget_first(one, key_of(replace(event, pair=None)))
            if event.resumes is not None:
                self._forget_first(one, id_key(event.session, id_of_task(event.resumes)))
            yield from self._wait(key, one)
            return
        number = self._open[key].find_same(event, one.content) if key in self._open else None
        if number is not None:
            yield from self._merge(key, number, one)
            return
        is_repeat = self._answers.has_call(event, key, one.content)
        if is_repeat and (is_unique(event.id) or event.input is None):
            return
        self._answers.note_call(key, one.content)
        yield from self._wait(key, replace(one, is_repeat=is_repeat))

    def _forget_first(self, one: OpenCall, key: Key) -> None:
        """Forget the call of the same tool and input that waits under a key: the one that repeats it goes on for it."""
        number = self._open[key].find_same(one.event, one.content) if key in self._open else None
        if number is not None:
            self._pop(key, number)
            self.counts.calls -= 1

    def _merge(self, key: Key, number: int, one: OpenCall) -> Iterator[TracedCall]:
        """Take a call for one that waits already, with an input that was not known of it."""
        kept = self._open[key][number]
        known = kept.call
        if one.event.input is None or (known.event.input is not None and not kept.is_beginning_of(one)):
            self._put(key, number, replace(kept, call=replace(known, is_sole=False)))
            self._answers.note_call(key, known.content)
            return
        event = replace(one.event, time=known.event.time if known.event.time is not None else one.event.time)
        changed = {"event": event, "line": one.line, "document": one.document, "content": one.content}
        merged = replace(kept.unpack(), is_sole=False, **changed)
        self._answers.note_call(key, merged.content)
        if merged.is_complete:
            self._pop(key, number)
            yield from self._close(key, merged)
        else:
            self._put(key, number, self._pack(merged))

    def _wait(self, key: Key, one: OpenCall) -> Iterator[TracedCall]:
        self.counts.calls += not one.is_repeat
        if one.event.id is not None and not one.event.is_global:
            self._answers.begin_request(key, is_shared=key in self._open)
            # Another call with the id of an open one belongs to another connection: the first was never answered.
            if key in self._open:
                yield from self._give_up(key)
        kept = self._pack(one)
        while self._open_count >= MAX_OPEN_CALLS or (self._open and self._open_bytes + kept.size > MAX_OPEN_BYTES):
            before = self.counts.unanswered
            yield from self._give_up()
            self.counts.given_up += self.counts.unanswered - before
            self.counts.unanswered = before
        self._put(key, next(self._numbers), kept)

    def _pack(self, one: OpenCall) -> KeptCall:
        size = len(one.document.text) if one.document is not None else 0
        return pack(one, has_line=self._open_chars + size <= MAX_OPEN_CHARS)

    def _put(self, key: Key, number: int, kept: KeptCall) -> None:
        waiting = self._open.setdefault(key, WaitingCalls())
        self._count(waiting.put(number, kept), -1)
        self._count(kept, 1)

    def _pop(self, key: Key, number: int) -> OpenCall:
        waiting = self._open[key]
        kept = waiting.pop(number)
        if not waiting:
            del self._open[key]
        self._count(kept, -1)
        return kept.unpack()

    def _count(self, kept: KeptCall | None, sign: int) -> None:
        if kept is not None:
            self._open_count += sign
            self._open_bytes += sign * kept.size
            self._open_chars += sign * kept.char_count

    def _give_up(self, key: Key | None = None) -> Iterator[TracedCall]:
        """Yield the first call that waits under a key, by default the earliest one of all."""
        key = key or next(iter(self._open))
        yield from self._close(key, self._pop(key, self._open[key].first()))

    def _close(self, key: Key, one: OpenCall) -> Iterator[TracedCall]:
        """Yield a call that waits no longer."""
        if one.reply is None:
            self.counts.unanswered += not one.is_repeat
            if not one.is_repeat:
                yield _build_call(one)
            return
        self.counts.calls += one.is_repeat
        if one.event.id is not None:
            self._remember(key, one, one.reply)
        found = _build_call(one)
        yield replace(found, is_structured=None) if self._answers.is_plain(one.reply.event.session) else found

    def _remember(self, key: Key, one: OpenCall, reply: TracedReply) -> None:
        if one.event.is_global:
            digest = digest_of_call(key, one.content)
            self._answers.remember(digest, reply.event, reply.label, is_sole=one.is_sole)
        else:
            self._answers.remember_request(key, reply.event, reply.label)

    def _add_result(self, one: TracedReply) -> Iterator[TracedCall]:
        event, keys = one.event, list(keys_of(one.event, self._answers))
        if event.revision:
            self._asked.pop(keys[0], None)
            self._answers.begin_connection(event.session, is_plain=event.revision < FIRST_STRUCTURED_REVISION)
            return
        asked = next((key for key in keys if key in self._asked), None)
        if asked is not None and not (event.is_certain and asked in self._open):
            del self._asked[asked]
            return
        key = next((key for key in keys if key in self._open), None)
        if event.task is not None:
            self._move(key or keys[0], id_key(event.session, id_of_task(event.task)))
            return
        number = self._place(key, one) if key is not None else None
        if key is not None and number is not None:
            yield from self._answer(key, number, one)
        elif event.is_certain:
            yield from self._second_result(keys, one)

    def _place(self, key: Key, one: TracedReply) -> int | None:
        """Return the number of the call under a key that a result answers; ``None`` if it repeats another one."""
        waiting, event = self._open[key], one.event
        if event.id is None or not event.is_global or key[0] != "id":
            return waiting.first()
        number = waiting.find_content(self._answers.latest_content(key))
        if number is not None:
            return number
        return None if self._answers.is_repeated(self._answers.latest(key), event, one.label) else waiting.first()

    def _answer(self, key: Key, number: int, one: TracedReply) -> Iterator[TracedCall]:
        known = self._pop(key, number)
        call = digest_of_call(key, known.content)
        if known.is_repeat and self._answers.is_repeated(call, one.event, one.label):
            return
        if known.reply is not None and known.reply.event.result is not None and one.event.result is not None:
            yield from self._close(key, known)
            yield from self._second_result([key], one)
            return
        answered = replace(known, reply=_combine(known.reply, one))
        if answered.is_complete or not one.is_whole:
            yield from self._close(key, answered)
        else:
            self._put(key, number, self._pack(answered))

    def _second_result(self, keys: Sequence[Key], one: TracedReply) -> Iterator[TracedCall]:
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
        key = id_key(event.session, event.id)
        task = id_key(event.session, id_of_task(event.task or ""))
        if event.task is not None and task in self._open:
            self._move(task, key)
            return
        self._asked[key] = None
        if len(self._asked) > MAX_OPEN_CALLS:
            self._asked.popitem(last=False)

    def _move(self, old: Key, new: Key) -> None:
        """Let the call that waits under one key wait under another one."""
        if old in self._open and old != new:
            waiting = self._open.pop(old)
            self._open[new] = join(self._open[new], waiting) if new in self._open else waiting


def _combine(known: TracedReply | None, one: TracedReply) -> TracedReply:
    """Return the reply of which a log keeps the result; it is a failure if any part says so."""
    if known is None:
        return one
    best = one if one.event.result is not None else known
    is_error = True if known.event.is_error or one.event.is_error else best.event.is_error
    return replace(best, event=replace(best.event, is_error=is_error))


def _build_call(one: OpenCall) -> TracedCall:
    call, reply, document = one.event, one.reply, one.document
    if reply is not None and reply.document is not None and document is not None:
        # A conversation has both in one line, whose value is there already.
        document = reply.document if reply.document.text is document.text else document
    name = TracedPart(Part(call.tool, call.pointer), one.line, document)
    given = TracedPart(call.input, one.line, document) if call.input is not None else None
    found = TracedCall(call.tool, call.id, name, given, time=call.time, size=one.size)
    if reply is None:
        return found
    back = reply.event
    found = replace(found, result=reply.back, text=back.text, is_error=back.is_error, is_answered=True)
    time = back.time if call.time is None else call.time
    return replace(found, time=time, fault=back.fault, is_structured=back.is_structured)
