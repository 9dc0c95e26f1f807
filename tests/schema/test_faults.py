"""A schema is judged as a schema: dialect, keywords, patterns, references; each fault at its place."""

import json
from pathlib import Path

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.dialects import dialect_of
from conformance.schema.faults import reference_faults, schema_faults
from conformance.schema.vocabulary import closest_keyword, is_ignored
from tests.cases import check_each

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def faults(schema: JsonValue) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.message) for fault in schema_faults(schema)]


@check_each(
    ("keyword", "meant"),
    [
        ("maxLenght", "maxLength"),
        ("descripton", "description"),
        ("additional_properties", "additionalProperties"),
        ("additionalproperties", "additionalProperties"),
        ("AnyOf", "anyOf"),
        ("min_items", "minItems"),
        ("requierd", "required"),
        ("patern", "pattern"),
        ("ofrmat", "format"),
        ("enums", "enum"),
        ("ref", "$ref"),
        ("prefixItem", "prefixItems"),
    ],
)
def test_a_misspelt_keyword_is_known_for_what_it_meant(keyword: str, meant: str) -> None:
    assert closest_keyword(keyword) == meant
    assert faults({keyword: 1}) == [(f"/{keyword}", f"`{keyword}` is not a JSON Schema keyword and has no effect")]


@check_each(
    ("keyword", "value", "meant"),
    [
        *(("tpye", "string", "type"), ("typ", ["string", "null"], "type"), ("tyep", "integer", "type")),
        *(("emun", ["a"], "enum"), ("enm", ["a"], "enum"), ("item", {"type": "string"}, "items")),
        *(("$reff", "#/$defs/A", "$ref"), ("$def", {"A": {}}, "$defs")),
        # a value that no such keyword takes, or another word
        *(("typ", "premium", None), ("item", "note", None), ("num", ["a"], None), ("tile", "A", None)),
        *(("note", {"type": "string"}, None), ("tape", "string", None), ("time", "string", None)),
    ],
)
def test_a_keyword_of_few_letters_is_misspelt_if_its_value_is_one_of_it(
    keyword: str, value: JsonValue, meant: str | None
) -> None:
    assert closest_keyword(keyword, value) == meant
    assert [pointer for pointer, _ in faults({keyword: value})] == ([f"/{keyword}"] if meant else [])


@check_each(
    "keyword",
    [
        "x-order", "x-maxLenght", "nullable", "example", "discriminator", "xml", "externalDocs", "enumNames",
        "markdownDescription", "errorMessage", "propertyOrdering", "defs", "comment", "schema", "deprecationMessage",
        "unit", "name", "key", "value", "label", "optional", "strict", "widget", "instanceof", "tsType", "",
    ],
)  # fmt: skip
def test_a_keyword_of_somebody_else_is_left_alone(keyword: str) -> None:
    assert closest_keyword(keyword) is None
    assert faults({keyword: 1}) == []


def test_a_property_is_not_taken_for_a_keyword() -> None:
    assert faults({"properties": {"maxLenght": {"default": {"typ": 1}}}, "examples": [{"patern": "("}]}) == []


@check_each(
    ("schema", "pointer", "says"),
    [
        ({"$schema": "https://example.com/mine"}, "/$schema", "names the unknown dialect"),
        ({"$defs": {"a": {"$id": "urn:a", "$schema": "urn:mine"}}}, "/$defs/a/$schema", "names the unknown dialect"),
        ({"properties": {"a": {"$schema": DRAFT_07}}}, "/properties/a/$schema", "has no effect"),
        ({"items": [{"type": "string"}]}, "/items", "`items` is a list"),
        ({"type": "strin"}, "/type", "`strin` is not a JSON type"),
        ({"type": ["string", "string"]}, "/type", "is neither a JSON type"),
        ({"required": ["a", "a"]}, "/required", "`required` is invalid"),
        ({"dependencies": {"a": ["b"]}}, "/dependencies", "not a keyword of 2020-12"),
        ({"divisibleBy": 2}, "/divisibleBy", "not a keyword of 2020-12"),
        ({"$schema": DRAFT_07, "prefixItems": [{}]}, "/prefixItems", "not a keyword of draft-07"),
        ({"$schema": DRAFT_07, "unevaluatedProperties": False}, "/unevaluatedProperties", "not a keyword of draft-07"),
        ({"pattern": "(?P<a>b)"}, "/pattern", "not an ECMA-262"),
        ({"patternProperties": {"^(a+)+$": {}}}, "/patternProperties/^(a+)+$", "unsafe"),
        (
            {"$ref": "#/x-s/A", "x-s": {"A": {"typ": 1, "maxLenght": 1}}},
            "/x-s/A/maxLenght",
            "not a JSON Schema keyword",
        ),
    ],
)
def test_each_fault_is_told_at_its_place(schema: JsonValue, pointer: str, says: str) -> None:
    (found,) = faults(schema)
    assert found[0] == pointer
    assert says in found[1]


