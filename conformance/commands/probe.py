"""``probe``: ask a running system the probes of a profile.

Each tool has its own interview. A question that cannot be asked or whose answer proves nothing is reported with the
reason; it is not a fault of the tool.
"""

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.contract_rows import probed_rows, recorded_parts, sort_by_unseen
from conformance.commands.finding_tally import FindingTally
from conformance.commands.judge import mask_by_form
from conformance.commands.live_calls import judge_calls
from conformance.commands.probe_notices import (
    Outcomes,
    blame_environment,
    conduct_findings,
    conduct_of,
    inconclusive_findings,
    late_findings,
    retry_notes,
    unasked_coverage,
    unasked_tool_findings,
    uncalled_tool_findings,
)
from conformance.commands.probe_workers import ask_groups, interruption
from conformance.commands.problem_findings import to_findings
from conformance.commands.recorded_calls import CallLog
from conformance.commands.registry import AppliedProbe
from conformance.commands.report import FindingSet, Report
from conformance.commands.reported_tools import report_tools
from conformance.errors import ConformanceError
from conformance.findings import Finding, distinguish
from conformance.inventory import Inventory, Tool
from conformance.probes.interview import (
    InconclusiveError,
    NotCalledError,
    OutOfTimeError,
    RunLimits,
    RuntimeInterview,
    ToolInterview,
)
from conformance.probes.interview.answers import LiveCall
from conformance.probes.interview.named_tools import chosen_tools, validate_settings
from conformance.probes.interview.permission import Permissions, file_notes
from conformance.probes.interview.probe import tool_objections
from conformance.probes.interview.requests import Requests
from conformance.rules.subjects import LocatedSubject
from conformance.settings.ignores import Ignores
from conformance.settings.profiles import Profile
from conformance.systems.contract_coverage import ContractParts
from conformance.systems.runtime import Opening, RunEndedError, Runtime, SelectiveRuntime
from conformance.systems.sources import Source, inventory_of, open_runtimes
from conformance.systems.surface import Surface


class Plan(Struct, frozen=True):
    """What to ask, which tools (all without ``globs``), with which permissions and limits, and how many at once."""

    probes: Sequence[AppliedProbe]
    profile: Profile
    permissions: Permissions = field(default_factory=Permissions)
    globs: Sequence[str] = ()
    limits: RunLimits = field(default_factory=RunLimits)
    workers: int = 1
    judge_results: Callable[[Runtime, Inventory], FindingSet] | None = None
    """Asks what the system does with results; without it, replies of calls are not judged either."""
    ignores: Ignores | None = None
    record: Callable[[Sequence[LiveCall]], None] | None = None
    """Gets every call that was made with what came back, also when the run ends early."""
    authority: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """The families of tools that each agent profile has the authority for; ``*`` stands for all."""
    left_out: Sequence[str] = ()
    """What options left out, one line each."""
    has_coverage: bool = False
    """Whether the report says which parts of the contract the inputs and results of this run have shown."""
    recorded: CallLog | None = None
    """Recorded calls; the tools and inputs that show what these have not are asked first."""


class Progress(Struct, frozen=True):
    """Called before the first tool with their number, before each question to a tool, and after each tool."""

    begin: Callable[[int], None] = lambda _total: None
    ask: Callable[[str], None] = lambda _tool: None
    advance: Callable[[str], None] = lambda _tool: None


def probe(runtime: Runtime, name: str, plan: Plan, progress: Progress | None = None) -> Report:
    """Ask one runtime everything; raises ``ConformanceError`` if it cannot be asked at all.

    If the runtime fails later, the report has the findings so far and the reason in ``broke_off``.
    """
    return _report(name, inventory_of(runtime), plan, [runtime], progress or Progress())


def probe_source(source: Source, opening: Opening, plan: Plan, progress: Progress | None = None) -> Report:
    """Open a source, ask it everything and close it; concurrent workers each open their own."""
    workers = plan.workers if source.adapter.parallel else 1
    with open_runtimes(source, opening, workers) as runtimes:
        return _report(source.label, inventory_of(runtimes[0]), plan, runtimes, progress or Progress())


