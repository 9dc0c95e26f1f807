"""Every part of a contract counts once it was seen, wherever in the schema it is written."""

from typing import Any

from conformance.rules.examples import from_tool
from conformance.systems.contract_coverage import ContractParts

TOOL: dict[str, Any] = {
    "name": "add",
    "input_schema": {
        "type": "object",
        "properties": {
            "mode": {"enum": ["fast", "slow"]},
            "count": {"type": "integer", "minimum": 1, "maximum": 9},
            "target": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Place"}]},
            "tags": {"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 3}},
        },
        "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}},
    },
    "result_envelope": {"success_result_schema": {"type": "object", "properties": {"sum": {"type": "integer"}}}},
}
INPUT, RESULT = "/input_schema", "/result_envelope/success_result_schema"


def _seen(given: Any, envelope: Any) -> set[str]:
    contract = ContractParts(from_tool(TOOL).inventory)
    contract.add("add", given, envelope)
    return {pointer for pointer, is_seen in contract.tools["add"].parts.items() if is_seen}


def test_nothing_is_seen_before_a_call_and_all_parts_are_counted() -> None:
    parts = ContractParts(from_tool(TOOL).inventory).tools["add"].parts
    assert len(parts) == 14
    assert not any(parts.values())


def test_each_call_shows_its_fields_values_bounds_and_branches() -> None:
    properties = f"{INPUT}/properties"
    assert _seen({"mode": "slow", "count": 9}, {}) == {
        f"{properties}/mode",
        f"{properties}/mode/enum/1",
        f"{properties}/count",
        f"{properties}/count/maximum",
    }
    assert _seen({"target": {"x": 1}, "tags": ["abc", "d"]}, {}) == {
        f"{properties}/target",
        f"{properties}/target/anyOf/1",
        f"{INPUT}/$defs/Place/properties/x",
        f"{properties}/tags",
        f"{properties}/tags/maxItems",
        f"{properties}/tags/items/maxLength",
    }


def test_results_and_kinds_of_errors_are_seen() -> None:
    assert _seen(None, {"status": "success", "result": {"sum": 1}}) == {f"{RESULT}/properties/sum"}
    contract = ContractParts(from_tool(TOOL).inventory)
    contract.add("add", {}, {"status": "error", "error": {"kind": "invalid_tool_input"}})
    contract.add("unknown", {}, {})
    assert dict(contract.tools["add"].errors) == {"invalid_tool_input": 1}
    assert contract.tools["add"].calls == 1


def _unseen_of(schema: dict[str, Any], *inputs: Any) -> set[str]:
    contract = ContractParts(from_tool({"name": "add", "input_schema": schema}).inventory)
    for given in inputs:
        contract.add("add", given, {})
    return {pointer.removeprefix(INPUT) for pointer, is_seen in contract.tools["add"].parts.items() if not is_seen}


def test_maps_positions_and_patterns_of_names_are_seen_where_they_are_used() -> None:
    named = {"type": "object", "properties": {"x": {"enum": ["a", "b"]}}}
    schema = {
        "properties": {
            "map": {"additionalProperties": named, "propertyNames": {"maxLength": 3}},
            "pair": {"prefixItems": [{"enum": ["k", "l"]}, {"minimum": 0}]},
            "numbered": {"patternProperties": {"^n": {"enum": [1, 2]}}},
        }
    }
    seen = {"map": {"one": {"x": "a"}, "two": {"x": "b"}}, "pair": ["k", 0], "numbered": {"n1": 1, "n2": 2}}
    assert _unseen_of(schema, seen) == {"/properties/pair/prefixItems/0/enum/1"}
    assert _unseen_of(schema, seen, {"pair": ["l"]}) == set()
    assert "/properties/numbered/patternProperties/^n/enum/0" in _unseen_of(schema, {"numbered": {"m": 1}})


def test_what_holds_under_a_condition_is_seen_in_values_that_meet_it() -> None:
    schema = {
        "properties": {"mode": {"enum": ["x", "y"]}},
        "if": {"properties": {"mode": {"const": "x"}}, "required": ["mode"]},
        "then": {"properties": {"left": {}}},
        "else": {"properties": {"right": {}}},
        "dependentSchemas": {"user": {"properties": {"password": {}}}},
        "not": {"properties": {"never": {}}, "required": ["never"]},
    }
    first, second = {"mode": "x", "left": 1, "right": 1, "password": "p"}, {"mode": "y", "right": 1, "user": "u"}
    unseen = {"/then/properties/left", "/else/properties/right", "/dependentSchemas/user/properties/password"}
    assert _unseen_of(schema, first) == (unseen | {"/properties/mode/enum/1"}) - {"/then/properties/left"}
    assert _unseen_of(schema, first, second) == {"/dependentSchemas/user/properties/password"}
    assert _unseen_of(schema, first, second, {"user": "u", "password": "p"}) == set()
