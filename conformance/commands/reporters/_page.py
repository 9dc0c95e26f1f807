"""What is on a page: tools, and in them or beside them what was found or what changed."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.report import ReportedTool
from conformance.commands.reporters._markup import Content
from conformance.display import escape_text
from conformance.documents.values import JsonValue

ACCEPTED = "accepted"
"""The level of an item that does not count."""


class PageItem(Struct, frozen=True):
    """One finding or change; ``level`` is its severity as a word, ``column`` the one of the matrix that counts it.

    ``values`` are rows of values, each under its label; ``accept`` is what accepts the item, to be pasted.
    """

    anchor: str
    level: str
    rule: str
    column: str
    tool: str | None
    pointer: str
    message: str
    where: str
    notes: Sequence[str] = ()
    help: str = ""
    reason: str | None = None
    accept: str = ""
    values: Sequence[Sequence[tuple[str, JsonValue]]] = ()
    repeats: int = 0
    also: Mapping[str, str] = field(default_factory=dict[str, str])
    """The other tools that it is about, each with the pointer into it: it is shown at each of them."""

    first_anchor: str = ""
    """The id of the first place, where the same is found or shown at several; all of them count once."""

    def copies(self) -> "Iterator[PageItem]":
        """Yield the item as it is shown at each tool that it is about: all but the first have an id of their own."""
        yield self
        first = self.first_anchor or self.anchor
        for number, (tool, pointer) in enumerate(self.also.items(), start=1):
            others = {name: at for name, at in ((self.tool, self.pointer), *self.also.items()) if name != tool}
            also = {name: at for name, at in others.items() if name is not None}
            anchor = f"{self.anchor}-at-{number}"
            yield replace(self, anchor=anchor, first_anchor=first, tool=tool, pointer=pointer, also=also)


class PagePart(Struct, frozen=True):
    """What a page says of one subject: its tools, and what was found in them or in no single one of them.

    ``examined`` are the tools and columns in which something was judged; ``measures`` are lines on coverage by tool.
    """

    subject: str
    tools: Sequence[ReportedTool]
    items: Sequence[PageItem]
    columns: Sequence[str]
    examined: Collection[tuple[str, str]] = ()
    measures: Mapping[str, Sequence[Content]] = field(default_factory=dict[str, Sequence[Content]])
    boxes: Sequence[Content] = ()
    """Why something could not be examined."""
    notes: Sequence[str] = ()

    def shown_items(self) -> list[PageItem]:
        """Return the items at each of the tools that they are about."""
        return [one for item in self.items for one in item.copies()]

    def shown_tools(self) -> list[ReportedTool]:
        """Return the tools, and after them those of which only an item has the name."""
        named = dict.fromkeys(item.tool for item in self.shown_items())
        known = {one.name for one in self.tools}
        unknown = [name for name in named if name is not None and name not in known]
        return [*self.tools, *(ReportedTool(name, "", None) for name in unknown)]


class Page(Struct, frozen=True):
    """A page: ``outcome`` is ``passes``, ``fails`` or ``open``, ``levels`` are the words for severity, worst first."""

    outcome: str
    verdict: str
    subject: Sequence[Content]
    counts: Mapping[str, int]
    levels: Sequence[str]
    urgent: Collection[str]
    """The levels of what a reader comes for: tools with such an item are open, where they are few."""
    noun: str
    legend: str
    parts: Sequence[PagePart]
    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """What each rule or kind asks for and why, by its id."""
    sections: Sequence[Content] = ()
    """Further sections of the overview."""


def anchors(fingerprints: Iterable[str]) -> list[str]:
    """Return an id for each fingerprint, the same in every page that has it; one that comes again has a number."""
    seen: Counter[str] = Counter()
    found: list[str] = []
    for one in fingerprints:
        seen[one] += 1
        found.append(f"finding-{escape_text(one)}" + (f"-{seen[one]}" if seen[one] > 1 else ""))
    return found
