"""Judges how a running system projects, renders, compacts and transports results.

These requests execute nothing. Operations that the system does not support are skipped. A declined request is reported
with its reason but is not a fault of the system, because the outputs sent need not be its own: they are those of the
reference contract, those that the user or the system hands in, and, for tools that no reference knows, made from
result schemas.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.judge import judge_surface, notice_findings
from conformance.commands.registry import applied_rules, ids_of_rules_about, rules_on
from conformance.commands.report import FindingSet, ToolCoverage
from conformance.display import code_text, list_codes, list_names
from conformance.documents.values import JsonValue, as_object
from conformance.errors import ConformanceError
from conformance.findings import Finding, Problem
from conformance.inventory import Inventory, Tool
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import Profile
from conformance.systems.observe import DeclinedRequest, observe, sample_outputs
from conformance.systems.outputs import generated_failure, generated_outputs, own_samples, reference_results
from conformance.systems.runtime import DeclinedError, RunEndedError, Runtime
from conformance.systems.shared_receipts import tool_of
from conformance.systems.surface import Holding, Surface

RESULTS = "results"
"""The name of these questions."""
KNOWN_OUTPUTS = (
    "hand in complete outputs (adapter operation `samples`, `probe --outputs FILE`, in pytest `conformance_outputs`), "
    "or publish `success_result_schema`"
)
"""What lets results of a tool be judged that no reference knows."""
_HELD: frozenset[Holding] = frozenset({"behaviour", "records"})


def observed_ids() -> list[str]:
    """Return the ids of the rules that judge what a system does with results."""
    return ids_of_rules_about(_HELD)


def judge_results(
    runtime: Runtime,
    inventory: Inventory,
    profile: Profile,
    given: Mapping[str, JsonValue] | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> FindingSet:
    """Return the findings on what a runtime does with results of its tools; ``given`` are complete outputs by name.

    No further tool is asked about once ``is_over``.
    """
    try:
        handed_in = {**(given or {}), **own_samples(runtime)}
    except DeclinedError as error:
        declined = [DeclinedRequest("the samples of the system", "samples", str(error))]
        return FindingSet([*_inconclusive_findings(declined, profile)])
    except ConformanceError as error:
        return FindingSet((), None if isinstance(error, RunEndedError) else error)
    own = {name: output for name, output in handed_in.items() if tool_of(output) in inventory.tools_by_name}
    samples = sample_outputs(inventory.tools_by_name)
    judged = _judge_outputs(runtime, samples, drop_result_schemas(inventory), profile, is_over=is_over)
    if not judged.is_answered:
        # It does not project, so it is asked about results instead of complete outputs.
        own = {**reference_results(inventory), **own}
    failing = _tools_of({**samples, **own}, "error")
    known = {one.tool for one in judged.coverage if one.tested} | _tools_of(own, "result")
    for outputs in _own_outputs(inventory, own, known, failing):
        if judged.broke_off is not None or is_over():
            break
        more = _judge_outputs(runtime, outputs, inventory, profile, is_over=is_over, are_canonical=True)
        if not more.is_answered:
            break  # it has no operation on results, and generating outputs takes time
        judged = judged.plus(more)
    return judged.finding_set(profile)


class _Judged(Struct, frozen=True):
    """What was found of some outputs, the requests that failed, and which tools were tested.

    ``with_results`` are the tools that were asked about a successful result, and not just about an error.
    """

    findings: Sequence[Finding]
    declined: Sequence[DeclinedRequest]
    broke_off: ConformanceError | None
    coverage: Sequence[ToolCoverage]
    with_results: frozenset[str]

    @property
    def is_answered(self) -> bool:
        """Whether the system has any operation on results, even if each request failed."""
        return bool(self.findings or self.declined or any(one.tested for one in self.coverage))

    def plus(self, more: "_Judged") -> "_Judged":
        """Return what was found of these outputs and of more; a tool that answered one of them is tested."""
        coverage = [_join_coverage(one, other) for one, other in zip(self.coverage, more.coverage, strict=True)]
        findings, declined = [*self.findings, *more.findings], [*self.declined, *more.declined]
        return _Judged(findings, declined, more.broke_off, coverage, self.with_results | more.with_results)

    def finding_set(self, profile: Profile) -> FindingSet:
        """Return the findings, those on requests that failed included."""
        unknown = [one.tool for one in self.coverage if one.tested and one.tool and one.tool not in self.with_results]
        coverage = [ToolCoverage(one.tool, undetermined=1) if one.tool in unknown else one for one in self.coverage]
        answered = [(RESULTS, one.tool) for one in coverage if one.tested]
        declined = _inconclusive_findings(self.declined, profile)
        findings = [*self.findings, *declined, *_unknown_result_findings(unknown, profile)]
        return FindingSet(findings, self.broke_off, answered, coverage)


def _join_coverage(one: ToolCoverage, other: ToolCoverage) -> ToolCoverage:
    """Return the coverage of one question, which is asked with several outputs."""
    tested, undetermined = max(one.tested, other.tested), max(one.undetermined, other.undetermined)
    return ToolCoverage(one.tool, tested=tested, undetermined=undetermined)


def _tools_of(outputs: Mapping[str, JsonValue], half: Literal["result", "error"]) -> frozenset[str]:
    """Return the tools of the outputs that succeeded or failed."""
    return frozenset(tool_of(output) for output in outputs.values() if as_object(output).get(half))


def _own_outputs(
    inventory: Inventory, given: Mapping[str, JsonValue], known: Collection[str | None], failing: Collection[str]
) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the outputs at hand, then those made for each tool that lacks results or errors, one tool at a time."""
    if given:
        yield given
    for tool in inventory.tools:
        made: dict[str, JsonValue] = {}
        made |= generated_outputs(tool) if tool.name not in known else {}
        made |= generated_failure(tool) if tool.name not in failing else {}
        if made:
            yield made


