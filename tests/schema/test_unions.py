"""Of a union the faults of the branch that was meant are told, not those of another one."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.validation import violations


def _object(**properties: JsonValue) -> dict[str, JsonValue]:
    return {"type": "object", "properties": properties, "required": list(properties)}


COMPLETED = _object(disposition={"const": "completed"}, exit_status={"type": "integer"}, note={"type": "string"})
PROMOTED = _object(disposition={"const": "promoted"}, task={"type": "object"})
BY_NAME: JsonValue = {"anyOf": [PROMOTED, COMPLETED]}


def _places(instance: JsonValue, schema: JsonValue = BY_NAME) -> list[tuple[str, str]]:
    return [(one.pointer, one.keyword) for one in violations(instance, schema)]


@pytest.mark.parametrize(
    ("instance", "places"),
    [
        ({"disposition": "completed", "note": "x"}, [("", "required")]),
        ({"disposition": "completed", "exit_status": "0", "note": "x"}, [("/exit_status", "type")]),
        ({"disposition": "completed", "exit_status": "0", "note": 5}, [("/exit_status", "type"), ("/note", "type")]),
        ({"disposition": "promoted", "exit_status": 0, "note": "x"}, [("", "required")]),
        ({"exit_status": "0", "note": "x"}, [("", "required"), ("/exit_status", "type")]),
    ],
)
def test_the_branch_is_the_one_that_the_instance_names(instance: JsonValue, places: list[tuple[str, str]]) -> None:
    for union in ("anyOf", "oneOf"):
        assert sorted(_places(instance, {union: [PROMOTED, COMPLETED]})) == places


def test_a_branch_behind_a_reference_or_an_intersection_is_named_all_the_same() -> None:
    open_branch: JsonValue = {"type": "object", "required": ["url"]}
    named: JsonValue = {"allOf": [{"properties": {"kind": {"const": "file"}}}, _object(a=True, b=True)]}
    schema: JsonValue = {"anyOf": [open_branch, {"$ref": "#/$defs/F"}], "$defs": {"F": named}}
    found = [one.message for one in violations({"kind": "file"}, schema)]
    assert found == ["'a' is a required property", "'b' is a required property"]


def test_a_name_that_no_branch_has_is_told_with_all_that_there_are() -> None:
    (found,) = violations({"disposition": "done", "exit_status": 0}, BY_NAME)
    assert (found.pointer, found.keyword) == ("/disposition", "anyOf")
    assert found.message == '"done" is not one of ["promoted", "completed"]'


def test_a_union_in_a_union_is_told_by_its_own_branch() -> None:
    task = {"anyOf": [_object(kind={"const": "a"}, x={"type": "integer"}), _object(kind={"const": "b"})]}
    schema: JsonValue = {"anyOf": [{"type": "null"}, _object(task=task)]}
    assert _places({"task": {"kind": "a", "x": "1"}}, schema) == [("/task/x", "type")]


def test_without_names_the_branch_in_which_the_instance_got_furthest_counts() -> None:
    schema: JsonValue = {"anyOf": [_object(query={"type": "string"}), _object(url={"type": "string"})]}
    assert _places({"url": 5}, schema) == [("/url", "type")]


@pytest.mark.parametrize(
    ("instance", "schema", "keyword"),
    [
        (5, {"anyOf": [{"type": "string"}, {"type": "object"}]}, "anyOf"),
        ("c", {"anyOf": [{"const": "a"}, {"const": "b"}]}, "anyOf"),
        ("c", {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, "enum"),
        (3, {"oneOf": [{"type": "integer"}, {"minimum": 1}]}, "oneOf"),
    ],
)
def test_where_no_branch_was_meant_the_union_itself_is_broken(
    instance: JsonValue, schema: JsonValue, keyword: str
) -> None:
    assert _places(instance, schema) == [("", keyword)]


def test_a_branch_that_nothing_satisfies_is_no_fault_of_ours() -> None:
    assert _places({}, {"allOf": [{"anyOf": [False]}]}) == [("", "anyOf")]
    assert _places(1, {"anyOf": [False, {"type": "integer", "minimum": 2}]}) == [("", "minimum")]


def test_the_branch_whose_members_the_instance_has_is_meant_where_it_has_a_wrong_value() -> None:
    near = {**_object(unit={"enum": ["km", "miles"]}, radius={"type": "number"}), "additionalProperties": False}
    at = {**_object(place={"type": "string"}), "additionalProperties": False}
    for schema in ({"oneOf": [near, at]}, {"anyOf": [at, near]}):
        assert _places({"unit": "yards", "radius": 2}, schema) == [("/unit", "enum")]
