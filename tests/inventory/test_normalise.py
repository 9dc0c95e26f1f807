"""The stable form says what the schema said, in one way."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.values import JsonValue, equal
from conformance.inventory.normalise import MAX_NODES, normalise
from conformance.schema.validation import is_valid
from tests.cases import check_each

INNER = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}


@check_each(
    ("schema", "stable"),
    [
        ({"title": "T", "type": "string"}, {"type": "string"}),
        (
            {"properties": {"title": {"title": "Title", "type": "string"}}},
            {"properties": {"title": {"type": "string"}}},
        ),
        ({"const": {"title": "kept"}}, {"const": {"title": "kept"}}),
        ({"oneOf": [True], "discriminator": {"propertyName": "kind"}}, {"oneOf": [True]}),
        ({"minimum": 0.0, "maximum": 5.5, "default": 1.0}, {"minimum": 0, "maximum": 5.5, "default": 1.0}),
        ({"required": ["b", "a", "b"]}, {"required": ["a", "b"]}),
        ({"type": ["null", "string", "integer"]}, {"type": ["integer", "string", "null"]}),
        ({"type": ["string"]}, {"type": "string"}),
        (
            {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}], "description": "d"},
            {"type": ["string", "null"], "minLength": 1, "description": "d"},
        ),
        (
            {"oneOf": [{"type": "null"}, {"type": "string", "enum": ["a"]}]},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            {"$ref": "#/$defs/Inner", "description": "d", "$defs": {"Inner": {**INNER, "description": "other"}}},
            {**INNER, "description": "d"},
        ),
        (
            {"properties": {"a": {"$ref": "#/definitions/Inner"}}, "definitions": {"Inner": INNER, "Unused": INNER}},
            {"properties": {"a": INNER}},
        ),
        (True, True),
        (None, None),
    ],
)
def test_one_form_for_one_meaning(schema: JsonValue, stable: JsonValue) -> None:
    assert equal(normalise(schema), stable)


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"type": "string"}, {"type": "null"}], "minLength": 1},
        {"anyOf": [{"const": "a", "type": "string"}, {"type": "null"}]},
        {"anyOf": [{"type": "string", "not": {"enum": [None]}}, {"type": "null"}]},
        {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        {"anyOf": [{"enum": ["a"]}, {"type": "null"}]},
        {"type": "string", "minimum": 1e300},
        {"required": ["a", 5]},
        {"$ref": "https://example.org/schema"},
        {"$ref": "#/$defs/Missing"},
    ],
)
def test_what_would_not_mean_the_same_is_left_alone(schema: JsonValue) -> None:
    assert equal(normalise(schema), schema)


def test_constraints_beside_a_reference_still_hold_together_with_it() -> None:
    schema: Any = {
        "$ref": "#/$defs/Closed",
        "properties": {"b": {"type": "string"}},
        "$defs": {"Closed": {"properties": {"a": {}}, "additionalProperties": False}},
    }
    stable = normalise(schema)
    for instance in ({"a": 1}, {"b": "x"}, {"a": 1, "b": "x"}, {}):
        assert is_valid(instance, schema) == is_valid(instance, stable)


def test_a_reference_in_an_old_dialect_hides_what_stands_beside_it() -> None:
    schema: Any = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"a": {"$ref": "#/definitions/N", "minimum": 5}},
        "definitions": {"N": {"type": "integer"}},
    }
    stable: Any = normalise(schema)
    assert stable["properties"]["a"] == {"type": "integer"}


def test_recursion_keeps_its_definition() -> None:
    node = {"type": "object", "title": "Node", "properties": {"next": {"$ref": "#/definitions/Node"}}}
    stable: Any = normalise({"properties": {"list": {"$ref": "#/definitions/Node"}}, "definitions": {"Node": node}})
    assert stable["$defs"] == {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}}
    assert stable["properties"] == {"list": {"$ref": "#/$defs/Node"}}


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"child": {"$ref": "#"}}, "additionalProperties": False},
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}},
        {"properties": {"a": {"$ref": "#/properties/b"}, "b": {"properties": {"c": {"$ref": "#/properties/a"}}}}},
        {"$defs": {"a/b~c d%": {"items": {"$ref": "#/$defs/a~1b~0c%20d%25"}}}, "$ref": "#/$defs/a~1b~0c%20d%25"},
    ],
)
def test_every_cycle_ends(schema: Any) -> None:
    stable = normalise(schema)
    assert equal(normalise(stable), stable)
    json.dumps(stable)


def test_a_schema_that_multiplies_keeps_its_references() -> None:
    levels = {
        f"L{n}": {"properties": {"a": {"$ref": f"#/$defs/L{n + 1}"}, "b": {"$ref": f"#/$defs/L{n + 1}"}}}
        for n in range(40)
    }
    schema: Any = {"$ref": "#/$defs/L0", "$defs": {**levels, "L40": {"title": "End", "type": "string"}}}
    stable: Any = normalise(schema)
    assert stable["$ref"] == "#/$defs/L0"
    assert stable["$defs"]["L40"] == {"type": "string"}
    assert len(json.dumps(stable)) < MAX_NODES


def test_a_schema_that_is_large_as_it_is_written_is_no_fault() -> None:
    schema: JsonValue = {"type": "object", "properties": {f"a{n}": {"type": "string"} for n in range(MAX_NODES + 1)}}
    stable = normalise(schema)
    assert isinstance(stable, dict)
    assert len(stable["properties"]) == MAX_NODES + 1


def test_a_long_chain_of_references_is_no_fault() -> None:
    chain = {f"L{n}": {"properties": {"a": {"$ref": f"#/$defs/L{n + 1}"}}} for n in range(2_000)}
    schema: Any = {"$ref": "#/$defs/L0", "$defs": {**chain, "L2000": {"title": "End"}}}
    assert is_valid({"a": {}}, normalise(schema))


def test_identifiers_stay_where_they_are() -> None:
    schema: Any = {
        "$ref": "https://example.org/n",
        "$defs": {"n": {"$id": "https://example.org/n", "title": "N", "type": "integer"}},
    }
    stable: Any = normalise(schema)
    assert stable["$ref"] == "https://example.org/n"
    assert stable["$defs"]["n"] == {"$id": "https://example.org/n", "type": "integer"}


def test_the_given_schema_is_not_touched() -> None:
    schema: Any = {
        "title": "T",
        "properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        "required": ["b", "a"],
    }
    before = json.dumps(schema)
    normalise(schema)
    assert json.dumps(schema) == before


def test_the_stable_form_of_real_schemas_means_the_same_and_is_stable(corpus: Path) -> None:
    """Judged by the canonical forms: neither side may hold an instance that the other refuses."""
    from conformance.schema.canonical import canonicalize

    for name, schema in _real_schemas(corpus):
        stable = normalise(schema)
        assert equal(normalise(stable), stable), name
        old, new = canonicalize(schema), canonicalize(stable)
        assert "no" not in (str(old.covers(new)), str(new.covers(old))), name


def _real_schemas(corpus: Path) -> Iterator[tuple[str, Any]]:
    for folder, key in (("inventories", "input_schema"), ("mcp", "inputSchema")):
        for path in sorted((corpus / folder).glob("*.json")):
            for tool in json.loads(path.read_text("utf-8"))["tools"]:
                yield f"{path.name}:{tool['name']}", tool[key]


def test_a_schema_without_references_has_any_number_of_members() -> None:
    many: JsonValue = {"properties": {f"p{number}": {"title": "P"} for number in range(MAX_NODES + 1)}}
    assert normalise(many) == {"properties": {f"p{number}": {} for number in range(MAX_NODES + 1)}}
