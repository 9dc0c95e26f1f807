"""Notices: what the harness reports of its own work, beside what rules and probes find.

A notice has an id as a rule has one, so that levels and ignores can name it. Every profile applies all of them, for
they say what was not looked at; only a level that names one of them changes or silences it.
"""

from dataclasses import dataclass

from conformance.findings import Level
from conformance.settings.checks import AppliedCheck
from conformance.settings.profiles import Profile


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that the harness reports of its own work."""

    id: str
    level: Level
    summary: str
    why: str
    source: str = ""

    def applied(self, profile: Profile) -> AppliedCheck["Notice"] | None:
        """Return the notice with its level, ``None`` where the levels turn it off."""
        level = profile.levels.get(self.id, self.level)
        return AppliedCheck(self, level) if isinstance(level, Level) else None


RECORD_READABLE = Notice(
    "record_readable",
    Level.ERROR,
    "Every line of an audited log is one JSON object.",
    "A line that cannot be read was judged by no rule: a torn line is reported, and the next line is judged again.",
)
STALE_IGNORE = Notice(
    "stale_ignore",
    Level.ERROR,
    "Every ignore accepts a finding that is still there, and none outlives its time.",
    "An exception that outlives its reason hides the next fault at the same place.",
)
NOT_CALLED = Notice(
    "not_called",
    Level.INFO,
    "A probe calls only tools that are annotated read-only, or allowed with an example input.",
    "What needs a call was not asked of the tools that this lists; the hint says how to allow their calls.",
)
INCONCLUSIVE = Notice(
    "inconclusive",
    Level.INFO,
    "A question to a tool may end without an answer.",
    "The environment failed first, or no input could be made: the probes that it lists prove nothing of that tool.",
)
OUT_OF_TIME = Notice(
    "out_of_time",
    Level.INFO,
    "A run ends when its time is over.",
    "The probe that it names, and all after it, were not asked; `--max-time` sets the time for the whole run.",
)
DRIFT = Notice(
    "drift",
    Level.ERROR,
    "What was accepted stays accepted, and what is returned stays within what was promised.",
    "A test run with `--conformance-against` compares the inventory with its version in git, like `conformance drift`.",
)

NOTICES = {one.id: one for one in (DRIFT, INCONCLUSIVE, NOT_CALLED, OUT_OF_TIME, RECORD_READABLE, STALE_IGNORE)}
"""Every notice by id."""
