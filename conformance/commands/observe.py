"""Judges how a running system projects, renders, compacts and transports results.

These requests execute nothing. Operations that the system does not support are skipped. A declined request is reported
with its reason but is not a fault of the system, because the outputs sent need not be its own: they are those of the
reference contract, those that the user or the system hands in, and, for tools that no reference knows, made from
result schemas.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from conformance.commands.judge import judge_surface, notice_findings
from conformance.commands.registry import applied_rules, rules_on
from conformance.display import code_text, list_names
from conformance.documents.values import JsonValue, as_object
from conformance.errors import ConformanceError
from conformance.findings import Finding, FindingSet, Problem, ToolCoverage
from conformance.inventory import Inventory, Tool
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import Profile
from conformance.systems.observe import DeclinedRequest, observe, sample_outputs
from conformance.systems.outputs import generated_outputs, own_samples, reference_results
from conformance.systems.runtime import DeclinedError, RunEndedError, Runtime
from conformance.systems.shared_receipts import tool_of
from conformance.systems.surface import Holding, Surface

RESULTS = "results"
"""The name of these questions."""
_HELD: frozenset[Holding] = frozenset({"behaviour", "records"})


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
    known = {one.tool for one in judged.coverage if one.tested}
    known |= {tool_of(output) for output in own.values() if as_object(output).get("result")}
    for outputs in _own_outputs(inventory, own, known):
        if judged.broke_off is not None or is_over():
            break
        more = _judge_outputs(runtime, outputs, inventory, profile, is_over=is_over, are_canonical=True)
        if not more.is_answered:
            break  # it has no operation on results, and generating outputs takes time
        judged = judged.plus(more)
    return judged.finding_set(profile)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What was found of some outputs, the requests that failed, and which tools were tested."""

    findings: Sequence[Finding]
    declined: Sequence[DeclinedRequest]
    broke_off: ConformanceError | None
    coverage: Sequence[ToolCoverage]

    @property
    def is_answered(self) -> bool:
        """Whether the system has any operation on results, even if each request failed."""
        return bool(self.findings or self.declined or any(one.tested for one in self.coverage))

    def plus(self, more: "_Judged") -> "_Judged":
        """Return what was found of these outputs and of more; a tool that answered one of them is tested."""
        coverage = [_join_coverage(one, other) for one, other in zip(self.coverage, more.coverage, strict=True)]
        findings, declined = [*self.findings, *more.findings], [*self.declined, *more.declined]
        return _Judged(findings, declined, more.broke_off, coverage)

    def finding_set(self, profile: Profile) -> FindingSet:
        """Return the findings, those on requests that failed included."""
        answered = [(RESULTS, one.tool) for one in self.coverage if one.tested]
        findings = [*self.findings, *_inconclusive_findings(self.declined, profile)]
        return FindingSet(findings, self.broke_off, answered, self.coverage)


def _join_coverage(one: ToolCoverage, other: ToolCoverage) -> ToolCoverage:
    """Return the coverage of one question, which is asked with several outputs."""
    tested, undetermined = max(one.tested, other.tested), max(one.undetermined, other.undetermined)
    return ToolCoverage(one.tool, tested=tested, undetermined=undetermined)


def _own_outputs(
    inventory: Inventory, given: Mapping[str, JsonValue], known: Collection[str | None]
) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the outputs at hand, then those made for each tool without any, one tool at a time."""
    made = (generated_outputs(tool) for tool in inventory.tools if tool.name not in known)
    return (outputs for outputs in chain([given], made) if outputs)


def _judge_outputs(
    runtime: Runtime,
    outputs: Mapping[str, JsonValue],
    inventory: Inventory,
    profile: Profile,
    *,
    is_over: Callable[[], bool],
    are_canonical: bool = False,
) -> _Judged:
    seen = observe(runtime, outputs, are_canonical=are_canonical, is_over=is_over)
    surface = Surface("results", inventory, seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, profile, rules_on(applied_rules(profile), _HELD)).findings
    # Outputs of the reference contract need not be those of the system.
    failed = {one.tool for one in seen.declined} if are_canonical else frozenset[str]()
    coverage = [
        ToolCoverage(name, tested=int(name in seen.tools), undetermined=int(name in failed))
        for name in inventory.tools_by_name
    ]
    return _Judged(found, seen.declined, seen.broke_off, coverage)


def drop_result_schemas(inventory: Inventory) -> Inventory:
    """Return the inventory without result schemas, for results that need not match them."""
    return replace(inventory, tools=[_drop_result_schema(tool) for tool in inventory.tools])


def _drop_result_schema(tool: Tool) -> Tool:
    promised = tool.result_envelope
    return replace(tool, result_envelope=promised and replace(promised, success_result_schema=None))


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
