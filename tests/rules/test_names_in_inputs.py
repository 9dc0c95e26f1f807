"""Fields and enum values: the cases between right and wrong that are no lesson of their own."""

import pytest
from msgspec.structs import replace

from conformance.documents.values import JsonObject, JsonValue
from conformance.settings.profiles import load_profile
from tests.cases import check_each
from tests.rules.judging import found, places

MCP = load_profile("mcp")
BASE = "/tools/0/input_schema"


def _enum(*values: JsonValue) -> JsonObject:
    return {"type": "object", "additionalProperties": False, "properties": {"kind": {"enum": list(values)}}}


def test_a_field_that_hides_a_character_is_wrong_in_any_profile_and_its_twin_is_named() -> None:
    properties: JsonObject = {"cmd": {}, "cmd\u200b": {}}
    for profile in (load_profile("holon"), MCP):
        (finding,) = found("field_name_case", properties, profile)
        assert finding.pointer == f"{BASE}/properties/cmd\u200b"
        assert finding.hint == "remove it: `cmd` already exists"


@pytest.mark.parametrize("name", ["$ref_", "__class__", "", " ", "a/b", "größe", "taskId", "Task", "task-id"])
def test_a_field_in_another_case_is_found_by_the_specification_and_not_by_the_protocol(name: str) -> None:
    assert len(found("field_name_case", {name: {}})) == 1
    assert found("field_name_case", {name: {}}, MCP) == []


def test_a_field_is_found_at_any_depth() -> None:
    nested: JsonObject = {"items": {"type": "array", "items": {"anyOf": [{"properties": {"maxRows": {}}}]}}}
    assert places("field_name_case", nested) == [f"{BASE}/properties/items/items/anyOf/0/properties/maxRows"]


@pytest.mark.parametrize(
    "value", ["operatorInput", "Operator", "OPERATOR_INPUT", "operator-input", "operator input", "größe", "a\u200bb"]
)
def test_a_name_in_another_case_is_no_enum_value(value: str) -> None:
    assert places("enum_value_case", _enum("external", value)) == [f"{BASE}/properties/kind/enum/1"]


@check_each(
    "value",
    [
        "reuse_running",
        "1024x1024",
        "image/png",
        ".md",
        "GET",
        "en-US",
        "gpt-4o-mini",
        "us-east-1",
        "=",
        "",
        "A",
        7,
        None,
    ],
)
def test_what_is_no_name_or_another_systems_is_left_as_it_is(value: JsonValue) -> None:
    assert found("enum_value_case", _enum(value)) == []


def test_a_condition_repeats_a_value_and_is_not_blamed_for_it() -> None:
    schema: JsonObject = {"if": {"properties": {"kind": {"const": "aB"}}}, "properties": {"if": {"const": "cD"}}}
    assert places("enum_value_case", schema) == [f"{BASE}/properties/if/const"]


@pytest.mark.parametrize("name", ["task_uuid", "task_guid", "task_identifier", "taskId", "taskID", "taskid"])
def test_an_id_by_another_name_is_found(name: str) -> None:
    (finding,) = found("id_suffix", {name: {"type": "string"}})
    assert finding.hint == "rename it to `task_id`"


@check_each("name", ["task_id", "task_ids", "id", "uuid", "valid", "grid", "paid", "void", "source_ref", "hybrid"])
def test_what_ends_like_an_id_is_not_always_one(name: str) -> None:
    assert found("id_suffix", {name: {"type": "string"}}) == []


def test_a_flag_about_ids_is_no_id() -> None:
    assert found("id_suffix", {"include_uuid": {"type": "boolean"}}) == []


def test_where_any_case_goes_a_camel_case_id_is_one() -> None:
    assert found("id_suffix", {"taskId": {"type": "string"}}, replace(MCP, levels={})) == []


def test_a_bare_id_is_found_where_other_tools_name_it() -> None:
    task: JsonObject = {"type": "object", "properties": {"task_id": {"type": "string"}}}
    bare: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}}}
    tools = [{"name": "TaskStop", "input_schema": bare}, {"name": "TaskStatus", "input_schema": task}]
    (finding,) = found("id_suffix", tools)
    assert finding.pointer == f"{BASE}/properties/id"
    assert finding.hint == "rename it to `task_id`"
    assert found("id_suffix", [{"name": "MemoryGet", "input_schema": bare}, tools[1]]) == []