def _report(name: str, inventory: Inventory, plan: Plan, runtimes: Sequence[Runtime], progress: Progress) -> Report:
    shown = plan.recorded and recorded_parts(plan.recorded, inventory)
    wanted = sort_by_unseen(chosen_tools(inventory, plan.globs), shown)
    validate_settings(plan.permissions.tools, inventory)
    progress.begin(len(wanted))
    interviews = _interviews(wanted, inventory, runtimes, plan, shown)
    whole = RuntimeInterview(Requests(runtimes[0], plan.limits), inventory, plan.profile, interviews, plan.authority)
    try:
        of_tools = _interview_tools(interviews, plan, len(runtimes), progress)
        of_runtime = FindingSet(()) if of_tools.broke_off else _probe_runtime(whole, plan)
    finally:
        unwritten = _record(plan, inventory, _live_calls(interviews, whole))
    # a failed worker ends all later questions; earlier findings are kept
    broke_off = of_tools.broke_off or of_runtime.broke_off
    results_only = FindingSet(())
    if plan.judge_results and not broke_off and not plan.limits.is_over():
        results_only = plan.judge_results(runtimes[0], replace(inventory, tools=wanted))
    reported = {(one.rule, one.tool) for one in of_tools.findings}
    calls = _live_calls(interviews, whole)
    of_calls = judge_calls(calls, inventory, plan.profile, reported) if plan.judge_results else ()
    if plan.ignores:
        _leave_open(plan.ignores, plan, inventory, wanted, {*of_tools.answered, *of_runtime.answered})
    tally = FindingTally(plan.ignores)
    tally.add([*of_runtime.findings, *blame_environment(of_tools.findings), *of_calls, *results_only.findings])
    tally.add(uncalled_tool_findings(interviews, plan.profile))
    conduct = conduct_of(runtimes)
    tally.add(conduct_findings(plan.profile, conduct))
    asked = sum(interview.requests.count for interview in interviews) + whole.requests.count
    report = tally.report(name, tool_count=len(wanted), rule_count=len(plan.probes), checked_count=asked)
    return replace(
        report,
        nouns=("answer", "probe"),
        broke_off=broke_off or results_only.broke_off or unwritten,
        left_out=_left_out(plan, inventory, wanted),
        coverage=[*of_tools.coverage_with(results_only), *of_runtime.coverage],
        contract=probed_rows(interviews, inventory) if plan.has_coverage else (),
        examined={*of_tools.answered, *of_runtime.answered, *results_only.answered},
        notes=[*_file_notes(interviews), *retry_notes(conduct)],
        list_tools=partial(report_tools, Surface(name, replace(inventory, tools=wanted)), plan.profile),
    )


def _file_notes(interviews: Sequence[ToolInterview]) -> Sequence[str]:
    return file_notes([interview.tool for interview in interviews if interview.requests.live_calls])


def _record(plan: Plan, inventory: Inventory, calls: Sequence[LiveCall]) -> ConformanceError | None:
    """Write the calls where that is wanted, and return why that failed: what was found is worth more than the file.

    What was asked of a tool that nobody has is left out: whoever reads the record would call it one that is missing.
    """
    try:
        if plan.record is not None:
            plan.record([call for call in calls if inventory.tool(call.tool) is not None])
    except ConformanceError as error:
        return error
    return None


def _left_out(plan: Plan, inventory: Inventory, wanted: Sequence[Tool]) -> list[str]:
    """Return what options left out: what the plan says, and the tools that were not chosen."""
    number = len(inventory.tools) - len(wanted)
    unasked = [f"{number} of {len(inventory.tools)} tools (`--tool`)"] if number else []
    return [*unasked, *plan.left_out]


def _live_calls(interviews: Sequence[ToolInterview], whole: RuntimeInterview) -> list[LiveCall]:
    return [*(call for interview in interviews for call in interview.requests.live_calls), *whole.requests.live_calls]


def _leave_open(
    ignores: Ignores,
    plan: Plan,
    inventory: Inventory,
    wanted: Sequence[Tool],
    answered: Collection[tuple[str, str | None]],
) -> None:
    """Tell the ignores which questions this run did not settle, since they may apply to one of those."""
    if plan.globs:
        ignores.narrow_to([tool.name for tool in wanted])
    named = [applied for applied in plan.probes if ignores.may_name(applied.check.id)]
    of_tools = {(one.check.id, tool.name) for one in named if one.check.subject == "tool" for tool in inventory.tools}
    of_runtime = {(one.check.id, None) for one in named if one.check.subject == "runtime"}
    ignores.leave_open((of_tools | of_runtime).difference(answered))


def tool_probes(plan: Plan) -> list[AppliedProbe]:
    """Return the questions to each tool; those that may change later answers come last."""
    asked = [applied for applied in plan.probes if applied.check.subject == "tool"]
    return sorted(asked, key=lambda applied: applied.check.disturbs)


def runtime_probes(plan: Plan) -> list[AppliedProbe]:
    """Return the questions to the runtime as a whole."""
    return [applied for applied in plan.probes if applied.check.subject == "runtime"]


def _interview_tools(interviews: Sequence[ToolInterview], plan: Plan, workers: int, progress: Progress) -> FindingSet:
    """Ask with one runtime per worker; all stop when one of them fails."""
    broken = threading.Event()
    number = len(tool_probes(plan))
    unasked: dict[int, str] = {}

    def ask(group: Sequence[ToolInterview]) -> list[tuple[int, FindingSet]]:
        answered: list[tuple[int, FindingSet]] = []
        for interview in group:
            tool = interview.tool
            if broken.is_set():
                break
            # a run that is over has to end, however many tools are left: they share one finding
            if plan.limits.is_over():
                unasked[tool.index] = tool.name
                answered.append((tool.index, FindingSet((), coverage=[unasked_coverage(tool, number)])))
                continue
            found = _probe_tool(interview, plan, progress)
            answered.append((tool.index, found))
            progress.advance(tool.name)
            if found.broke_off is not None:
                broken.set()
        return answered

    groups, interrupted = ask_groups(ask, [interviews[start::workers] for start in range(workers)], broken.set)
    answered = sorted((one for group in groups for one in group), key=lambda one: one[0])
    broke_off = next((found.broke_off for _, found in answered if found.broke_off), interrupted)
    findings = [finding for _, found in answered for finding in found.findings]
    return FindingSet(
        [*findings, *unasked_tool_findings(plan.profile, [unasked[index] for index in sorted(unasked)])],
        broke_off,
        [one for _, found in answered for one in found.answered],
        [one for _, found in answered for one in found.coverage],
    )


