"""The questions on results reach tools that no reference knows: by outputs handed in, or made from result schemas."""

import datetime
import json
import sys
from pathlib import Path

import pytest

from conformance.commands.observe import judge_results
from conformance.commands.probe import probe_source
from conformance.commands.probe_plan import plan_of
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings.probing import Probing
from conformance.settings.profiles import load_profile
from conformance.settings.repository import Config
from conformance.systems.adapters.reference import ReferenceRuntime, reference_surface
from conformance.systems.outputs import read_outputs
from conformance.systems.runtime import DeclinedError, Opening, SilentRuntime, UnsupportedError
from conformance.systems.sources import find_source, inventory_of

HOLON = load_profile("holon")
TODAY = datetime.date(2030, 6, 1)
RESULT: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text"],
    "properties": {"text": {"type": "string", "maxLength": 80}, "pages": {"type": "integer"}},
}
READ_NOTE: JsonObject = {
    "name": "ReadNote",
    "description": "Read a note.",
    "input_schema": {"type": "object", "additionalProperties": False, "properties": {}},
    "result_envelope": {
        "canonical": "ToolResultEnvelope",
        "success_result": "ReadNoteResult",
        "success_result_schema": RESULT,
        "error_result": "ToolError",
        "model_rendering": "custom_text_receipt",
    },
}
INVENTORY: JsonObject = {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": [READ_NOTE]}
NONSENSE = f"""\
import json, sys
NONSENSE = {{"nonsense": True}}
RESULTS = {{
    "describe": {{"inventory": json.loads({json.dumps(INVENTORY)!r})}},
    "project": {{"envelope": NONSENSE}},
    "compact": {{"envelope": NONSENSE}},
    "transport": {{"message": NONSENSE}},
}}
for line in sys.stdin:
    asked = json.loads(line)
    result = {{"receipt": json.dumps(asked["envelope"])}} if asked["op"] == "render" else RESULTS.get(asked["op"])
    answer = {{"ok": True, "result": result}} if result else {{"ok": False, "unsupported": True}}
    print(json.dumps({{"id": asked["id"], **answer}}), flush=True)
"""


def test_a_program_whose_only_tool_no_reference_knows_fails_when_its_results_are_nonsense(tmp_path: Path) -> None:
    (tmp_path / "strange.py").write_text(NONSENSE)
    source = find_source(f"command:{sys.executable} {tmp_path / 'strange.py'}", tmp_path)
    report = probe_source(source, Opening(), plan_of(Config(), source, today=TODAY))
    rules = {one.rule for one in report.findings if one.level == "error"}
    assert {"projection_keeps_identity", "envelope_fields", "transport_shape", "transport_same_receipt"} <= rules


class KeepsNotes(SilentRuntime):
    """Leaves results of its own tool as they are and renders all of them; ``cuts`` loses what is long."""

    def __init__(self, *, cuts: bool = False) -> None:
        self._cuts = cuts
        self.projected: list[JsonValue] = []

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return INVENTORY

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the output, without a long text where it ``cuts``."""
        self.projected.append(complete_output)
        members, result = as_object(complete_output), as_object(as_object(complete_output).get("result"))
        is_lost = self._cuts and len(str(result.get("text"))) > 200
        return {**members, "result": {**result, "text": ""}} if is_lost else complete_output

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the outcome and each member of the result or the error."""
        members = as_object(envelope)
        if error := as_object(members.get("error")):
            return "\n".join(
                ["ReadNote failed", *(f"{name}: {error.get(name)}" for name in error if name != "details")]
            )
        lines = [f"{name}: {value}" for name, value in as_object(members.get("result")).items()]
        return "\n".join([str(members.get("summary_text")), *lines])

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the envelope."""
        return envelope


def test_a_sound_tool_that_no_reference_knows_is_clean() -> None:
    runtime = KeepsNotes()
    judged = judge_results(runtime, inventory_of(runtime), HOLON)
    assert [one.message for one in judged.findings] == []
    assert runtime.projected
    assert judged.answered


def test_two_different_generated_results_may_not_share_a_receipt() -> None:
    counts: JsonObject = {"type": "integer", "minimum": 0}
    schema: JsonObject = {
        "type": "object",
        "required": ["changed_count", "created_count"],
        "properties": {"changed_count": counts, "created_count": counts},
    }
    promised = {**as_object(READ_NOTE["result_envelope"]), "success_result_schema": schema}

    class Sums(KeepsNotes):
        """Shows the sum of two counts, so that it changes with each of them."""

        def describe(self) -> JsonObject:
            """Return the inventory."""
            return {**INVENTORY, "tools": [{**READ_NOTE, "result_envelope": promised}]}

        def render(self, envelope: JsonValue, policy: JsonObject) -> str:
            """Return the sum."""
            result = as_object(as_object(envelope).get("result"))
            return f"Done: {sum(int(str(one)) for one in result.values())} notes"

    runtime = Sums()
    found = judge_results(runtime, inventory_of(runtime), HOLON).findings
    shared = [one for one in found if one.evidence.get("kind") == "shared"]
    assert shared
    assert all(one.rule == "rendering_follows_result" and "`changed_count`" in one.message for one in shared)


def test_outputs_that_the_user_hands_in_replace_those_that_are_made(tmp_path: Path) -> None:
    given: JsonObject = {
        "tool_name": "ReadNote",
        "status": "success",
        "summary_text": "read the note",
        "result": {"stdout": "a line of the note\n" * 30},
        "error": None,
    }
    other = {**given, "tool_name": "WriteNote"}
    (tmp_path / "outputs.jsonl").write_text(f"{json.dumps(given)}\n{json.dumps(other)}\n")
    (tmp_path / "conformance.toml").write_text('[probe]\noutputs = ["outputs.jsonl"]\n')
    outputs = read_outputs(tmp_path / "outputs.jsonl")
    runtime = KeepsNotes()
    judge_results(runtime, inventory_of(runtime), HOLON, outputs)
    assert runtime.projected
    assert all(one == given for one in runtime.projected if as_object(one)["status"] == "success")


def test_an_error_is_asked_for_also_where_no_output_at_hand_has_one() -> None:
    given: JsonObject = {"tool_name": "ReadNote", "status": "success", "summary_text": "read", "result": {"text": "a"}}
    failed: JsonObject = {**given, "status": "error", "result": None, "error": {"kind": "gone", "message": "no note"}}
    for outputs, number in (({"1": given}, 1), ({"1": given, "2": failed}, 0), ({}, 1)):
        runtime = KeepsNotes()
        judge_results(runtime, inventory_of(runtime), HOLON, outputs)
        kinds = [as_object(as_object(one).get("error")).get("kind") for one in runtime.projected]
        assert ("invalid_tool_input" in kinds) == number, outputs


def test_a_tool_of_which_no_result_is_known_is_undetermined_and_its_errors_are_judged() -> None:
    class Unknown(KeepsNotes):
        """Publishes no result schema; ``error`` is how it renders a failure."""

        error = ""

        def describe(self) -> JsonObject:
            """Return the inventory."""
            promised = {**as_object(READ_NOTE["result_envelope"]), "success_result_schema": None}
            return {**INVENTORY, "tools": [{**READ_NOTE, "result_envelope": promised}]}

        def render(self, envelope: JsonValue, policy: JsonObject) -> str:
            """Return the receipt."""
            return self.error or super().render(envelope, policy)

    for error, rules in (("", set[str]()), ("Read a note", {"receipt_error_fields", "receipt_outcome_first"})):
        runtime = Unknown()
        runtime.error = error
        judged = judge_results(runtime, inventory_of(runtime), HOLON)
        open_points = [one for one in judged.findings if one.rule == "inconclusive"]
        assert ["`samples`" in one.hint and "`conformance_outputs`" in one.hint for one in open_points] == [True]
        assert rules <= {one.rule for one in judged.findings}
        assert len(judged.findings) == 1 or rules
        assert [one.state for one in judged.coverage] == ["undetermined"]
        assert not judged.answered


def test_a_configured_file_of_outputs_reaches_the_plan(tmp_path: Path) -> None:
    (tmp_path / "outputs.jsonl").write_text('{"tool_name": "ReadNote", "status": "weird"}\n')
    runtime, source = KeepsNotes(), find_source("reference")
    plan = plan_of(Config(probe=Probing(outputs=(tmp_path / "outputs.jsonl",))), source, today=TODAY)
    assert plan.judge_results is not None
    found = plan.judge_results(runtime, inventory_of(runtime)).findings
    assert "status_known" in {one.rule for one in found}
    assert {str(one.evidence["record"]).partition(":1")[0] for one in found if "record" in one.evidence} == {
        "outputs.jsonl"
    }


@pytest.mark.parametrize("content", ["", "[1]\n", '{"status": "success"}\n', "{\n"])
def test_a_file_without_outputs_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "outputs.jsonl").write_text(content)
    with pytest.raises(ConformanceError):
        read_outputs(tmp_path / "outputs.jsonl")


def test_a_system_without_these_operations_is_asked_about_one_tool_only() -> None:
    class Counts(SilentRuntime):
        """Counts the requests to project."""

        number = 0

        def describe(self) -> JsonObject:
            """Return an inventory of three tools."""
            return {
                **INVENTORY,
                "tools": [{**READ_NOTE, "name": name} for name in ("ReadNote", "ReadPage", "ReadBook")],
            }

        def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
            """Count and lack the operation."""
            self.number += 1
            raise UnsupportedError("project")

    runtime = Counts()
    assert judge_results(runtime, inventory_of(runtime), HOLON).findings == []
    assert runtime.number == 1


class OnlyRenders(SilentRuntime):
    """Has one tool named like one of the reference contract, and receipts of its results; ``lies`` of the exit code."""

    def __init__(self, *, lies: bool = False, entry: JsonObject | None = None) -> None:
        tools = {str(as_object(tool)["name"]): tool for tool in as_array(reference_surface().inventory.raw["tools"])}
        self.entry = entry or as_object(tools["ExecCommand"])
        self.rendered: list[JsonObject] = []
        self._lies = lies

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return {**INVENTORY, "tools": [self.entry]}

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of the reference contract, for exit status 0 where it ``lies``."""
        members = as_object(envelope)
        self.rendered.append(members)
        result = as_object(members.get("result"))
        if self._lies and result.get("exit_status"):
            return ReferenceRuntime({}).render({**members, "result": {**result, "exit_status": 0}}, policy)
        return ReferenceRuntime({}).render(envelope, policy)


def test_a_system_that_only_renders_is_asked_about_the_results_of_the_reference_contract() -> None:
    for lies, expected in ((True, {"rendering_follows_result", "receipt_outcome_true"}), (False, set[str]())):
        runtime = OnlyRenders(lies=lies)
        judged = judge_results(runtime, inventory_of(runtime), HOLON)
        assert {one.rule for one in judged.findings} == expected
        assert {str(one["status"]) for one in runtime.rendered} == {"success", "error"}
        assert [one.state for one in judged.coverage] == ["tested"]


def test_a_tool_that_only_shares_its_name_with_the_reference_contract_keeps_its_own_results() -> None:
    open_schema: JsonObject = {"type": "object", "properties": {"text": {"type": "string"}}}
    for schema in (RESULT, open_schema):
        promised = {**as_object(READ_NOTE["result_envelope"]), "success_result_schema": schema}
        runtime = OnlyRenders(entry={**READ_NOTE, "name": "ExecCommand", "result_envelope": promised})
        judge_results(runtime, inventory_of(runtime), HOLON)
        results = [as_object(one["result"]) for one in runtime.rendered if one["status"] == "success"]
        assert results
        assert all(set(one) <= {"text", "pages"} for one in results)
        assert any(one["status"] == "error" for one in runtime.rendered)


def test_a_system_that_cannot_render_its_own_results_is_undetermined_with_the_reason() -> None:
    class Fails(KeepsNotes):
        """Raises for every result."""

        def render(self, envelope: JsonValue, policy: JsonObject) -> str:
            """Raise, as an adapter reports an exception."""
            raise DeclinedError(ErrorKind.UNREACHABLE, "`render` raised KeyError", "fix it")

    runtime = Fails()
    judged = judge_results(runtime, inventory_of(runtime), HOLON)
    (finding,) = judged.findings
    assert finding.message.startswith("`render` failed for 'ReadNote/generated 1', ")
    assert finding.message.endswith("so what it returns was not judged: `render` raised KeyError")
    assert [one.undetermined for one in judged.coverage] == [1]


def test_a_system_that_cannot_project_outputs_of_the_reference_contract_is_asked_about_its_own() -> None:
    class OwnShape(KeepsNotes):
        """Has a tool named like one of the reference contract, and projects its own results only."""

        def describe(self) -> JsonObject:
            """Return the inventory."""
            return {**INVENTORY, "tools": [{**READ_NOTE, "name": "ExecCommand"}]}

        def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
            """Decline what has another shape."""
            if "text" not in as_object(as_object(complete_output).get("result")):
                raise DeclinedError(ErrorKind.UNREACHABLE, "no text", "send text")
            return super().project(complete_output, policy)

    runtime = OwnShape()
    judged = judge_results(runtime, inventory_of(runtime), HOLON)
    assert runtime.projected
    assert [(one.tested, one.undetermined) for one in judged.coverage] == [(1, 0)]


def test_a_projector_that_throws_generated_output_away_is_found() -> None:
    class DropsOutput(KeepsNotes):
        """Keeps no output at all."""

        def describe(self) -> JsonObject:
            """Return a tool whose output may be null."""
            output: JsonObject = {"type": ["string", "null"]}
            schema: JsonObject = {
                "type": "object",
                "required": ["stdout_preview"],
                "properties": {"stdout_preview": output},
            }
            promised = {**as_object(READ_NOTE["result_envelope"]), "success_result_schema": schema}
            return {**INVENTORY, "tools": [{**READ_NOTE, "result_envelope": promised}]}

        def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
            """Return the output without its text."""
            return {**as_object(complete_output), "result": {"stdout_preview": None}}

    runtime = DropsOutput()
    found = judge_results(runtime, inventory_of(runtime), HOLON).findings
    assert {one.rule for one in found} >= {"projection_keeps_output"}
