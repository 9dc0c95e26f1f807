"""Judges how a running system projects, renders, compacts and transports results.

These requests execute nothing. Operations that the system does not support are skipped. A declined request is reported
with its reason but is not a fault of the system, because the outputs sent are those of the reference contract.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance.commands.judge import judge_surface, notice_findings
from conformance.commands.registry import applied_rules, rules_on
from conformance.display import list_names
from conformance.findings import Finding, FindingSet, Problem
from conformance.inventory import Inventory, Tool
from conformance.settings.notices import INCONCLUSIVE
from conformance.settings.profiles import Profile
from conformance.systems.observe import DeclinedRequest, observe, sample_outputs
from conformance.systems.runtime import Runtime
from conformance.systems.surface import Holding, Surface

RESULTS = "results"
"""The name of these questions."""
_HELD: frozenset[Holding] = frozenset({"behaviour", "records"})


def judge_results(runtime: Runtime, inventory: Inventory, profile: Profile) -> FindingSet:
    """Return the findings on a runtime's results, for the tools that the reference contract also has."""
    seen = observe(runtime, sample_outputs(tool.name for tool in inventory.tools))
    surface = Surface("results", drop_result_schemas(inventory), seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, profile, rules_on(applied_rules(profile), _HELD)).findings
    answered = [(RESULTS, tool.name) for tool in inventory.tools] if seen.records or surface.holdings & _HELD else []
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
