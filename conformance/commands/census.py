"""The census of a log: per tool how many calls came to which status, which errors they had, and how large they were."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from conformance.commands.report import CensusRow
from conformance.documents.values import JsonValue, as_object, as_text

# Tools, statuses and kinds are counted by name up to so many; a log may name a new one on each line.
_MAX_TOOLS, _MAX_NAMES = 5_000, 200
OTHERS = "(others)"
NO_STATUS, NO_TOOL = "(none)", "(no tool)"


class ToolCensus(Struct):
    """What was counted of the calls of one tool; sizes are those of their lines in bytes."""

    statuses: Counter[str] = field(default_factory=Counter[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    truncated: int = 0
    size: int = 0
    largest: int = 0


class Census(Struct):
    """The counts of all tools; counts of parts of a log can be merged."""

    tools: dict[str, ToolCensus] = field(default_factory=dict[str, ToolCensus])

    def add(self, tool: str | None, envelope: JsonValue, size: int) -> None:
        """Count one result of a tool."""
        one, members = self._row(tool or NO_TOOL), as_object(envelope)
        _count(one.statuses, as_text(members.get("status")) or NO_STATUS)
        kind = as_text(as_object(members.get("error")).get("kind"))
        if kind is not None:
            _count(one.kinds, kind)
        one.truncated += as_object(members.get("result")).get("truncated") is True
        one.size += size
        one.largest = max(one.largest, size)

    def merge(self, other: "Census") -> None:
        """Add the counts of another part of the log."""
        for name, more in other.tools.items():
            one = self._row(name)
            for counts, added in ((one.statuses, more.statuses), (one.kinds, more.kinds)):
                for text, number in added.items():
                    _count(counts, text, number)
            one.truncated += more.truncated
            one.size += more.size
            one.largest = max(one.largest, more.largest)

    def rows(self) -> Iterator[CensusRow]:
        """Yield the counts of each tool by name."""
        for name, one in sorted(self.tools.items()):
            calls, statuses, kinds = one.statuses.total(), _sort(one.statuses), _sort(one.kinds)
            yield CensusRow(name, calls, statuses, kinds, one.truncated, one.size, one.largest)

    def _row(self, tool: str) -> ToolCensus:
        name = tool if tool in self.tools or len(self.tools) < _MAX_TOOLS else OTHERS
        return self.tools.setdefault(name, ToolCensus())


def _count(counts: Counter[str], name: str, number: int = 1) -> None:
    counts[name if name in counts or len(counts) < _MAX_NAMES else OTHERS] += number


def _sort(counts: Counter[str]) -> Mapping[str, int]:
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
