"""Reports of drift are safe to print and to post, and say how much they left out."""

import json

import pytest
from markdown_it import MarkdownIt

from conformance.commands.reporters import drift_formats, render_drift
from conformance.commands.reporters.text import MAX_BLOCKS
from conformance.documents.location import Location
from conformance.drift.attribution.judgement import Direction
from conformance.drift.changes import Change, ChangeSurface
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftReport, RuledChange
from conformance.schema.containment.prover import Answer, Verdict
from conformance.schema.containment.witness import Witness
from tests.commands.reporters.test_text import FOLDER

HOSTILE = "\x1b[2J\u202e<img src=x onerror=alert(1)>`|*x*"


def _ruled(verdict: Ruling, tool: str | None = "ListTasks", suppressed: str | None = None) -> RuledChange:
    change = Change("field_removed", ChangeSurface.INPUT, "/tools/0/input_schema/properties/limit", {}, None, tool=tool)
    message, by = f"the field of {tool} was removed", "`accept` entry 1" if suppressed else ""
    location = Location("/repo/old.json", 7, 5)
    return RuledChange(change, verdict, message, "keep it", "0" * 16, suppressed, by, location=location)


BREAK = _ruled(Ruling.BREAKING)


def _render(name: str, *changes: RuledChange) -> str:
    return render_drift(name, DriftReport("/repo/old.json", "/repo/new.json", changes), FOLDER)


@pytest.mark.parametrize("name", drift_formats())
def test_hidden_characters_of_an_inventory_are_only_shown_as_escapes(name: str) -> None:
    text = _render(name, _ruled(Ruling.BREAKING, HOSTILE, HOSTILE))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.endswith("\n")


def test_markdown_carries_no_markup_of_an_inventory() -> None:
    text = _render("markdown", _ruled(Ruling.BREAKING, HOSTILE))
    assert "<img" not in text
    assert "\\*x\\*" in text
    for tool in (HOSTILE, "`<b>*x*`", "a`<b>", "``<b>`` *x* `", "<b>`*x*`<b>", "\\`<b>*x*\\`", "[a](b) `![c](d)`"):
        tokens = MarkdownIt("commonmark").parse(_render("markdown", _ruled(Ruling.BREAKING, tool)))
        inside = [part.type for token in tokens for part in token.children or []]
        assert not {"html_inline", "em_open", "link_open", "image"} & {*inside, *(token.type for token in tokens)}, tool
        assert "html_block" not in {token.type for token in tokens}, tool


def test_markdown_shows_the_code_of_a_message_as_code() -> None:
    assert "the field of `limit*` was removed\n" in _render("markdown", _ruled(Ruling.BREAKING, "`limit*`"))


def test_text_has_the_layout_of_a_finding_with_the_fingerprint_to_accept_it_by() -> None:
    assert _render("text", BREAK).splitlines() == [
        "ListTasks",
        "  breaking[field_removed]: the field of ListTasks was removed",
        "    --> old.json:7:5  /tools/0/input_schema/properties/limit",
        "    help: keep it",
        '    accept with: fingerprint = "0000000000000000"',
        "",
        "old.json -> new.json: 1 breaking",
    ]


@pytest.mark.parametrize(
    ("direction", "note"),
    [
        (Direction.INPUT, 'note: accepted before, rejected now: {"limit":1}'),
        (Direction.OUTPUT, 'note: returned now, not promised before: {"limit":1}'),
    ],
)
def test_a_break_is_shown_with_its_witness(direction: Direction, note: str) -> None:
    proof = Verdict(Answer.BREAKING, witness=Witness({"limit": 1}))
    change = Change("field_removed", ChangeSurface.INPUT, "/x", {}, None, tool="A", direction=direction, evidence=proof)
    assert note in _render("text", RuledChange(change, Ruling.BREAKING, "m", "h", "0" * 16))


def test_text_is_ordered_by_verdict_whatever_the_order_of_the_tools() -> None:
    verdicts = [Ruling.COSMETIC, Ruling.COMPATIBLE, Ruling.UNKNOWN, Ruling.BREAKING]
    changes = [_ruled(verdict, f"T{number}") for number, verdict in enumerate(verdicts)]
    lines = _render("text", _ruled(Ruling.COSMETIC, None), *changes).splitlines()
    assert [line.split("[")[0].strip() for line in lines if "[field_removed]" in line] == [
        "breaking", "unknown", "compatible", "cosmetic", "cosmetic",
    ]  # fmt: skip
    assert [line for line in lines[:-1] if line and line[0] != " "] == ["T3", "T2", "T1", "T0", "new.json"]
    assert lines[-1] == "old.json -> new.json: 1 breaking, 1 unknown, 1 compatible, 2 cosmetic"


def test_no_number_of_other_changes_hides_a_break() -> None:
    flood = [_ruled(Ruling.COSMETIC, f"T{number}") for number in range(MAX_BLOCKS + 50)]
    text = _render("text", *flood, BREAK)
    assert "breaking[field_removed]" in text
    assert "... and 51 more changes" in text


def test_markdown_begins_with_the_most_severe_change() -> None:
    changes = [_ruled(Ruling.COSMETIC, "A"), _ruled(Ruling.BREAKING, "B"), _ruled(Ruling.UNKNOWN, "C")]
    headings = [line for line in _render("markdown", *changes).splitlines() if line.startswith("### ")]
    assert headings == ["### B", "### C", "### A"]


def test_markdown_names_the_file_and_line_of_a_break() -> None:
    assert "  At `old.json:7:5  /tools/0/input_schema/properties/limit`" in _render("markdown", BREAK).splitlines()


def test_json_has_the_location_of_a_change() -> None:
    (change,) = json.loads(_render("json", BREAK))["changes"]
    assert change["location"] == {"file": "/repo/old.json", "line": 7, "column": 5}


def test_an_accepted_change_comes_last_with_its_reason_and_with_what_accepted_it() -> None:
    accepted = _ruled(Ruling.BREAKING, suppressed="agreed")
    assert _render("text", accepted, _ruled(Ruling.COSMETIC, "A")).splitlines()[-6:] == [
        "ListTasks",
        "  accepted[field_removed]: the field of ListTasks was removed",
        "    --> old.json:7:5  /tools/0/input_schema/properties/limit",
        "    note: breaking, but accepted by `accept` entry 1: agreed",
        "",
        "old.json -> new.json: 1 cosmetic, 1 accepted",
    ]
    assert "### Accepted" in _render("markdown", accepted)
    assert "(breaking, but accepted by `accept` entry 1: agreed)" in _render("markdown", accepted)
    assert json.loads(_render("json", accepted))["summary"]["suppressed"] == 1
