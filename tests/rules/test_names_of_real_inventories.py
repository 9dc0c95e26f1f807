"""The naming rules on real data: no error, and no more warnings than a reviewer reads."""

import json
from pathlib import Path

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.findings import Finding, Level
from conformance.inventory import read_inventory
from conformance.rules import examples
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface
from tests.rules.judging import HOLON

NAMING = [
    "tool_name_case",
    "tool_name_namespace",
    "tool_name_unique",
    "field_name_case",
    "enum_value_case",
    "unit_suffix",
    "id_suffix",
    "path_field_name",
    "plane_vocabulary",
    "required_declared",
    "result_field_in_input",
    "batch_field_subset",
    "runtime_owned_tool",
]


def _real(corpus: Path) -> dict[str, list[Finding]]:
    rules = applied_rules(HOLON, NAMING)
    files = sorted((corpus / "inventories").glob("*.json"))
    assert files
    return {
        file.stem: list(check(Surface(file.stem, read_inventory(file)[0]), HOLON, rules).findings) for file in files
    }


def test_a_real_inventory_breaks_no_naming_rule_and_bends_few(corpus: Path) -> None:
    for name, findings in _real(corpus).items():
        assert [finding for finding in findings if finding.level is Level.ERROR] == [], name
        assert len(findings) <= 3, name


def test_what_is_reported_on_real_inventories_is_known_one_by_one(corpus: Path) -> None:
    reported = {(finding.rule, finding.tool) for findings in _real(corpus).values() for finding in findings}
    assert reported == {
        ("runtime_owned_tool", "NotifyOperator"),
        ("unit_suffix", "UpdateWorkItem"),
        ("path_field_name", "ViewImage"),
        ("id_suffix", "ListTasks"),
        ("id_suffix", "GenerateImage"),
    }


def test_real_servers_are_no_error_of_the_protocols_profile(corpus: Path) -> None:
    mcp = load_profile("mcp")
    rules = applied_rules(mcp, NAMING)
    for file in sorted((corpus / "mcp").glob("*.json")):
        tools = [
            {"name": tool["name"], "input_schema": tool["inputSchema"]}
            for tool in json.loads(file.read_text())["tools"]
        ]
        findings = check(examples.from_inventory(tools), mcp, rules).findings
        assert {finding.rule for finding in findings} <= {"unit_suffix"}, file.stem
        assert all(finding.level is Level.INFO for finding in findings)
