"""Envelope rules: the cases between right and wrong that are no lesson of their own."""

import json

import pytest
from msgspec.structs import replace

from conformance.documents.packaged import embedded_inventory
from conformance.documents.values import JsonValue
from tests.rules.judging import HOLON, found, places, with_results


@pytest.mark.parametrize("value", [None, True, 7, "text", [], [{"tool_name": "ListTasks"}]])
def test_a_record_that_is_no_object_is_one_finding_of_one_rule(value: JsonValue) -> None:
    assert places("envelope_fields", value) == [""]
    assert found("envelope_exclusivity", value) == []
    assert found("summary_present", value) == []


def test_a_near_miss_of_a_field_is_answered_with_its_name() -> None:
    (finding,) = found("envelope_fields", {"summary_text": None, "summaryText": "x"})
    assert finding.hint == "rename it to `summary_text`"
    (finding,) = found("error_fields", {"status": "error", "error": {"recovery_hint": None, "hint": "wait"}})
    assert finding.pointer == "/error/hint"


def test_a_flood_of_unknown_fields_is_counted() -> None:
    flood: dict[str, JsonValue] = {f"field_{number}": 1 for number in range(100)}
    found_fields = found("envelope_fields", flood)
    assert len(found_fields) == 21
    assert "80 more" in found_fields[-1].message
    assert "80 more" in found("error_fields", {"status": "error", "error": flood})[-1].message


@pytest.mark.parametrize("result", ["text", False, 0, 1.5])
def test_a_result_that_is_a_scalar_is_no_payload(result: JsonValue) -> None:
    assert places("envelope_fields", {"result": result}) == ["/result"]


def test_a_result_that_is_a_list_is_left_to_its_schema() -> None:
    assert found("envelope_fields", {"result": [{"id": "task_1"}]}) == []


def test_a_scalar_beside_an_error_is_one_finding_not_two() -> None:
    example = {"status": "error", "result": False}
    assert found("envelope_fields", example) == []
    assert places("envelope_exclusivity", example) == ["/result"]


def test_half_a_character_is_found_at_its_own_pointer_however_deep() -> None:
    example = {"result": {"task": {"lines": ["ok", "bad \ud800 end"]}}}
    assert places("envelope_fields", example) == ["/result/task/lines/1"]


def test_half_a_character_is_found_in_the_name_of_a_member_too() -> None:
    example = {"result": {"tasks": [{"id\ud800": 1}]}}
    (finding,) = found("envelope_fields", example)
    assert finding.pointer == "/result/tasks/0/id\ud800"
    assert finding.evidence["text"] == "id\\ud800"


def test_half_a_character_is_no_blank_summary() -> None:
    assert found("summary_present", {"summary_text": "\ud800"}) == []
    assert places("envelope_fields", {"summary_text": "\ud800"}) == ["/summary_text"]


def test_absent_and_null_are_the_same_but_the_pointer_names_what_is_there() -> None:
    assert places("envelope_exclusivity", {"status": "success", "result": None}) == ["/result"]
    assert places("envelope_exclusivity", {"status": "timeout", "result": None, "error": None}) == [""]


def test_under_an_unknown_status_only_both_or_neither_is_wrong() -> None:
    assert found("envelope_exclusivity", {"status": "deferred"}) == []
    both = {"status": "deferred", "result": {}, "error": {"kind": "a"}}
    assert places("envelope_exclusivity", both) == ["/error"]


def test_a_profile_may_add_a_status_that_carries_a_result() -> None:
    profile = replace(HOLON, statuses=(*HOLON.statuses, "deferred"), statuses_with_result=("success", "deferred"))
    assert found("status_known", {"status": "deferred"}, profile) == []
    assert found("envelope_exclusivity", {"status": "deferred", "result": {}}, profile) == []
    assert places("envelope_exclusivity", {"status": "deferred", "result": None}, profile) == ["/result"]


def test_a_profile_may_add_fields_of_an_error() -> None:
    example = {"status": "error", "error": {"domain": "policy", "source_chain": ["a", "b"]}}
    assert places("error_fields", example) == ["/error/domain", "/error/source_chain"]
    profile = replace(HOLON, error_fields=(*HOLON.error_fields, "domain", "source_chain"))
    assert found("error_fields", example, profile) == []


@pytest.mark.parametrize("retryable", [None, 0, 1, "false", []])
def test_retryable_is_true_or_false_and_nothing_like_it(retryable: JsonValue) -> None:
    assert places("error_fields", {"status": "error", "error": {"retryable": retryable}}) == ["/error/retryable"]


def test_an_error_under_a_success_is_judged_by_exclusivity_alone() -> None:
    example = {"status": "success", "error": {"kind": "Broken kind"}}
    assert found("error_fields", example) == []
    assert places("envelope_exclusivity", example) == ["/error"]


def test_a_summary_of_hidden_characters_is_blank() -> None:
    assert places("summary_present", {"summary_text": "\u200b \ufeff"}) == ["/summary_text"]


