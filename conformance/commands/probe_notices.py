"""Findings about a probe run itself: what was not called, is undetermined, or was not asked in time."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.judge import notice_findings
from conformance.commands.report import Report, ToolCoverage
from conformance.display import list_codes
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Problem
from conformance.inventory import Tool
from conformance.probes.interview import InconclusiveError, ToolInterview
from conformance.probes.interview.environment import ENVIRONMENT_ADVICE
from conformance.probes.interview.limits import UnreadableReplyError
from conformance.settings.notices import (
    INCONCLUSIVE,
    MESSAGE_PORTABLE,
    NOT_CALLED,
    OUT_OF_TIME,
    REPLY_READABLE,
    STRAY_OUTPUT,
)
from conformance.settings.profiles import Profile
from conformance.systems.conduct import Conduct
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import ObservedRuntime, Runtime

_FAILURE = "failure"
"""The member of a finding's evidence that quotes the reply of failing calls."""

_MORE_TIME = "raise --max-time"
_RUN_ENDED = "undetermined, as the run ended before they were answered"


def late_findings(profile: Profile, tool: Tool | None, probe_id: str) -> list[Finding]:
    """Return that the time of the run passed before a question was asked."""
    late = Problem(f"the run ended before `{probe_id}` was answered", _MORE_TIME, "" if tool else "/tools")
    return notice_findings(OUT_OF_TIME, profile, late, tool=tool)


def unasked_tool_findings(profile: Profile, names: Sequence[str]) -> list[Finding]:
    """Return one finding for all tools that the run ended before."""
    if not names:
        return []
    subject = f"tool {list_codes(names)} was" if len(names) == 1 else f"tools {list_codes(names)} were"
    message = f"the run ended before {subject} asked"
    late = Problem(message, _MORE_TIME, "/tools", {"tools": [*names]}, detail="tools")
    return notice_findings(OUT_OF_TIME, profile, late)


def unasked_coverage(tool: Tool, number: int) -> ToolCoverage:
    """Return that none of so many questions to a tool was asked before the run ended."""
    return ToolCoverage(tool.name, undetermined=number, causes={_RUN_ENDED: number})


def inconclusive_findings(
    profile: Profile, tool: Tool | None, reason: InconclusiveError, asked: Sequence[str]
) -> list[Finding]:
    """Return one finding for all questions that the same reason leaves undetermined.

    It blames the tool where the reason is a reply that nobody can read.
    """
    is_unreadable = isinstance(reason, UnreadableReplyError)
    message = str(reason) if is_unreadable else f"undetermined: {reason}"
    pointer = "" if tool else "/tools"
    failure: JsonObject = {_FAILURE: reason.failure} if reason.failure else {}
    problem = Problem(message, reason.advice, pointer, {"probes": list(asked), **failure}, detail=asked[0])
    return notice_findings(REPLY_READABLE if is_unreadable else INCONCLUSIVE, profile, problem, tool=tool)


