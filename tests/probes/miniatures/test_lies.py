"""Each miniature whose receipts lie is found by reading them, and by rendering changed results where that shows it."""

import sys
from pathlib import Path

import conformance
from conformance.commands.check import check
from conformance.commands.observe import judge_results
from conformance.commands.probe import inventory_of
from conformance.commands.registry import applied_rules
from conformance.findings import Finding
from conformance.probes.miniatures import Miniature, all_miniatures
from conformance.rules.scopes import RECEIPT, RESULT_LEVEL
from conformance.settings.profiles import load_profile
from conformance.systems.observe import observe, sample_outputs
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source
from conformance.systems.surface import Surface
from tests.cases import check_each

LIES: dict[str, Miniature] = {name: one for name, one in all_miniatures().items() if one.belies}
PROFILE = load_profile("holon")
READING = [rule for rule in applied_rules(PROFILE) if rule.check.scope.name in (RECEIPT.name, RESULT_LEVEL.name)]
ROOT = Path(conformance.__file__).parents[1]
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[2])
from conformance.probes.miniatures import all_miniatures

runtime = all_miniatures()[sys.argv[1]].runtime()
for line in sys.stdin:
    asked = json.loads(line)
    if asked["op"] == "describe":
        result = {"inventory": runtime.describe()}
    elif asked["op"] == "project":
        result = {"envelope": runtime.project(asked["complete_output"], {})}
    elif asked["op"] == "render":
        result = {"receipt": runtime.render(asked["envelope"], {})}
    else:
        print(json.dumps({"id": asked["id"], "ok": False, "unsupported": True}), flush=True)
        continue
    print(json.dumps({"id": asked["id"], "ok": True, "result": result}), flush=True)
"""


def _found(miniature: Miniature) -> list[Finding]:
    runtime = miniature.runtime()
    return list(judge_results(runtime, inventory_of(runtime), PROFILE).findings)


@check_each("miniature", LIES.values(), ids=LIES)
def test_a_running_system_that_lies_is_found_twice(miniature: Miniature) -> None:
    findings = _found(miniature)
    assert {finding.rule for finding in findings} == {miniature.breaks, miniature.belies} - {None}
    assert all(finding.message and finding.hint and finding.evidence["record"] for finding in findings)


@check_each("miniature", LIES.values(), ids=LIES)
def test_its_records_alone_are_enough(miniature: Miniature) -> None:
    runtime = miniature.runtime()
    inventory = inventory_of(runtime)
    seen = observe(runtime, sample_outputs(["ExecCommand"])).records
    records = [record for record in seen if record.receipt is not None]
    findings = check(Surface("log", inventory, records), PROFILE, READING).findings
    assert {finding.rule for finding in findings} == {miniature.belies}


def test_every_lie_is_found_through_the_protocol(tmp_path: Path) -> None:
    program = tmp_path / "lying.py"
    program.write_text(PROGRAM, "utf-8")
    outputs = {name: one for name, one in sample_outputs(["ExecCommand"]).items() if "invalid" not in name}
    for name, miniature in LIES.items():
        runtime = find_source(f"command:{sys.executable} {program} {name} {ROOT}").open(Opening())
        try:
            seen, inventory = observe(runtime, outputs), inventory_of(runtime)
        finally:
            runtime.close()
        assert seen.broke_off is None
        surface = Surface("results", inventory, seen.records, behaviour=seen.behaviour)
        rules = [rule for rule in applied_rules(PROFILE) if rule.check.id in (miniature.breaks, miniature.belies)]
        found = {finding.rule for finding in check(surface, PROFILE, rules).findings}
        assert found == {miniature.breaks, miniature.belies} - {None}, name
