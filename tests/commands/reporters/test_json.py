"""The JSON report has the published shape and is safe to print."""

import json

from msgspec.structs import replace

from conformance.commands.reporters.json import render_findings
from conformance.documents.location import Location
from conformance.errors import ConformanceError, ErrorKind
from tests.commands.reporters.test_text import CLEAN, FINDING, FOLDER


def test_the_report_holds_the_fixed_names() -> None:
    value = json.loads(render_findings(replace(CLEAN, findings=[FINDING]), FOLDER))
    assert list(value)[:5] == ["version", "harness", "subject", "findings", "summary"]
    assert value["findings"][0]["location"] == {"file": "tools.json", "line": 4, "column": 7}
    assert value["summary"] == {"error": 1, "warning": 0, "info": 0, "suppressed": 0}


def test_the_text_is_printable_ascii_whatever_was_found() -> None:
    text = render_findings(replace(CLEAN, findings=[replace(FINDING, tool="\x7f\u202e\ud800\x1b")]), FOLDER)
    assert text.replace("\n", "").isascii()
    assert text.replace("\n", "").isprintable()
    assert json.loads(text)["findings"][0]["tool"] == "\x7f\u202e\ud800\x1b"


def test_a_report_that_broke_off_says_why() -> None:
    gone = ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3", "start it again")
    value = json.loads(render_findings(replace(CLEAN, broke_off=gone), FOLDER))
    told = {"kind": "unreachable", "message": "it ended with status 3", "recovery_hint": "start it again"}
    assert value["broke_off"] == told
    assert "broke_off" not in json.loads(render_findings(CLEAN, FOLDER))


def test_what_is_wrong_in_several_tools_is_one_finding_with_its_places() -> None:
    other = replace(FINDING, tool="get_tasks", pointer="/tools/1/name", fingerprint="1" * 16, evidence={"quote": "x"})
    elsewhere = replace(FINDING, location=Location("other.json", 4, 7))
    value = json.loads(render_findings(replace(CLEAN, findings=[FINDING, other, elsewhere]), FOLDER))
    assert value["summary"]["error"] == 2
    assert [len(one.get("places", ())) for one in value["findings"]] == [2, 0]
    first, second = value["findings"][0]["places"]
    assert (first["tool"], first["fingerprint"], first["pointer"]) == ("list_tasks", "0" * 16, "/tools/0/name")
    assert (second["tool"], second["fingerprint"], second["evidence"]) == ("get_tasks", "1" * 16, {"quote": "x"})


def test_what_is_wrong_in_several_results_is_a_finding_for_each() -> None:
    found = [replace(FINDING, tool="list_tasks", evidence={"record": name}) for name in ("1", "2")]
    value = json.loads(render_findings(replace(CLEAN, findings=found), FOLDER))
    assert [one["evidence"]["record"] for one in value["findings"]] == ["1", "2"]
    assert value["summary"]["error"] == 2
