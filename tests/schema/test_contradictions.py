"""What no value fits is proved, told once and innermost, with the keywords that contradict each other."""

import json
import random
from pathlib import Path

import pytest

from conformance.documents.values import JsonObject, JsonValue
from conformance.schema.canonical import MAX_ALTERNATIVES, is_tractable
from conformance.schema.contradictions import contradictions
from conformance.schema.minimum_size import MAX_LEAST_TEXT, excesses
from conformance.schema.rewriting import make_patterns_portable, rewrite
from conformance.schema.validation import is_valid, schema_violations
from tests.cases import check_each
from tests.schema.containment.edited_schemas import DIALECTS, Maker, instance

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
IMPOSSIBLE: JsonObject = {"type": "integer", "minimum": 5, "maximum": 3}

CLOSED: JsonObject = {"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": False}
"""Three objects fit it: one without `a`, two with it."""


def found(schema: JsonValue) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.pointer, one.keywords) for one in contradictions(schema)]


@check_each(
    ("schema", "pointer", "keywords"),
    [
        (IMPOSSIBLE, "", ("maximum", "minimum", "type")),
        ({"properties": {"a": IMPOSSIBLE}}, "/properties/a", ("maximum", "minimum", "type")),
        (
            {"properties": {"a": IMPOSSIBLE}, "required": ["a"], "type": "object"},
            "/properties/a",
            ("maximum", "minimum", "type"),
        ),
        ({"items": {"properties": {"a": IMPOSSIBLE}}}, "/items/properties/a", ("maximum", "minimum", "type")),
        ({"allOf": [{"type": "object"}, {"type": "string"}]}, "", ("allOf",)),
        ({"oneOf": [{"type": "integer"}, {"type": "integer"}]}, "", ("oneOf",)),
        ({"const": 1, "enum": [2, 3]}, "", ("const", "enum")),
        ({"enum": []}, "", ("enum",)),
        (
            {"type": "integer", "minimum": 1, "maximum": 6, "multipleOf": 7},
            "",
            ("maximum", "minimum", "multipleOf", "type"),
        ),
        ({"type": "string", "pattern": "^[a-z]{5}$", "maxLength": 3}, "", ("maxLength", "pattern", "type")),
        ({"type": "string", "pattern": "^a{1,3}$", "minLength": 9}, "", ("minLength", "pattern", "type")),
        ({"type": "string", "pattern": "^a$", "enum": ["b"]}, "", ("enum", "pattern")),
        ({"type": "string", "pattern": "^a{1,3}$", "minLength": 9_000}, "", ("minLength", "pattern", "type")),
        ({"type": "string", "pattern": "a", "minLength": 3, "maxLength": 2}, "", ("maxLength", "minLength", "type")),
        ({"patternProperties": {"^x_": IMPOSSIBLE}}, "/patternProperties/^x_", ("maximum", "minimum", "type")),
        (
            {"type": "array", "items": {"type": "boolean"}, "minItems": 5_000, "uniqueItems": True},
            "",
            ("items", "minItems", "type", "uniqueItems"),
        ),
        (
            {"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": True},
            "",
            ("items", "minItems", "type", "uniqueItems"),
        ),
        *(
            (
                {"type": "array", "items": element, "minItems": count, "uniqueItems": True},
                "",
                ("items", "minItems", "type", "uniqueItems"),
            )
            for element, count in (
                ({"const": {}}, 2),
                ({"const": [1]}, 2),
                ({"type": "object", "additionalProperties": False}, 2),
                ({"type": "array", "maxItems": 0}, 2),
                ({"enum": [{"a": 1}, {}]}, 3),
                (CLOSED, 4),
                (CLOSED, 5_000),
            )
        ),
        (
            {"$schema": DRAFT_07, "$ref": "#/definitions/A", "definitions": {"A": IMPOSSIBLE}},
            "/definitions/A",
            ("maximum", "minimum", "type"),
        ),
        (
            {"$id": "https://example.com/s", "properties": {"a": IMPOSSIBLE}},
            "/properties/a",
            ("maximum", "minimum", "type"),
        ),
        ({"properties": {"a/b~c %": IMPOSSIBLE}}, "/properties/a~1b~0c %", ("maximum", "minimum", "type")),
    ],
)
def test_a_contradiction_is_told_at_the_innermost_place(
    schema: JsonValue, pointer: str, keywords: tuple[str, ...]
) -> None:
    assert found(schema) == [(pointer, keywords)]


