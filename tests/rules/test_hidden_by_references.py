"""In draft-07 nothing beside a ``$ref`` counts, and no rule of a check says otherwise."""

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonObject, JsonValue
from conformance.rules.examples import from_input_schema
from tests.rules.judging import HOLON

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
START = "/tools/0/input_schema/properties/start"
PATH: JsonValue = {"type": "string", "description": "File to read."}
HIDDEN: JsonObject = {
    "type": "array",
    "required": ["zzz"],
    "enum": ["NotSnakeCase"],
    "minimum": 9,
    "properties": {
        "timeout_seconds": {"type": "integer", "default": "ten", "description": "At most 30 seconds. One of `a`, `b`."},
        "inner": {"type": "object", "properties": {"Bad Name": {"$ref": "#/nowhere"}}},
        "union": {"anyOf": [{"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"b": {}}}]},
    },
    "allOf": [{"$ref": "#"}, {"type": "object", "properties": {"cwdPath": {"type": "boolean"}}}],
}


def _input_schema(beside: JsonObject, dialect: str = DRAFT_07) -> JsonObject:
    """An input with a field that is a reference, and other keywords beside it."""
    target: JsonObject = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"file_path": PATH},
        "required": ["file_path"],
    }
    return {
        "$schema": dialect,
        "type": "object",
        "additionalProperties": False,
        "properties": {"start": {"description": "Where.", "$ref": "#/definitions/Start", **beside}},
        "definitions": {"Start": target},
    }


def _findings(schema: JsonObject) -> dict[tuple[str, str], str]:
    report = check(from_input_schema(schema), HOLON, applied_rules(HOLON))
    return {(finding.rule, finding.pointer): finding.message for finding in report.findings}


def test_each_keyword_beside_a_reference_is_reported_once_as_ignored_and_judged_by_no_rule() -> None:
    plain, crowded = _findings(_input_schema({})), _findings(_input_schema(HIDDEN))
    extra = {key: message for key, message in crowded.items() if key not in plain}
    assert extra.keys() == {("input_schema_valid", f"{START}/{keyword}") for keyword in HIDDEN}
    assert all("is ignored" in message for message in extra.values())
    assert plain.keys() <= crowded.keys()


def test_a_field_beside_a_reference_has_the_types_and_values_of_the_target() -> None:
    target: JsonObject = {"type": "string", "enum": ["fast", "slow"], "description": "How."}
    field: JsonObject = {
        "$ref": "#/definitions/Mode",
        "type": "integer",
        "description": "Either `fast` or `slow`, `fast` for 30 seconds.",
    }
    schema: JsonObject = {
        "$schema": DRAFT_07,
        "type": "object",
        "additionalProperties": False,
        "properties": {"timeout": field},
        "definitions": {"Mode": target},
    }
    assert {rule for rule, pointer in _findings(schema) if pointer.endswith(("/timeout", "/type"))} == {
        "input_schema_valid"
    }


def test_since_2019_09_what_is_beside_a_reference_counts_in_the_same_rules() -> None:
    for dialect in ("https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"):
        found = _findings(_input_schema({"required": ["zzz"]}, dialect))
        assert ("required_declared", f"{START}/required/0") in found
        assert not any(rule == "input_schema_valid" for rule, _ in found)
