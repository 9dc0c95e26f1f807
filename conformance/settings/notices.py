"""Notices: what the harness reports about its own work, in addition to the findings of rules and probes.

Like a rule, a notice has an id that levels and ignores can name. Every profile applies all notices, as they say what
was not checked; only a level that names a notice changes or silences it.
"""

from typing import TYPE_CHECKING

from conformance.findings import Level
from conformance.settings.checks import AppliedCheck, Check

if TYPE_CHECKING:
    from conformance.settings.profiles import Profile


class Notice(Check, frozen=True):
    """One kind of report of the harness about its own work."""

    def applied_check(self, profile: "Profile") -> AppliedCheck["Notice"] | None:
        """Return the notice with its level, ``None`` where the levels turn it off."""
        level = profile.levels.get(self.id, "default")
        level = self.level if level == "default" else level
        return AppliedCheck(self, level) if isinstance(level, Level) else None


RECORD_READABLE = Notice(
    id="record_readable",
    level=Level.ERROR,
    summary="Every line of an audited log is one JSON object, and every message in it one that its protocol defines.",
    why="No rule checks a line that cannot be read: a truncated line is reported, and checking resumes at "
    "the next one. What a response with both a result and an error means, each client decides for itself.",
)
REPLY_READABLE = Notice(
    id="reply_readable",
    level=Level.ERROR,
    summary="Every reply of a system that is probed has the form that its protocol demands.",
    why="A client refuses a reply of another form, so the model gets nothing. No other question to the tool is asked.",
)
STRAY_OUTPUT = Notice(
    id="stray_output",
    level=Level.WARNING,
    summary="A system that is probed sends nothing but messages where messages are exchanged, and each answer once.",
    why="The protocol forbids a server over stdio to write anything else to stdout, such as logs. Some clients ignore "
    "it, others end the session.",
)
MESSAGE_PORTABLE = Notice(
    id="message_portable",
    level=Level.WARNING,
    summary="A system that is probed sends only messages that all clients read alike.",
    why="An answer with both a result and an error, an id of another type or a null where a member may be absent: what "
    "one client ignores another refuses, and its model gets no answer, or no tool at all.",
)
STALE_IGNORE = Notice(
    id="stale_ignore",
    level=Level.ERROR,
    summary="Every ignore matches a current finding, and none has expired.",
    why="An exception that outlives its reason hides the next fault at the same location. Only a run that examined all "
    "that an ignore could name reports it as stale.",
)
STALE_BASELINE = Notice(
    id="stale_baseline",
    level=Level.ERROR,
    summary="Every line of the baseline is a current finding, listed once.",
    why="A line that outlives its finding would hide the same fault when it comes back. Only a run that "
    "examined the rule "
    "of a line reports it.",
)
NOT_CALLED = Notice(
    id="not_called",
    level=Level.INFO,
    summary="Probes only call tools that are annotated read-only or allow-listed with an example input.",
    why="Questions that need a call were skipped for the listed tools; the hint says how to permit calling them.",
)
INCONCLUSIVE = Notice(
    id="inconclusive",
    level=Level.INFO,
    summary="Every question to a tool gets an answer that proves something.",
    why="The environment failed first, or no input could be generated: the listed probes prove nothing about "
    "that tool.",
)
OUT_OF_TIME = Notice(
    id="out_of_time",
    level=Level.INFO,
    summary="A run asks all its questions within the time limit.",
    why="The named probe and all later ones were skipped; `--max-time` sets the time limit of the run.",
)
DRIFT = Notice(
    id="drift",
    level=Level.ERROR,
    summary="Inputs that were accepted stay accepted, and results stay within the published schema.",
    why="A test run with `--conformance-against` compares the inventory with its version in git, like "
    "`conformance drift`.",
)

ACCEPTED_BY_NEXT = Notice(
    id="accepted_by_next",
    level=Level.ERROR,
    summary="Every recorded call that an inventory accepts is accepted by its next version.",
    why="`conformance audit --against NEW` shows whom a release would break before it is made: each such "
    "call is one that "
    "somebody relies on.",
)

NOTICES = {
    one.id: one
    for one in (
        ACCEPTED_BY_NEXT,
        DRIFT,
        INCONCLUSIVE,
        MESSAGE_PORTABLE,
        NOT_CALLED,
        OUT_OF_TIME,
        RECORD_READABLE,
        REPLY_READABLE,
        STALE_BASELINE,
        STALE_IGNORE,
        STRAY_OUTPUT,
    )
}
"""All notices by id."""
