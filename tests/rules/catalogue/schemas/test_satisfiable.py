"""A field that a closed part of the same object refuses is reported, wherever it is declared, and no other one."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import places

A: JsonObject = {"properties": {"a": {"type": "string"}}}
B: JsonObject = {"properties": {"b": {"type": "string"}}}
CLOSED: JsonObject = {"type": "object", "additionalProperties": False}
FIELD = "/tools/0/input_schema/properties/f"


def _places(field: JsonObject) -> list[str]:
    schema: JsonObject = {**CLOSED, "properties": {"f": field}}
    return [place.removeprefix(FIELD) for place in places("satisfiable", {"input_schema": schema})]


@check_each(
    ("field", "at"),
    [
        ({**CLOSED, **A, "allOf": [B]}, "/allOf/0/properties/b"),
        ({**CLOSED, **A, "anyOf": [B, {}]}, "/anyOf/0/properties/b"),
        ({**CLOSED, **A, "if": {"required": ["a"]}, "then": B}, "/then/properties/b"),
        ({"type": "object", **A, "allOf": [{**CLOSED, **B}]}, "/properties/a"),
        ({**CLOSED, **A, "dependentRequired": {"a": ["b"]}}, "/properties/a"),
    ],
)
def test_what_a_closed_object_does_not_know_can_never_be_sent(field: JsonObject, at: str) -> None:
    assert _places(field) == [at]


@check_each(
    "field",
    [
        {**CLOSED, **A, "allOf": [A]},
        {"type": "object", "unevaluatedProperties": False, **A, "allOf": [B]},
        {"type": "object", "anyOf": [{**CLOSED, **A}, {**CLOSED, **B}]},
        {**CLOSED, **A, "patternProperties": {"^b": {}}, "allOf": [B]},
        {**CLOSED, **A, "allOf": [{"properties": {"b": False}}]},
        {**CLOSED, **A, "not": {**B, "required": ["b"]}, "if": B},
        {**CLOSED, "properties": {"a": {}, "b": {}}, "dependentRequired": {"a": ["b"]}},
    ],
)
def test_what_may_be_sent_in_some_input_is_not_reported(field: JsonObject) -> None:
    assert _places(field) == []


def test_a_reference_is_followed_to_what_it_declares() -> None:
    extended: JsonObject = {**CLOSED, **A, "allOf": [{"$ref": "#/$defs/Base"}]}
    schema: JsonObject = {**CLOSED, "properties": {"f": extended}, "$defs": {"Base": {"type": "object", **B}}}
    assert places("satisfiable", {"input_schema": schema}) == ["/tools/0/input_schema/$defs/Base/properties/b"]


def test_an_empty_object_that_marks_the_kind_of_its_holder_is_meant() -> None:
    def block(kind: str) -> JsonObject:
        mark: JsonObject = {**CLOSED, "properties": {}, "description": "The divider."}
        return {**CLOSED, "properties": {"type": {"const": kind}, "divider": mark}}

    assert _places(block("divider")) == []
    assert _places(block("line")) == ["/properties/divider"]
