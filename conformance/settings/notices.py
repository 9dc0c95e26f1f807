"""Notices: what the harness reports about its own work, in addition to the findings of rules and probes.

Like a rule, a notice has an id that levels and ignores can name. Every profile applies all notices, as they say what
was not checked; only a level that names a notice changes or silences it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from conformance.findings import Level
from conformance.settings.checks import AppliedCheck

if TYPE_CHECKING:
    from conformance.settings.profiles import Profile


@dataclass(frozen=True, slots=True)
class Notice:
    """One kind of report of the harness about its own work."""

    id: str
    level: Level
    summary: str
    why: str
    source: str = ""

    def applied_check(self, profile: "Profile") -> AppliedCheck["Notice"] | None:
        """Return the notice with its level, ``None`` where the levels turn it off."""
        level = profile.levels.get(self.id, self.level)
        return AppliedCheck(self, level) if isinstance(level, Level) else None


RECORD_READABLE = Notice(
    "record_readable",
    Level.ERROR,
    "Every line of an audited log is one JSON object.",
    "No rule checks a line that cannot be read: a truncated line is reported, and checking resumes at the next one.",
)
STALE_IGNORE = Notice(
    "stale_ignore",
    Level.ERROR,
    "Every ignore matches a current finding, and none has expired.",
    "An exception that outlives its reason hides the next fault at the same location. Only a run that examined all "
    "that an ignore could name reports it as stale.",
)
STALE_BASELINE = Notice(
    "stale_baseline",
    Level.ERROR,
    "Every line of the baseline is a current finding, listed once.",
    "A line that outlives its finding would hide the same fault when it comes back. Only a run that examined the rule "
    "of a line reports it.",
)
NOT_CALLED = Notice(
    "not_called",
    Level.INFO,
    "Probes only call tools that are annotated read-only or allow-listed with an example input.",
    "Questions that need a call were skipped for the listed tools; the hint says how to permit calling them.",
)
INCONCLUSIVE = Notice(
    "inconclusive",
    Level.INFO,
    "Every question to a tool gets an answer that proves something.",
    "The environment failed first, or no input could be generated: the listed probes prove nothing about that tool.",
)
OUT_OF_TIME = Notice(
    "out_of_time",
    Level.INFO,
    "A run asks all its questions within the time limit.",
    "The named probe and all later ones were skipped; `--max-time` sets the time limit of the run.",
)
DRIFT = Notice(
    "drift",
    Level.ERROR,
    "Inputs that were accepted stay accepted, and results stay within the published schema.",
    "A test run with `--conformance-against` compares the inventory with its version in git, like `conformance drift`.",
)

ACCEPTED_BY_NEXT = Notice(
    "accepted_by_next",
    Level.ERROR,
    "Every recorded call that an inventory accepts is accepted by its next version.",
    "`conformance audit --against NEW` shows whom a release would break before it is made: each such call is one that "
    "somebody relies on.",
)

NOTICES = {
    one.id: one
    for one in (
        ACCEPTED_BY_NEXT,
        DRIFT,
        INCONCLUSIVE,
        NOT_CALLED,
        OUT_OF_TIME,
        RECORD_READABLE,
        STALE_BASELINE,
        STALE_IGNORE,
    )
}
"""All notices by id."""
