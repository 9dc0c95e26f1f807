"""Each miniature whose receipts lie is found twice: by reading them, and by rendering changed results."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import conformance
from conformance.commands.check import check
from conformance.commands.observe import judge_results
from conformance.commands.probe import inventory_of
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
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
TEN_LIES = {
    "other exit code": ("exits_with_zero", "unchanged", OUTCOME),
    "code hidden": ("hides_the_exit_code", "unchanged", OUTCOME),
    "stdout dropped": ("drops_stdout", "unchanged", OUTPUT),
    "stderr dropped": ("drops_stderr", "unchanged", OUTPUT),
    "streams swapped": ("swaps_the_streams", "swapped", OUTPUT),
    "output invented": ("invents_output", "invented", OUTPUT),
    "output added": ("adds_output", "invented", OUTPUT),
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


def test_each_of_the_lies_is_found_by_rendering_again_and_by_reading(tmp_path: Path) -> None:
    assert {name for name, _, _ in TEN_LIES.values()} == set(LIES)
    program = tmp_path / "lying.py"
    program.write_text(PROGRAM, "utf-8")
    outputs = {name: one for name, one in sample_outputs(["ExecCommand"]).items() if "invalid" not in name}
    for lie, (name, kind, reading) in TEN_LIES.items():
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


def _with_notes(envelope: JsonValue) -> str:
    """Say the same things before and after each block, whatever the streams are."""
    result = as_object(as_object(envelope).get("result"))
    if "exit_status" not in result:
        return _narrative(envelope)
    blocks = [f"{name}:\n{result.get(f'{name}_preview') or '(none)'}" for name in ("stdout", "stderr")]
    footer = "Call TaskOutput for the whole text.\nNothing else was printed by it"
    return "\n".join(
        [f"Code {result['exit_status']}; cut: {result['truncated']}", "What it printed follows", *blocks, footer]
    )


@check_each("render", [_plain, _narrative, _with_notes, partial(json.dumps, indent=1)])
def test_a_truthful_renderer_is_believed_when_its_results_change(render: Callable[[JsonValue], str]) -> None:
    runtime = sound_results(Changes(receipt=lambda envelope, _sound: render(envelope)))
    seen = observe(runtime, sample_outputs(["ExecCommand"]))
    surface = Surface("results", inventory_of(runtime), behaviour=seen.behaviour)
    rules = [rule for rule in applied_rules(PROFILE) if rule.check.id == RENDERING_AGAIN]
    wrong = [(one.message, one.evidence) for one in check(surface, PROFILE, rules).findings if one.level == "error"]
    assert [one for one in wrong if one[1]["kind"] != "unchanged"] == []


def _remarking(envelope: JsonValue, *, whenever: bool) -> str:
    """Remark under the first of two headings that all is well; without ``whenever`` only where something is there."""
    result = as_object(as_object(envelope).get("result"))
    if "exit_status" not in result:
        return _narrative(envelope)
    text = str(result.get("stdout_preview") or "").rstrip("\n")
    remark = "The build is fine" if text or whenever else ""
    return "\n".join([f"Code {result['exit_status']}", "stdout:", text, remark, "stderr:", "(none)"])


@check_each("whenever", [True, False])
def test_a_line_that_is_output_whatever_the_output_is_comes_from_no_result(whenever: bool) -> None:
    runtime = sound_results(Changes(receipt=lambda envelope, _sound: _remarking(envelope, whenever=whenever)))
    seen = observe(runtime, sample_outputs(["ExecCommand"]))
    surface = Surface("results", inventory_of(runtime), behaviour=seen.behaviour)
    rules = [rule for rule in applied_rules(PROFILE) if rule.check.id == RENDERING_AGAIN]
    found = [one for one in check(surface, PROFILE, rules).findings if one.evidence["kind"] == "invented"]
    assert {str(one.evidence["text"]) for one in found} == {"The build is fine"}


OUTPUT_LINES = "collecting\n12 tests found\nRunning a.py\n1 failed in b.py\ndone"
BUILD: JsonObject = {
    "tool_name": "Build",
    "status": "success",
    "summary_text": "the build has failed",
    "result": {
        "exit_status": -9,
        "stdout_preview": OUTPUT_LINES,
        "changed_paths": ["out/a.o", "out/b.o", "out/c.o"],
        "files": [{"path": "src/a.c"}, {"path": "src/b.c"}],
    },
    "error": None,
}


def _built(
    envelope: JsonValue,
    *,
    code: Callable[[int], int] = int,
    output: Callable[[str], str] = str,
    paths: int = 3,
    rest: str = "",
) -> str:
    """Render a build: its exit code, its output, so many of its paths, and a statement on the others."""
    result = as_object(as_object(envelope).get("result"))
    changed = [str(one) for one in as_array(result["changed_paths"])][:paths]
    read = [str(as_object(one)["path"]) for one in as_array(result["files"])][:paths]
    text = output(str(result["stdout_preview"]))
    return "\n".join([f"Exit code {code(int(str(result['exit_status'])))}", *changed, *read, rest, "stdout:", text])


def _ends_of(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:1], "(3 lines hidden)", *lines[-1:]])


def _without_middle(text: str) -> str:
    lines = text.splitlines()
    return "\n".join([*lines[:2], *lines[3:]])


@check_each(
    ("render", "message"),
    [
        (_built, ""),
        (partial(_built, code=abs), "another `exit_status`"),
        (partial(_built, output=str.lower), "another letter case in `stdout_preview`"),
        (partial(_built, output=_without_middle), "another line inside `stdout_preview`"),
        (partial(_built, paths=1), "another `/changed_paths/1`"),
        # What says that it shows a part may leave the others out.
        (partial(_built, output=_ends_of), ""),
        (partial(_built, paths=1, rest="... and 2 more"), ""),
    ],
)
def test_a_sign_a_letter_case_a_middle_line_and_a_second_path_are_followed(
    render: Callable[[JsonValue], str], message: str
) -> None:
    runtime = sound_results(Changes(project=lambda output, _sound: output, receipt=lambda one, _sound: render(one)))
    seen = observe(runtime, {"build": BUILD})
    surface = Surface("results", inventory_of(runtime), behaviour=seen.behaviour)
    rules = [rule for rule in applied_rules(PROFILE) if rule.check.id == RENDERING_AGAIN]
    errors = [one.message for one in check(surface, PROFILE, rules).findings if one.level == "error"]
    assert bool(errors) == bool(message), errors
    assert not message or any(one.endswith(message) for one in errors), errors
