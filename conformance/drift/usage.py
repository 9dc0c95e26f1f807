"""Usage: how many recorded calls a change would have refused, and which came first.

A call is refused by the new version if its input was valid and no longer is, or if its tool is gone. A result counts
in the other direction: the new version allows it, and the old one did not. So the calls of all changes together are
exactly those that validation against both versions tells apart.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct, field

from conformance.documents.location import Location
from conformance.documents.values import JsonObject, JsonValue
from conformance.drift.attribution.judgement import Direction
from conformance.drift.changes import Change
from conformance.inventory import Inventory, Tool
from conformance.schema.containment.budget import Meter, ProofBudget
from conformance.schema.safe_validation import validate_instance

MAX_FIRST_CALLS = 3
"""A report names so many of the calls that a change refuses."""

# A smaller share of the calls, in percent, is not written as a number that is rounded to nothing.
_SMALL_SHARE = 0.1
_GONE = ("tool_removed", "tool_renamed")


class RecordedUse(Struct, frozen=True):
    """One recorded call: the input and the successful result as far as they are recorded, and where and when."""

    tool: str
    location: Location
    input: JsonValue = None
    has_input: bool = False
    result: JsonValue = None
    has_result: bool = False
    time: float | None = None
    """In seconds since 1970."""


class UsageClass(StrEnum):
    """What the recorded calls say of a change that breaks or may break."""

    BROKEN = "broken"
    UNUSED = "unused"
    UNMEASURED = "unmeasured"


class CallUsage(Struct):
    """The calls that a change refuses, of those to its tool that the old version accepted.

    ``is_measured`` says that calls can show this kind of change, ``undecided`` of how many it is not known whether the
    change refuses them.
    """

    is_measured: bool = True
    calls: int = 0
    hits: int = 0
    undecided: int = 0
    blank: int = 0
    """Calls without a result that could show a change of results: none is kept, or only the old version made such."""
    first: list[Location] = field(default_factory=list[Location])
    first_time: float | None = None
    last_time: float | None = None

    @property
    def usage_class(self) -> UsageClass:
        """``broken`` if a call was hit, ``unused`` if all calls surely were not."""
        if self.hits:
            return UsageClass.BROKEN
        is_measured = self.is_measured and not self.undecided and not self._is_blank
        return UsageClass.UNUSED if is_measured else UsageClass.UNMEASURED

    @property
    def _is_blank(self) -> bool:
        """Whether the tool was called, and no call can show what became of its results."""
        return self.blank > 0 and not self.calls

    def add_hit(self, use: RecordedUse, most_first: int) -> None:
        """Count a call that the change refuses."""
        self.hits += 1
        if len(self.first) < most_first:
            self.first.append(use.location)
        if use.time is not None:
            self.first_time = use.time if self.first_time is None else min(self.first_time, use.time)
            self.last_time = use.time if self.last_time is None else max(self.last_time, use.time)

    def sentence(self, *, is_output: bool) -> str:
        """Return what the calls show, on one line."""
        noun, refused = ("results", "were not allowed before") if is_output else ("calls", "would be refused")
        if not self.is_measured:
            return f"unmeasured: recorded {noun} cannot show this change"
        if not self.hits and self.undecided:
            return f"unmeasured: {self.undecided:,} of the recorded {noun} could not be judged"
        if not self.hits and self._is_blank:
            calls = (
                "the recorded call has no result"
                if self.blank == 1
                else f"no result of {self.blank:,} recorded calls is one"
            )
            return f"unmeasured: {calls} that the new version allows"
        if not self.hits:
            return f"unused: of {self.calls:,} recorded {noun} none {refused.replace('were', 'was')}"
        more = ", ..." if self.hits > len(self.first) else ""
        places = ", ".join(str(one) for one in self.first) + more
        return f"{self.hits:,} of {self.calls:,} recorded {noun} ({self._percentage}) {refused}: {places}{self._span}"

    @property
    def _percentage(self) -> str:
        share = 100 * self.hits / self.calls
        return f"{share:.1f} %" if share >= _SMALL_SHARE else f"under {_SMALL_SHARE} %"

    @property
    def _span(self) -> str:
        if self.first_time is None or self.last_time is None:
            return ""
        return f" (from {_iso_text(self.first_time)} to {_iso_text(self.last_time)})"

    def to_value(self) -> JsonObject:
        """Return the usage as the JSON report writes it."""
        share = round(self.hits / self.calls, 6) if self.calls else 0.0
        return {
            "class": self.usage_class.value,
            "calls": self.calls,
            "refused": self.hits,
            "share": share,
            "first": [one.to_value() for one in self.first],
            "first_time": None if self.first_time is None else _iso_text(self.first_time),
            "last_time": None if self.last_time is None else _iso_text(self.last_time),
        }


class UsageTotals(Struct, frozen=True):
    """What was counted of a log: all calls, those to tools of the old version, and those that it refused already."""

    calls: int
    known: int
    refused_before: int
    undecided: int

    def to_value(self) -> JsonObject:
        """Return the counts as the JSON report writes them."""
        counts = {"read": self.calls, "known": self.known, "refused_before": self.refused_before}
        return {**counts, "undecided": self.undecided}


class UsageCount:
    """Counts calls against the changes between two inventories, one call at a time."""

    def __init__(
        self,
        changes: Iterable[Change],
        old: Inventory,
        new: Inventory,
        most_first: int = MAX_FIRST_CALLS,
        budget: ProofBudget | None = None,
    ) -> None:
        self._old, self._new, self._most_first, self._budget = old, new, most_first, budget or ProofBudget()
        self.usages: list[tuple[Change, CallUsage]] = [(one, CallUsage(_direction(one) is not None)) for one in changes]
        self._by_change = {id(change): usage for change, usage in self.usages}
        self._of_tool: dict[tuple[str, Direction], list[tuple[Change, CallUsage]]] = {}
        for change, usage in self.usages:
            direction = _direction(change)
            if direction is not None and change.old_tool is not None:
                self._of_tool.setdefault((change.old_tool.name, direction), []).append((change, usage))
        self._calls = self._known = self._refused_before = self._undecided = 0

    def usage_of(self, change: Change) -> CallUsage | None:
        """Return the usage of one of the changes; equal ones may differ in where they are, so it has to be the same."""
        return self._by_change.get(id(change))

    @property
    def totals(self) -> UsageTotals:
        """What was counted so far."""
        return UsageTotals(self._calls, self._known, self._refused_before, self._undecided)

    def add(self, use: RecordedUse) -> bool:
        """Count a call; return whether the new version refuses its input, or the old one did not allow its result."""
        self._calls += 1
        was = self._old.tools_by_name.get(use.tool)
        if was is None:
            return False
        self._known += 1
        now = self._new.tools_by_name.get(use.tool)
        is_refused = use.has_input and self._add_input(use, was, now)
        return (now is not None and self._add_result(use, was, now)) or is_refused

    def _add_input(self, use: RecordedUse, was: Tool, now: Tool | None) -> bool:
        accepted = accepts(was.input_schema, use.input)
        if accepted is not True:
            self._refused_before += accepted is False
            if accepted is None:
                self._leave_undecided(was, Direction.INPUT)
            return False
        accepting = False if now is None else accepts(now.input_schema, use.input)
        if accepting is None:
            self._leave_undecided(was, Direction.INPUT)
        return self._count(use, was, Direction.INPUT, is_hit=accepting is False)

    def _leave_undecided(self, was: Tool, direction: Direction) -> None:
        self._undecided += 1
        for _, usage in self._of_tool.get((was.name, direction), []):
            usage.undecided += 1

    def _add_result(self, use: RecordedUse, was: Tool, now: Tool) -> bool:
        old, new = was.success_result_schema, now.success_result_schema
        accepted = use.has_result and accepts(new, use.result)
        if accepted is False:
            for _, usage in self._of_tool.get((was.name, Direction.OUTPUT), []):
                usage.blank += 1
            return False
        allowed = accepts(old, use.result)
        if accepted is None or allowed is None:
            self._leave_undecided(was, Direction.OUTPUT)
        return accepted is True and self._count(use, was, Direction.OUTPUT, is_hit=allowed is False)

    def _count(self, use: RecordedUse, was: Tool, direction: Direction, *, is_hit: bool) -> bool:
        changes = self._of_tool.get((was.name, direction), [])
        for _, usage in changes:
            usage.calls += 1
        value = use.input if direction is Direction.INPUT else use.result
        if is_hit:
            self._add_hits(changes, value, use)
        return is_hit

    def _add_hits(self, changes: Sequence[tuple[Change, CallUsage]], value: JsonValue, use: RecordedUse) -> None:
        """Count a call for the changes that refuse it on their own, or for those that may, if none is known to."""
        gone = [usage for change, usage in changes if change.kind in _GONE]
        meter = Meter(self._budget)  # one for all changes, so that no number of them makes a call costly
        breaking = [] if gone else [(change, usage) for change, usage in changes if change.may_refuse]
        answers = [(change.refuses and change.refuses(value, meter), usage) for change, usage in breaking]
        known = gone or [usage for is_refused, usage in answers if is_refused]
        unknown = [usage for is_refused, usage in answers if is_refused is None]
        for usage in known or unknown or [usage for _, usage in breaking or changes]:
            usage.add_hit(use, self._most_first)
        for usage in unknown if known else ():
            usage.undecided += 1


def _direction(change: Change) -> Direction | None:
    """Return in which direction calls can show a change, ``None`` if they cannot."""
    if change.kind in _GONE:
        return Direction.INPUT
    has_verdict = change.evidence is not None or change.kind == "input_became_structured"
    return change.direction if has_verdict else None


def accepts(schema: JsonValue, value: JsonValue) -> bool | None:
    """Say whether a schema accepts a value; ``None`` where it cannot be used. Without a schema anything is accepted."""
    if schema is None:
        return True
    found = validate_instance(value, schema, 1)
    return None if isinstance(found, str) else not found


def _iso_text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