def test_a_bare_id_in_a_result_is_found_by_the_list_that_holds_it() -> None:
    entry: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}}}
    result: JsonObject = {"type": "object", "properties": {"tasks": {"type": "array", "items": entry}}}
    task: JsonObject = {"type": "object", "properties": {"task_id": {"type": "string"}}}
    tools = [
        {"name": "ListAll", "result_envelope": {"success_result_schema": result}},
        {"name": "TaskStatus", "input_schema": task},
    ]
    expected = "/tools/0/result_envelope/success_result_schema/properties/tasks/items/properties/id"
    assert places("id_suffix", tools) == [expected]


def test_a_bare_id_beside_another_is_named_after_what_holds_it() -> None:
    image: JsonObject = {"type": "object", "properties": {"id": {"type": "string"}, "workspace_id": {"type": "string"}}}
    (finding,) = found("id_suffix", {"images": {"type": "array", "items": image}})
    assert finding.hint == "rename it to `image_id`"


def test_a_unit_is_read_in_the_tools_own_words_and_shown() -> None:
    schema = {"type": "object", "properties": {"recheck_after": {"type": "integer"}}}
    tool = {"description": "Use recheck_after as a positive millisecond deadline.", "input_schema": schema}
    (finding,) = found("unit_suffix", [tool])
    assert finding.message == "duration `recheck_after` has no unit in its name"
    assert "positive millisecond deadline" in str(finding.evidence["quote"])
    assert finding.hint == "rename it to `recheck_after_ms`"


def test_where_any_unit_goes_only_a_missing_one_is_found() -> None:
    assert found("unit_suffix", {"timeout_seconds": {"type": "integer"}, "waitMs": {"type": "integer"}}, MCP) == []
    stated: JsonObject = {"type": "integer", "description": "How long to wait, in seconds."}
    (finding,) = found("unit_suffix", {"timeout": stated}, MCP)
    assert finding.level.value == "info"
    assert finding.hint == "append its unit to the name, `_seconds`"


def test_a_measure_of_which_nothing_says_the_unit_is_worse_than_one_without_it_in_its_name() -> None:
    (finding,) = found("unit_suffix", {"timeout": {"type": "integer"}}, MCP)
    assert finding.level.value == "warning"
    assert finding.message == "duration `timeout` has no unit, and nothing states one"
    assert finding.hint == "append its unit to the name, such as `_ms` or `_seconds`, or state it in the description"
    (finding,) = found("unit_suffix", {"timeout": {"type": "integer", "default": 30000}}, MCP)
    assert finding.level.value == "info"


def test_a_unit_is_stated_by_the_tool_a_field_of_units_or_one_that_is_called_alike() -> None:
    number: JsonObject = {"type": "number"}
    city: JsonObject = {"radius": number, "city": {"type": "string"}}
    assert found("unit_suffix", {**city, "unit": {"type": "string"}}, MCP) == []
    assert found("unit_suffix", {**city, "min_radius": {"type": "number", "description": "In km"}}, MCP) == []
    schema: JsonObject = {"type": "object", "properties": city}
    assert found("unit_suffix", [{"description": "Find places within some km.", "input_schema": schema}], MCP) == []
    (finding,) = found("unit_suffix", [{"description": "Find the city's places.", "input_schema": schema}], MCP)
    assert finding.message == "distance `radius` has no unit, and nothing states one"


def test_what_is_counted_or_drawn_has_no_unit_to_state() -> None:
    number: JsonObject = {"type": "number"}
    assert found("unit_suffix", {"height": number, "width": number, "weight": number}, MCP) == []
    assert found("unit_suffix", {"radius": number, "color": {"type": "string"}}, MCP) == []
    counted: JsonObject = {"type": "number", "description": "Number of turns to wait"}
    assert found("unit_suffix", {"wait": counted}, MCP) == []
