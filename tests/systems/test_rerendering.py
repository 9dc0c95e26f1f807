"""A result is changed to what its tool may return, so that a receipt that is true has to follow."""

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.rules.examples import TOOL, from_inventory
from conformance.systems.rerendering import is_meaningful, leaf_changes
from tests.cases import check_each

STATE: JsonObject = {"enum": ["completed", "running"]}


def changes_of(result: JsonObject, schema: JsonObject | None, receipt: str = "") -> dict[str, JsonValue]:
    envelope: JsonObject = {
        "tool_name": "RunJob",
        "status": "success",
        "summary_text": "done",
        "result": result,
        "error": None,
    }
    promised = {**as_object(TOOL["result_envelope"]), "success_result_schema": schema}
    inventory = from_inventory([{"name": "RunJob", "result_envelope": promised}]).inventory
    return {one.pointer: one.after for one in leaf_changes(envelope, inventory, receipt)}


def test_a_state_becomes_another_one_that_the_published_schema_has() -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"state": STATE, "task_state": {"anyOf": [STATE, {"type": "null"}]}},
    }
    result: JsonObject = {"state": "running", "task_state": "completed", "exit_status": None}
    assert changes_of(result, schema) == {"/result/state": "completed", "/result/task_state": "running"}
    assert is_meaningful("/result/task_state")


def test_a_kind_on_which_no_model_acts_need_not_show() -> None:
    schema: JsonObject = {"type": "object", "properties": {"kind": {"enum": ["command", "agent"]}}}
    assert changes_of({"kind": "agent"}, schema) == {}


@check_each(
    ("receipt", "is_stated"),
    [
        ("Saved\nPriority: low", True),
        ("Saved\nPriority = `Low`.", True),
        ("Saved\nWarnings: low", False),
        ("- e_1 Milk [low, due today]", True),
        ("- e_1 Milk (in a list, low)", True),
        ("Saved at a low price", False),
        ("Saved\nNote: low on milk", False),
        ("- e_1 Milk [slow]", False),
        ("Saved", False),
    ],
)
def test_a_word_of_a_closed_set_that_the_receipt_states_becomes_another_one(receipt: str, is_stated: bool) -> None:
    schema: JsonObject = {"type": "object", "properties": {"priority": {"enum": ["low", "high"]}}}
    wanted = {"/result/priority": "high"} if is_stated else {}
    assert changes_of({"priority": "low"}, schema, receipt) == wanted
    # Whose word it is would be open.
    assert "/result/priority" not in changes_of({"priority": "low", "volume": "low"}, schema, receipt)


def test_no_word_is_changed_that_no_schema_knows() -> None:
    assert changes_of({"state": "running", "phase": "build"}, None) == {}


def test_a_word_that_the_rest_of_the_result_forbids_is_not_tried() -> None:
    branches: list[JsonValue] = [
        {"properties": {"state": {"const": "file"}, "path": {"type": "string"}}, "required": ["path"]},
        {"properties": {"state": {"const": "text"}, "text": {"type": "string"}}, "required": ["text"]},
    ]
    assert set(changes_of({"state": "file", "path": "a.rs"}, {"type": "object", "oneOf": branches})) == {"/result/path"}


def test_a_command_with_an_exit_code_stays_completed() -> None:
    schema: JsonObject = {"type": "object", "properties": {"state": STATE, "exit_status": {"type": "integer"}}}
    assert "/result/state" not in changes_of({"state": "completed", "exit_status": 1}, schema)
