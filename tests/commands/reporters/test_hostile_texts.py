"""Every reporter shows texts of what was checked as texts, whatever would end a value, a line or an element in it."""

import html
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml
from markdown_it import MarkdownIt
from msgspec.structs import replace

from conformance.commands.report import CensusRow, Report, ToolCoverage, TrendPoint
from conformance.commands.reporters import (
    drift_formats,
    finding_formats,
    history_formats,
    render_drift,
    render_findings,
    render_history,
)
from conformance.display import escape_text
from conformance.drift.report import DriftHistory, TimelineEntry
from conformance.findings import RelatedPlace
from tests.commands.reporters.golden_reports import BREAK, DRIFT, FINDING, FOLDER, HOSTILE
from tests.commands.reporters.pages import HOSTILE_TEXTS, read_page

TEXTS = (
    *HOSTILE_TEXTS,
    HOSTILE,
    "100% of %0A::error::x",
    "a\nb\r\nc\u2028d",
    "title: a, b; c=d::e",
    "\x1b]52;c;eA==\x07\x1b[2J\x9b2J\x00\x7f",
    "\u202eevil\u2066\u200b\ufeff\U000e0041",
    "]]> <!-- & &amp; &#x1b;",
    "# a | b\n- [x](javascript:y) ![i](j) `c` *d* <details>",
    "{0} {{1}} ${a} $(b) %(c)s",
    "\ud800 \udfff\uffff",
)
# Terminal commands, other reading orders, hidden characters and lone surrogates, none of which is raw in any format.
_RAW = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)


def _junit_message(text: str) -> list[str]:
    read: Any = JUnitXml
    return [result.message for suite in read.fromstring(text.encode()) for case in suite for result in case.result]


def _annotation(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines():
        command = re.fullmatch(r"::(?:error|warning|notice) [^:]*(?:::)(.*)", line)
        for code, char in (("%3A", ":"), ("%2C", ","), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            line = (command[1] if command else line).replace(code, char)
            command = None
        found.append(line)
    return found


def _paragraphs(text: str) -> list[str]:
    read_page(text)
    shown = re.findall(r'<p class="(?:says|note)">(.*?)</p>|<li>(.*?)</li>|<td>(.*?)</td>', text)
    return [html.unescape(re.sub(r"</?code>", "`", "".join(one))) for one in shown]


def _markdown(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {part.type for token in tokens for part in [token, *(token.children or [])]}
    assert not {"html_inline", "html_block", "em_open", "link_open", "image"} & kinds, text
    return [
        "".join(f"`{part.content}`" if part.type == "code_inline" else part.content for part in token.children or [])
        for token in tokens
    ]


def _sarif(text: str) -> list[str]:
    plain = [one["message"]["text"] for one in json.loads(text)["runs"][0]["results"]]
    return [re.sub(r"\{\{(\d+)\}\}", r"{\1}", one).replace("] (", "](") for one in plain]


MESSAGES: Mapping[str, Callable[[str], list[str]]] = {
    "github": _annotation,
    "gitlab": lambda text: [one["description"] for one in json.loads(text)],
    "html": _paragraphs,
    "json": lambda text: [one["message"] for one in json.loads(text).get("findings") or json.loads(text)["changes"]],
    "junit": _junit_message,
    "markdown": _markdown,
    "sarif": _sarif,
    "text": str.splitlines,
}
"""How the readers of each format get the messages out of it."""


@pytest.mark.parametrize("name", sorted({*finding_formats(), *drift_formats()}))
def test_a_message_is_read_back_from_each_format_with_what_is_hidden_escaped(name: str) -> None:
    for hostile in TEXTS:
        said = hostile if name == "json" else escape_text(hostile)
        finding = replace(FINDING, message=hostile, hint=hostile, tool=hostile, evidence={"quote": hostile})
        finding = replace(finding, related=[RelatedPlace(hostile + "2", hostile)], pointer=f"/{hostile}")
        report = Report(hostile, [finding], 1, 1, 0, notes=[hostile], trend=[TrendPoint(hostile, {"error": 1})] * 2)
        drift = replace(DRIFT, changes=[replace(BREAK, message=hostile, hint=hostile)], notes=[hostile])
        for text in (render_findings(name, report, FOLDER), render_drift(name, drift, FOLDER)):
            assert not _RAW.search(text), (hostile, _RAW.search(text))
            found = MESSAGES[name](text)
            assert any(_condense(said) in _condense(one) for one in found), (hostile, found)


def _condense(text: str) -> str:
    """Return a text without what Markdown and the marks of code change: blanks, backslashes and backticks."""
    return re.sub(r"[\s`'\\]+", "", text)


@pytest.mark.parametrize("name", history_formats())
def test_a_history_has_no_raw_character_of_a_commit(name: str) -> None:
    for hostile in TEXTS:
        drift = replace(DRIFT, changes=[replace(BREAK, message=hostile)])
        entries = [
            TimelineEntry("a" * 40, "2031-01-01", hostile),
            TimelineEntry("b" * 40, "2031-01-02", hostile, drift),
            TimelineEntry("c" * 40, "2031-01-03", hostile, problem=hostile),
        ]
        text = render_history(name, DriftHistory(hostile, entries), Path(FOLDER))
        assert not _RAW.search(text), (hostile, _RAW.search(text))
        if name in ("html", "markdown"):
            MESSAGES[name](text)


@pytest.mark.parametrize("name", finding_formats())
def test_no_format_shows_a_secret_in_the_name_of_a_tool_that_has_no_finding(name: str) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    tool = f"get_{secret}"
    report = Report(
        "subject",
        *([], 1, 1, 1),
        examined={("rule", tool)},
        coverage=[ToolCoverage(tool, tested=1)],
        census=[CensusRow(tool, 1, {f"as {secret}": 1}, {f"no_{secret}": 1}, 0, 10, 10)],
        notes=[f"`{tool}` was left out"],
    )
    joined = replace(report, parts=[report])
    assert secret not in render_findings(name, report, FOLDER) + render_findings(name, joined, FOLDER)
