"""What an inventory says of itself and of each tool: present, known, and one for all."""

import json
from pathlib import Path

import pytest

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue
from conformance.inventory import load_inventory, read_inventory
from conformance.rules.examples import INVENTORY, TOOL
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface
from tests.cases import check_each
from tests.rules.judging import found

SCHEMA_RULES = (
    "default_valid",
    "deny_unknown_fields",
    "input_schema_object",
    "input_schema_valid",
    "local_refs_only",
    "satisfiable",
)
PROMISE_RULES = (
    "capability_declared",
    "description_present",
    "envelope_declared",
    "inventory_keys_known",
    "inventory_not_empty",
    "stability_declared",
)


@check_each(
    ("rule", "tool", "pointer"),
    [
        ("stability_declared", {"stability": "Stable"}, "/tools/0/stability"),
        ("stability_declared", {"stability": 7}, "/tools/0/stability"),
        ("capability_declared", {"family": "CoreAgent"}, "/tools/0/family"),
        ("capability_declared", {"family": ["web"]}, "/tools/0/family"),
        ("description_present", {"description": ""}, "/tools/0/description"),
        ("description_present", {"description": ["List."]}, "/tools/0/description"),
        ("envelope_declared", {"result_envelope": "ToolResultEnvelope"}, "/tools/0/result_envelope"),
        ("envelope_declared", {"result_envelope": {"success_result": None}}, "/tools/0/result_envelope/success_result"),
        ("envelope_declared", {"result_envelope": {"error_result": "Oops"}}, "/tools/0/result_envelope/error_result"),
        (
            "envelope_declared",
            {"result_envelope": {"success_result_schema": {"$ref": "#/$defs/Gone"}}},
            "/tools/0/result_envelope/success_result_schema/$ref",
        ),
        ("inventory_keys_known", {"inputSchema": {}}, "/tools/0/inputSchema"),
        ("inventory_keys_known", {"a/b": 1}, "/tools/0/a~1b"),
        ("inventory_keys_known", {"result_envelope": {"cannonical": "X"}}, "/tools/0/result_envelope/cannonical"),
        ("input_schema_object", {"input_schema": True}, "/tools/0/input_schema"),
        ("input_schema_object", {"input_schema": {"type": ["object", "null"]}}, "/tools/0/input_schema/type"),
        ("input_schema_object", {"input_schema": {"properties": {"a": {}}}}, "/tools/0/input_schema"),
    ],
)
def test_a_broken_promise_is_found_at_its_place(rule: str, tool: JsonObject, pointer: str) -> None:
    (finding,) = found(rule, tool) if rule != "inventory_keys_known" else found(rule, [tool])
    assert finding.pointer == pointer
    assert finding.tool == "ListTasks"


@pytest.mark.parametrize(
    ("rule", "tool"),
    [
        ("envelope_declared", {"result_envelope": {"success_result_schema": {"type": "object"}}}),
        ("input_schema_object", {"input_schema": {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}}),
        ("input_schema_object", {"input_schema": {"oneOf": [{"type": "object"}, {"type": "object"}]}}),
    ],
)
def test_an_honest_promise_is_left_alone(rule: str, tool: JsonObject) -> None:
    assert found(rule, tool) == []


def test_a_missing_key_is_told_as_missing() -> None:
    bare: JsonObject = {key: value for key, value in TOOL.items() if key in ("name", "input_schema")}
    value: JsonValue = {**INVENTORY, "tools": [bare]}
    inventory = load_inventory(Document("given", json.dumps(value), value))
    profile = load_profile("holon")
    report = check(Surface("given", inventory), profile, applied_rules(profile, PROMISE_RULES))
    assert {finding.rule: finding.message for finding in report.findings} == {
        "capability_declared": "capability family is missing",
        "description_present": "tool has no description",
        "envelope_declared": "result envelope is missing",
        "stability_declared": "stability is missing",
    }


def test_the_nearest_known_key_is_suggested() -> None:
    (finding,) = found("inventory_keys_known", {"tool": []})
    assert finding.hint == "did you mean `tools`?"
    (finding,) = found("inventory_keys_known", [{"zebra": 1}])
    assert "`input_schema`" in finding.hint


def test_a_check_over_nothing_is_not_green() -> None:
    (finding,) = found("inventory_not_empty", [])
    assert (finding.pointer, finding.tool) == ("/tools", None)


def test_real_inventories_keep_these_promises(corpus: Path) -> None:
    profile = load_profile("holon")
    rules = applied_rules(profile, (*SCHEMA_RULES, *PROMISE_RULES))
    assert len(rules) == 12
    for path in sorted((corpus / "inventories").glob("*.json")):
        inventory, document = read_inventory(path)
        report = check(Surface(path.name, inventory), profile, rules, document)
        assert [(finding.pointer, finding.message) for finding in report.findings] == []


def test_a_level_opened_three_levels_deep_in_a_real_inventory_is_found_at_its_line(corpus: Path) -> None:
    path = next((corpus / "inventories").glob("holon-10-*.json"))
    inventory, _ = read_inventory(path)
    index = next(tool.index for tool in inventory.tools if tool.name == "ExecCommandBatch")
    value = json.loads(path.read_text("utf-8"))
    item = value["tools"][index]["input_schema"]["properties"]["items"]["items"]
    assert item["additionalProperties"] is False
    item["additionalProperties"] = True
    changed = json.dumps(value, indent=2)
    document = Document("changed.json", changed, value)
    profile = load_profile("holon")
    report = check(
        Surface("changed", load_inventory(document)), profile, applied_rules(profile, SCHEMA_RULES), document
    )
    (finding,) = report.findings
    assert finding.rule == "deny_unknown_fields"
    assert finding.pointer == f"/tools/{index}/input_schema/properties/items/items/additionalProperties"
    assert finding.location is not None
    assert '"additionalProperties": true' in changed.splitlines()[finding.location.line - 1]
