"""A finding about several tools is reported once, and is found at each tool that it is about."""

import datetime
import json
from typing import Any

from junitparser import JUnitXml
from msgspec.structs import replace

from conformance.commands.check import check_subject
from conformance.commands.report import Report
from conformance.commands.reporters import render_findings
from conformance.commands.subject import subject_of_text
from conformance.documents.values import JsonObject, as_array, as_object
from conformance.findings import Finding
from conformance.schema.validation import is_valid
from conformance.settings.repository import Config
from tests.commands.reporters.golden_reports import ACCEPTED, FINDING, FOLDER
from tests.commands.reporters.pages import read_page
from tests.commands.test_schemas import SCHEMAS

_CLOSED: JsonObject = {"type": "object", "additionalProperties": False}
_TEXT = "Return the notes of a day, the oldest of them first."
LISTED = [
    {"name": "list_notes", "description": _TEXT, "inputSchema": _CLOSED},
    {"name": "read_notes", "description": _TEXT, "inputSchema": _CLOSED},
    {"name": "write_note", "description": "Write a note for a day.", "inputSchema": {"type": "object"}},
    {"name": "drop_note", "description": "Drop the note of a day.", "inputSchema": {"type": "object"}},
]
TEXT = json.dumps({"tools": LISTED}, indent=1)


def _report(rule: str) -> Report:
    return check_subject(subject_of_text(TEXT.encode()), Config(profile="mcp"), datetime.date(2026, 5, 1), [rule])


def _shared(rule: str) -> tuple[Report, Finding]:
    report = _report(rule)
    (finding,) = report.findings
    return report, finding


def test_a_finding_names_its_other_tools_with_their_lines_and_no_tool_twice() -> None:
    for rule, names in (("description_distinct", ["read_notes", "list_notes"]),
                        ("mcp_open_inputs", ["write_note", "drop_note"])):  # fmt: skip
        _, finding = _shared(rule)
        assert finding.tools == names, rule
        (other,) = finding.related
        line = TEXT.splitlines()[other.location.line - 1] if other.location else ""
        assert other.pointer.startswith(f"/tools/{[one['name'] for one in LISTED].index(names[1])}/")
        assert "description" in line or "inputSchema" in line, line


def test_the_second_of_two_tools_with_one_name_is_another_tool_but_not_another_name() -> None:
    twice = json.dumps({"tools": [LISTED[0], LISTED[0]]})
    report = check_subject(
        subject_of_text(twice.encode()), Config(profile="mcp"), datetime.date(2026, 5, 1), ["tool_name_unique"]
    )
    (finding,) = report.findings
    assert [one.pointer for one in finding.related] == ["/tools/0/name"]
    assert finding.tools == ["list_notes"]
    assert sum("finding" in one.attributes.get("class", "") for one in _page(report)) == 1


def test_sarif_relates_the_locations_of_the_other_tools() -> None:
    report, _ = _shared("mcp_open_inputs")
    (result,) = json.loads(render_findings("sarif", report, FOLDER))["runs"][0]["results"]
    (related,) = result["relatedLocations"]
    assert related["message"]["text"] == "also about `drop_note`"
    assert (
        related["physicalLocation"]["region"]["startLine"]
        > result["locations"][0]["physicalLocation"]["region"]["startLine"]
    )
    assert related["logicalLocations"][0]["fullyQualifiedName"].startswith("drop_note#/tools/3")


def test_junit_fails_the_case_of_each_tool() -> None:
    report, finding = _shared("description_distinct")
    read: Any = JUnitXml
    (suite,) = read.fromstring(render_findings("junit", replace(report, fail_on=finding.level), FOLDER).encode())
    assert {case.classname for case in suite if case.result} == {"list_notes", "read_notes"}


def test_the_page_shows_it_at_each_tool_with_an_id_of_its_own_and_counts_it_once() -> None:
    report, finding = _shared("description_distinct")
    elements = _page(report)
    cards = [one for one in elements if "finding" in one.attributes.get("class", "").split()]
    first = f"finding-{finding.fingerprint}"
    assert [one.attributes["id"] for one in cards] == [f"{first}-at-1", first]
    assert [one.attributes.get("data-first") for one in cards] == [first, None]
    assert "4 tools, 1 finding" in {one.text for one in elements if one.name == "output"}


def _page(report: Report) -> list[Any]:
    return read_page(render_findings("html", report, FOLDER)).elements


def test_json_lists_the_other_tools_as_published() -> None:
    report, _ = _shared("description_distinct")
    value = json.loads(render_findings("json", report, FOLDER))
    assert is_valid(value, SCHEMAS["report.schema.json"])
    (finding,) = as_array(value["findings"])
    (related,) = as_array(as_object(finding)["related"])
    assert as_object(related)["tool"] == "list_notes"
    assert not is_valid({**value, "findings": [{**as_object(finding), "related": [{}]}]}, SCHEMAS["report.schema.json"])


def test_the_filter_of_the_page_counts_as_its_heading_does() -> None:
    alike = [replace(FINDING, tool=f"tool_{number}", fingerprint=f"{number:016}") for number in range(3)]
    report = Report("tools.json", [*alike, ACCEPTED], tool_count=4, rule_count=1, checked_count=0)
    elements = read_page(render_findings("html", report, FOLDER)).elements
    assert report.summary()["error"] == 1
    assert "Fails: 1 error" in "".join(one.text for one in elements if one.name == "h1")
    assert "4 tools, 1 finding, 1 accepted" in {one.text for one in elements if one.name == "output"}
    cards = [one.attributes for one in elements if "finding" in one.attributes.get("class", "").split()]
    first = f"finding-{alike[0].fingerprint}"
    assert [one.get("data-first") for one in cards] == [None, first, first, None]