def _interviews(
    wanted: Sequence[Tool], inventory: Inventory, runtimes: Sequence[Runtime], plan: Plan, shown: ContractParts | None
) -> list[ToolInterview]:
    """Return the interviews of the tools, one after the other with each of the runtimes."""
    number = len(runtimes)
    return [interview_of(tool, inventory, runtimes[at % number], plan, shown) for at, tool in enumerate(wanted)]


def interview_of(
    tool: Tool, inventory: Inventory, runtime: Runtime, plan: Plan, shown: ContractParts | None = None
) -> ToolInterview:
    """Return the interview of one tool; ``shown`` is what recorded calls have shown of it."""
    refusal = runtime.refusal_to_call(tool.name) if isinstance(runtime, SelectiveRuntime) else None
    permission, settings = plan.permissions.permission_for(tool, refusal), plan.permissions.settings(tool)
    before = None if shown is None else shown.tools[tool.name].input
    return ToolInterview(tool, inventory, runtime, plan.profile, permission, settings, plan.limits, before)


def _probe_tool(interview: ToolInterview, plan: Plan, progress: Progress) -> FindingSet:
    findings: list[Finding] = []
    answered: list[tuple[str, str | None]] = []
    reasons: dict[str, tuple[InconclusiveError, list[str]]] = {}
    broke_off = None
    asked_probes = tool_probes(plan)
    outcomes = Outcomes([applied.check.id for applied in asked_probes])
    for applied in asked_probes:
        progress.ask(interview.tool.name)
        before = interview.consulted
        try:
            plan.limits.check_deadline()
            findings.extend(answer_findings(applied, interview))
            answered.append((applied.check.id, interview.tool.name))
            # a question that does not apply looks at no answer
            (outcomes.tested if interview.consulted > before else outcomes.inapplicable).append(applied.check.id)
        except NotCalledError:
            outcomes.skipped.append(applied.check.id)  # tools that are not called are reported once, together
        except InconclusiveError as error:
            outcomes.undetermined[applied.check.id] = str(error)
            reasons.setdefault(f"{error}: {error.advice}", (error, []))[1].append(applied.check.id)
        except (OutOfTimeError, RunEndedError):
            findings.extend(late_findings(plan.profile, interview.tool, applied.check.id))
            break
        except (ConformanceError, KeyboardInterrupt) as error:
            broke_off = error if isinstance(error, ConformanceError) else interruption()
        if broke_off is not None:
            break
    for reason, asked in reasons.values():
        findings.extend(inconclusive_findings(plan.profile, interview.tool, reason, asked))
    return FindingSet(findings, broke_off, answered, [outcomes.coverage(interview)])


def _probe_runtime(interview: RuntimeInterview, plan: Plan) -> FindingSet:
    findings: list[Finding] = []
    answered: list[tuple[str, str | None]] = []
    broke_off = None
    asked_probes = runtime_probes(plan)
    outcomes = Outcomes([applied.check.id for applied in asked_probes])
    for applied in asked_probes:
        probe_id = applied.check.id
        try:
            plan.limits.check_deadline()
            findings.extend(answer_findings(applied, interview))
            answered.append((probe_id, None))
            outcomes.tested.append(probe_id)
        except (OutOfTimeError, RunEndedError):
            findings.extend(late_findings(plan.profile, None, probe_id))
            break
        except NotCalledError:
            outcomes.skipped.append(probe_id)
        except InconclusiveError as error:
            outcomes.undetermined[probe_id] = str(error)
            findings.extend(inconclusive_findings(plan.profile, None, error, [probe_id]))
        except (ConformanceError, KeyboardInterrupt) as error:
            broke_off = error if isinstance(error, ConformanceError) else interruption()
            break
    return FindingSet(findings, broke_off, answered, [outcomes.coverage_of_runtime()])


def answer_findings(applied: AppliedProbe, interview: ToolInterview | RuntimeInterview) -> Iterator[Finding]:
    """Ask one question, and yield what its answers are found to be wrong in."""
    if isinstance(interview, ToolInterview):
        subject = LocatedSubject(interview, interview.tool.pointer, interview.tool.name)
        problems = tool_objections(applied.check, interview)
    else:
        subject, problems = LocatedSubject(interview, "", None), applied.check.ask(interview)
    found = to_findings(applied, subject, problems, interview.inventory)
    return mask_by_form(distinguish(found), interview.profile)
