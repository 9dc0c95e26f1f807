"""The use case of holding a running system to what the specification says of results.

It projects, renders, compacts and hands over; nothing is executed by these questions. What the system lacks is passed
over; what it declines is told with its reason, and is no fault of its results: the outputs that it is given are the
reference contract's.
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

_HELD: frozenset[Holding] = frozenset({"behaviour", "records"})


def judge_results(runtime: Runtime, inventory: Inventory, profile: Profile) -> FindingSet:
    """Return what the rules hold against what a runtime does, for the tools that the reference contract has too."""
    seen = observe(runtime, sample_outputs(tool.name for tool in inventory.tools))
    surface = Surface("results", _without_result_schemas(inventory), seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, profile, rules_on(applied_rules(profile), _HELD)).findings
    return FindingSet([*found, *_inconclusive_findings(seen.declined, profile)], seen.broke_off)


def _without_result_schemas(inventory: Inventory) -> Inventory:
    """The outputs are the reference contract's, the result schemas are the system's own: the two need not agree."""
    return replace(inventory, tools=[_without_result_schema(tool) for tool in inventory.tools])


def _without_result_schema(tool: Tool) -> Tool:
    promised = tool.result_envelope
    return replace(tool, result_envelope=promised and replace(promised, success_result_schema=None))


def _inconclusive_findings(declined: Sequence[DeclinedRequest], profile: Profile) -> Iterator[Finding]:
    """Say each thing that was declined once, with the first reason, and how often."""
    by_what: defaultdict[str, list[DeclinedRequest]] = defaultdict(list)
    for one in declined:
        by_what[one.what].append(one)
    for what, times in by_what.items():
        names = list_names(dict.fromkeys(one.name for one in times), 3)
        message = f"what it does with results can't be told where it declines to {what}: {names}: {times[0].reason}"
        hint = f"let it {what} what it made itself, and what the reference contract shows, or answer unsupported"
        evidence = {"outputs": [one.name for one in times]}
        problem = Problem(message, hint, evidence=evidence, detail=f"results {what}")
        yield from notice_findings(INCONCLUSIVE, profile, problem)