def test_recursion_that_never_ends_is_told_at_its_definition() -> None:
    node: JsonValue = {"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}}, "required": ["n"]}
    (one,) = contradictions({"$ref": "#/$defs/N", "$defs": {"N": node}})
    assert (one.pointer, one.is_endless) == ("/$defs/N", True)


def test_the_keywords_of_the_first_contradictions_are_named_in_text_order() -> None:
    listed = contradictions({"properties": {f"p{number:02}": IMPOSSIBLE for number in range(20)}})
    assert [bool(one.keywords) for one in listed] == [True] * 8 + [False] * 12


def test_a_position_that_is_too_costly_spoils_no_other_one() -> None:
    costly: JsonValue = {"oneOf": [{"properties": {"k": {"const": n}}, "required": ["k"]} for n in range(300)]}
    unread: JsonValue = {"$ref": "https://example.com/elsewhere"}
    endless: JsonValue = {"allOf": [{"$ref": "#/$defs/endless"}]}
    for neighbour in (costly, unread, endless, {"type": "string", "minLength": 10**9}):
        schema: JsonValue = {
            "$defs": {"endless": neighbour},
            "properties": {"a": {"$ref": "#/$defs/endless"}, "b": IMPOSSIBLE, "c": neighbour},
        }
        assert [pointer for pointer, _ in found(schema)] == ["/properties/b"]


def test_what_a_proof_calls_impossible_no_instance_fits() -> None:
    impossible = 0
    for seed in range(300):
        rng = random.Random(seed)
        schema = Maker(rng, rng.choice(DIALECTS)).document(2)
        if not any(schema_violations(schema)) and "" in [pointer for pointer, _ in found(schema)]:
            impossible += 1
            assert not any(is_valid(instance(rng), schema) for _ in range(60)), f"seed {seed}"
    assert impossible > 5


def test_two_contradictions_are_both_told_also_when_one_holds_the_other() -> None:
    schema: JsonValue = {"type": "object", "minProperties": 2, "maxProperties": 1, "properties": {"a": IMPOSSIBLE}}
    assert [pointer for pointer, _ in found(schema)] == ["", "/properties/a"]


@check_each(
    "schema",
    [
        True,
        {},
        {"properties": {"a": False}},
        {"properties": {"a": {"not": {}}}},
        {"anyOf": [{"not": {}}, {"type": "string"}]},
        {"not": IMPOSSIBLE},
        {"if": IMPOSSIBLE, "then": False},
        {"type": "object", "properties": {"n": {"$ref": "#"}}},
        {"type": "array", "items": {"$ref": "#"}},
        {"type": "string", "pattern": "^[a-z]{5}", "maxLength": 5},
        {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        {"type": "array", "items": CLOSED, "minItems": 3, "uniqueItems": True},
        {"type": "array", "items": {"enum": [{}, {"a": 1}, [1]]}, "minItems": 3, "uniqueItems": True},
        {"type": "array", "items": {"type": "object"}, "minItems": 9, "uniqueItems": True},
    ],
)
def test_what_some_value_fits_or_forbids_on_purpose_is_not_told(schema: JsonValue) -> None:
    assert found(schema) == []


def conditionals(count: int) -> list[JsonValue]:
    return [
        {"if": {"properties": {"kind": {"const": n}}, "required": ["kind"]}, "then": {"required": [f"a{n}"]}}
        for n in range(count)
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "allOf": conditionals(30)},
        {"type": "object", "allOf": [{"not": {"required": [f"a{n}", f"b{n}"]}} for n in range(30)]},
        {"allOf": [{"anyOf": [{"required": [f"a{n}"]}, {"required": [f"b{n}"]}]} for n in range(18)]},
        {"oneOf": [{"properties": {"kind": {"const": n}}, "required": ["kind"]} for n in range(300)]},
        {"allOf": [{"type": "integer", "multipleOf": n + 1} for n in range(2000)]},
        {"dependentRequired": {f"a{n}": [f"a{n + 1}"] for n in range(300)}},
        {"not": {"type": "object", "allOf": conditionals(30)}},
        {"properties": {f"p{n}": {"type": "string", "minLength": 1} for n in range(3000)}},
        {"type": "array", "uniqueItems": True, "minItems": 2_000_000, "items": {"type": "boolean"}},
    ],
)
def test_many_alternatives_are_passed_over_and_other_places_are_still_judged(schema: JsonObject) -> None:
    assert found(schema) in ([], [("", ("items", "minItems", "type", "uniqueItems"))])
    beside: JsonValue = {"type": "object", "properties": {"a": schema, "b": IMPOSSIBLE}}
    assert "not" in schema or "/properties/b" in [pointer for pointer, _ in found(beside)]


def test_a_canonical_form_is_asked_for_only_where_few_alternatives_hold_at_once() -> None:
    assert is_tractable({"allOf": conditionals(MAX_ALTERNATIVES)})
    assert not is_tractable({"allOf": conditionals(MAX_ALTERNATIVES + 1)})
    assert not is_tractable({"properties": {"a": {"allOf": conditionals(MAX_ALTERNATIVES + 1)}}})


