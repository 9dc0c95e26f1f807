"""Each miniature is wrong in one way: exactly the right probe objects to it, and nothing objects to the sound one."""

import pytest
from msgspec.structs import replace

from conformance.commands.probe import Plan, probe
from conformance.commands.report import FindingSet
from conformance.errors import ConformanceError
from conformance.inventory import Inventory
from conformance.probes.catalogue import all_probes
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions
from conformance.probes.miniatures import Miniature, all_miniatures
from conformance.probes.miniatures._sound import OBSERVED_FAMILIES, OBSERVER
from conformance.settings.checks import AppliedCheck
from conformance.settings.profiles import load_profile
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source, inventory_of
from tests.cases import check_each

MINIATURES = all_miniatures()
PLAN = Plan(
    [AppliedCheck(one, one.level) for one in all_probes().values()],
    load_profile("holon"),
    Permissions(harmless=True),
    # the fewest with which every miniature is found; five miss the rarest of them
    limits=RunLimits(max_examples=10),
    authority={OBSERVER: OBSERVED_FAMILIES},
    judge_results=lambda _runtime, _inventory: FindingSet(()),
)


@check_each("miniature", MINIATURES.values(), ids=MINIATURES.keys())
def test_exactly_the_right_check_objects_and_shows_the_call(miniature: Miniature) -> None:
    _require_right_objection(miniature, PLAN)


@pytest.mark.long
@check_each("miniature", MINIATURES.values(), ids=MINIATURES.keys())
def test_more_examples_change_nothing(miniature: Miniature) -> None:
    _require_right_objection(miniature, replace(PLAN, limits=RunLimits()))


def _require_right_objection(miniature: Miniature, plan: Plan) -> None:
    report = probe(miniature.runtime(), miniature.name, plan)
    bitten = {finding.rule for finding in report.findings}
    assert bitten == {check for check in (miniature.bites, miniature.returns) if check}
    for finding in report.findings:
        assert finding.hint
        assert {"call", "calls"} & finding.evidence.keys(), "a finding holds the exact call"


def test_there_are_enough_of_them_and_each_probe_has_one() -> None:
    assert len(MINIATURES) > 20
    assert {one.bites for one in MINIATURES.values()} == {*all_probes(), None}


def test_a_miniature_says_in_one_sentence_what_is_wrong_with_it() -> None:
    assert [name for name, one in MINIATURES.items() if not one.summary.endswith(".")] == []


def test_the_inventory_of_the_sound_one_reads_as_one() -> None:
    inventory = inventory_of(MINIATURES["sound"].runtime())
    assert isinstance(inventory, Inventory)
    assert [tool.name for tool in inventory.tools] == ["ExecCommand", "ExecCommandBatch", "WaitFor"]


def test_the_source_of_a_miniature_leads_to_a_fresh_system_each_time() -> None:
    for name, one in MINIATURES.items():
        assert one.source == f"python:conformance.probes.miniatures:{name}"
        assert find_source(one.source).open(Opening()).describe()["version"] == 2
    first, second = (find_source(MINIATURES["changes_its_tools"].source).open(Opening()) for _ in range(2))
    assert first.describe() == second.describe() != first.describe()


def test_a_miniature_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConformanceError, match="has no attribute `takes_nul`"):
        find_source("python:conformance.probes.miniatures:takes_nul").open(Opening())
