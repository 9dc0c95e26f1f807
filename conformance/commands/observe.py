"""Judges how a running system projects, renders, compacts and transports results.

These requests execute nothing. Operations that the system does not support are skipped. A declined request is reported
with its reason but is not a fault of the system, because the outputs sent need not be its own: they are those of the
reference contract, those that the user or the system hands in, and, for tools that no reference knows, made from
result schemas.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from conformance.commands.judge import judge_surface, notice_findings
from conformance.commands.registry import applied_rules, rules_on
from conformance.display import list_names
from conformance.documents.values import JsonValue, as_object, as_text
from conformance.errors import ConformanceError
from conformance.findings import Finding, FindingSet, Problem
from conformance.inventory import Inventory, Tool
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import Profile
from conformance.systems.observe import DeclinedRequest, observe, sample_outputs
from conformance.systems.outputs import generated_outputs, own_samples
from conformance.systems.runtime import DeclinedError, Runtime
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
        declined = [DeclinedRequest(RESULTS, "hand in samples", str(error))]
        return FindingSet([*_inconclusive_findings(declined, profile)])
    except ConformanceError as error:
        return FindingSet((), error)
    samples = sample_outputs(tool.name for tool in inventory.tools)
    names = {tool.name for tool in inventory.tools}
    own = {name: output for name, output in handed_in.items() if _tool_of(output) in names}
    known = {_tool_of(output) for output in (*samples.values(), *own.values())}
    found = _judge_outputs(runtime, samples, drop_result_schemas(inventory), profile, is_over=is_over)
    for outputs in _own_outputs(inventory, own, known):
        if found.broke_off is not None or is_over():
            break
        more = _judge_outputs(runtime, outputs, inventory, profile, is_over=is_over, are_canonical=True)
        if not more.answered and not more.findings:
            break  # it has no operation on results, and generating outputs takes time
        findings, answered = [*found.findings, *more.findings], [*found.answered, *more.answered]
        found = FindingSet(findings, more.broke_off, answered)
    return found


def _own_outputs(
    inventory: Inventory, given: Mapping[str, JsonValue], known: Collection[str]
) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the outputs that the user hands in, then those made for each tool without any, one tool at a time."""
    made = (generated_outputs(tool) for tool in inventory.tools if tool.name not in known)
    return (outputs for outputs in chain([given], made) if outputs)


def _tool_of(output: JsonValue) -> str:
    return as_text(as_object(output).get("tool_name")) or ""


def _judge_outputs(
    runtime: Runtime,
    outputs: Mapping[str, JsonValue],
    inventory: Inventory,
    profile: Profile,
    *,
    is_over: Callable[[], bool],
    are_canonical: bool = False,
) -> FindingSet:
    seen = observe(runtime, outputs, are_canonical=are_canonical, is_over=is_over)
    surface = Surface("results", inventory, seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, profile, rules_on(applied_rules(profile), _HELD)).findings
    done = seen.behaviour
    is_answered = bool(seen.records or done.projections or done.compactions or done.transports)
    answered = [(RESULTS, tool.name) for tool in inventory.tools] if is_answered else ()
    return FindingSet([*found, *_inconclusive_findings(seen.declined, profile)], seen.broke_off, answered)


def drop_result_schemas(inventory: Inventory) -> Inventory:
    """Return the inventory without result schemas, for results that need not match them."""
    return replace(inventory, tools=[_drop_result_schema(tool) for tool in inventory.tools])


def _drop_result_schema(tool: Tool) -> Tool:
    promised = tool.result_envelope
    return replace(tool, result_envelope=promised and replace(promised, success_result_schema=None))


def _inconclusive_findings(declined: Sequence[DeclinedRequest], profile: Profile) -> Iterator[Finding]:
    """Yield one finding per kind of declined request, with the first reason and the count."""
    by_what: defaultdict[str, list[DeclinedRequest]] = defaultdict(list)
    for one in declined:
        by_what[one.what].append(one)
    for what, times in by_what.items():
        names = list_names(dict.fromkeys(one.name for one in times), 3)
        message = f"results were not judged where the system declined to {what}: {names}: {times[0].reason}"
        hint = f"{what} the system's own outputs and the samples of the reference contract, or answer unsupported"
        evidence = {"outputs": [one.name for one in times]}
        problem = Problem(message, hint, evidence=evidence, detail=f"results {what}")
        yield from notice_findings(INCONCLUSIVE, profile, problem)
