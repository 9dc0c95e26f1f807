"""The JSON report has the published shape and is safe to print."""

import json
from dataclasses import replace

from conformance.commands.reporters.json import render_findings
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