def blame_environment(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings with other advice where calls of several tools fail with the same reply.

    No other input helps there, as it is not the input of one tool that makes them fail.
    """
    replies = {finding.tool: finding.evidence.get(_FAILURE) for finding in findings if _FAILURE in finding.evidence}
    alike = Counter(replies.values())
    return [
        replace(finding, hint=ENVIRONMENT_ADVICE) if alike[finding.evidence.get(_FAILURE)] > 1 else finding
        for finding in findings
    ]


def conduct_of(runtimes: Sequence[Runtime]) -> Conduct:
    """Return what the system did beside its answers, as far as its runtimes know."""
    observed = (one.take_conduct() for one in runtimes if isinstance(one, ObservedRuntime))
    return reduce(Conduct.plus, observed, Conduct())


def conduct_findings(profile: Profile, conduct: Conduct) -> Iterator[Finding]:
    """Yield what the system sent that answers nothing, and what other clients may refuse."""
    for kind, message, hint in conduct.faults("the server"):
        yield from notice_findings(STRAY_OUTPUT, profile, Problem(message, hint, "/tools", detail=kind))
    for one in conduct.breaches:
        problem = Problem(f"the server {one.what}", one.fix, "/tools", detail=one.kind)
        yield from notice_findings(MESSAGE_PORTABLE, profile, problem)


def retry_notes(conduct: Conduct) -> Iterator[str]:
    """Yield one line on the requests that were sent again, and one on the sessions that were opened again."""
    if conduct.retries:
        requests = "1 request was" if conduct.retries == 1 else f"{conduct.retries:,} requests were"
        yield f"{requests} sent again, as the server turned requests away with HTTP status 429 or 503"
    if conduct.renewals:
        sessions = "1 session" if conduct.renewals == 1 else f"{conduct.renewals:,} sessions"
        yield f"{sessions} ended by the server with HTTP status 404, and opened anew"


def plural_reason(reason: str) -> str:
    """Return why one tool may not be called as the reason for several."""
    return reason.replace("it is", "they are")


def uncalled_tool_findings(interviews: Sequence[ToolInterview], profile: Profile) -> Iterator[Finding]:
    """Yield one finding for all tools that may not be called for the same reason."""
    reasons: dict[str, list[ToolInterview]] = {}
    for interview in interviews:
        if not interview.permission.allowed:
            reasons.setdefault(interview.permission.reason, []).append(interview)
    for reason, refused in reasons.items():
        names = [mask_printed(interview.tool.name) for interview in refused]
        why = reason if len(names) == 1 else plural_reason(reason)
        evidence: JsonObject = {
            "tools": [*names],
            "reason": reason,
            "not_asked": [mask_printed(one.tool.name) for one in refused if not one.has_parsed],
        }
        subject = f"tool {list_codes(names)} was" if len(names) == 1 else f"tools {list_codes(names)} were"
        message = f"{subject} not called, as {why}"
        problem = Problem(
            message,
            refused[0].permission.cure,
            "/tools",
            evidence,
            detail="forbidden" if refused[0].permission.is_forbidden else "",
        )
        yield from notice_findings(NOT_CALLED, profile, problem)


class Outcomes(Struct):
    """What became of the questions to one tool so far, each by its probe; of ``asked`` the rest came too late."""

    asked: Sequence[str]
    tested: list[str] = field(default_factory=list[str])
    inapplicable: list[str] = field(default_factory=list[str])
    skipped: list[str] = field(default_factory=list[str])
    undetermined: dict[str, str] = field(default_factory=dict[str, str])
    """Why each of them is."""

    def coverage(self, interview: ToolInterview) -> ToolCoverage:
        """Return them as the coverage of the tool; the answers of one that has accepted no input prove nothing."""
        untested = self._undetermined_reasons()
        if not interview.has_accepted:
            untried = "undetermined, as no question applies"
            failed = "undetermined, as no call with a valid input succeeded" if interview.requests.count else untried
            untested |= dict.fromkeys(self.tested, next(iter(untested.values()), failed))
        untested |= self._late_reasons()
        causes, reason = Counter(untested.values()), interview.permission.reason
        causes[f"skipped, as {plural_reason(reason)}"] += len(self.skipped)
        numbers = (len(self.asked) - len(untested) - len(self.skipped) - len(self.inapplicable), len(self.skipped))
        untested |= dict.fromkeys(self.skipped, f"skipped, as {reason}")
        of_others = dict.fromkeys(self.inapplicable, "")
        return ToolCoverage(interview.tool.name, *numbers, len(untested) - numbers[1], +causes, untested | of_others)

    def coverage_of_runtime(self) -> ToolCoverage:
        """Return them as the coverage of the system as a whole, each of whose questions applies."""
        untested = self._undetermined_reasons() | self._late_reasons()
        numbers = (len(self.tested), len(self.skipped), len(untested))
        untested |= dict.fromkeys(self.skipped, "skipped, as no tool was called")
        return ToolCoverage(None, *numbers, Counter(untested.values()), untested)

    def _undetermined_reasons(self) -> dict[str, str]:
        return {one: f"undetermined, as {reason}" for one, reason in self.undetermined.items()}

    def _late_reasons(self) -> dict[str, str]:
        late = {*self.asked}.difference(self.tested, self.inapplicable, self.skipped, self.undetermined)
        return {one: _RUN_ENDED for one in self.asked if one in late}


def untested_error(report: Report) -> ConformanceError:
    """Return the error for a run that tested nothing; the first finding that says how to change that gives the hint."""
    reasons = {NOT_CALLED.id, INCONCLUSIVE.id, OUT_OF_TIME.id, REPLY_READABLE.id}
    # What says that results are unknown leaves no question to the tool open.
    found = {one.rule for one in report.findings if one.rule != INCONCLUSIVE.id or "probes" in one.evidence}
    if found & reasons == {NOT_CALLED.id}:
        none = f"none of the {report.tool_count} tools was called"
        outcome = "the tool was not called" if report.tool_count == 1 else none
    else:
        outcome = "every question is undetermined" if found & reasons else "no question applies to its tools"
    message = f"nothing was tested: {outcome}"
    hint = next((one.hint for one in report.findings if one.rule in reasons), "choose other probes, or all of them")
    return ConformanceError(ErrorKind.UNTESTED, message, hint)
