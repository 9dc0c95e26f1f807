"""Real inventories, one version after the other, get the verdicts that a careful reader gives."""

from itertools import pairwise
from pathlib import Path

import pytest

from conformance.inventory.load import read_inventory
from tests.drift.inventories import drifted

BREAKING: dict[str, set[tuple[str, str, str]]] = {
    "01": {
        ("ExecCommandBatch", "field_removed", "/input_schema/properties/items/items/properties/tty"),
        ("ExecCommandBatch", "field_removed", "/input_schema/properties/items/items/properties/accepts_input"),
    },
    "02": {
        ("UpdateWorkItem", "field_removed", "/input_schema/properties/blocked_by"),
        ("UpdateWorkItem", "field_removed", "/input_schema/properties/recheck_after"),
    },
    "04": {("Sleep", "tool_removed", "/")},
    "10": {("ListTasks", "tool_renamed", "/name")},
    "28": {("UseWorkspace", "tool_removed", "/")},
}
ALLOWED = {"03": {("NotifyOperator", "tool_removed", "/")}}


def versions(corpus: Path) -> list[Path]:
    return sorted((corpus / "inventories").glob("holon-*.json"))


def test_each_version_breaks_what_a_careful_reader_says(corpus: Path) -> None:
    files = versions(corpus)
    for before, after in pairwise(files):
        report = drifted(read_inventory(before)[0], read_inventory(after)[0])
        number = after.name.split("-")[1]
        broken = [ruled for ruled in report.changes if ruled.verdict == "breaking"]
        assert all(ruled.witness is not None for ruled in broken), number
        for expected, are_active in ((BREAKING, True), (ALLOWED, False)):
            found = {
                (str(ruled.change.tool), ruled.change.kind, ruled.change.pointer_in_tool)
                for ruled in broken
                if (ruled.suppressed is None) is are_active
            }
            assert found == expected.get(number, set()), number


def test_descriptions_are_cosmetic_and_optional_fields_compatible(corpus: Path) -> None:
    files = versions(corpus)
    for before, after in pairwise(files):
        for ruled in drifted(read_inventory(before)[0], read_inventory(after)[0]).changes:
            if ruled.change.kind.startswith("description"):
                assert ruled.verdict == "cosmetic"
            if ruled.change.kind == "field_added":
                assert ruled.verdict == "compatible"


@pytest.mark.parametrize("step", [2, 3])
def test_versions_that_are_further_apart_are_compared_too(corpus: Path, step: int) -> None:
    files = versions(corpus)
    for before, after in zip(files, files[step:], strict=False):
        report = drifted(read_inventory(before)[0], read_inventory(after)[0])
        assert all(ruled.verdict != "unknown" or ruled.change.kind == "result_type_changed" for ruled in report.changes)
