"""What a tool requires, takes, shares with its batch, and whose it is."""

import pytest
from msgspec.structs import replace

from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level
from tests.rules.judging import HOLON, found, places

TEXT: JsonObject = {"type": "string"}
BASE = "/tools/0/input_schema"


def _tool(name: str, properties: JsonObject, **schema: JsonValue) -> JsonObject:
    return {"name": name, "input_schema": {"type": "object", "properties": properties, **schema}}


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"properties": {"cmd": TEXT}, "required": ["cmd", "cdm"]}, "/required/1"),
        ({"required": ["cmd"]}, "/required/0"),
        ({"properties": {"a": {"properties": {}, "required": ["b"]}}}, "/properties/a/required/0"),
        ({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"required": ["b"]}}}, "/$defs/x/required/0"),
        ({"if": {}, "then": {"required": ["b"]}, "properties": {"a": {}}}, "/then/required/0"),
        ({"patternProperties": {"^x_": {}}, "required": ["x_a", "b"]}, "/required/1"),
    ],
)
def test_a_required_name_that_nothing_declares_is_found(schema: JsonObject, pointer: str) -> None:
    assert places("required_declared", {"input_schema": {"type": "object", **schema}}) == [f"{BASE}{pointer}"]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/x", "required": ["a"], "$defs": {"x": {"properties": {"a": {}}}}},
        {"allOf": [{"properties": {"a": {}}}, {"required": ["a"]}]},
        {"properties": {"a": {}}, "if": {"not": {"required": ["b"]}}, "then": {"not": {"required": ["c"]}}},
        {"additionalProperties": {"type": "string"}, "required": ["a"]},
        {"patternProperties": {"^(a+)+$": {}}, "required": ["a" * 50]},
        {"properties": {"required": {"enum": ["a"]}}, "required": "a"},
        {"properties": {"a": {}}, "required": ["a", 7, None]},
    ],
)
def test_a_required_name_that_is_declared_somewhere_is_fine(schema: JsonObject) -> None:
    assert found("required_declared", {"input_schema": {"type": "object", **schema}}) == []


def test_a_misspelt_required_name_is_answered_with_the_declared_one() -> None:
    (finding,) = found("required_declared", {"input_schema": {"properties": {"command": TEXT}, "required": ["comand"]}})
    assert finding.hint == "change it to `command`"


def test_thousands_of_undeclared_names_are_answered_in_time() -> None:
    names = [f"name_{number}" for number in range(1000)]
    schema: JsonObject = {"properties": {f"{name}_x": {} for name in names}, "anyOf": [{"required": names}]}
    assert len(found("required_declared", {"input_schema": schema})) == 1000


@pytest.mark.parametrize(
    "name", ["status", "task_handle", "exit_status", "exitStatus", "output_preview", "disposition"]
)
def test_a_result_field_is_found_in_what_a_command_is_started_with(name: str) -> None:
    assert places("result_field_in_input", [_tool("ExecCommand", {name: TEXT})]) == [f"{BASE}/properties/{name}"]


def test_a_result_field_is_found_in_the_items_of_a_batch() -> None:
    items: JsonObject = {"type": "array", "items": {"type": "object", "properties": {"status": TEXT}}}
    expected = f"{BASE}/properties/items/items/properties/status"
    assert places("result_field_in_input", [_tool("ExecCommandBatch", {"items": items})]) == [expected]


@pytest.mark.parametrize("name", ["ListTasks", "TaskOutput", "UpdateWorkItem"])
def test_a_tool_that_starts_nothing_may_ask_for_a_status(name: str) -> None:
    assert found("result_field_in_input", [_tool(name, {"status": TEXT})]) == []


def test_a_field_that_governs_a_batch_is_refused_by_the_single_tool() -> None:
    calls: JsonObject = {"items": {"properties": {"cmd": TEXT}}}
    batch = _tool("ExecCommandBatch", {"items": calls, "stop_on_error": TEXT, "workdir": TEXT})
    single = _tool("ExecCommand", {"cmd": TEXT, "stop_on_error": TEXT, "workdir": TEXT})
    assert places("batch_field_subset", [single, batch]) == [f"{BASE}/properties/stop_on_error"]


def test_a_misspelt_item_field_is_answered_with_the_single_tools() -> None:
    batch = _tool("ExecCommandBatch", {"items": {"items": {"properties": {"cmd": TEXT, "work_dir": TEXT}}}})
    (finding,) = found("batch_field_subset", [_tool("ExecCommand", {"cmd": TEXT, "workdir": TEXT}), batch])
    assert finding.hint == "rename it to `workdir`"
    assert finding.tool == "ExecCommandBatch"


@pytest.mark.parametrize("name", ["NotifyOperator", "notify_operator", "notifyOperator"])
def test_a_tool_that_the_runtime_owns_is_found_however_it_is_written(name: str) -> None:
    (finding,) = found("runtime_owned_tool", {"name": name})
    assert finding.level is Level.ERROR


def test_it_only_warns_where_the_inventory_promises_it_to_no_agent() -> None:
    (finding,) = found("runtime_owned_tool", {"name": "NotifyOperator", "family": "operator_notification"})
    assert finding.level is Level.WARNING


@pytest.mark.parametrize(
    "name",
    ["CompleteWorkItem", "TaskList", "ExecCommandBatch", "Enqueue", "Sleep", "MemoryGet", "XSearch", "RemoveWorktree"],
)
def test_a_name_with_a_noun_of_a_plane_is_fine(name: str) -> None:
    assert found("plane_vocabulary", {"name": name}) == []


def test_a_foreign_noun_is_answered_with_ours() -> None:
    (finding,) = found("plane_vocabulary", {"name": "CreateTodos"})
    assert finding.hint == "replace `todo` with `WorkItem`"
    assert finding.level is Level.WARNING


def test_a_noun_that_no_plane_knows_is_only_worth_knowing() -> None:
    (finding,) = found("plane_vocabulary", {"name": "TranslateText"})
    assert finding.level is Level.INFO
    assert "`work item`" in finding.hint


def test_a_name_in_another_case_is_first_another_rules_matter() -> None:
    assert found("plane_vocabulary", {"name": "run_job"}) == []
    assert found("plane_vocabulary", {"name": "task.run"}) == []


def test_a_capability_that_nobody_knows_excludes_no_plane() -> None:
    assert found("plane_vocabulary", {"name": "WebFetch", "family": "made_up"}) == []
    assert found("plane_vocabulary", {"name": "WebFetch", "family": "core_agent"}) == []
    assert found("plane_vocabulary", {"name": "WebFetch", "family": "agent_creation"})


def test_without_planes_every_name_is_fine() -> None:
    assert found("plane_vocabulary", {"name": "RunJob"}, replace(HOLON, planes={})) == []
