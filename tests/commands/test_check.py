"""The use case ``check``: which rules run, at which level, and what a finding carries."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import conformance
from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, stable_text
from conformance.errors import ConformanceError
from conformance.findings import Level
from conformance.inventory import load_inventory
from conformance.rules.catalogue import rule_ids
from conformance.rules.examples import INVENTORY, TOOL, from_envelope, from_tool
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Record, Surface
from tests.cases import check_each
from tests.scenarios.scenario import run_command, working_in

HOLON = load_profile("holon")


def test_without_a_choice_every_rule_of_the_profile_runs() -> None:
    off = [rule for rule, level in HOLON.levels.items() if level == "off"]
    assert {applied.check.id for applied in applied_rules(HOLON)} == set(rule_ids()) - set(off)


def test_a_rule_that_the_profile_turns_off_does_not_run() -> None:
    profile = replace(HOLON, levels={"summary_present": "off"})
    assert "summary_present" not in {applied.check.id for applied in applied_rules(profile)}


def test_an_unknown_rule_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(ConformanceError) as refused:
        applied_rules(HOLON, ["sumary_present"])
    assert "`sumary_present`" in refused.value.message
    assert "summary_present" in refused.value.recovery_hint


def test_the_profile_sets_the_level_of_a_finding() -> None:
    profile = replace(HOLON, levels={"summary_present": Level.INFO})
    report = check(from_envelope({"summary_text": None}), profile, applied_rules(profile, ["summary_present"]))
    assert [finding.level for finding in report.findings] == [Level.INFO]


def test_a_problem_may_weigh_less_than_its_rule_and_never_more() -> None:
    shared = from_envelope({"result": {"stdout_artifact": 0, "stderr_artifact": 0, "artifacts": [{"path": "1.log"}]}})
    lowered = replace(HOLON, levels={"artifact_role_named": Level.INFO})
    for profile, level in ((HOLON, Level.WARNING), (lowered, Level.INFO)):
        report = check(shared, profile, applied_rules(profile, ["artifact_role_named"]))
        assert [finding.level for finding in report.findings] == [level]


def test_a_finding_in_a_file_has_line_and_column() -> None:
    text = stable_text({**INVENTORY, "tools": [{**TOOL, "name": "list_tasks"}]})
    document = Document("inventory.json", text, {**INVENTORY, "tools": [{**TOOL, "name": "list_tasks"}]})
    surface = Surface("inventory.json", load_inventory(document))
    (finding,) = check(surface, HOLON, applied_rules(HOLON, ["tool_name_case"]), document).findings
    assert finding.location is not None
    assert text.splitlines()[finding.location.line - 1].strip().startswith('"name"')
    assert finding.tool == "list_tasks"


def test_a_finding_in_a_record_names_the_record_and_no_place_in_the_inventory() -> None:
    surface = from_envelope({"status": "Success"})
    document = Document("inventory.json", "{}", {})
    (finding,) = check(surface, HOLON, applied_rules(HOLON, ["status_known"]), document).findings
    assert (finding.evidence["record"], finding.location, finding.pointer) == ("example", None, "/status")


def test_records_without_a_name_are_told_apart_from_the_inventory_too() -> None:
    inventory = from_tool({}).inventory
    surface = Surface("seen", inventory, [Record("", {"status": "Success"})])
    (finding,) = check(surface, HOLON, applied_rules(HOLON, ["status_known"])).findings
    assert finding.evidence["record"] == ""


def test_the_same_fault_in_two_records_has_two_fingerprints() -> None:
    inventory = from_tool({}).inventory
    surface = Surface("seen", inventory, [Record("a", []), Record("b", [])])
    found = check(surface, HOLON, applied_rules(HOLON, ["envelope_fields"])).findings
    assert len({finding.fingerprint for finding in found}) == 2


def test_the_report_says_how_much_was_looked_at() -> None:
    report = check(from_envelope({}), HOLON, applied_rules(HOLON, ["status_known", "tool_known"]))
    assert (report.tool_count, report.rule_count, report.checked_count) == (1, 2, 1)


def test_without_any_rule_nothing_is_clean(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text('[{"name": "a", "inputSchema": {"type": "object"}}]', "utf-8")
    (tmp_path / "calls.jsonl").write_text('{"tool_name": "a", "status": "done", "summary_text": "x"}\n', "utf-8")
    (tmp_path / "empty.toml").write_text(
        'name = "empty"\nsummary = "No rule."\ndated = "2026-11-22"\nunlisted = "off"\n', "utf-8"
    )
    with working_in(tmp_path):
        for command in ("check tools.json", "check tools.json tools.json", "audit calls.jsonl"):
            for options in ("", " --format json"):
                status, output = run_command(f"conformance {command} --profile empty.toml{options}")
                assert (status, "all clean" in output) == (2, False), output
                assert "no rule is on under profile `empty`" in output


_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems"), "object": ("minProperties",)}
_HUGE = [
    *({"type": kind, keyword: int("9" * 399)} for kind in ("integer", "number") for keyword in _NUMBERS),
    *({"type": kind, keyword: int("9" * 399)} for kind, keywords in _COUNTS.items() for keyword in keywords),
    *({"type": "integer", keyword: sign * int("9" * 399)} for keyword in ("default", "const") for sign in (1, -1)),
    *({"type": "integer", keyword: [int("9" * 399)]} for keyword in ("examples", "enum")),
]


@check_each(("name", "schema"), [*(("a", schema) for schema in _HUGE), ("\ud800", {"type": "string"})])
def test_a_number_of_399_digits_and_half_a_character_are_judged_like_any_other(name: str, schema: JsonObject) -> None:
    described = {**schema, "description": "At most 100, at least 3."}
    listed: JsonObject = {"type": "object", "properties": {name: described}, "required": [name]}
    report = conformance.check([{"name": "read_note", "description": "Reads a note.", "inputSchema": listed}])
    # the object is open, which is found whatever it contains
    assert (report.broke_off, "mcp_open_inputs" in {one.rule for one in report.findings}) == (None, True)
