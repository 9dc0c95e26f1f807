"""The tally of a run: applies the ignores, keeps the first findings and counts the rest; those of parts are merged."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.report import Report
from conformance.findings import Finding, Level
from conformance.settings.ignores import Ignores

MAX_KEPT_ALIKE = 20
"""Of findings that differ only in location, a limited tally keeps so many, to leave room for other ones: more if its
limit is above ten times that."""
# Kinds of findings whose dropped ones a part counts one by one; of others only the level is counted.
_MAX_COUNTED_KINDS = 10_000

Kind = tuple[str, str | None, str, str, str | None]
"""What findings have in common that differ only in location: rule, tool, message, hint, and why they are accepted."""


class DroppedFindings(Struct):
    """Findings that were counted and not kept: by kind and level, and by level alone where there are many kinds."""

    by_kind: Counter[tuple[Kind, Level]] = field(default_factory=Counter[tuple[Kind, Level]])
    others: Counter[tuple[Level, bool]] = field(default_factory=Counter[tuple[Level, bool]])
    """By level, and whether they are accepted."""

    def count(self, kind: Kind, level: Level, number: int = 1) -> None:
        """Count findings of one kind."""
        key = (kind, level)
        if key in self.by_kind or len(self.by_kind) < _MAX_COUNTED_KINDS:
            self.by_kind[key] += number
        else:
            self.others[level, kind[-1] is not None] += number


class TalliedFindings(Struct, frozen=True):
    """What a tally kept and what it dropped; small however many findings there were."""

    kept: Sequence[Finding] = ()
    dropped: DroppedFindings = field(default_factory=DroppedFindings)


class FindingTally:
    """The last two steps: apply the ignores, keep the first ``most`` findings and count the rest.

    Tallies of the parts of a log with the same ``most``, merged in order, keep what one tally of the log keeps: what
    has no room in a part has none after the parts before it either.
    """

    def __init__(self, ignores: Ignores | None = None, most: int | None = None) -> None:
        self._ignores = ignores
        self._most = most
        # Who asks for more findings wants more of each kind too.
        self._most_alike = MAX_KEPT_ALIKE if most is None else max(MAX_KEPT_ALIKE, most // 10)
        self._kept: list[Finding] = []
        self._kept_by_state: Counter[bool] = Counter()
        self._first: dict[Kind, int] = {}
        self._kept_alike: Counter[Kind] = Counter()
        self._dropped = DroppedFindings()

    def add(self, findings: Iterable[Finding]) -> None:
        """Add findings; suppressed ones do not count towards the limit."""
        for found in findings:
            self._add(self.suppress(found))

    def suppress(self, finding: Finding) -> Finding:
        """Return the finding, suppressed if an ignore accepts it."""
        return self._ignores.suppress(finding) if self._ignores else finding

    def add_tallied(self, part: TalliedFindings) -> None:
        """Add what the tally of a later part of the log kept and dropped, to which the ignores were applied."""
        for finding in part.kept:
            self._add(finding)
        for (kind, level), number in part.dropped.by_kind.items():
            self._dropped.count(kind, level, number)
        self._dropped.others.update(part.dropped.others)

    def has_room(self, finding: Finding) -> bool:
        """Say whether the finding would be kept."""
        if self._most is None:
            return True
        is_accepted = finding.suppressed is not None
        has_room_alike = self._kept_alike[_kind_of(finding)] < self._most_alike
        return self._kept_by_state[is_accepted] < self._most and has_room_alike

    def _add(self, finding: Finding) -> None:
        if self.has_room(finding):
            self._keep(finding)
        else:
            self._dropped.count(_kind_of(finding), finding.level)

    def _keep(self, finding: Finding) -> None:
        if self._most is not None:  # only what is limited needs to know what it has
            kind = _kind_of(finding)
            self._first.setdefault(kind, len(self._kept))
            self._kept_alike[kind] += 1
        self._kept.append(finding)
        self._kept_by_state[finding.suppressed is not None] += 1

    def contents(self) -> TalliedFindings:
        """Return what was kept and what was dropped so far."""
        return TalliedFindings(list(self._kept), self._dropped)

    @property
    def findings(self) -> list[Finding]:
        """The findings kept so far, the first of each kind with the number of those that were not kept."""
        repeats: Counter[int] = Counter()
        for (kind, _), number in self._dropped.by_kind.items():
            if kind in self._first:
                repeats[self._first[kind]] += number
        repeated = ((finding, repeats.get(at, 0)) for at, finding in enumerate(self._kept))
        return [replace(finding, repeats=number) if number else finding for finding, number in repeated]

    def report(self, subject: str, *, tool_count: int, rule_count: int, checked_count: int) -> Report:
        """Return the report on all findings added, including stale ignores."""
        stale = self._ignores.stale_findings() if self._ignores else ()
        found, omitted, accepted = [*self.findings, *stale], Counter[Level](), 0
        dropped = self._dropped
        by_state = [((level, kind[-1] is not None), number) for (kind, level), number in dropped.by_kind.items()]
        for (level, is_accepted), number in [*by_state, *dropped.others.items()]:
            accepted += number if is_accepted else 0
            omitted[level] += 0 if is_accepted else number
        return Report(subject, found, tool_count, rule_count, checked_count, +omitted, accepted)


def _kind_of(finding: Finding) -> Kind:
    return (finding.rule, finding.tool, finding.message, finding.hint, finding.suppressed)
