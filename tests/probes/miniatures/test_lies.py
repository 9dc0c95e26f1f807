"""Each miniature whose receipts lie is found twice: by reading them, and by rendering changed results."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import conformance
from conformance.commands.check import check
from conformance.commands.observe import judge_results
from conformance.commands.probe import inventory_of
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonValue, as_object
from conformance.findings import Finding
from conformance.probes.miniatures import Miniature, all_miniatures
from conformance.probes.miniatures._sound import Changes, sound_results
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
RENDERING_AGAIN, OUTCOME, OUTPUT = "rendering_follows_result", "receipt_outcome_true", "receipt_output_true"
NINE_LIES = {
    "other exit code": ("exits_with_zero", "unchanged", OUTCOME),
    "code hidden": ("hides_the_exit_code", "unchanged", OUTCOME),
    "stdout dropped": ("drops_stdout", "unchanged", OUTPUT),
    "stderr dropped": ("drops_stderr", "unchanged", OUTPUT),
    "streams swapped": ("swaps_the_streams", "swapped", OUTPUT),
    "output invented": ("invents_output", "invented", OUTPUT),
    "text of another call": ("shows_another_call", "unchanged", OUTPUT),
    "promoted shown as exited": ("promotes_silently", "outcome", OUTCOME),
    "cut hidden": ("hides_the_cut", "unchanged", "truncation_visible"),
}
"""Each lie with the miniature that tells it, what rendering again finds, and the rule that finds it by reading."""
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
    assert {finding.rule for finding in findings} == {RENDERING_AGAIN, miniature.belies}
    assert all(finding.message and finding.hint and finding.evidence["record"] for finding in findings)


@check_each("miniature", LIES.values(), ids=LIES)
def test_its_records_alone_are_enough(miniature: Miniature) -> None:
    runtime = miniature.runtime()
    inventory = inventory_of(runtime)
    seen = observe(runtime, sample_outputs(["ExecCommand"])).records
    records = [record for record in seen if record.receipt is not None]
    findings = check(Surface("log", inventory, records), PROFILE, READING).findings
    assert {finding.rule for finding in findings} == {miniature.belies}


def test_each_of_the_nine_lies_is_found_by_rendering_again_and_by_reading(tmp_path: Path) -> None:
    assert {name for name, _, _ in NINE_LIES.values()} == set(LIES)
    program = tmp_path / "lying.py"
    program.write_text(PROGRAM, "utf-8")
    outputs = {name: one for name, one in sample_outputs(["ExecCommand"]).items() if "invalid" not in name}
    for lie, (name, kind, reading) in NINE_LIES.items():
        runtime = find_source(f"command:{sys.executable} {program} {name} {ROOT}").open(Opening())
        try:
            seen, inventory = observe(runtime, outputs), inventory_of(runtime)
        finally:
            runtime.close()
        assert seen.broke_off is None
        behaviour, read = (
            Surface("results", inventory, behaviour=seen.behaviour),
            Surface("log", inventory, seen.records),
        )
        rules = [rule for rule in applied_rules(PROFILE) if rule.check.id == RENDERING_AGAIN]
        found = {str(one.evidence["kind"]) for one in check(behaviour, PROFILE, rules).findings}
        assert kind in found, (lie, found)
        assert {one.rule for one in check(read, PROFILE, READING).findings} == {reading}, lie


def _plain(envelope: JsonValue) -> str:
    """Render every leaf under its name, streams as they are."""
    result, error = (as_object(as_object(envelope).get(key)) for key in ("result", "error"))
    lines = [f"{key}:\n{value}" for key, value in {**result, **error}.items()]
    return "\n".join([str(as_object(envelope).get("tool_name")), *lines])


def _narrative(envelope: JsonValue) -> str:
    """Tell of both streams in one block each, the errors first, and say so where there is none."""
    result = as_object(as_object(envelope).get("result"))
    if "exit_status" not in result:
        return f"Goes on: {json.dumps(envelope)}"
    texts = {name: result.get(f"{name}_preview") or "The program wrote nothing here." for name in ("stderr", "stdout")}
    blocks = [f"## {name.upper()}\n{text}" for name, text in texts.items()]
    return "\n\n".join(
        [f"Code {result['exit_status']}; cut: {result['truncated']}", *blocks, "Call TaskOutput for more."]
    )


@check_each("render", [_plain, _narrative, lambda envelope: json.dumps(envelope, indent=1)])
def test_a_truthful_renderer_is_believed_when_its_results_change(render: Callable[[JsonValue], str]) -> None:
    runtime = sound_results(Changes(receipt=lambda envelope, _sound: render(envelope)))
    seen = observe(runtime, sample_outputs(["ExecCommand"]))
    surface = Surface("results", inventory_of(runtime), behaviour=seen.behaviour)
    rules = [rule for rule in applied_rules(PROFILE) if rule.check.id == RENDERING_AGAIN]
    wrong = [(one.message, one.evidence) for one in check(surface, PROFILE, rules).findings if one.level == "error"]
    assert [one for one in wrong if one[1]["kind"] != "unchanged"] == []