def test_a_summary_at_the_limit_is_concise() -> None:
    assert found("summary_concise", {"summary_text": "x" * HOLON.summary_limit}) == []
    assert found("summary_concise", {"summary_text": "x" * (HOLON.summary_limit + 1)})


def test_a_made_up_name_is_fine_only_in_the_error_that_refuses_it() -> None:
    example = {
        "tool": {"name": "ListTasks"},
        "envelope": {"tool_name": "MadeUp", "status": "error", "error": {"kind": "task_not_found"}},
    }
    assert places("tool_known", example) == ["/tool_name"]


def test_a_name_with_terminal_sequences_is_shown_escaped() -> None:
    example = {"tool": {"name": "ListTasks"}, "envelope": {"tool_name": "\u001b[31mX"}}
    assert "\\x1b[31mX" in found("tool_known", example)[0].message
    assert "\u001b" not in found("tool_known", example)[0].message


def _published(schema: JsonValue, result: JsonValue, status: str = "success") -> JsonValue:
    tool = {"result_envelope": {"success_result_schema": schema}}
    return {"tool": tool, "envelope": {"status": status, "result": result}}


def test_each_breach_of_a_published_schema_is_found_at_its_pointer() -> None:
    schema = {
        "type": "object",
        "properties": {"tasks": {"type": "array", "items": {"type": "object", "required": ["id"]}}},
    }
    example = _published(schema, {"tasks": [{"id": "a"}, {}, 3]})
    assert places("result_matches_schema", example) == ["/result/tasks/1", "/result/tasks/2"]


def test_a_result_of_another_kind_than_promised_is_one_finding() -> None:
    promised: JsonValue = {"type": "object", "anyOf": [{"required": ["a"], "type": "object"}, {"type": "null"}]}
    assert places("result_matches_schema", _published(promised, [1])) == ["/result"]
    assert found("envelope_fields", _published(promised, [1])) == []
    assert found("result_matches_schema", _published(promised, "x")) == []
    assert places("envelope_fields", _published(promised, "x")) == ["/result"]


def test_a_violation_behind_a_reference_is_corrected_where_its_keyword_is_written() -> None:
    promised = {"properties": {"n": {"$ref": "#/$defs/Few"}}, "$defs": {"Few": {"maximum": 5}}}
    (finding,) = found("result_matches_schema", _published(promised, {"n": 9}))
    assert finding.hint.startswith("follow `/$defs/Few/maximum` of the result schema")


@pytest.mark.parametrize("fault", [{"exit_status": "0"}, {"truncated": "no"}, {"artifacts": {}}])
def test_the_fault_of_a_completed_command_is_named_and_no_other_disposition(fault: dict[str, JsonValue]) -> None:
    tools = json.loads(embedded_inventory().read_text("utf-8"))["tools"]
    (tool,) = [tool for tool in tools if tool["name"] == "ExecCommand"]
    promised = tool["result_envelope"]["success_result_schema"]
    completed: dict[str, JsonValue] = {
        "disposition": "completed",
        "exit_status": 0,
        "stdout_preview": "ok",
        "stderr_preview": None,
        "truncated": False,
    }
    wrong = found("result_matches_schema", _published(promised, completed | fault))
    assert [(one.pointer, "is not of type" in one.message) for one in wrong] == [(f"/result/{next(iter(fault))}", True)]


def test_a_published_schema_replaces_the_well_known_types() -> None:
    schema = {"type": "object", "properties": {"exit_status": {"type": "string"}}}
    assert found("result_matches_schema", _published(schema, {"exit_status": "none"})) == []


def test_a_deferred_result_is_not_judged_by_the_schema_of_success() -> None:
    profile = replace(HOLON, statuses=(*HOLON.statuses, "deferred"), statuses_with_result=("success", "deferred"))
    example = _published({"type": "object", "required": ["work_item"]}, {"disposition": "awaiting"}, "deferred")
    assert found("result_matches_schema", example, profile) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strnig"},
        {"$ref": "#/$defs/nothing"},
        {"properties": {"a": {"pattern": "("}}},
    ],
)
def test_an_unusable_schema_is_said_so_and_never_skipped(schema: JsonValue) -> None:
    (finding,) = found("result_matches_schema", _published(schema, {"a": 1}))
    assert "its published schema is unusable" in finding.message
    assert finding.pointer == "/result"


def test_a_whole_number_written_with_a_fraction_is_an_integer() -> None:
    assert found("result_matches_schema", {"result": {"exit_status": 0.0}}) == []
    assert places("result_matches_schema", {"result": {"items": [{"exit_status": True}]}}) == [
        "/result/items/0/exit_status"
    ]


def test_details_are_measured_as_json_on_one_line() -> None:
    profile = with_results(error_details_limit=20)
    assert found("error_details_bounded", {"status": "error", "error": {"details": {"a": "x" * 12}}}, profile) == []
    assert found("error_details_bounded", {"status": "error", "error": {"details": {"a": "x" * 13}}}, profile)
    assert found("error_details_bounded", {"status": "error", "error": {"details": None}}, profile) == []