def test_no_real_schema_contradicts_itself(corpus: Path) -> None:
    for path in (corpus / "mcp").glob("*.json"):
        for tool in json.loads(path.read_text("utf-8"))["tools"]:
            assert found(tool["inputSchema"]) == []
            assert list(excesses(tool["inputSchema"])) == []


def test_a_schema_that_accepts_a_known_instance_is_never_called_impossible(corpus: Path) -> None:
    pairs = list(map(json.loads, (corpus / "drift-pairs.jsonl").read_text("utf-8").splitlines()))
    sides = [(pair["old"], pair["input_witness"]) for pair in pairs if pair["breaks_input"]]
    sides += [(pair["new"], pair["output_witness"]) for pair in pairs if pair["breaks_output"]]
    assert len(sides) > 200
    impossible = [schema for schema, _ in sides if "" in [pointer for pointer, _ in found(schema)]]
    assert impossible == []


@pytest.mark.parametrize(
    ("schema", "pointer", "least"),
    [
        ({"type": "string", "minLength": 30_000}, "/minLength", 30_002),
        ({"type": "array", "minItems": 30_000}, "/minItems", 60_002),
        ({"type": "object", "minProperties": 30_000}, "/minProperties", 180_002),
        ({"type": "object", "required": [f"p{n:04}" for n in range(3000)]}, "/required", 30_002),
        (
            {"properties": {"a": {"type": "string", "minLength": 1e9}}, "required": ["a"]},
            "/properties/a/minLength",
            10**9 + 2,
        ),
        (
            {"type": "array", "minItems": 500, "items": {"type": "array", "minItems": 100, "items": {"type": "null"}}},
            "/minItems",
            2 + 500 * 203,
        ),
        (
            {
                "type": "object",
                "required": ["a"],
                "properties": {"a": {"$ref": "#/$defs/T"}},
                "$defs": {"T": {"type": "string", "minLength": 99_999}},
            },
            "/$defs/T/minLength",
            100_001,
        ),
    ],
)
def test_what_no_call_can_hold_is_told_at_the_innermost_keyword(schema: JsonValue, pointer: str, least: int) -> None:
    assert [(one.pointer, one.least) for one in excesses(schema)] == [(pointer, least)]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 10_000, "maxLength": 10**9},
        {"type": ["string", "null"], "minLength": 10**9},
        {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]},
        {"not": {"type": "string", "minLength": 10**9}},
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
        {"type": "object", "required": ["a"], "properties": {"a": {"enum": ["x" * 30_000, "y"]}}},
    ],
)
def test_what_a_call_can_hold_is_not_told(schema: JsonValue) -> None:
    assert list(excesses(schema)) == []


def test_a_rewritten_schema_is_changed_at_every_subschema_and_nowhere_else() -> None:
    schema: JsonValue = {"properties": {"a": {"items": [{}, True]}}, "default": {"items": {}}, "allOf": [{}]}
    pointers: list[str] = []

    def noted(pointer: str, members: JsonObject) -> JsonObject:
        pointers.append(pointer)
        return {**members, "x-seen": True}

    assert rewrite(schema, noted) == {
        "properties": {"a": {"items": [{"x-seen": True}, True], "x-seen": True}},
        "default": {"items": {}},
        "allOf": [{"x-seen": True}],
        "x-seen": True,
    }
    assert pointers == ["/properties/a/items/0", "/properties/a", "/allOf/0", ""]


def test_patterns_are_made_portable_where_they_are_patterns() -> None:
    schema: JsonValue = {
        "pattern": "a",
        "properties": {"pattern": {"const": "a"}},
        "patternProperties": {"^b": {}, "(": {}},
    }
    assert make_patterns_portable(schema) == {
        "pattern": "[\\u{61}]",
        "properties": {"pattern": {"const": "a"}},
        "patternProperties": {"^[\\u{62}]": {}, "(": {}},
    }


def test_after_some_rounds_what_holds_a_contradiction_is_no_longer_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    schema: JsonValue = {"type": "object", "minProperties": 2, "maxProperties": 1, "properties": {"a": IMPOSSIBLE}}
    monkeypatch.setattr("conformance.schema.contradictions._MAX_ROUNDS", 0)
    assert found(schema) == []


def test_a_schema_that_is_none_demands_nothing() -> None:
    assert list(excesses(True)) == []


def test_a_value_that_is_too_long_only_by_several_keywords_is_the_fault_of_none() -> None:
    half: JsonValue = {"type": "string", "minLength": MAX_LEAST_TEXT // 2 + 1}
    both: JsonObject = {"type": "object", "properties": {"a": half, "b": half}, "required": ["a", "b"]}
    assert [excess.pointer for excess in excesses({"type": "object", "allOf": [both]})] == ["/allOf/0/required"]
    assert list(excesses({"type": "string", "minLength": 1, "const": "x" * (MAX_LEAST_TEXT + 1)})) == []
