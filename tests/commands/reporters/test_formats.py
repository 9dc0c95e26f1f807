"""Each format is what its readers read: a golden file each, the readers' own libraries, and hostile texts."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator
from junitparser import JUnitXml
from markdown_it import MarkdownIt
from msgspec.structs import replace

from conformance.commands.registry import registered_names
from conformance.commands.report import Report
from conformance.commands.reporters import (
    drift_formats,
    finding_formats,
    render_appended,
    render_drift,
    render_findings,
)
from conformance.commands.reporters.github import MAX_OF_A_LEVEL
from conformance.documents.location import Location
from conformance.drift.kinds import change_kinds
from conformance.drift.report import STALE_ACCEPT
from conformance.findings import Finding, Level
from tests.commands.reporters.golden_reports import (
    BREAK,
    DRIFT,
    FINDING,
    FOLDER,
    GOLDEN,
    HOSTILE,
    REPORT,
    WARNING,
    golden_texts,
)

SARIF_SCHEMA = "CONFORMANCE_SARIF_SCHEMA"
FORMATS = ("github", "gitlab", "html", "json", "junit", "markdown", "sarif", "text")


def _report(*findings: Finding) -> Report:
    return Report("tools.json", findings, tool_count=1, rule_count=1, checked_count=0)


def _sarif_results(text: str) -> list[dict[str, Any]]:
    return json.loads(text)["runs"][0]["results"]


def _suites(text: str) -> list[Any]:
    read: Any = JUnitXml
    return list(read.fromstring(text.encode()))


def test_every_format_writes_findings_and_drift_as_its_golden_file_shows() -> None:
    assert set(FORMATS) <= set(finding_formats()) & set(drift_formats())
    found = golden_texts()
    assert {path.name for path in GOLDEN.iterdir()} == set(found)
    for name, text in found.items():
        assert text == (GOLDEN / name).read_text("utf-8"), f"{name}: write it with golden_reports if it is right"


def test_no_character_that_acts_on_a_terminal_or_is_invisible_reaches_any_format() -> None:
    for name, text in golden_texts().items():
        assert not {"\x1b", "\u202e", "\ud800"} & set(text), name
    for text in (render_findings("sarif", REPORT, FOLDER), render_findings("gitlab", REPORT, FOLDER)):
        # what a viewer shows after decoding; the evidence is data
        for value in json.loads(text)["runs"][0]["results"] if "runs" in text else json.loads(text):
            value.pop("properties", None)
            assert not {"\x1b", "\u202e", "\ud800"} & set(json.dumps(value, ensure_ascii=False))


def test_sarif_lists_every_rule_and_every_result_points_to_its_own() -> None:
    for text, ids in (
        (render_findings("sarif", REPORT, FOLDER), registered_ids()),
        (render_drift("sarif", DRIFT, FOLDER), change_kinds()),
    ):
        (run,) = json.loads(text)["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert ids <= {rule["id"] for rule in rules}
        assert all(rule["help"]["text"] and rule["defaultConfiguration"]["level"] for rule in rules)
        assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])


def registered_ids() -> set[str]:
    from conformance.probes.catalogue import probe_ids
    from conformance.rules.catalogue import rule_ids

    ids = {*rule_ids(), *probe_ids()}
    assert ids <= {*registered_names()}
    return ids


def test_sarif_has_relative_uris_lines_from_one_fingerprints_and_suppressions() -> None:
    plain, spaced, strange, accepted = _sarif_results(render_findings("sarif", REPORT, FOLDER))
    place = plain["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "tools.json", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 4, "startColumn": 7}
    assert plain["partialFingerprints"] == {"conformance/v1": "0" * 16}
    assert spaced["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%3Ab/tools%202.json"
    assert [len(one["suppressions"]) for one in (plain, strange, accepted)] == [0, 0, 1]
    assert accepted["suppressions"][0]["justification"] == "kept for old clients"
    assert "{{0}}[a] (https" in strange["message"]["text"]


@pytest.mark.skipif(SARIF_SCHEMA not in os.environ, reason=f"{SARIF_SCHEMA} names the schema; .ci/run sets it")
def test_sarif_is_valid_under_the_published_schema() -> None:
    validator: Any = Draft4Validator(json.loads(Path(os.environ[SARIF_SCHEMA]).read_text("utf-8")))
    for text in (render_findings("sarif", REPORT, FOLDER), render_drift("sarif", DRIFT, FOLDER)):
        assert [error.message for error in validator.iter_errors(json.loads(text))] == []
    wrong = json.loads(render_findings("sarif", REPORT, FOLDER))
    wrong["runs"][0]["results"][0]["ruleIndex"] = -2
    assert list(validator.iter_errors(wrong))


def test_what_was_removed_is_annotated_in_the_new_file_and_says_where_it_was() -> None:
    first = _sarif_results(render_drift("sarif", DRIFT, FOLDER))[0]
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "tools.json"
    assert "(it was at main:tools.json:7:5)" in first["message"]["text"]


def test_a_stale_entry_is_annotated_in_the_configuration_that_holds_it() -> None:
    change = replace(BREAK.change, kind=STALE_ACCEPT, tool=None)
    stale = replace(BREAK, change=change, location=Location("/repo/conformance.toml", 3, 1))
    (result,) = _sarif_results(render_drift("sarif", replace(DRIFT, changes=[stale]), FOLDER))
    place = result["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("conformance.toml", 3)
    assert "it was at" not in result["message"]["text"]


def test_junit_has_one_case_per_tool_and_rule_and_fails_what_the_run_fails_on() -> None:
    for level, expected in ((Level.ERROR, {"list_tasks"}), (Level.WARNING, {"list_tasks", "Wait"})):
        report = replace(_report(FINDING, WARNING, replace(FINDING, message="again")), fail_on=level)
        report = replace(report, examined={("unit_suffix", "list_tasks"), ("tool_name_case", "list_tasks")})
        (suite,) = _suites(render_findings("junit", report, FOLDER))
        cases = [(case.classname, case.name) for case in suite]
        assert len(cases) == len(set(cases)) == 3
        assert {case.classname for case in suite if case.result} == expected
        assert suite.failures == len(expected)


def test_junit_never_shows_what_was_not_tested_as_passed() -> None:
    (suite,) = _suites(render_findings("junit", REPORT, FOLDER))
    outcomes = {(case.classname, case.name): [type(one).__name__ for one in case.result] for case in suite}
    assert outcomes["Wait", "not tested"] == ["Skipped"]
    assert outcomes["tools.json", "run"] == ["Error"]
    (clean,) = _suites(render_findings("junit", _report(), FOLDER))
    assert [case.name for case in clean] == ["clean"]


def test_an_annotation_survives_percent_newline_colons_and_commas() -> None:
    finding = replace(FINDING, message="50%: a, b", hint="c\nd", tool="a:b,c%")
    line = render_findings("github", _report(finding), FOLDER).splitlines()[0]
    read = re.fullmatch(r"::error (.*?)::(.*)", line)
    assert read is not None
    properties = dict(one.split("=", 1) for one in read[1].split(","))
    assert _decode(properties["title"]) == "tool_name_case (a:b,c%)"
    assert _decode(properties["file"]) == "tools.json"
    assert _decode(read[2]) == "50%: a, b\nhelp: c\\x0ad"


def _decode(text: str) -> str:
    for code, char in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(code, char)
    return text


def test_annotations_are_as_many_as_github_shows_and_the_rest_is_in_the_summary() -> None:
    many = [replace(FINDING, tool=f"T{number}", message=f"m{number}") for number in range(MAX_OF_A_LEVEL + 5)]
    text = render_findings("github", _report(*many), FOLDER)
    assert text.count("::error ") == MAX_OF_A_LEVEL
    assert "::notice title=conformance::5 more of level error" in text
    appended = render_appended("github", _report(*many), FOLDER)
    assert all(f"m{number}" in appended["GITHUB_STEP_SUMMARY"] for number in range(MAX_OF_A_LEVEL + 5))
    assert "error=15\n" in appended["GITHUB_OUTPUT"]
    assert "breaking=1\n" in render_appended("github", DRIFT, FOLDER)["GITHUB_OUTPUT"]


def test_no_text_of_a_report_begins_a_workflow_command() -> None:
    for name in ("github", "text", "markdown"):
        for text in (render_findings(name, REPORT, FOLDER), render_drift(name, DRIFT, FOLDER)):
            lines = [line for line in text.splitlines() if line.lstrip().startswith("::")]
            assert all(re.match(r"::(error|warning|notice) (file|title)=", line) for line in lines), name
            assert not any(line.lstrip().startswith("::error::x") for line in lines)


def test_a_code_quality_report_has_what_gitlab_requires_and_no_fingerprint_twice() -> None:
    second = replace(FINDING, location=WARNING.location)
    issues = json.loads(render_findings("gitlab", _report(FINDING, second, WARNING), FOLDER))
    assert len({one["fingerprint"] for one in issues}) == 3
    assert {one["severity"] for one in issues} <= {"info", "minor", "major", "critical", "blocker"}
    assert issues[0]["location"] == {"path": "tools.json", "lines": {"begin": 4}}
    assert all({"description", "check_name", "fingerprint", "severity", "location"} <= set(one) for one in issues)


@pytest.mark.parametrize(
    "hostile", [HOSTILE, "`<b>*x*`", "a`<b>", "[a](b) `![c](d)`", "@here https://b www.b.c", "a\n# b"]
)
def test_markdown_has_no_markup_of_what_was_checked(hostile: str) -> None:
    finding = replace(FINDING, tool=hostile, message=hostile, hint=hostile, evidence={"quote": hostile})
    texts = [
        render_findings("markdown", replace(REPORT, findings=[finding]), FOLDER),
        render_drift("markdown", replace(DRIFT, changes=[replace(BREAK, message=hostile, hint=hostile)]), FOLDER),
    ]
    for text in texts:
        tokens = MarkdownIt("commonmark").parse(text)
        inline = [part for token in tokens for part in token.children or []]
        kinds = {part.type for part in [*tokens, *inline]}
        assert not {"html_inline", "html_block", "em_open", "link_open", "image"} & kinds, text
        prose = "".join(part.content for part in inline if part.type == "text")
        assert not re.search(r"@here|https://|www\.", prose)


def test_a_comment_stays_as_short_as_a_code_host_takes_and_counts_the_rest() -> None:
    many = [replace(FINDING, tool=f"T{number}", message=f"{number}{'x' * 3000}") for number in range(90)]
    text = render_findings("markdown", _report(*many), FOLDER)
    assert len(text) < 65_536
    assert re.search(r"… and \d+ more\.", text)
