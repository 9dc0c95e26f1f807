"""The use case ``probe``: a running system, a profile and the probes in, a Report out.

Each tool has an interview of its own; what can't be asked, or tells nothing, is reported with its reason and is no
fault of the tool.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from conformance.display import list_names, quote_text
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, FindingSet, Level, Report, fingerprint
from conformance.inventory import Inventory, Tool
from conformance.names import closest_match
from conformance.probes.catalogue import all_probes
from conformance.probes.interview import (
    InconclusiveError,
    NotCalledError,
    Objection,
    OutOfTimeError,
    Probe,
    RunLimits,
    RuntimeInterview,
    ToolInterview,
)
from conformance.probes.interview.permission import Permissions
from conformance.probes.interview.usage import chosen_tools, validate_settings
from conformance.settings.profiles import Profile
from conformance.systems.runtime import Opening, Runtime
from conformance.systems.sources import Source, inventory_of, open_runtimes

NOT_CALLED, INCONCLUSIVE, OUT_OF_TIME = "not_called", "inconclusive", "out_of_time"  # reported beside objections


@dataclass(frozen=True, slots=True)
class AppliedProbe:
    """A probe with the level at which the profile applies it."""

    probe: Probe
    level: Level


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask, of which tools (``None``: of all), by which permission, how far, and by how many at once."""

    probes: Sequence[AppliedProbe]
    profile: Profile
    permissions: Permissions = field(default_factory=Permissions)
    tools: Callable[[str], bool] | None = None
    limits: RunLimits = field(default_factory=RunLimits)
    workers: int = 1
    extra_check: Callable[[Runtime, Inventory], FindingSet] | None = None
    """What is asked and judged beside the probes."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Told before and after each tool; ``total`` is how many there are."""

    begin: Callable[[int], None] = lambda _total: None
    advance: Callable[[str], None] = lambda _tool: None


def applied_probes(profile: Profile, only: Sequence[str] = ()) -> list[AppliedProbe]:
    """Return the probes that the profile applies, or ``only`` some; raises ``ConformanceError`` for unknown ids."""
    known = all_probes()
    for probe_id in only:
        if probe_id not in known:
            meant = closest_match(probe_id, known)
            hint = f"did you mean '{meant}'?" if meant else f"probes: {', '.join(known)}"
            raise ConformanceError(ErrorKind.USAGE, f"there is no probe {quote_text(probe_id)}", hint)
    levels = [(one, profile.level_of(one.id, one.level)) for one in known.values() if not only or one.id in only]
    return [AppliedProbe(one, level) for one, level in levels if level is not None]


def probe(runtime: Runtime, name: str, plan: Plan, progress: Progress | None = None) -> Report:
    """Ask one runtime everything; raises ``ConformanceError`` when it can't be asked.

    A runtime that breaks off later leaves a report of what was found before, and says in ``broke_off`` why.
    """
    return _report(name, inventory_of(runtime), plan, [runtime], progress or Progress())


def probe_source(source: Source, opening: Opening, plan: Plan, progress: Progress | None = None) -> Report:
    """Open a source, ask it everything, and close it again; several are opened where several work at once."""
    workers = plan.workers if source.adapter.parallel else 1
    with open_runtimes(source, opening, workers) as runtimes:
        return _report(source.text, inventory_of(runtimes[0]), plan, runtimes, progress or Progress())


def _report(name: str, inventory: Inventory, plan: Plan, runtimes: Sequence[Runtime], progress: Progress) -> Report:
    wanted = chosen_tools(inventory, plan.tools)
    validate_settings(plan.permissions.tools, inventory)
    progress.begin(len(wanted))
    interviews = [
        _interview(tool, inventory, runtimes[index % len(runtimes)], plan) for index, tool in enumerate(wanted)
    ]
    broken: list[ConformanceError] = []
    answered = _interview_tools(interviews, plan, len(runtimes), progress, broken)
    found = {interview.tool.index: findings for interview, findings in answered}
    whole = RuntimeInterview(runtimes[0], inventory, plan.profile, interviews, plan.limits)
    findings = [*_probe_runtime(whole, plan, broken), *(f for index in sorted(found) for f in found[index])]
    asked = sum(interview.count for interview in interviews) + whole.question_counter[0]
    of_results = FindingSet(()) if broken or plan.extra_check is None else plan.extra_check(runtimes[0], inventory)
    found_all = [*findings, *of_results.findings, *_uncalled_tool_findings(interviews)]
    why = broken[0] if broken else of_results.broke_off
    return Report(name, found_all, len(wanted), len(plan.probes), asked, nouns=("answer", "probe"), broke_off=why)


class Conversation:
    """A runtime that is asked one question at a time, in any order; each tool keeps its interview.

    Raises ``ConformanceError`` when the runtime makes no promise, or the plan does not fit it.
    """

    def __init__(self, runtime: Runtime, plan: Plan) -> None:
        self.inventory = inventory_of(runtime)
        self._applied = {applied.probe.id: applied for applied in plan.probes}
        validate_settings(plan.permissions.tools, self.inventory)
        self._tools = [_interview(tool, self.inventory, runtime, plan) for tool in chosen_tools(self.inventory, None)]
        self._whole = RuntimeInterview(runtime, self.inventory, plan.profile, self._tools, plan.limits)

    @property
    def tool_probes(self) -> list[Probe]:
        """The questions to each tool; what may change later answers comes last."""
        asked = [applied.probe for applied in self._applied.values() if applied.probe.subject == "tool"]
        return sorted(asked, key=lambda one: one.disturbs)

    @property
    def runtime_probes(self) -> list[Probe]:
        """The questions to the runtime as a whole."""
        return [applied.probe for applied in self._applied.values() if applied.probe.subject == "runtime"]

    def ask(self, tool: int | None, probe_id: str) -> list[Finding]:
        """Put one question, to the tool of that index or to the whole; raises ``InconclusiveError`` for no answer."""
        applied = self._applied[probe_id]
        interview = None if tool is None else self._tools[tool]
        objections = applied.probe.ask(self._whole if interview is None else interview)
        found: list[Finding] = []
        try:
            found.extend(_findings(applied, objections, interview.tool if interview else None))
        except (InconclusiveError, OutOfTimeError) as error:
            if not found:
                raise InconclusiveError(str(error) or "the time for the whole run is over") from None
        return found


