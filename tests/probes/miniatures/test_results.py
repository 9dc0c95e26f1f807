"""Each miniature that treats results wrongly does so in one way: exactly the right rule objects to it."""

from conformance.commands.observe import judge_results
from conformance.commands.probe import inventory_of
from conformance.commands.registry import applied_rules
from conformance.findings import Finding
from conformance.probes.miniatures import Miniature, all_miniatures
from conformance.probes.miniatures._sound import sound_results
from conformance.rules.behaviour_scopes import BUDGET, COMPACTION, PROJECTION, RENDERING, TRANSPORT
from tests.cases import check_each
from tests.rules.judging import with_results

MINIATURES = {name: one for name, one in all_miniatures().items() if one.breaks and not one.belies}
# One of them adds a number that no receipt shows.
PROFILE = with_results(hidden_fields={"*": ("projection",)})
SCOPES = {PROJECTION.name, COMPACTION.name, TRANSPORT.name, BUDGET.name, RENDERING.name}
RULES = [applied for applied in applied_rules(PROFILE) if applied.check.scope.name in SCOPES]

CONSEQUENCES = {"promoted_has_handle", "summary_agrees"}
"""What rules on envelopes say of a result that lost its handle or its exit status."""


def found(miniature: Miniature) -> list[Finding]:
    runtime = miniature.runtime()
    judged = judge_results(runtime, inventory_of(runtime), PROFILE)
    assert judged.broke_off is None
    return list(judged.findings)


@check_each("miniature", MINIATURES.values(), ids=MINIATURES)
def test_exactly_the_right_rule_objects(miniature: Miniature) -> None:
    findings = found(miniature)
    assert {finding.rule for finding in findings} - CONSEQUENCES == {miniature.breaks}
    assert all(finding.message and finding.hint and finding.tool for finding in findings)
    assert all("record" in finding.evidence for finding in findings)


def test_nothing_objects_to_the_sound_one() -> None:
    assert found(Miniature("sound", "Is right in every way.", sound_results)) == []


def test_each_rule_on_behaviour_has_a_miniature() -> None:
    assert {one.breaks for one in all_miniatures().values() if one.breaks} == {applied.check.id for applied in RULES}
