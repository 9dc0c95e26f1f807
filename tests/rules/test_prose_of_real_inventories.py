"""The rules on prose, variants and siblings on real data: what they report is known one by one."""

from pathlib import Path

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.packaged import embedded_inventory
from conformance.findings import Level
from conformance.inventory import read_inventory
from conformance.systems.surface import Surface
from tests.rules.judging import HOLON

RULES = [
    "bounds_in_prose_agree",
    "closed_value_set_in_prose",
    "default_in_prose_agrees",
    "description_names_known_fields",
    "description_names_known_tools",
    "discriminator_declared",
    "enum_values_documented",
    "field_forbidden_by_prose",
    "guidance_contradicts_schema",
    "guidance_examples_valid",
    "root_composition_portable",
    "sibling_names_agree",
    "sibling_units_agree",
    "variant_boundaries",
]


def test_what_is_reported_on_real_inventories_is_known_one_by_one(corpus: Path) -> None:
    reported: set[tuple[str, str | None, str, Level]] = set()
    for file in sorted((corpus / "inventories").glob("*.json")):
        inventory, _ = read_inventory(file)
        findings = check(Surface(file.stem, inventory), HOLON, applied_rules(HOLON, RULES)).findings
        assert len(findings) <= 10, file.stem
        reported |= {(one.rule, one.tool, one.pointer.rpartition("/")[2], one.level) for one in findings}
    assert reported == {
        ("default_in_prose_agrees", "ExecCommand", "yield_time_ms", Level.INFO),
        ("default_in_prose_agrees", "ExecCommandBatch", "yield_time_ms", Level.INFO),
        ("field_forbidden_by_prose", "ExecCommandBatch", "tty", Level.WARNING),
        ("field_forbidden_by_prose", "ExecCommandBatch", "accepts_input", Level.WARNING),
        ("root_composition_portable", "SpawnAgent", "allOf", Level.INFO),
        ("variant_boundaries", "UseWorkspace", "path", Level.WARNING),
        ("variant_boundaries", "SwitchWorkspace", "workspace_id", Level.WARNING),
        ("variant_boundaries", "WaitFor", "wake", Level.WARNING),
        ("variant_boundaries", "PickWorkItem", "clear_blocker", Level.WARNING),
        ("closed_value_set_in_prose", "GenerateImage", "background", Level.WARNING),
    }


def test_our_own_inventory_is_clean() -> None:
    inventory, _ = read_inventory(embedded_inventory())
    assert check(Surface("own", inventory), HOLON, applied_rules(HOLON, RULES)).findings == []
