"""A call that a log was read to hold, with its result and where both are, and what has no pair."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct, field

from conformance.documents.location import Location
from conformance.documents.reader import Document
from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.systems.traces._format import Part


class KeptText(Struct, frozen=True):
    """The text of a line whose value is not kept, as it takes many times the memory: it is parsed again if needed."""

    name: str
    text: str

    def locate(self, pointers: Iterable[str]) -> dict[str, Location]:
        """Return the location of each pointer, as ``Document`` does."""
        return _document(self).locate(pointers)


# Successive findings are often in one line, or in the one of the calls and the one of the results.
@lru_cache(maxsize=2)
def _document(kept: KeptText) -> Document:
    parsed = parse_bytes(kept.text.encode("utf-8", "surrogatepass"))
    return Document(kept.name, kept.text, None if isinstance(parsed, TextFault) else parsed.value)


class TracedPart(Struct, frozen=True):
    """A value of a log with its line; without ``document`` the line is all that is known of its position.

    ``line`` is 0 if the document itself has lines.
    """

    part: Part
    line: int
    document: Document | KeptText | None

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
    the result itself. ``is_structured`` is as in ``ResultEvent``. ``size`` is how many bytes were kept for the call
    while it waited for the result.
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
    size: int = 0

    @property
    def has_call(self) -> bool:
        """Whether the log has the call, and not only a result without one."""
        return self.name.part.value is not None

    @property
    def line(self) -> int:
        """The line of the result, else of the call; 0 if the document itself has lines."""
        return (self.result or self.name).line


class PairCounts(Struct):
    """What has no pair, and what is repeated, in one log."""

    calls: int = 0
    unanswered: int = 0
    given_up: int = 0
    """Calls whose results may come, but not before too many others wait for theirs."""
    results_without_call: int = 0
    labels: Counter[str] = field(default_factory=Counter[str])
