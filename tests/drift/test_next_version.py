"""The next version of a package follows from the gravest verdict, and before 1.0.0 it is one number further right."""

import datetime
from typing import Any

import pytest

from conformance.drift.acceptance import apply_acceptances
from conformance.drift.next_version import next_version
from conformance.drift.report import DriftReport
from conformance.errors import ConformanceError, ErrorKind
from conformance.settings.repository import Accept
from tests.drift.inventories import closed, drifted, inventory, tool

OLD = closed({"a": {"type": "string"}, "b": {}})
BREAK = closed({"b": {}})
NEW_FIELD = closed({"a": {"type": "string"}, "b": {}, "c": {}})


def report_on(new: dict[str, Any], **changed: Any) -> DriftReport:
    """What drift says where a tool gets another input schema, or other members."""
    return drifted(inventory(tool(input_schema=OLD)), inventory(tool(input_schema=new, **changed)))


REPORTS = {
    "break": report_on(BREAK),
    "unknown": report_on({"$ref": "elsewhere.json"}),
    "compatible": report_on(NEW_FIELD),
    "cosmetic": report_on(OLD, description="Another text."),
    "nothing": report_on(OLD),
}


@pytest.mark.parametrize(
    ("change", "version", "following"),
    [
        ("break", "1.2.3", "2.0.0"),
        ("unknown", "1.2.3", "2.0.0"),
        ("compatible", "1.2.3", "1.3.0"),
        ("cosmetic", "1.2.3", "1.2.4"),
        ("nothing", "1.2.3", "1.2.3"),
        ("break", "0.9.3", "0.10.0"),
        ("unknown", "0.9.3", "0.10.0"),
        ("compatible", "0.9.3", "0.9.4"),
        ("cosmetic", "0.0.9", "0.0.10"),
        # a tag keeps its lead, and what follows the third number is dropped
        ("break", "v1.2.3-rc.1", "v2.0.0"),
        ("compatible", "tools-v10.20.30+build.5", "tools-v10.21.0"),
        ("cosmetic", "my 2nd tool/1.0.9", "my 2nd tool/1.0.10"),
    ],
)
def test_the_gravest_verdict_decides_which_number_goes_up(change: str, version: str, following: str) -> None:
    assert next_version(REPORTS[change], version) == following


def test_an_accepted_break_is_one_and_a_stale_entry_is_none() -> None:
    today = datetime.date(2026, 5, 1)
    accepted = apply_acceptances(REPORTS["break"].changes, [Accept(rule="*", reason="agreed")], today)
    assert [one.suppressed for one in accepted] == ["agreed"]
    assert next_version(DriftReport("old", "new", accepted), "1.2.3") == "2.0.0"
    stale = apply_acceptances(REPORTS["compatible"].changes, [Accept(rule="*", reason="agreed")], today)
    assert len(stale) == 2
    assert next_version(DriftReport("old", "new", stale), "1.2.3") == "1.3.0"


@pytest.mark.parametrize("version", ["", "1.2", "1.2.3.4", "latest", "1.2.x", "v1.2.3 final"])
def test_a_text_that_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        next_version(REPORTS["break"], version)
    assert refused.value.kind is ErrorKind.USAGE
    assert refused.value.message == f"`{version}` is not a semantic version"
    assert refused.value.recovery_hint == "state it as three numbers, with `--from-version 1.2.3`"
