"""The trend of a report: earlier JSON reports give the page its numbers, and drift gives those of the history."""

import json
from pathlib import Path

import pytest

from conformance.commands.reporters import history_formats
from conformance.commands.trend import add_trend
from conformance.findings import Level
from conformance.schema.validation import is_valid
from tests.cli.test_drift import NAME, WITH_LIMIT, git, run
from tests.commands.reporters.golden_reports import ACCEPTED, FINDING, REPORT, WARNING
from tests.commands.reporters.pages import read_page
from tests.commands.test_baseline import TOOLS
from tests.commands.test_schemas import SCHEMAS

_FIXED = [{**TOOLS[0], "description": "Find notes."}, *TOOLS[1:]]


def _reports(folder: Path) -> None:
    """Write one report for each version of a list, which loses one finding and then gets others."""
    for name, tools in (("2030-01", TOOLS), ("2030-02", _FIXED)):
        (folder / "tools.json").write_text(json.dumps(tools), "utf-8")
        run(folder, f"conformance check tools.json --format json --output reports-{name}.json")
    tool = {"name": "close", "inputSchema": {"type": "object"}}
    (folder / "tools.json").write_text(json.dumps([*_FIXED, tool]), "utf-8")


def test_the_page_has_a_row_for_each_earlier_report_with_what_came_and_went(tmp_path: Path) -> None:
    _reports(tmp_path)
    status, _ = run(tmp_path, "conformance check tools.json --previous 'reports-*.json' -f html -o page.html -f json")
    assert status == 1
    page = read_page((tmp_path / "page.html").read_text("utf-8"))
    numbers = [json.loads((tmp_path / f"reports-2030-0{month}.json").read_text("utf-8")) for month in (1, 2)]
    rows = [one.text for one in page.named("th") if one.text.startswith(("reports", "this run"))]
    assert rows == ["reports-2030-01", "reports-2030-02", "this run"]
    assert len([one for one in page.named("svg") if one.attributes["class"] == "trend"]) == 1
    # the head of the table names each level in the colour of its part of the bars
    elements = [one.name for one in page.elements]
    head = page.elements[elements.index("thead") : elements.index("tbody")]
    levels = {f"level {level}": level for level in (one.attributes["class"] for one in page.named("rect"))}
    assert {one.attributes["class"]: one.text for one in head if one.name == "span"} == levels
    heights = [float(one.attributes["height"]) for one in page.named("rect")]
    assert heights
    assert all(0 < one <= 60 for one in heights)
    assert numbers[0]["summary"]["warning"] + numbers[0]["summary"]["error"] > 0


def test_points_count_new_and_gone_findings_unless_one_of_the_two_reports_lists_only_some(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    value = {"subject": REPORT.subject, "summary": {"error": 1, "warning": 1, "info": 0, "suppressed": 1}}
    finding = {"fingerprint": FINDING.fingerprint, "suppressed": None}
    gone = {
        "fingerprint": "9" * 16,
        "suppressed": None,
        "places": [{"fingerprint": "8" * 16}, {"fingerprint": "9" * 16}],
    }
    accepted = {"fingerprint": ACCEPTED.fingerprint, "suppressed": "known"}
    file.write_text(json.dumps({**value, "findings": [finding, gone, accepted]}), "utf-8")
    complete = type(REPORT)(REPORT.subject, [FINDING, WARNING, ACCEPTED], 1, 1, 0)
    first, last = add_trend(complete, [file]).trend
    assert (first.label, first.counts["error"], first.added) == ("a", 1, None)
    assert (last.label, last.added, last.gone) == ("this run", 1, 2)
    partly = type(REPORT)(REPORT.subject, [FINDING], 1, 1, 0, {Level.INFO: 3})
    assert [(one.added, one.gone) for one in add_trend(partly, [file]).trend] == [(None, None), (None, None)]
    file.write_text(json.dumps({**value, "findings": [finding]}), "utf-8")
    assert add_trend(complete, [file]).trend[-1].added is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "is not a report of findings"),
        ('{"findings": [], "summary": {"error": "1", "warning": 0, "info": 0}}', "is not a report of findings"),
        (
            '{"subject": "b.json", "findings": [], "summary": {"error": 0, "warning": 0, "info": 0}}',
            "is about `b.json`",
        ),
    ],
)
def test_what_is_not_an_earlier_report_on_the_same_is_refused(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), "utf-8")
    (tmp_path / "old.json").write_text(text, "utf-8")
    status, output = run(tmp_path, "conformance check tools.json --previous old.json")
    assert (status, says in output, "Traceback" in output) == (2, True, False), output
    status, output = run(tmp_path, "conformance check tools.json --previous 'none-*.json'")
    assert (status, "no file matches" in output) == (2, True)


def test_no_earlier_report_is_overwritten(tmp_path: Path) -> None:
    _reports(tmp_path)
    before = (tmp_path / "reports-2030-01.json").read_bytes()
    command = "conformance check tools.json --previous reports-2030-01.json -f json -o reports-2030-01.json"
    assert run(tmp_path, command)[0] == 2
    assert (tmp_path / "reports-2030-01.json").read_bytes() == before


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A repository with three versions of an inventory, of which the second breaks and the third is unreadable."""
    git(tmp_path, "init", "-q", "-b", "main")
    for text, subject in ((WITH_LIMIT, "first"), (_without_limit(), "drop `limit` <b>"), ("{", "spoil it")):
        (tmp_path / NAME).write_text(text, "utf-8")
        git(tmp_path, "add", NAME)
        git(tmp_path, "commit", "-q", "-m", subject)
    return tmp_path


def _without_limit() -> str:
    value = json.loads(WITH_LIMIT)
    value["tools"][0]["input_schema"]["properties"].pop("limit")
    return json.dumps(value)


def test_a_history_is_written_in_each_format_that_can_and_refused_in_the_others(history: Path) -> None:
    assert history_formats() == ["html", "json", "markdown", "text"]
    for name in history_formats():
        status, output = run(history, f"conformance drift --history {NAME} --format {name}")
        assert (status, "limit" in output, "first" in output) == (0, True, True), output
    status, output = run(history, f"conformance drift --history {NAME} --format sarif --output a.sarif")
    assert (status, "cannot write a history" in output, "json" in output) == (2, True, True), output
    assert not (history / "a.sarif").exists()


def test_a_history_as_json_has_each_version_with_its_drift_or_its_problem(history: Path) -> None:
    value = json.loads(run(history, f"conformance drift --history {NAME} --format json")[1])
    assert is_valid(value, SCHEMAS["history.schema.json"])
    first, second, third = value["versions"]
    assert (first["drift"], first["problem"], second["problem"]) == (None, None, None)
    assert second["drift"]["summary"]["breaking"] == 1
    assert (third["drift"], bool(third["problem"])) == (None, True)


def test_a_history_as_a_page_shows_the_trend_and_no_markup_of_a_commit(history: Path) -> None:
    text = run(history, f"conformance drift --history {NAME} --format html")[1]
    page = read_page(text)
    assert "3 versions, 1 with breaking changes" in text
    assert any(one.attributes["class"] == "breaking" for one in page.named("rect"))
    assert "&lt;b&gt;" in text
    assert not [one for one in page.named("form") if one.attributes.get("id") == "filter"]
