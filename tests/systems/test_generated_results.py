"""Results made from a schema are valid and agree with themselves, so a sound system handles them without a finding."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from conformance.commands.judge import judge_surface
from conformance.commands.registry import applied_rules, rules_on
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.findings import Level
from conformance.inventory import Tool
from conformance.schema.generation import Inputs
from conformance.schema.validation import conforms
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.reference import ReferenceRuntime, reference_surface
from conformance.systems.generated_results import MAX_GENERATED, agreeing_results, generated_results
from conformance.systems.observe import observe
from conformance.systems.surface import Surface
from tests.cases import check_each

PROFILE = load_profile("holon")
INVENTORY = reference_surface().inventory
TOOLS = {tool.name: tool for tool in INVENTORY.tools}
TEXT: JsonObject = {"type": ["string", "null"]}
BUILD: JsonObject = {
    "type": "object",
    "additionalProperties": False,
    "required": ["exit_status", "stdout_preview", "stderr_preview", "truncated"],
    "properties": {
        "disposition": {"type": "string", "enum": ["completed", "promoted_to_task"]},
        "exit_status": {"type": ["integer", "null"]},
        "stdout_preview": TEXT,
        "stderr_preview": TEXT,
        "truncated": {"type": "boolean"},
        "task_handle": {"type": "object", "properties": {"task_id": {"type": "string"}}, "required": ["task_id"]},
        "changed_paths": {"type": "array", "items": {"type": "string"}},
    },
}


def _made(schema: JsonValue) -> list[JsonObject]:
    return [as_object(result) for result in generated_results(schema)]


def test_generated_results_are_valid_few_and_different() -> None:
    for schema in (BUILD, *(tool.success_result_schema for tool in INVENTORY.tools)):
        made = _made(schema)
        assert all(conforms(one, schema) for one in made)
        assert 0 < len(made) <= MAX_GENERATED
        assert len({repr(one) for one in made}) == len(made)


def test_outputs_have_text_of_their_own_and_nothing_claims_a_cut() -> None:
    ended = [one for one in _made(BUILD) if one["exit_status"] is not None]
    assert ended
    assert all(one["stdout_preview"] and one["stderr_preview"] for one in ended)
    assert all(one["stdout_preview"] != one["stderr_preview"] for one in ended)
    assert all("\n" in str(one["stdout_preview"]) and one["truncated"] is False for one in ended)


def test_a_command_that_became_a_task_has_its_handle_and_no_exit_status() -> None:
    made = _made(BUILD)
    promoted = [one for one in made if one.get("disposition") == "promoted_to_task"]
    assert promoted
    assert all(one["task_handle"] and one["exit_status"] is None for one in promoted)
    assert not any("task_handle" in one for one in made if one.get("disposition") == "completed")


def test_numbers_count_the_list_beside_them() -> None:
    number: JsonObject = {"type": "integer", "minimum": 0}
    item: JsonObject = {"type": "object", "required": ["status"], "properties": {"status": {"const": "failed"}}}
    names = ("returned", "item_count", "failed_count", "completed_count", "total_active")
    schema: JsonObject = {
        "type": "object",
        "required": ["items", *names],
        "properties": {"items": {"type": "array", "items": item}, **dict.fromkeys(names, number)},
    }
    for one in _made(schema):
        size = len(as_array(one["items"]))
        assert [one[name] for name in names[:3]] == [size] * 3
        assert one["completed_count"] == 0
        assert one["total_active"] == 0 or size


def test_of_several_lists_a_number_counts_the_one_of_its_name() -> None:
    names: JsonObject = {"type": "array", "items": {"type": "string"}, "minItems": 2}
    lists = dict.fromkeys(("changed_files", "diagnostics"), names)
    schema: JsonObject = {
        "type": "object",
        "required": [*lists, "changed_file_count"],
        "properties": {**lists, "changed_file_count": {"type": "integer"}},
    }
    made = agreeing_results(schema, {"changed_files": ["a", "b"], "diagnostics": ["c"] * 3, "changed_file_count": 9})
    assert [as_object(one)["changed_file_count"] for one in made] == [2]


def test_an_index_has_its_artifact_where_the_schema_requires_one() -> None:
    path: JsonObject = {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}}
    properties: JsonObject = {"artifacts": {"type": "array", "items": path}, "log_artifact": {"type": "integer"}}
    optional: JsonObject = {"type": "object", "properties": properties}
    assert not any("log_artifact" in one or "artifacts" in one for one in _made(optional))
    required = {**optional, "required": ["artifacts", "log_artifact"]}
    assert all(one["log_artifact"] == 0 and len(as_array(one["artifacts"])) == 1 for one in _made(required))


def test_a_schema_that_only_allows_contradictions_gives_nothing() -> None:
    for schema in (None, False, {"type": "object", "required": ["a"], "properties": {"a": False}}):
        assert _made(schema) == []
    always_cut: JsonObject = {"type": "object", "required": ["truncated"], "properties": {"truncated": {"const": True}}}
    assert _made(always_cut) == []


def _findings(tool: Tool, results: Sequence[JsonValue]) -> list[str]:
    """Return what is wrong with the reference contract when it handles these results of a tool."""
    envelope = {"tool_name": tool.name, "status": "success", "summary_text": "a result was returned", "error": None}
    outputs = {f"result {number}": {**envelope, "result": result} for number, result in enumerate(results)}
    seen = observe(ReferenceRuntime({}), outputs, are_canonical=True)
    assert (seen.broke_off, seen.declined) == (None, [])
    surface = Surface("results", replace(INVENTORY, tools=[tool]), seen.records, behaviour=seen.behaviour)
    found = judge_surface(surface, PROFILE, rules_on(applied_rules(PROFILE), frozenset({"behaviour", "records"})))
    wrong = [one for one in found.findings if one.level is not Level.INFO]
    return [f"{one.rule}: {one.message} {results}" for one in wrong]


@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_the_reference_contract_has_no_finding_on_generated_results(tool: Tool) -> None:
    assert _findings(tool, generated_results(tool.success_result_schema)) == []


@pytest.mark.long
@check_each("tool", TOOLS.values(), ids=TOOLS)
def test_the_reference_contract_has_no_finding_on_any_result_that_agrees_with_itself(tool: Tool) -> None:
    schema = tool.success_result_schema
    random = [entry for seed in range(8) for entry in Inputs(schema, seed=seed).generate(8)]
    made = [entry.value for entry in (*Inputs(schema).pool, *random)]
    # One by one: results with the same handle may contradict each other.
    assert [
        one for result in made for form in agreeing_results(schema, result) for one in _findings(tool, [form])
    ] == []
