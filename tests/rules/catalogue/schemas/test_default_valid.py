"""Defaults and examples are judged where they stand, in bounded time, and no secret is repeated."""

import pytest

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Finding, Level
from conformance.rules.examples import from_input_schema
from conformance.settings.profiles import load_profile
from tests.cases import check_each

HOLON = load_profile("holon")


def found(schema: JsonObject) -> list[Finding]:
    report = check(from_input_schema(schema), HOLON, applied_rules(HOLON, ["default_valid"]))
    return list(report.findings)


def places(schema: JsonObject) -> list[str]:
    return [finding.pointer.removeprefix("/tools/0/input_schema") for finding in found(schema)]


@check_each(
    ("schema", "pointers"),
    [
        ({"type": "string", "default": None}, ["/default"]),
        ({"type": ["string", "null"], "default": None}, []),
        ({"type": "number", "multipleOf": 0.1, "default": 0.7}, []),
        ({"type": "object", "default": {}, "required": ["a"]}, ["/default"]),
        (
            {"type": "object", "default": {"a": [1, "x"]}, "properties": {"a": {"items": {"type": "integer"}}}},
            ["/default/a/1"],
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/A", "default": 1}}, "$defs": {"A": {"type": "string"}}},
            ["/properties/a/default"],
        ),
        ({"anyOf": [{"type": "string", "examples": [1, "x", 2]}]}, ["/anyOf/0/examples/0", "/anyOf/0/examples/2"]),
        ({"not": {"type": "string", "default": 1}}, []),
        ({"if": {"type": "string", "default": 1}}, []),
        ({"type": "string", "format": "date", "default": "soon"}, []),
        ({"type": "string", "pattern": "(", "default": "x"}, []),
        ({"$ref": "#/nowhere", "default": 1}, []),
        ({"properties": {"default": {"type": "string"}, "examples": {"type": "array"}}}, []),
        ({"type": "string", "examples": "not a list"}, []),
    ],
)
def test_only_what_does_not_fit_its_own_schema_is_found(schema: JsonObject, pointers: list[str]) -> None:
    assert places(schema) == pointers


def test_a_secret_is_named_by_its_kind_and_never_shown() -> None:
    token = "ghp_" + "a1B2" * 9
    schemas: list[JsonObject] = [
        {"type": "string", "default": token},
        {"type": "integer", "default": token},
        {"type": "object", "examples": [{"header": f"use {token} here"}]},
    ]
    for schema in schemas:
        (finding,) = found(schema)
        assert "a GitHub token" in finding.message
        assert token not in finding.message + finding.hint


def test_control_characters_of_a_default_do_not_reach_the_message() -> None:
    (finding,) = found({"type": "integer", "default": "\x1b[2J\u202e"})
    assert finding.message.isprintable()
    assert len(finding.message) < 300


def nested(depth: int) -> JsonValue:
    value: JsonValue = None
    for _ in range(depth):
        value = {"c": value}
    return value


def test_a_deep_default_of_a_recursive_schema_is_judged() -> None:
    tree: JsonObject = {"type": "object", "properties": {"c": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/T"}]}}}
    assert places({"$ref": "#/$defs/T", "$defs": {"T": tree}, "default": nested(100)}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"items": {"type": "string"}, "default": list(range(20_000))},
        {"type": "array", "unevaluatedItems": False, "contains": {"const": 0}, "default": list(range(20_000))},
    ],
)
def test_what_is_too_large_to_judge_is_said_as_a_warning(schema: JsonObject) -> None:
    (finding,) = found(schema)
    assert "was not validated: it is too large" in finding.message
    assert finding.level is Level.WARNING


def test_three_thousand_defaults_are_all_judged() -> None:
    fields: JsonObject = {f"p{number}": {"type": "string", "default": number} for number in range(3000)}
    assert len(places({"type": "object", "properties": fields})) == 3000


def test_a_pattern_that_explodes_does_not() -> None:
    assert places({"type": "string", "pattern": "^(?=a)(a+)+$", "default": "a" * 60 + "!"}) == ["/default"]