def _judge_outputs(
    runtime: Runtime,
    outputs: Mapping[str, JsonValue],
    inventory: Inventory,
    profile: Profile,
    *,
    is_over: Callable[[], bool],
    are_canonical: bool = False,
) -> _Judged:
    seen = observe(runtime, outputs, inventory, are_canonical=are_canonical, is_over=is_over)
    surface = Surface("results", inventory, seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, profile, rules_on(applied_rules(profile), _HELD)).findings
    # Outputs of the reference contract need not be those of the system.
    failed = {one.tool for one in seen.declined} if are_canonical else frozenset[str]()
    coverage = [
        ToolCoverage(name, tested=int(name in seen.tools), undetermined=int(name in failed))
        for name in inventory.tools_by_name
    ]
    return _Judged(found, seen.declined, seen.broke_off, coverage, _tools_of(outputs, "result"))


def drop_result_schemas(inventory: Inventory) -> Inventory:
    """Return the inventory without result schemas, for results that need not match them."""
    return replace(inventory, tools=[_drop_result_schema(tool) for tool in inventory.tools])


def _drop_result_schema(tool: Tool) -> Tool:
    promised = tool.result_envelope
    return tool if promised is None else replace(tool, result_envelope=replace(promised, success_result_schema=None))


def _unknown_result_findings(tools: Sequence[str], profile: Profile) -> Iterator[Finding]:
    """Yield one finding for the tools of which no successful result is known, so that only an error was judged."""
    if tools:
        problem = Problem(
            f"no successful result of {list_codes(tools)} was judged, as no result schema and no output is known",
            KNOWN_OUTPUTS,
            "/tools",
            {"tools": [*tools]},
            detail="results",
        )
        yield from notice_findings(INCONCLUSIVE, profile, problem)


def _inconclusive_findings(declined: Sequence[DeclinedRequest], profile: Profile) -> Iterator[Finding]:
    """Yield one finding per operation that failed, with the first reason and the names of the outputs."""
    by_what: defaultdict[str, list[DeclinedRequest]] = defaultdict(list)
    for one in declined:
        by_what[one.what].append(one)
    for what, times in by_what.items():
        names = list_names(dict.fromkeys(one.name for one in times), 3)
        operation, *rest = what.split(" ")
        failed = " ".join([code_text(operation), *rest, "failed for", names])
        message = f"{failed}, so what it returns was not judged: {times[0].reason}"
        hint = "fix the operation for these results, or answer that it is unsupported"
        evidence = {"outputs": [one.name for one in times]}
        problem = Problem(message, hint, evidence=evidence, detail=f"results {what}")
        yield from notice_findings(INCONCLUSIVE, profile, problem)
