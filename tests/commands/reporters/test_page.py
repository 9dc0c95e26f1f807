"""The page: one file that loads and runs nothing, whose links lead somewhere, and which stays small with many tools."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from conformance.commands.registry import profile_of
from conformance.commands.report import ContractCoverage, Report, ReportedTool, ToolCoverage, join_reports
from conformance.commands.reported_tools import SAMPLED, report_tools
from conformance.commands.reporters import finding_formats, render_drift, render_findings
from conformance.commands.reporters._markup import prose
from conformance.commands.subject import subject_of, subject_of_text
from conformance.display import code_text
from conformance.documents.pointers import resolve
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.settings.repository import Config
from tests.commands.reporters.golden_reports import ACCEPTED, DRIFT, FINDING, FOLDER, HOSTILE, REPORT, WARNING
from tests.commands.reporters.pages import HOSTILE_TEXTS, hostile_tools, many_tools, page_of, read_page, report_on

ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "script", "a", "header", "main", "footer", "section", "form",
    "h1", "h2", "h3", "h4", "p", "span", "code", "pre", "ul", "li", "b", "dl", "dt", "dd", "div", "table", "thead",
    "tbody", "tr", "th", "td", "details", "summary", "label", "input", "fieldset", "legend", "output", "meter",
}  # fmt: skip


def _tools_of(tools: Sequence[JsonObject]) -> list[ReportedTool]:
    subject = subject_of_text(json.dumps({"tools": list(tools)}).encode())
    return report_tools(subject.surface, profile_of(Config()), subject.document)


def _pages() -> list[str]:
    clean = Report("tools.json", (), tool_count=0, rule_count=1, checked_count=0)
    return [
        render_findings("html", REPORT, FOLDER),
        render_findings("html", clean, FOLDER),
        render_findings("html", join_reports([REPORT, replace(REPORT, subject="other.json"), clean]), FOLDER),
        render_drift("html", DRIFT, FOLDER),
        page_of(hostile_tools()),
    ]


def test_a_page_has_only_its_own_elements_and_no_attribute_that_loads_or_runs() -> None:
    for page in map(read_page, _pages()):
        assert {one.name for one in page.elements} <= ALLOWED
        assert [len(page.named(name)) for name in ("script", "style", "title", "form", "main", "h1")] == [1] * 6
        for one in page.elements:
            assert not {key for key in one.attributes if key.startswith("on") or key in ("src", "style", "action")}
            assert one.attributes.get("href", "#").startswith("#")


def test_a_hostile_text_is_shown_as_it_is_written() -> None:
    page = read_page(page_of(hostile_tools()))
    names = [one.text for one in page.named("h3")]
    assert names == [text.replace("\u202e", "\\u202e") for text in HOSTILE_TEXTS]


def test_the_policy_of_a_page_lets_only_its_own_script_and_style_run() -> None:
    for text in _pages():
        page = read_page(text)
        (policy,) = [one.attributes["content"] for one in page.named("meta") if "http-equiv" in one.attributes]
        assert policy.startswith("default-src 'none'; ")
        for name in ("script", "style"):
            digest = base64.b64encode(hashlib.sha256(page.named(name)[0].text.encode()).digest()).decode()
            assert f"{name}-src 'sha256-{digest}'" in policy


def test_every_link_of_a_page_leads_to_one_place_on_it() -> None:
    for page in map(read_page, _pages()):
        assert len(page.ids) == len(set(page.ids))
        links = {one.attributes["href"].removeprefix("#") for one in page.named("a")}
        assert links <= set(page.ids)


def test_a_finding_has_the_same_address_in_each_page_that_has_it() -> None:
    for report in (REPORT, replace(REPORT, findings=[FINDING]), replace(REPORT, findings=[WARNING, FINDING])):
        assert f"finding-{FINDING.fingerprint}" in read_page(render_findings("html", report, FOLDER)).ids


def test_the_verdict_comes_first_and_is_never_clean_where_something_is_open() -> None:
    clean = Report("tools.json", (), tool_count=1, rule_count=1, checked_count=0)
    fault = ConformanceError(ErrorKind.UNREACHABLE, "gone", "start it")
    for report, outcome, verdict in (
        (clean, "passes", "All clean"),
        (replace(clean, findings=[FINDING]), "fails", "Fails: 1 error"),
        (replace(clean, findings=[WARNING]), "passes", "Passes with 1 warning"),
        (replace(clean, findings=[WARNING], fail_on=Level.WARNING), "fails", "Fails: 1 warning"),
        (replace(clean, findings=[ACCEPTED]), "passes", "All clean"),
        (replace(clean, broke_off=fault), "open", "Aborted"),
        (replace(clean, unexamined=fault), "open", "Nothing was examined"),
        (replace(clean, coverage=[ToolCoverage("Wait", undetermined=2)]), "open", "Nothing was tested: 2 undetermined"),
        (replace(clean, coverage=[ToolCoverage("Wait", 3, 0, 2)]), "open", "Passes with 2 undetermined"),
        (join_reports([clean, replace(clean, broke_off=fault)]), "open", "1 of 2 could not be checked"),
    ):
        (heading,) = read_page(render_findings("html", report, FOLDER)).named("h1")
        assert (heading.attributes["class"], heading.text.strip()) == (outcome, verdict)


def test_a_finding_stands_at_the_field_that_it_is_about() -> None:
    text = json.dumps({"tools": many_tools(1)}).encode()
    subject = subject_of_text(text)
    (tool,) = report_tools(subject.surface, profile_of(Config()), subject.document)
    field = next(one for one in tool.fields if one.name == "timeout")
    assert resolve(json.loads(text), field.pointer) == {
        "type": "string", "description": "The timeout of the request, as the service documents it.",
    }  # fmt: skip
    finding = replace(FINDING, tool=tool.name, pointer=f"{field.pointer}/description")
    report = Report("tools.json", [finding], 1, 1, 0, list_tools=lambda: [tool])
    page = render_findings("html", report, FOLDER)
    row = page.index("<code>timeout</code>")
    assert row < page.index(f'id="finding-{finding.fingerprint}"') < page.index("</table>", row)


def test_a_field_has_the_names_above_it_its_type_and_its_limits() -> None:
    items: JsonObject = {
        "type": "object",
        "properties": {"id": {"type": ["string", "null"], "minLength": 3}},
        "required": ["id"],
    }
    schema: JsonObject = {"type": "object", "properties": {"rows": {"type": "array", "items": items, "maxItems": 9}}}
    (tool,) = _tools_of([{"name": "Put", "inputSchema": schema}])
    shown = [(one.name, one.type, one.is_required, list(one.limits)) for one in tool.fields]
    assert shown == [
        ("rows", "array", False, ["maxItems: 9"]),
        ("rows[].id", "string", True, ["minLength: 3"]),
    ]


def test_receipts_stand_beside_the_canonical_result_and_samples_are_called_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where nothing names an inventory, so that the reference is what is reported
    profile, config = profile_of(Config()), Config()
    reference = subject_of(None, config).surface
    observed = {tool.name: tool for tool in report_tools(reference, profile)}
    sampled = {tool.name: tool for tool in report_tools(replace(reference, records=()), profile)}
    assert all(tool.receipts and not tool.note for tool in observed.values())
    assert all(tool.receipts and tool.note == SAMPLED for tool in sampled.values())
    (foreign,) = _tools_of([{"name": "ExecCommand", "inputSchema": {"type": "object"}}])
    assert not foreign.receipts  # of its own system nothing is known, and it promises no result of the contract
    report = Report("tools.json", (), 1, 1, 0, list_tools=lambda: [sampled["ExecCommand"]])
    page = render_findings("html", report, FOLDER)
    assert f"Samples: {SAMPLED}." in page
    assert page.index("What the model sees") < page.index("Canonical")


def test_secrets_of_an_inventory_are_masked_on_its_page() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    page = page_of([{"name": "Get", "description": f"Send token {secret}.", "inputSchema": {"default": secret}}])
    assert secret not in page
    assert "Send token" in page


def test_a_secret_in_any_part_of_a_schema_is_masked_in_every_format() -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    given: list[JsonObject] = [
        {"type": secret}, {"type": ["string", secret]}, {"format": secret}, {"pattern": secret}, {"title": secret},
        {"enum": [secret]}, {"const": {secret: 1}}, {"default": [secret]}, {secret: 1}, {"x-note": secret},
        {"properties": {secret: {}}, "required": [secret]}, {"$ref": f"#/$defs/{secret}"}, {"$schema": secret},
        {"items": {"properties": {"a": {"properties": {secret: {"type": "strin"}}}}}}, {"examples": [secret]},
    ]  # fmt: skip
    for part in given:
        root: JsonObject = {"type": "object", "properties": {"a": part}, "$defs": {secret: {"type": "string"}}}
        report = report_on([{"name": "Get", "inputSchema": root, "outputSchema": {**root, **part}}])
        shown = {name: render_findings(name, report, FOLDER) for name in finding_formats()}
        assert [name for name, text in shown.items() if secret in text] == [], part


def test_coverage_is_shown_with_the_tool_that_it_is_of() -> None:
    report = replace(
        REPORT, findings=(), contract=[ContractCoverage("Wait", 3, 1, 4, [f"/input/{number}" for number in range(20)])]
    )
    page = render_findings("html", replace(report, list_tools=lambda: [ReportedTool("Wait", "", {})]), FOLDER)
    assert "Questions: 1 tested, 2 skipped, 1 undetermined" in page
    assert re.search(r"1 of 4 parts of the contract seen in 3 calls <meter [^>]*value=\"1\"", page)
    assert "<code>/input/11</code> and 8 more" in page


def test_a_break_is_first_and_shows_the_instance_that_proves_it() -> None:
    changes = [*DRIFT.changes[1:], DRIFT.changes[0]]
    text = render_drift("html", replace(DRIFT, changes=changes), FOLDER)
    page = read_page(text)
    findings = [one for one in page.elements if "data-level" in one.attributes]
    assert [one.attributes["data-level"] for one in findings] == ["breaking", "unknown", "cosmetic", "accepted"]
    assert json.loads(page.named("pre")[0].text) == {"limit": 1}
    assert "Accepted before, rejected now" in text


def test_a_line_feed_in_a_name_is_seen() -> None:
    names = [one.text for one in read_page(render_findings("html", REPORT, FOLDER)).named("h3")]
    assert [name for name in names if name.startswith(HOSTILE[:4])] == [
        r"100%,\x0a::error::x <b>&`|*_]]>{0}[a](https://b) \u202e\x1b[2J\ud800"
    ]


def test_a_thousand_tools_make_a_page_of_a_few_megabytes_in_which_all_are_closed() -> None:
    tools = _tools_of(many_tools(1000))
    findings = [replace(FINDING, tool=one.name, fingerprint=f"{at:016x}") for at, one in enumerate(tools)]
    text = render_findings("html", Report("tools.json", findings, 1000, 1, 0, list_tools=lambda: tools), FOLDER)
    assert len(text.encode()) < 6_000_000
    page = read_page(text)
    assert len(page.named("h3")) == 1000
    assert not [one for one in page.named("details") if "open" in one.attributes]


def test_a_name_keeps_its_backticks_and_what_is_code_beside_it_loses_them() -> None:
    for text, shown in (
        (f"tool name {code_text('a`b`c')} is not `x`", "tool name 'a`b`c' is not <code>x</code>"),
        (code_text("it's `a`") + ", `b`", "'it's `a`', <code>b</code>"),
        ("the server's `a` and the callers' `b` aren't 'c' or `d`",
         "the server's <code>a</code> and the callers' <code>b</code> aren't 'c' or <code>d</code>"),
        ("`a` 'b!', `c` 'd'", "<code>a</code> 'b!', <code>c</code> 'd'"),
    ):  # fmt: skip
        assert html.unescape(prose(text).source) == shown