def test_what_stands_beside_a_reference_is_dead_in_draft_07_unless_it_judges_nothing() -> None:
    beside: JsonValue = {"$ref": "#/definitions/A", "maxLength": 3, "description": "said", "default": "x"}
    whole: dict[str, JsonValue] = {"properties": {"a": beside}, "definitions": {"A": {"type": "string"}}}
    assert [pointer for pointer, _ in faults({"$schema": DRAFT_07, **whole})] == ["/properties/a/maxLength"]
    assert faults(whole) == []


def test_a_keyword_of_the_dialect_is_heard() -> None:
    draft = dialect_of({"$schema": DRAFT_07})
    assert draft is not None
    assert not is_ignored("dependencies", draft)
    assert not is_ignored("if", draft)
    assert is_ignored("dependentRequired", draft)


@pytest.mark.parametrize(
    ("schema", "pointer", "circle"),
    [
        ({"$ref": "#"}, "/$ref", "`#` -> `#`"),
        ({"not": {"$ref": "#"}}, "/not/$ref", "`#` -> `#/not` -> `#`"),
        ({"type": "object", "allOf": [{"$ref": "#"}]}, "/allOf/0/$ref", "`#` -> `#/allOf/0` -> `#`"),
        (
            {"properties": {"a": {"$ref": "#/properties/a"}}},
            "/properties/a/$ref",
            "`#/properties/a` -> `#/properties/a`",
        ),
        (
            {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
            "/$defs/a/$ref",
            "`#/$defs/a` -> `#/$defs/b` -> `#/$defs/a`",
        ),
        ({"dependentSchemas": {"a": {"$ref": "#"}}}, "/dependentSchemas/a/$ref", "`#` -> "),
    ],
)
def test_a_circle_without_input_is_named(schema: JsonValue, pointer: str, circle: str) -> None:
    (fault,) = reference_faults(schema)
    assert fault.pointer == pointer
    assert circle in fault.message


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"$ref": "#"}}},
        {"anyOf": [{"type": "null"}, {"items": {"$ref": "#"}}]},
        {"$ref": "#/$defs/T", "$defs": {"T": {"additionalProperties": {"$ref": "#/$defs/T"}}}},
    ],
)
def test_recursion_through_input_is_no_circle(schema: JsonValue) -> None:
    assert list(reference_faults(schema)) == []


def test_a_long_circle_is_shortened() -> None:
    definitions: JsonValue = {f"d{n:02}": {"$ref": f"#/$defs/d{(n + 1) % 50:02}"} for n in range(50)}
    (fault,) = reference_faults({"$defs": definitions})
    assert "…" in fault.message
    assert len(fault.message) < 400


def test_a_reference_to_nothing_is_told_and_one_that_is_no_text_is_left_to_the_meta_schema() -> None:
    (fault,) = reference_faults({"items": {"$ref": "#/$defs/Gone"}})
    assert (fault.pointer, fault.message) == ("/items/$ref", "reference `#/$defs/Gone` does not resolve to a schema")
    assert list(reference_faults({"$ref": 7})) == []
    assert [pointer for pointer, _ in faults({"$ref": 7})] == ["/$ref"]


def test_no_real_schema_is_at_fault(corpus: Path) -> None:
    tools = [tool for path in (corpus / "mcp").glob("*.json") for tool in json.loads(path.read_text("utf-8"))["tools"]]
    tools += [json.loads(path.read_text("utf-8")) for path in (corpus / "toolsnaps").glob("*.snap")]
    assert len(tools) > 200
    found = [(tool["name"], *faults(tool["inputSchema"]), *reference_faults(tool["inputSchema"])) for tool in tools]
    assert [one for one in found if len(one) > 1] == []


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        ({"properties": {"a": {"type": "string", "required": True}}}, "list `a` in `required` of its object"),
        ({"properties": {"a": {"type": "string", "required": False}}}, "remove it: this is the default"),
        ({"properties": {"a": {}, "required": ["a"]}}, "move `required` out of `properties`, next to it"),
        ({"properties": {"a": "string"}}, 'write {"type": "string"}'),
        ({"properties": {"a": "int"}}, 'write {"type": "integer"}'),
        ({"enum": "x, y"}, 'write ["x","y"]'),
        ({"type": "int"}, "did you mean `integer`?"),
        ({"type": "dict"}, "did you mean `object`?"),
        ({"type": "Float"}, "did you mean `number`?"),
        ({"minLength": "3"}, "correct it according to the meta-schema of the dialect"),
    ],
)
def test_a_usual_slip_is_answered_with_what_to_write(schema: JsonValue, hint: str) -> None:
    assert [fault.hint for fault in schema_faults(schema)] == [hint]


def test_what_is_no_object_has_no_faults() -> None:
    assert list(schema_faults(True)) == []
    assert list(schema_faults([])) == []
