"""The use case of holding a running system to what the specification says of results: project, compact, hand over.

Nothing is executed by these questions. What the system lacks is passed over; one that can't answer for a reason of its
own is told with that reason, and is no fault of its results.
"""

from conformance.adapters.behaviour import observe, sample_outputs
from conformance.adapters.spec import Runtime
from conformance.behaviour_scopes import BUDGET, COMPACTION, PROJECTION, TRANSPORT
from conformance.checking import applied_rules, check
from conformance.errors import ConformanceError
from conformance.findings import Finding, Level, fingerprint
from conformance.inventory import Inventory
from conformance.probing import INCONCLUSIVE
from conformance.profiles import Profile
from conformance.surface import Surface

_SCOPES = {scope.name for scope in (PROJECTION, COMPACTION, TRANSPORT, BUDGET)}


def judge_results(runtime: Runtime, inventory: Inventory, profile: Profile) -> list[Finding]:
    """Return what the rules on behaviour hold against a runtime, for the tools that the reference contract has too."""
    try:
        behaviour = observe(runtime, sample_outputs(tool.name for tool in inventory.tools))
    except ConformanceError as error:
        return [_unanswered(error)]
    rules = [applied for applied in applied_rules(profile) if applied.rule.scope.name in _SCOPES]
    return list(check(Surface("results", inventory, behaviour=behaviour), profile, rules).findings)


def _unanswered(error: ConformanceError) -> Finding:
    message = f"what it does with results can't be told: {error.message}"
    mark = fingerprint(INCONCLUSIVE, None, "", "results")
    hint = "let it answer `project`, `compact` and `transport`, or answer unsupported"
    return Finding(INCONCLUSIVE, Level.INFO, None, "", message, hint, mark)
