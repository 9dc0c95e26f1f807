"""From complete output to envelope: bounded, deterministic, with the full text kept where it says."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr

from conformance.contract import projection
from conformance.contract.artifacts import DirectorySink, MemorySink
from conformance.contract.budgets import ERROR_DETAILS_CHARS, ProjectionPolicy
from conformance.contract.complete_output import CompleteOutput, failure_output, invalid_input_output, success_output
from conformance.contract.complete_output_json import from_json
from conformance.contract.envelope import Failure, Success, ToolError, to_json
from conformance.contract.families._command_shapes import Finished, Promoted, TaskHandle
from conformance.contract.families._task_shapes import TaskSnapshot
from conformance.contract.families.command_batch import BatchRun, ItemRun
from conformance.contract.families.task_output import TaskOutputFull
from conformance.contract.previews import preview
from conformance.contract.projection import bounded_error, project
from conformance.contract.readable_json import format_json_value
from conformance.contract.rendering import render
from conformance.documents.values import as_object, compact_json
from conformance.errors import ConformanceError, ErrorKind
from tests.refusals import Refusal, refusal_of

LONG = Finished(exit_status=0, stdout="out\n" * 10_000, stderr="err\n" * 10_000)


def result_of(output: CompleteOutput, **options: Any) -> dict[str, Any]:
    envelope = project(output, **options)
    assert isinstance(envelope, Success)
    return dict(envelope.result)


def test_streams_that_exceed_the_budget_are_kept_by_role() -> None:
    sink = MemorySink()
    result = result_of(success_output("ExecCommand", "s", LONG), sink=sink)
    assert result["truncated"] is True
    paths = [artifact["path"] for artifact in result["artifacts"]]
    assert sink.texts[paths[result["stdout_artifact"]]] == LONG.stdout
    assert sink.texts[paths[result["stderr_artifact"]]] == LONG.stderr
    assert len(result["stdout_preview"]) + len(result["stderr_preview"]) <= 8_000


def test_a_stream_that_fits_is_not_kept_twice() -> None:
    sink = MemorySink()
    result = result_of(
        success_output("ExecCommand", "s", Finished(exit_status=0, stdout="x" * 9_000, stderr="short")), sink=sink
    )
    assert result["stderr_preview"] == "short"
    assert "stderr_artifact" not in result
    assert len(sink.texts) == 1


def test_the_same_output_policy_and_sink_give_the_same_envelope(tmp_path: Path) -> None:
    output = success_output("ExecCommand", "s", LONG)
    assert project(output, sink=MemorySink()) == project(output, sink=MemorySink())
    sink = DirectorySink(tmp_path)
    assert project(output, sink=sink) == project(output, sink=sink)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("returned", [None, "artifacts/1.log", {"path": "artifacts/1.log"}])
def test_a_sink_that_returns_no_reference_is_refused(returned: object) -> None:
    class Sink:
        def write(self, _tool_name: str, _role: str, _text: str) -> Any:
            return returned

    with pytest.raises(ConformanceError, match=r"the sink Sink returned .* instead of a reference"):
        project(success_output("ExecCommand", "s", LONG), sink=Sink())


def work_items(count: int, objective: str, **strangers: Any) -> CompleteOutput:
    item = {"objective": objective, "state": "open", "plan_status": "draft", "is_current": False}
    items = [{**item, "work_item_id": f"wi_{number}", "updated_at": "2026-05-27T10:00:00Z"} for number in range(count)]
    listed = {"filter": "all", "limit": 50, "returned": count, "total_matching": count, "work_items": items}
    value = {"tool_name": "ListWorkItems", "status": "success", "summary_text": "s", "result": {**listed, **strangers}}
    return from_json(value)


TASK = TaskSnapshot(
    task_id="task_1",
    kind="child_agent_task",
    status="completed",
    summary="done",
    created_at="2026-05-27T10:00:00Z",
    updated_at="2026-05-27T10:04:00Z",
)
REPORT = "".join(f"The parser accepts case {number}.\n" for number in range(80))
LARGE = "".join(f"The parser accepts case {number}.\n" for number in range(800))


@pytest.mark.parametrize(
    ("output", "report", "kept"),
    [
        (REPORT, REPORT, None),
        (f"log\n{REPORT}end\n", REPORT, None),
        (LARGE, LARGE, None),
        (f"{REPORT}a", f"{REPORT}b", 0),
    ],
    ids=["equal", "inside", "large", "same beginning"],
)
def test_a_report_that_repeats_the_output_of_its_task_is_told_once(output: str, report: str, kept: int | None) -> None:
    sink = MemorySink()
    full = TaskOutputFull(
        retrieval_status="success", task=TASK.model_copy(update={"summary": output}), output=output, report=report
    )
    envelope = project(success_output("TaskOutput", "s", full), sink=sink)
    result = result_of(success_output("TaskOutput", "s", full), sink=sink)
    assert "result_preview" not in result
    assert result.get("result_artifact") == kept
    assert result.get("result_truncated") == (None if kept is None else True)
    assert len(result["task"]["summary"]) <= 400
    assert render(envelope).count("case 0.\n") == 1
    assert len(sink.texts) == (kept is not None or output == LARGE)


def test_a_report_that_the_preview_of_the_output_does_not_tell_is_shown() -> None:
    log = "compiling\n" * 4_000
    full = TaskOutputFull(retrieval_status="success", task=TASK, output=log + REPORT + log, report=REPORT)
    assert result_of(success_output("TaskOutput", "s", full), sink=MemorySink())["result_preview"] == REPORT


def test_a_count_tells_what_is_shown_also_where_a_list_that_no_family_knows_takes_its_part() -> None:
    assert result_of(work_items(60, "o"), sink=MemorySink())["returned"] == 50
    result = result_of(work_items(60, "o", notes=["n" * 300] * 60), sink=MemorySink())
    assert (len(result["work_items"]), len(result["notes"]), result["returned"]) == (25, 25, 25)


@pytest.mark.parametrize("strangers", [{}, {"notes": ["n n" * 100] * 60, "remark": "r " * 9_000}])
def test_projecting_what_was_projected_gives_the_same_bytes(strangers: dict[str, Any]) -> None:
    envelope = project(work_items(60, "to do " * 90, **strangers), sink=MemorySink())
    again = project(from_json(to_json(envelope)), sink=MemorySink())
    assert json.dumps(to_json(again)) == json.dumps(to_json(envelope))


def test_a_policy_narrows_the_previews() -> None:
    result = result_of(success_output("ExecCommand", "s", LONG), policy=ProjectionPolicy(preview_chars=1_000))
    assert len(result["stdout_preview"]) + len(result["stderr_preview"]) <= 1_000


def test_the_first_output_of_a_promoted_command_is_bounded_too() -> None:
    handle = TaskHandle(task_id="task_1", kind="command_task")
    output = Promoted(task_handle=handle, initial_output="x" * 20_000)
    result = result_of(success_output("ExecCommand", "s", output), sink=MemorySink())
    assert result["initial_output_truncated"] is True
    assert result["initial_output_artifact"] == 0
    assert result["task_handle"] == {"task_id": "task_1", "kind": "command_task"}


def test_all_items_of_a_batch_share_one_budget_and_one_list_of_artifacts() -> None:
    items = tuple(ItemRun(cmd="c" * 500, outcome=LONG) for _ in range(12))
    result = result_of(
        success_output("ExecCommandBatch", "s", BatchRun(stop_on_error=False, items=items)), sink=MemorySink()
    )
    previews = [item["result"][f"{name}_preview"] for item in result["items"] for name in ("stdout", "stderr")]
    assert sum(map(len, previews)) <= 7_000
    assert all("[output truncated" in text for text in previews)
    indices = [item["result"][f"{name}_artifact"] for item in result["items"] for name in ("stdout", "stderr")]
    assert sorted(indices) == list(range(24))
    assert len(result["artifacts"]) == 24
    assert all(len(item["cmd"]) <= 160 for item in result["items"])


def test_a_long_summary_is_cut() -> None:
    envelope = project(success_output("ExecCommand", "s\n" * 1_000, Finished(exit_status=0)))
    assert len(envelope.summary_text) == 400
    assert "\n" not in envelope.summary_text


def test_only_the_details_of_an_error_are_bounded() -> None:
    error = ToolError(
        kind="io_error", message="m" * 5_000, details={"log": '"' * 50_000}, recovery_hint="h" * 5_000, retryable=True
    )
    envelope = project(failure_output("ExecCommand", error))
    assert isinstance(envelope, Failure)
    kept = envelope.error
    assert (kept.kind, kept.message, kept.recovery_hint, kept.retryable) == (
        error.kind, error.message, error.recovery_hint, True,
    )  # fmt: skip
    details = as_object(kept.details)
    assert details["omitted"] is True
    assert details["char_count"] == len(compact_json(error.details))
    assert len(compact_json(details)) <= ERROR_DETAILS_CHARS
    assert bounded_error(kept) == kept


def failing(details: Any) -> ToolError:
    return ToolError(kind="k", message="m", details=details, retryable=False)


def test_details_are_bounded_from_the_first_character_that_is_too_many() -> None:
    fitting = failing({"log": "x" * (ERROR_DETAILS_CHARS - len('{"log":""}'))})
    assert bounded_error(fitting) is fitting
    above = failing({"log": "x" * (ERROR_DETAILS_CHARS + 1 - len('{"log":""}'))})
    assert as_object(bounded_error(above).details)["char_count"] == ERROR_DETAILS_CHARS + 1


@pytest.mark.parametrize(("mark", "share"), [("x", 2), ('"', 2), ("x\u00e9", 4), ("\u00e9", 8), ("\U0001f600", 8)])
def test_the_more_room_a_character_takes_the_fewer_are_shown_of_details_with_their_beginning(
    mark: str, share: int
) -> None:
    error = failing({"log": mark * 50_000})
    details = as_object(bounded_error(error).details)
    assert set(details) == {"omitted", "char_count", "preview"}
    text = format_json_value(error.details, len(compact_json(error.details)))
    assert details["preview"] == preview(text, ERROR_DETAILS_CHARS // share).text
    assert '"log": "' in str(details["preview"])


def test_details_that_fill_their_room_to_the_last_character_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    error = failing({"log": "x" * 50_000})
    shown = bounded_error(error)
    monkeypatch.setattr(projection, "ERROR_DETAILS_CHARS", len(compact_json(shown.details)))
    assert bounded_error(error) == shown
    monkeypatch.setattr(projection, "ERROR_DETAILS_CHARS", len(compact_json(shown.details)) - 1)
    assert bounded_error(error) != shown


def test_details_that_fit_are_left_as_they_are() -> None:
    output = invalid_input_output("ExecCommand", "missing field `cmd`")
    assert output.error
    assert bounded_error(output.error) is output.error


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("T", "success", "s"), "'result' is missing"),
        (("T", "error", "s"), "'error' is missing"),
        (
            ("T", "success", "s", Finished(exit_status=0), ToolError(kind="k", message="m", retryable=False)),
            "'error' must",
        ),
        (
            ("T", "error", "s", Finished(exit_status=0), ToolError(kind="k", message="m", retryable=False)),
            "'result' must",
        ),
        (("T", "deferred", "s", Finished(exit_status=0)), "'status' must be 'success' or 'error'; found 'deferred'"),
    ],
)
def test_a_mixture_is_refused_by_the_name_of_its_field(arguments: Any, says: str) -> None:
    with pytest.raises(ConformanceError, match="complete output") as refused:
        CompleteOutput(*arguments)
    assert says in refused.value.message


def test_a_tool_without_a_family_is_refused() -> None:
    with pytest.raises(ConformanceError, match="no family defines the tool 'Deploy'"):
        project(success_output("Deploy", "s", Finished(exit_status=0)))


def test_an_output_of_another_tool_is_refused() -> None:
    with pytest.raises(ConformanceError, match="'TaskList' does not produce a Finished"):
        project(success_output("TaskList", "s", Finished(exit_status=0)))


def test_a_forged_output_without_a_result_is_refused() -> None:
    forged = success_output("ExecCommand", "s", LONG)
    force_setattr(forged, "result", None)
    with pytest.raises(ConformanceError, match="the success of 'ExecCommand' has no result"):
        project(forged)


def test_artifacts_that_no_shape_declares_are_paths_too() -> None:
    shown = project(work_items(60, "o", artifacts=[{"path": "a.txt"}]), sink=MemorySink())
    assert isinstance(shown, Success)
    with pytest.raises(ConformanceError, match="'/result/artifacts' must be a list of paths"):
        project(work_items(60, "o", artifacts=[{"path": 7}]), sink=MemorySink())


def test_an_output_that_cannot_be_projected_is_an_invalid_value_with_the_way_to_a_valid_one() -> None:
    hint = "use a tool of the reference contract; `conformance receipts` lists them"
    assert refusal_of(project, success_output("Deploy", "s", Finished(exit_status=0))) == Refusal(
        ErrorKind.INVALID_VALUE, "complete output: no family defines the tool 'Deploy'", hint
    )
    assert refusal_of(project, work_items(60, "o", artifacts=[{"path": 7}])) == Refusal(
        ErrorKind.INVALID_VALUE, "complete output: '/result/artifacts' must be a list of paths", hint
    )
