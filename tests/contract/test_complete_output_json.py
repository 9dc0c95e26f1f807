"""Complete outputs are read from JSON and written to it; what is none is refused by the name of the field."""

import json
from typing import Any

import pytest

from conformance.contract import complete_output_json
from conformance.contract.artifacts import MemorySink
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.envelope import to_json
from conformance.contract.families import all_families
from conformance.contract.families._command_shapes import CommandCompleted, Finished, Promoted
from conformance.contract.projection import project
from conformance.documents.packaged import embedded_schemas
from conformance.errors import ConformanceError
from conformance.schema.validation import is_valid
from tests.cases import check_each

SAMPLES = {
    f"{name}/{sample.name}": sample.output for name, family in all_families().items() for sample in family.samples
}
SCHEMA = json.loads((embedded_schemas() / "complete_outputs.schema.json").read_text("utf-8"))
FINISHED: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "success",
    "summary_text": "command exited with status 0",
    "result": {"exit_status": 0, "stdout": "ok\n"},
}
FAILED: dict[str, Any] = {
    "tool_name": "ExecCommand",
    "status": "error",
    "summary_text": "disk full",
    "error": {"kind": "io_error", "message": "disk full", "retryable": True},
}


@check_each("output", SAMPLES.values(), ids=SAMPLES)
def test_reading_what_was_written_gives_the_same_output(output: CompleteOutput) -> None:
    value = json.loads(json.dumps(complete_output_json.to_json(output)))
    assert complete_output_json.from_json(value) == output
    assert is_valid(value, SCHEMA)


@check_each("output", SAMPLES.values(), ids=SAMPLES)
def test_a_projected_result_is_a_complete_output_that_stays_as_it_is(output: CompleteOutput) -> None:
    sink = MemorySink()
    envelope = project(output, sink=sink)
    value = json.loads(json.dumps(to_json(envelope)))
    written = dict(sink.texts)
    assert is_valid(value, SCHEMA)
    assert project(complete_output_json.from_json(value), sink=sink) == envelope
    assert sink.texts == written


def test_the_shape_that_fits_is_chosen() -> None:
    assert isinstance(complete_output_json.from_json(FINISHED).result, Finished)
    promoted = {"task_handle": {"task_id": "task_1", "kind": "command_task"}, "initial_output": "hi\n"}
    assert isinstance(complete_output_json.from_json({**FINISHED, "result": promoted}).result, Promoted)


READ: dict[str, Any] = {"disposition": "completed", "exit_status": 0, "stdout_preview": "o", "stderr_preview": None}


def test_artifacts_beside_the_result_are_understood() -> None:
    result = {**READ, "truncated": True, "stdout_artifact": 0}
    inside = {**FINISHED, "result": {**result, "artifacts": [{"path": "o.log"}]}}
    beside = {**FINISHED, "result": result, "artifacts": [{"path": "o.log"}]}
    assert complete_output_json.from_json(beside) == complete_output_json.from_json(inside)
    with pytest.raises(ConformanceError, match="'/artifacts' differs from '/result/artifacts'"):
        complete_output_json.from_json({**inside, "artifacts": []})


@pytest.mark.parametrize("index", [0.0, True, -1, 1])
@pytest.mark.parametrize("role", ["stdout_artifact", "build_log_artifact"])
def test_an_index_counts_from_0_and_is_an_integer(role: str, index: Any) -> None:
    result = {**READ, "truncated": True, "artifacts": [{"path": "o.log"}], role: index}
    with pytest.raises(ConformanceError, match=role):
        project(complete_output_json.from_json({**FINISHED, "result": result}), sink=MemorySink())


@pytest.mark.parametrize("levels", [126, 400, 10_000])
def test_what_nests_without_end_is_refused_by_the_name_of_its_field(levels: int) -> None:
    deep: Any = "end"
    for _ in range(levels):
        deep = {"a": deep}
    result = {**READ, "truncated": False, "notes": deep}
    with pytest.raises(
        ConformanceError, match=r"'/result/notes' does not match .* must not nest deeper than 125 levels"
    ):
        complete_output_json.from_json({**FINISHED, "result": result})
    with pytest.raises(ConformanceError, match="CommandCompleted field '/notes' must not nest deeper"):
        CommandCompleted(**result)
    with pytest.raises(ConformanceError, match="'/error/details' must not nest deeper"):
        complete_output_json.from_json({**FAILED, "error": {**FAILED["error"], "details": deep}})


def test_an_absent_error_is_null() -> None:
    assert complete_output_json.from_json({**FAILED, "result": None}) == complete_output_json.from_json(FAILED)


@check_each(
    ("value", "says"),
    [
        ([], "the complete output must be an object; found array"),
        ({**FINISHED, "is_error": False}, "field '/is_error' is not a known field"),
        ({**FINISHED, "tool_name": "ExecComand"}, "'/tool_name' must name a tool of the contract; found 'ExecComand'"),
        ({**FINISHED, "tool_name": 5}, "'/tool_name' must name a tool of the contract; found integer"),
        ({**FINISHED, "result": "ok"}, "'/result' must be an object; found string"),
        ({**FINISHED, "result": {"exit_status": 0, "stdot": ""}}, "'/result/stdot' does not match Finished"),
        ({**FINISHED, "result": {"exit_status": "0"}}, "'/result/exit_status' does not match Finished"),
        ({**FINISHED, "result": None}, "'result' is missing"),
        ({**FINISHED, "error": FAILED["error"]}, "'error' must be absent"),
        ({**FINISHED, "summary_text": "  "}, "'summary_text' must be a non-blank string"),
        ({**FINISHED, "status": "done"}, "'status' must be 'success' or 'error'; found 'done'"),
        ({**FINISHED, "status": None}, "'status' must be 'success' or 'error'; found 'null'"),
        ({**FAILED, "result": {}}, "'/result' must be null because status is 'error'"),
        ({**FAILED, "error": None}, "'/error' must be an object"),
        ({**FAILED, "error": {**FAILED["error"], "kind": "Disk Full"}}, "'/error/kind' must be a snake_case word"),
        ({**FAILED, "error": {**FAILED["error"], "message": " "}}, "'/error/message' must be a non-blank string"),
    ],
)
def test_what_is_no_complete_output_is_refused_by_the_name_of_the_field(value: Any, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        complete_output_json.from_json(value)
    assert says in refused.value.message
    assert refused.value.recovery_hint


def test_a_misspelt_tool_is_answered_with_the_one_that_was_meant() -> None:
    with pytest.raises(ConformanceError) as refused:
        complete_output_json.from_json({**FINISHED, "tool_name": "ExecComand"})
    assert refused.value.recovery_hint == "did you mean `ExecCommand`?"


@pytest.mark.parametrize("path", ["../secrets", "a/../../b", "", " ", "a\nb"])
def test_an_artifact_path_that_escapes_is_refused(path: str) -> None:
    item = {"work_item_id": "wi_1", "objective": "o", "state": "open", "plan_status": "draft", "is_current": True}
    full = {"work_item": {**item, "updated_at": "2026-05-27T10:00:00Z"}, "plan": "p", "plan_path": path}
    value = {"tool_name": "GetWorkItem", "status": "success", "summary_text": "s", "result": full}
    with pytest.raises(ConformanceError, match="/result/plan_path"):
        complete_output_json.from_json(value)
