"""The parts of an observed envelope: levels, texts, handles, artifact lists and their roles."""

from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory import Inventory, load_inventory
from conformance.rules.examples import INVENTORY, TOOL
from conformance.settings.profiles import load_profile
from conformance.systems.surface.envelopes import EnvelopeRecord, Role, texts_of

ONE: JsonValue = [{"path": "1.log"}]


def _inventory() -> Inventory:
    return load_inventory(Document("example", "{}", {**INVENTORY, "tools": [TOOL]}))


def _record(**envelope: JsonValue) -> EnvelopeRecord:
    return EnvelopeRecord(envelope, _inventory())


def _deep(depth: int) -> JsonObject:
    value: JsonObject = {"text": "found"}
    for _ in range(depth):
        value = {"in": [value]}
    return value


def test_levels_are_every_object_of_the_result_outer_ones_first() -> None:
    record = _record(result={"a": {"b": 1}, "items": [{"c": 2}, "text", [{"d": 3}]]})
    assert [level.pointer for level in record.levels] == [
        "/result",
        "/result/a",
        "/result/items/0",
        "/result/items/2/0",
    ]


def test_a_result_that_is_no_object_has_no_levels() -> None:
    assert _record(result="text").levels == []
    assert _record().levels == []


def test_an_envelope_deeper_than_the_stack_is_walked() -> None:
    record = _record(result=_deep(5_000))
    assert len(record.levels) == 5_001
    assert [text for _, text in record.texts] == ["found"]


def test_texts_come_with_their_pointers_escaped() -> None:
    assert list(texts_of({"a/b": {"c~d": ["x", 1, None, "y"]}})) == [("/a~1b/c~0d/0", "x"), ("/a~1b/c~0d/3", "y")]


def test_the_texts_of_a_level_are_its_own_and_those_of_its_lists() -> None:
    level = _record(result={"a": "x", "list": ["y", {"z": "inner"}], "n": 1}).levels[0]
    assert list(level.texts) == [("/a", "x"), ("/list/0", "y")]


def test_a_level_knows_the_lists_that_its_indices_can_mean_nearest_first() -> None:
    record = _record(result={"task": {"artifacts": ONE, "deep": {}}, "other": {}}, artifacts=ONE)
    by_place = {level.pointer: [found.pointer for found in level.artifacts] for level in record.levels}
    assert by_place["/result/task/deep"] == ["/result/task/artifacts", "/artifacts"]
    assert by_place["/result/other"] == ["/artifacts"]


def test_a_role_is_an_index_and_a_failure_payload_is_none() -> None:
    result: JsonValue = {"stdout_artifact": 0, "failure_artifact": {"kind": "lost"}, "log_artifact": None}
    assert list(_record(result=result).levels[0].roles) == [Role("/result/stdout_artifact", "stdout", 0)]


def test_a_list_of_indices_gives_each_artifact_the_same_role() -> None:
    roles = list(_record(result={"page_artifacts": [1, 0]}).levels[0].roles)
    assert roles == [Role("/result/page_artifacts/0", "page", 1), Role("/result/page_artifacts/1", "page", 0)]


def test_only_an_integer_from_0_is_a_position() -> None:
    values: list[JsonValue] = [0, 3, -1, True, 0.0, "0", None]
    assert [Role("", "x", value).position for value in values] == [0, 3, None, None, None, None, None]


def test_roles_are_counted_for_the_list_that_they_lead_to() -> None:
    record = _record(result={"task": {"artifacts": ONE, "output_artifact": 0}, "stdout_artifact": 0}, artifacts=ONE)
    roles = {found.pointer: [role.name for role in found.roles] for found in record.artifact_lists}
    assert roles == {"/artifacts": ["stdout"], "/result/task/artifacts": ["output"]}


def test_two_lists_disagree_when_their_paths_differ() -> None:
    record = _record(result={"artifacts": [{"path": "2.log"}]}, artifacts=ONE)
    assert [found.conflicting_list for found in record.artifact_lists] == ["/result/artifacts", None]
    same = _record(result={"artifacts": ONE}, artifacts=ONE)
    assert [found.conflicting_list for found in same.artifact_lists] == [None, None]


def test_handles_are_ids_of_text_or_number_each_value_once() -> None:
    result: JsonValue = {"task_id": "t1", "copy": {"task_id": "t1", "id": 7}, "idle": "x", "ok_id": True, "no_id": " "}
    assert [(handle.pointer, handle.value) for handle in _record(result=result).handles] == [
        ("/result/task_id", "t1"),
        ("/result/copy/id", "7"),
    ]


def test_a_status_tells_whether_a_result_is_expected() -> None:
    profile = load_profile("holon")
    answers = [_record(status=status).expects_result(profile) for status in ("success", "error", "deferred", None)]
    assert answers == [True, False, None, None]


def test_the_tool_is_the_one_of_that_exact_name() -> None:
    assert (_record(tool_name="ListTasks").tool or TOOL) is not TOOL
    assert _record(tool_name="listtasks").tool is None
    assert _record(tool_name=None).tool is None
