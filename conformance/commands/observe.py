"""The use case of holding a running system to what the specification says of results.

It projects, renders, compacts and hands over; nothing is executed by these questions. What the system lacks is passed
over; what it declines is told with its reason, and is no fault of its results: the outputs that it is given are the
reference contract's.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from conformance.commands.check import applied_rules, check
from conformance.commands.probe import INCONCLUSIVE
from conformance.display import list_names
from conformance.findings import Finding, FindingSet, Level, fingerprint
from conformance.inventory import Inventory
from conformance.rules.behaviour_scopes import BUDGET, COMPACTION, PROJECTION, TRANSPORT
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, KEPT, RECEIPT, RECORD, RESULT_LEVEL, AnyRule
from conformance.settings.profiles import Profile
from conformance.systems.observe import DeclinedRequest, observe, sample_outputs
from conformance.systems.runtime import Runtime
from conformance.systems.surface import Surface

_BEHAVIOUR_SCOPES = (PROJECTION, COMPACTION, TRANSPORT, BUDGET)
_RESULT_SCOPES = (RECORD, ENVELOPE, KEPT, RESULT_LEVEL, ARTIFACT_LIST, RECEIPT)
_EXCLUDED_RULE = "result_matches_schema"
"""The outputs are the reference contract's, the result schemas are the system's own."""
_SCOPES = {scope.name for scope in (*_BEHAVIOUR_SCOPES, *_RESULT_SCOPES)}


def judge_results(runtime: Runtime, inventory: Inventory, profile: Profile) -> FindingSet:
    """Return what the rules hold against what a runtime does, for the tools that the reference contract has too."""
    seen = observe(runtime, sample_outputs(tool.name for tool in inventory.tools))
    rules = [applied for applied in applied_rules(profile) if _applies(applied.rule)]
    surface = Surface("results", inventory, seen.records, behaviour=seen.behaviour)
    found = check(surface, profile, rules).findings
    return FindingSet([*found, *_inconclusive_findings(seen.declined)], seen.broke_off)


def _applies(rule: AnyRule) -> bool:
    return rule.scope.name in _SCOPES and rule.id != _EXCLUDED_RULE


def _inconclusive_findings(declined: Sequence[DeclinedRequest]) -> Iterator[Finding]:
    """Say each thing that was declined once, with the first reason, and how often."""
    by_what: defaultdict[str, list[DeclinedRequest]] = defaultdict(list)
    for one in declined:
        by_what[one.what].append(one)
    for what, times in by_what.items():
        names = list_names(dict.fromkeys(one.name for one in times), 3)
        message = f"what it does with results can't be told where it declines to {what}: {names}: {times[0].reason}"
        mark = fingerprint(INCONCLUSIVE, None, "", f"results {what}")
        hint = f"let it {what} what it made itself, and what the reference contract shows, or answer unsupported"
        evidence = {"outputs": [one.name for one in times]}
        yield Finding(INCONCLUSIVE, Level.INFO, None, "", message, hint, mark, evidence=evidence)
