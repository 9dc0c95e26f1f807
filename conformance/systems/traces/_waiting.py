"""The calls of a log that wait for their results, each kept small and found again by its tool and input.

A parsed value takes up to 25 times the memory of its text, so a call that waits is kept packed.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.reader import Document
from conformance.documents.values import JsonValue, as_array, plain_bytes, plain_value
from conformance.systems.traces._answers import content_of
from conformance.systems.traces._format import CallEvent, Part, ResultEvent
from conformance.systems.traces._payloads import is_grown
from conformance.systems.traces._traced import KeptText, TracedPart


class TracedReply(Struct, frozen=True):
    """A result where it is in the log; ``is_whole`` says that the object that has it states its call as well."""

    event: ResultEvent
    line: int
    document: Document | KeptText | None
    label: str
    is_whole: bool

    @property
    def back(self) -> TracedPart | None:
        """The value of the result, if the log keeps it."""
        return None if self.event.result is None else TracedPart(self.event.result, self.line, self.document)


class OpenCall(Struct, frozen=True):
    """A call that waits for its result, or has one of which a part may still come, as in the span around a span.

    ``is_repeat`` says that it had a result before, so that only another one makes it a call. ``is_sole`` says that it
    was seen once. ``size`` is how many bytes it took while it waited.
    """

    event: CallEvent
    line: int
    document: Document | KeptText | None
    content: bytes
    """What ``content_of`` returns for its event."""
    reply: TracedReply | None = None
    is_repeat: bool = False
    is_sole: bool = True
    size: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether nothing of the call is left to come."""
        return self.event.input is not None and self.reply is not None and self.reply.event.result is not None


class KeptCall(Struct, frozen=True):
    """A call as it is kept: ``call`` without its values, which are ``packed``; ``None`` if they cannot be."""

    call: OpenCall
    packed: bytes | None

    @property
    def size(self) -> int:
        """How many bytes are kept for it, other than those of its line."""
        event = self.call.event
        names = (event.tool, event.id, event.pointer, event.session, event.resumes)
        return sum(len(name or "") for name in names) + len(self.packed or b"")

    @property
    def char_count(self) -> int:
        """How many characters of its line are kept."""
        return len(self.call.document.text) if self.call.document is not None else 0

    def is_beginning_of(self, later: OpenCall) -> bool:
        """Say whether it is the beginning of another one, in a copy of a message that was logged while it was streamed.

        Such copies have the call at the same place. Another span of a call may add what its tool is given besides.
        """
        if later.event.input is None or self.call.reply is not None or self.call.event.pointer != later.event.pointer:
            return False
        known = self.unpack().event.input
        return known is not None and is_grown(later.event.input.value, known.value)

    def unpack(self) -> OpenCall:
        """Return the call with its values."""
        call = replace(self.call, size=self.size)
        if self.packed is None:
            return call
        given, back, text = as_array(plain_value(self.packed))
        event = replace(call.event, input=_set_values(call.event.input, as_array(given)))
        if call.reply is None:
            return replace(call, event=event)
        result = replace(call.reply.event, result=_set_values(call.reply.event.result, as_array(back)), text=str(text))
        return replace(call, event=event, reply=replace(call.reply, event=result))


def pack(call: OpenCall, *, has_line: bool) -> KeptCall:
    """Return a call as it is kept, with its line or without it, as there may be too many."""
    document = KeptText(call.document.name, call.document.text) if has_line and call.document is not None else None
    call = replace(call, document=document)
    event, reply = call.event, call.reply
    back = reply.event.result if reply is not None else None
    text = reply.event.text if reply is not None else ""
    packed = plain_bytes([_values(event.input), _values(back), text])
    if packed is None:
        return KeptCall(call, None)
    if reply is not None:
        # Only parts of one call have a result and wait; the position of such a result is its line.
        reply = replace(reply, event=replace(reply.event, result=_set_values(back), text=""), document=None)
    return KeptCall(replace(call, event=replace(event, input=_set_values(event.input)), reply=reply), packed)


def _values(part: Part | None) -> Sequence[JsonValue]:
    return [] if part is None else [part.value, part.whole and part.whole.value]


def _set_values(part: Part | None, values: Sequence[JsonValue] = (None, None)) -> Part | None:
    return part and replace(part, value=values[0], whole=part.whole and replace(part.whole, value=values[1]))


class WaitingCalls:
    """The calls that wait under one key, in their order, by number.

    They are found by what they call: a log in which many share an id would else be searched for each of them.
    """

    def __init__(self) -> None:
        self._calls: OrderedDict[int, KeptCall] = OrderedDict()
        self._numbers: dict[bytes | str, OrderedDict[int, None]] = {}
        """The numbers of the calls with the same content, and of those of each tool."""

    def __len__(self) -> int:
        return len(self._calls)

    def __getitem__(self, number: int) -> KeptCall:
        return self._calls[number]

    def first(self) -> int:
        """Return the number of the first call."""
        return next(iter(self._calls))

    def find_content(self, content: bytes) -> int | None:
        """Return the number of the first call with this content."""
        return next(iter(self._numbers.get(content, ())), None)

    def find_same(self, event: CallEvent, content: bytes) -> int | None:
        """Return the number of the first call that another one may be: that of the same tool and input.

        A call of which the log does not keep the input may be any of its tool.
        """
        if not content:
            return self.find_content(content)
        if event.input is None:
            return next(iter(self._numbers.get(event.tool, ())), None)
        blank = content_of(replace(event, input=None))
        found = [number for one in (content, blank) if (number := self.find_content(one)) is not None]
        return min(found, default=None)

    def put(self, number: int, kept: KeptCall) -> KeptCall | None:
        """Keep a call under a number, in the place of the one that has it, which is returned."""
        known = self._calls.get(number)
        if known is not None:
            self._forget(number)
        self._calls[number] = kept
        for mark in (kept.call.content, kept.call.event.tool):
            self._numbers.setdefault(mark, OrderedDict())[number] = None
        return known

    def pop(self, number: int) -> KeptCall:
        """Remove a call, and return it."""
        self._forget(number)
        return self._calls.pop(number)

    def _forget(self, number: int) -> None:
        call = self._calls[number].call
        for mark in (call.content, call.event.tool):
            del self._numbers[mark][number]
            if not self._numbers[mark]:
                del self._numbers[mark]

    def items(self) -> Iterator[tuple[int, KeptCall]]:
        """Yield the calls with their numbers, in order."""
        yield from self._calls.items()


def join(one: WaitingCalls, other: WaitingCalls) -> WaitingCalls:
    """Return two groups of calls as one: the fewer go to the more, so that none is moved again and again."""
    small, large = sorted((one, other), key=len)
    for number, kept in small.items():
        large.put(number, kept)
    return large