ToolFindings = list[tuple[ToolInterview, list[Finding]]]


def _interview_tools(
    interviews: Sequence[ToolInterview], plan: Plan, workers: int, progress: Progress, broken: list[ConformanceError]
) -> ToolFindings:
    """Each worker keeps to its own runtime; none goes on when one of them has broken off."""

    def ask(group: Sequence[ToolInterview]) -> ToolFindings:
        return [_probe_tool(interview, plan, progress, broken) for interview in group if not broken]

    if workers == 1:
        return ask(interviews)
    with ThreadPoolExecutor(workers) as pool:
        groups = [interviews[start::workers] for start in range(workers)]
        return [done for group in pool.map(ask, groups) for done in group]


def _interview(tool: Tool, inventory: Inventory, runtime: Runtime, plan: Plan) -> ToolInterview:
    permission, settings = plan.permissions.permission_for(tool), plan.permissions.settings(tool)
    return ToolInterview(tool, inventory, runtime, plan.profile, permission, settings, plan.limits)


def _probe_tool(
    interview: ToolInterview, plan: Plan, progress: Progress, broken: list[ConformanceError]
) -> tuple[ToolInterview, list[Finding]]:
    findings: list[Finding] = []
    reasons: dict[str, list[str]] = {}
    for applied in sorted(plan.probes, key=lambda applied: applied.probe.disturbs):
        if applied.probe.subject != "tool":
            continue
        try:
            findings.extend(_findings(applied, applied.probe.ask(interview), interview.tool))
        except NotCalledError:
            continue  # that it is not called is said once, with all others
        except InconclusiveError as error:
            reasons.setdefault(str(error), []).append(applied.probe.id)
        except ConformanceError as error:
            broken.append(error)
            break
        except OutOfTimeError:
            findings.append(
                _note(OUT_OF_TIME, interview.tool, f"the time was over before {applied.probe.id} was asked")
            )
            break
    findings.extend(_inconclusive_finding(interview.tool, reason, asked) for reason, asked in reasons.items())
    progress.advance(interview.tool.name)
    return interview, findings


def _probe_runtime(interview: RuntimeInterview, plan: Plan, broken: list[ConformanceError]) -> Iterator[Finding]:
    for applied in plan.probes:
        if applied.probe.subject == "runtime" and not broken:
            try:
                yield from _findings(applied, applied.probe.ask(interview), None)
            except InconclusiveError as error:
                yield _inconclusive_finding(None, str(error), [applied.probe.id])
            except ConformanceError as error:
                broken.append(error)


def _findings(applied: AppliedProbe, objections: Iterator[Objection], tool: Tool | None) -> Iterator[Finding]:
    for objection in objections:
        pointer = (tool.pointer if tool else "") + objection.pointer
        name = tool.name if tool else None
        yield Finding(
            rule=applied.probe.id,
            level=objection.level or applied.level,
            tool=name,
            pointer=pointer,
            message=objection.message,
            hint=objection.hint,
            fingerprint=fingerprint(applied.probe.id, name, objection.pointer, objection.detail),
            evidence=objection.evidence,
        )


def _inconclusive_finding(tool: Tool | None, reason: str, asked: Sequence[str]) -> Finding:
    evidence: JsonObject = {"probes": list(asked)}
    hint = "give it a known good input in the configuration, the environment that it needs, or more time"
    return replace(_note(INCONCLUSIVE, tool, f"can't be told: {reason}"), hint=hint, evidence=evidence)


def _uncalled_tool_findings(interviews: Sequence[ToolInterview]) -> Iterator[Finding]:
    reasons: dict[str, list[ToolInterview]] = {}
    for interview in interviews:
        if not interview.permission.allowed:
            reasons.setdefault(interview.permission.reason, []).append(interview)
    for reason, refused in reasons.items():
        names = [interview.tool.name for interview in refused]
        why = reason if len(names) == 1 else reason.replace("it is", "they are")
        yield Finding(
            rule=NOT_CALLED,
            level=Level.INFO,
            tool=None,
            pointer="/tools",
            message=f"not called: {list_names(names)}; {why}",
            hint=refused[0].permission.cure,
            fingerprint=fingerprint(NOT_CALLED, None, "/tools", reason),
            evidence={
                "tools": [*names],
                "reason": reason,
                "not_asked": [one.tool.name for one in refused if not one.has_parsed],
            },
        )


def _note(rule: str, tool: Tool | None, message: str) -> Finding:
    name, pointer = (tool.name, tool.pointer) if tool else (None, "/tools")
    mark = fingerprint(rule, name, "", message)
    return Finding(rule, Level.INFO, name, pointer, message, "give it more time with --max-time", mark)
