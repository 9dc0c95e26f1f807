"""The drift report: every change with its ruling, message and fingerprint, and whether the report fails."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from conformance import __version__
from conformance.display import quote_text
from conformance.documents.location import Location
from conformance.documents.values import JsonObject, JsonValue, compact_json
from conformance.drift.attribution.judgement import Direction
from conformance.drift.changes import Change
from conformance.drift.definition_uses import uses_of
from conformance.drift.policy import Policy, Ruling, allowance, level_of, rule_on
from conformance.drift.sentences import hint, sentence
from conformance.drift.usage import CallUsage, UsageTotals
from conformance.findings import Level, fingerprint

FORMAT_VERSION = 1
STALE_ACCEPT = "stale_accept"
"""The kind of change that stands for an `accept` entry without a break."""
ACCEPTED = "accepted"
"""How reports label and count a change that does not count as breaking or unknown."""

NOTHING = "nothing"
"""The name of the version before the first one, and of the one after the last."""
_UNDECIDABLE_HINT = (
    "fix the new schema so that it can be compared; a break could hide in it, so it fails the run unless "
    "`--allow-unknown` or `allow_unknown = true` lets it pass"
)


class FailOn(StrEnum):
    """The least severe ruling that makes drift fail."""

    BREAKING = "breaking"
    UNKNOWN = "unknown"
    COMPATIBLE = "compatible"
    ANY = "any"


_FAILING = {
    FailOn.BREAKING: (Ruling.BREAKING,),
    FailOn.UNKNOWN: (Ruling.BREAKING, Ruling.UNKNOWN),
    FailOn.COMPATIBLE: (Ruling.BREAKING, Ruling.UNKNOWN, Ruling.COMPATIBLE),
    FailOn.ANY: tuple(Ruling),
}


class RuledChange(Struct, frozen=True):
    """A change with its ruling; ``suppressed`` is the reason why it does not count, if any.

    ``accepted_by`` names what gives that reason: the policy or an entry of the configuration. ``location`` is the
    position in the new file, or in the old one for what was removed; ``source_pointer`` locates the change in a file
    of another format than the inventory's own.
    """

    change: Change
    verdict: Ruling
    message: str
    hint: str
    fingerprint: str
    suppressed: str | None = None
    accepted_by: str = ""
    source_pointer: str | None = None
    location: Location | None = None
    usage: CallUsage | None = None
    """The recorded calls that the change refuses, where calls were given."""
    is_undecidable: bool = False
    """Whether the change fails because nothing can judge the new schema, and the policy does not allow that."""

    @property
    def pointer(self) -> str:
        """The pointer into the file that was read: the new file, or the old one for what was removed."""
        return self.change.pointer if self.source_pointer is None else self.source_pointer

    @property
    def status(self) -> str:
        """How reports label the change: its verdict, or `accepted`."""
        return self.verdict.value if self.suppressed is None else ACCEPTED

    @property
    def acceptance(self) -> str | None:
        """Why the change does not count and by what it was accepted, or ``None``."""
        if self.suppressed is None:
            return None
        return f"{self.verdict.value}, but {ACCEPTED} by {self.accepted_by}: {self.suppressed}"

    @property
    def level(self) -> Level:
        """The severity of the change."""
        fails = (self.is_undecidable or self.is_shown) and not self.suppressed
        return Level.ERROR if fails else level_of(self.verdict, self.suppressed)

    @property
    def witness(self) -> JsonValue:
        """The instance that breaks or ``None``; for a removed tool the call that used to be valid."""
        change = self.change
        if self.verdict is not Ruling.BREAKING or change.evidence is None or change.evidence.witness is None:
            return None
        instance = change.evidence.witness.instance
        if change.kind in ("tool_removed", "tool_renamed") and change.old_tool is not None:
            # The call itself shows the break, since the tool no longer exists under this name.
            return {"tool": change.old_tool.name, "input": instance}
        return instance

    @property
    def evidence(self) -> Mapping[str, JsonValue]:
        """The witness under a name that says what it shows; empty without one."""
        if self.witness is None:
            return {}
        is_output = self.change.direction is Direction.OUTPUT
        return {"unpromised_witness" if is_output else "rejected_witness": self.witness}

    @property
    def accept_condition(self) -> str:
        """What an `accept` entry says to cover exactly this change; empty for one that cannot be or is accepted."""
        # A stale entry is removed, not accepted by another one.
        if not self.can_fail or self.suppressed is not None or self.change.kind == STALE_ACCEPT:
            return ""
        return f'fingerprint = "{self.fingerprint}"'

    @property
    def can_fail(self) -> bool:
        """Say whether such a change may fail a gate: it breaks, or is not known to be compatible."""
        return self.verdict in (Ruling.BREAKING, Ruling.UNKNOWN)

    @property
    def is_shown(self) -> bool:
        """Say whether a recorded call shows that the change breaks, where the proof came to no end."""
        return self.verdict is Ruling.UNKNOWN and self.usage is not None and self.usage.hits > 0


class DriftReport(Struct, frozen=True):
    """All changes from one inventory to another."""

    old: str
    new: str
    changes: Sequence[RuledChange]
    reason: str = ""
    """Why these two versions are compared, empty where both were named."""
    suggested_version: str | None = None
    """The next version of a package with these tools, where it was asked for."""
    fail_on: FailOn = FailOn.BREAKING
    """The least severe ruling that fails the run."""
    calls: UsageTotals | None = None
    """What was counted of the recorded calls, where they were given."""
    notes: Sequence[str] = ()
    """What a reader of the report should know, one line each."""

    @property
    def subject(self) -> str:
        """The file that the report is about: the new one, or the old one of an inventory that is gone."""
        return self.old if self.new == NOTHING else self.new

    @property
    def active_changes(self) -> list[RuledChange]:
        """The changes that no `accept` entry and no lifecycle rule suppresses."""
        return [ruled for ruled in self.changes if ruled.suppressed is None]

    def summary(self) -> dict[str, int]:
        """Count the active changes per verdict, and the suppressed ones separately."""
        counts = Counter(ruled.verdict.value for ruled in self.active_changes)
        return {
            **{ruling.value: counts[ruling.value] for ruling in Ruling},
            "suppressed": len(self.changes) - len(self.active_changes),
        }

    @property
    def summary_line(self) -> str:
        """How many changes of which verdict there are, the most severe first and accepted ones last, on one line."""
        counts = Counter(self.summary())
        stale = sum(ruled.change.kind == STALE_ACCEPT for ruled in self.active_changes)
        counts[Ruling.BREAKING.value] -= stale  # it fails the run like a break, and breaks no caller
        rulings = sorted(Ruling, key=lambda ruling: -ruling.rank)
        parts = [f"{counts[ruling.value]} {ruling.value}" for ruling in rulings if counts[ruling.value]]
        parts += [f"{stale} stale `accept` {'entry' if stale == 1 else 'entries'}"] if stale else []
        accepted = [f"{counts['suppressed']} {ACCEPTED}"] if counts["suppressed"] else []
        return ", ".join((*parts, *accepted)) or "no change"

    def fails_on(self, least: FailOn) -> bool:
        """Say whether an active change is at least as severe as ``least``.

        A change that refuses recorded calls always fails, and so does one to a schema that nothing can judge.
        """
        failing = _FAILING[least]
        return any(one.verdict in failing or one.is_shown or one.is_undecidable for one in self.active_changes)


FIRST_VERSION = "first version"
REMOVED = "the file was removed"
"""The problem of a version that a commit took away, of which everything is known."""


class TimelineEntry(Struct, frozen=True):
    """One version in the history of an inventory file: its commit, and what changed since the version before.

    ``report`` is ``None`` without an earlier version, ``problem`` says why this one could not be read or why no earlier
    one is known, and ``start`` names one without either.
    """

    commit: str
    day: str
    subject: str
    report: DriftReport | None = None
    problem: str = ""
    start: str = FIRST_VERSION

    @property
    def is_open(self) -> bool:
        """Whether something of this version is not known."""
        return bool(self.problem) and self.problem != REMOVED

    @property
    def short_commit(self) -> str:
        """The first digits of the commit."""
        return self.commit[:10]

    @property
    def outcome(self) -> str:
        """What became of the inventory, on one line."""
        return self.problem or (self.report.summary_line if self.report else self.start)

    def notable_lines(self) -> list[str]:
        """Return the changes worth listing in a history, one line each: added and removed tools, and breaks."""
        changes = self.report.changes if self.report else ()
        listed = [one for one in changes if one.verdict is Ruling.BREAKING or one.change.kind == "tool_added"]
        return [f"{one.status}: {one.change.tool or ''}: {one.message}" for one in listed]


class DriftHistory(Struct, frozen=True):
    """All versions of an inventory file that commits made, the oldest first."""

    file: str
    entries: Sequence[TimelineEntry]


def rule_changes(changes: Iterable[Change], policy: Policy) -> list[RuledChange]:
    """Return the changes with their rulings under a policy."""
    return [_rule_change(change, policy) for change in changes]


def _rule_change(change: Change, policy: Policy) -> RuledChange:
    ruling, why = rule_on(change, policy)
    message = sentence(change) + (f": {quote_text(why, 200)[1:-1]}" if why else "")
    # The fingerprint holds the values and not the message, so that rewording a message keeps accepted breaks accepted.
    detail = compact_json([change.before, change.after, *uses_of(change)])
    allowed = allowance(change, ruling)
    is_undecidable = ruling is Ruling.UNKNOWN and change.is_undecidable and not policy.allow_unknown
    return RuledChange(
        change,
        ruling,
        message,
        _UNDECIDABLE_HINT if is_undecidable else hint(change) if ruling in (Ruling.BREAKING, Ruling.UNKNOWN) else "",
        fingerprint(change.kind, change.tool, change.pointer_in_tool, detail),
        allowed,
        "" if allowed is None else "the drift policy",
        is_undecidable=is_undecidable,
    )


def report_value(report: DriftReport) -> JsonObject:
    """Return the report as a JSON value; published in ``schemas/drift.schema.json``."""
    return {
        "version": FORMAT_VERSION,
        "harness": {"name": "tool-conformance", "version": __version__},
        "old": report.old,
        "new": report.new,
        "reason": report.reason,
        "suggested_version": report.suggested_version,
        "changes": [_change_value(ruled) for ruled in report.changes],
        "summary": report.summary(),
        **({"calls": report.calls.to_value()} if report.calls else {}),
        **({"notes": [*report.notes]} if report.notes else {}),
    }


def history_value(history: DriftHistory) -> JsonObject:
    """Return a history as a JSON value; published in ``schemas/history.schema.json``."""
    return {
        "version": FORMAT_VERSION,
        "harness": {"name": "tool-conformance", "version": __version__},
        "file": history.file,
        "versions": [_entry_value(one) for one in history.entries],
    }


def _entry_value(entry: TimelineEntry) -> JsonObject:
    stated: JsonObject = {"commit": entry.commit, "day": entry.day, "subject": entry.subject}
    drift = None if entry.report is None else report_value(entry.report)
    return {**stated, "problem": entry.problem or None, "drift": drift}


def _change_value(ruled: RuledChange) -> JsonObject:
    change = ruled.change
    return {
        "tool": change.tool,
        "surface": change.surface.value,
        "kind": change.kind,
        "verdict": ruled.verdict.value,
        "level": ruled.level.value,
        "direction": change.direction.value if change.direction else None,
        "pointer": ruled.pointer,
        "location": ruled.location.to_value() if ruled.location else None,
        "before": change.before,
        "after": change.after,
        "witness": ruled.witness,
        "message": ruled.message,
        "hint": ruled.hint,
        "fingerprint": ruled.fingerprint,
        "suppressed": ruled.suppressed,
        **({"usage": ruled.usage.to_value()} if ruled.usage else {}),
    }
