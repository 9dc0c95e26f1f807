"""Any field of a result may turn out large: it is cut and flagged, and one artifact keeps the whole."""

import json
from typing import Any

import pytest

from conformance.contract import complete_output_json
from conformance.contract.artifacts import MemorySink
from conformance.contract.bounds import Bounds
from conformance.contract.budgets import FIELD_CHARS, Budget
from conformance.contract.envelope import to_json
from conformance.contract.projection import project
from conformance.contract.size_limits import fit_result
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError

BUDGET = Budget(preview_chars=3_000, listed_items=5)


def fit(result: JsonObject, sink: MemorySink | None = None) -> dict[str, Any]:
    return dict(fit_result(result, Bounds("TaskStatus", BUDGET, sink), BUDGET))


def test_what_fits_is_left_as_it_is() -> None:
    result: JsonObject = {"task_id": "task_1", "summary": "all is well", "items": [1, 2, 3]}
    assert fit(result, MemorySink()) == result


def test_a_large_field_is_cut_and_the_whole_result_is_kept() -> None:
    sink = MemorySink()
    result: JsonObject = {"task": {"task_id": "task_1", "command": "echo a b " * 1_000}}
    shown = fit(result, sink)
    assert len(shown["task"]["command"]) <= 3_000
    assert shown["task"]["command"].endswith("…")
    assert shown["task"]["command_truncated"] is True
    path = shown["artifacts"][shown["full_result_artifact"]]["path"]
    assert json.loads(sink.texts[path]) == result


def test_without_a_sink_the_cut_is_still_said() -> None:
    shown = fit({"command": "echo a b " * 1_000})
    assert shown["command_truncated"] is True
    assert "artifacts" not in shown
    assert "full_result_artifact" not in shown


def test_fields_may_use_what_previews_leave() -> None:
    words = "ab " * 5_000
    assert len(fit({"summary": words})["summary"]) == 3_000
    assert len(fit({"summary": words, "stdout_preview": "x" * 2_900})["summary"]) == FIELD_CHARS


def test_a_long_list_is_cut_and_flagged() -> None:
    shown = fit({"tasks": [{"task_id": f"task_{number}"} for number in range(9)]}, MemorySink())
    assert [task["task_id"] for task in shown["tasks"]] == ["task_0", "task_1", "task_2", "task_3", "task_4"]
    assert shown["tasks_truncated"] is True


def test_a_member_that_looks_like_a_flag_but_is_none_is_kept() -> None:
    shown = fit({"tasks": list(range(9)), "tasks_truncated": {"log": "x"}})
    assert (len(shown["tasks"]), shown["tasks_truncated"], shown["truncated"]) == (5, {"log": "x"}, True)


def test_lists_of_one_depth_share_what_may_be_listed() -> None:
    shown = fit({"items": [{"todo": list(range(9))}, {"todo": [1]}, {"todo": list(range(9))}]})
    assert [item["todo"] for item in shown["items"]] == [[0, 1], [1], [0, 1]]
    assert [item.get("todo_truncated") for item in shown["items"]] == [True, None, True]
    assert "items_truncated" not in shown


def test_lists_inside_lists_are_bounded_too() -> None:
    shown = fit({"rows": [list(range(9)), list(range(9))]})
    assert shown["rows"] == [[0, 1], [0, 1, 2]]


def test_fitting_again_changes_nothing() -> None:
    sink = MemorySink()
    rows = [{"cmd": "echo hello world " * 50, "todo": ["a b"] * 9} for _ in range(9)]
    once = fit_result({"items": rows}, Bounds("TaskStatus", BUDGET, sink), BUDGET)
    assert fit_result(once, Bounds("TaskStatus", BUDGET, sink), BUDGET) == once
    assert len(sink.texts) == 1


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ({"stdout_preview": "x" * 3_001}, "'/stdout_preview' is a preview of 3,001 characters"),
        ({"a_preview": "x" * 1_000, "task": {"b_preview": "x" * 2_001}}, "'/task/b_preview' is a preview"),
        ({"stdout_artifact": 0}, "'/stdout_artifact' is not the index of an artifact"),
        ({"stdout_artifact": -1, "artifacts": [{"path": "a"}]}, "'/stdout_artifact' is not the index of an artifact"),
        (
            {"stdout_artifact": True, "artifacts": [{"path": "a"}] * 2},
            "'/stdout_artifact' is not the index of an artifact",
        ),
        ({"task": {"log_artifact": 1}, "artifacts": [{"path": "a"}]}, "'/task/log_artifact' is not the index of"),
    ],
)
def test_what_would_lie_is_refused_by_the_name_of_the_field_and_nothing_is_written(
    result: JsonObject, says: str
) -> None:
    sink = MemorySink()
    with pytest.raises(ConformanceError) as refused:
        fit({**result, "summary": "ab " * 5_000}, sink)
    assert says in refused.value.message
    assert sink.texts == {}


def test_members_that_nobody_knows_stay_where_children_are_cut() -> None:
    child = {"agent_id": "agent_2", "lifecycle": "idle"}
    agent = {"agent_id": "agent_1", "profile": "", "visibility": "private", "lifecycle": "running"}
    result = {"agent": {**agent, "child_agents": [child] * 60}, "log_path": {"a": "kept"}}
    value = {"tool_name": "AgentGet", "status": "success", "summary_text": "read", "result": result}
    shown = to_json(project(complete_output_json.from_json(value), sink=MemorySink()))["result"]
    assert shown["child_agents_truncated"] is True
    assert shown["log_path"] == {"a": "kept"}
