"""The text report is quiet when clean, grouped by tool, errors first, and prints nothing unescaped."""

from pathlib import Path

from msgspec.structs import replace

from conformance.commands.diagnostics import MAX_LOCATIONS
from conformance.commands.report import ContractCoverage, Report, ToolCoverage
from conformance.commands.reporters.text import MAX_BLOCKS, contract_lines, render_findings
from conformance.documents.location import Location
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level
from conformance.probes.interview.answers import truncate

FOLDER = Path("/repo")
FINDING = Finding(
    "tool_name_case", Level.ERROR, "list_tasks", "/tools/0/name", "tool name 'list_tasks' is not PascalCase",
    "rename it to 'ListTasks'", "0" * 16, Location("tools.json", 4, 7),
)  # fmt: skip
CLEAN = Report("tools.json", [], tool_count=2, rule_count=3, checked_count=0)


def _render(*findings: Finding) -> str:
    return render_findings(replace(CLEAN, findings=findings), FOLDER)


def _at(tool: int, line: int, **other: object) -> Finding:
    """A finding of the tool at an index, with a message of its own unless another is given."""
    name = f"Tool{tool}"
    own = {"message": f"{name} is wrong", "tool": name, "pointer": f"/tools/{tool}/name"}
    return replace(FINDING, location=Location("tools.json", line, 7), **{**own, **other})  # type: ignore[arg-type]


def _headings(text: str) -> list[str]:
    return [line for line in text.splitlines()[:-1] if line and not line.startswith(" ")]


def test_a_clean_report_is_one_line_that_says_how_much_was_checked() -> None:
    assert _render() == "tools.json: 2 tools, 3 rules: all clean\n"


def test_a_finding_says_what_where_and_what_to_write_instead() -> None:
    assert _render(FINDING).splitlines() == [
        "list_tasks",
        "  error[tool_name_case]: tool name 'list_tasks' is not PascalCase",
        "    --> tools.json:4:7  /tools/0/name",
        "    help: rename it to 'ListTasks'",
        "",
        "tools.json: 2 tools, 3 rules: 1 error",
    ]


def test_no_number_of_warnings_hides_an_error() -> None:
    warnings = [_at(tool, tool + 1, level=Level.WARNING) for tool in range(231)]
    text = _render(*warnings, _at(230, 231, message="the one error"))
    assert "error[tool_name_case]: the one error" in text
    assert text.count("warning[tool_name_case]") == MAX_BLOCKS - 1
    assert "... and 32 more findings" in text
    assert text.endswith(": 1 error, 231 warnings\n")


def test_the_places_of_a_finding_are_read_one_by_one_and_the_rest_is_counted() -> None:
    def note(*places: str) -> str:
        text = _render(replace(FINDING, evidence={"places": list(places)}))
        return next((line.strip() for line in text.splitlines() if "note:" in line), "")

    assert note("/tools/0") == "", "the single place is the location"
    assert note("/tools/0", "/tools/1") == "note: all locations: `/tools/0`, `/tools/1`"
    assert note(*(f"/tools/{tool}" for tool in range(9))).endswith("`/tools/5` and 3 more")


def test_the_places_of_one_of_several_tools_are_not_called_all() -> None:
    places = [{"places": [f"/tools/{tool}/a", f"/tools/{tool}/b"]} for tool in range(2)]
    text = _render(*(_at(tool, tool + 1, message="alike", evidence=places[tool]) for tool in range(2)))
    assert "note: all locations in Tool0: `/tools/0/a`, `/tools/0/b`" in text


def test_findings_that_were_counted_only_are_part_of_the_rest() -> None:
    report = replace(CLEAN, findings=[FINDING], omitted={Level.ERROR: 3})
    assert "... and 3 more findings" in render_findings(report, FOLDER)


def test_tools_come_in_the_order_of_the_file_whatever_was_found_first() -> None:
    found = [_at(10, 90), _at(2, 30), _at(1, 20)]
    assert _headings(_render(*found)) == ["Tool1", "Tool2", "Tool10"]
    unlocated = [replace(finding, location=None) for finding in found]
    assert _headings(_render(*unlocated)) == ["Tool1", "Tool2", "Tool10"]


def test_tools_come_in_the_order_of_the_file_after_what_concerns_none() -> None:
    found = [
        _at(1, 10, level=Level.WARNING, message="a"),
        _at(1, 11, message="b"),
        _at(2, 20, level=Level.INFO, message="c"),
        _at(3, 30, level=Level.WARNING, message="d"),
        _at(9, 90, message="e"),
        replace(_at(0, 95), tool=None, message="f"),
    ]
    text = _render(*found)
    labels = [line.split("[")[0].strip() for line in text.splitlines() if line.startswith("  ") and "[" in line]
    assert labels == ["error", "error", "warning", "info", "warning", "error"]
    assert _headings(text) == ["tools.json", "Tool1", "Tool2", "Tool3", "Tool9"]


def test_sections_of_one_tool_that_follow_each_other_share_a_heading() -> None:
    found = [_at(1, 10, level=Level.WARNING, message="a"), _at(1, 11, message="b"), _at(2, 20, level=Level.INFO)]
    assert _headings(_render(*found)) == ["Tool1", "Tool2"]


def test_what_concerns_no_tool_comes_first_under_the_name_of_what_was_checked() -> None:
    for level in Level:
        assert _headings(_render(_at(1, 20), replace(_at(0, 90, level=level), tool=None))) == ["tools.json", "Tool1"]


def test_findings_in_other_files_come_after_those_in_the_checked_one() -> None:
    guide = replace(FINDING, tool="Late", location=Location("a-guide.md", 1, 1), message="m")
    assert _headings(_render(guide, FINDING)) == ["list_tasks", "Late"]


def test_the_most_severe_finding_of_a_tool_comes_first_then_the_order_of_the_file() -> None:
    found = [
        _at(0, 9, message="c"),
        _at(0, 1, message="a", level=Level.WARNING),
        _at(0, 5, message="b"),
        _at(0, 3, message="d", level=Level.INFO),
    ]
    lines = [line.split(": ")[1] for line in _render(*found).splitlines() if line.startswith("  ") and "[" in line]
    assert lines == ["b", "c", "a", "d"]


def test_the_same_finding_of_several_tools_is_one_block_with_its_locations() -> None:
    found = [_at(tool, tool + 1, message="says nothing") for tool in range(3)]
    assert _render(*found, _at(1, 9)).splitlines() == [
        "Tool0, Tool1, Tool2",
        "  error[tool_name_case]: says nothing",
        "    --> tools.json:1:7  /tools/0/name",
        "    --> tools.json:2:7  /tools/1/name",
        "    --> tools.json:3:7  /tools/2/name",
        "    help: rename it to 'ListTasks'",
        "",
        "Tool1",
        "  error[tool_name_case]: Tool1 is wrong",
        "    --> tools.json:9:7  /tools/1/name",
        "    help: rename it to 'ListTasks'",
        "",
        "tools.json: 2 tools, 3 rules: 2 errors in 4 places",
    ]


def test_findings_that_differ_in_rule_level_message_or_hint_are_blocks_of_their_own() -> None:
    others = [{"rule": "r"}, {"level": Level.INFO}, {"message": "m"}, {"hint": "h"}]
    text = _render(FINDING, *(replace(FINDING, **other) for other in others))  # type: ignore[arg-type]
    assert text.count("-->") == text.count("help:") == 5


def test_locations_beyond_the_first_ones_are_counted() -> None:
    text = _render(*[FINDING] * (MAX_LOCATIONS + 10))
    assert text.count("-->") == MAX_LOCATIONS
    assert "\n    (and 10 more)\n" in text
    names = _headings(_render(*(_at(tool, tool + 1, message="m") for tool in range(12))))
    assert names == ["Tool0, Tool1, Tool2, Tool3, Tool4, Tool5, Tool6, Tool7 and 4 more"]


def test_a_call_is_shown_with_its_reply_cut_in_the_middle() -> None:
    reply = "first line\n" + "x" * 5000 + "\nthe cause"
    lines = _render(replace(FINDING, evidence={"call": {"op": "parse"}, "reply": reply})).splitlines()
    assert lines[3] == '    note: call: {"op":"parse"}'
    assert lines[4].startswith('    note: reply: "first line')
    assert lines[4].endswith('the cause"')
    assert " characters … " in lines[4]
    assert len(lines[4]) < 600


def test_the_words_of_several_texts_are_quoted_one_after_the_other() -> None:
    for quotes in ({"mode": "a\u2026b", "path": "c"}, ["a\u2026b", "c", "c"]):
        text = _render(replace(FINDING, evidence={"quote": quotes}))
        assert '    note: in the text: "a\u2026b", "c"\n' in text


def test_a_reply_that_was_cut_is_not_written_as_json_once_more() -> None:
    reply = truncate({"content": [{"type": "text", "text": 'a "quoted" word' * 200}]})
    assert isinstance(reply, str)
    (note,) = [line for line in _render(replace(FINDING, evidence={"reply": reply})).splitlines() if "reply" in line]
    assert note.startswith('    note: reply: {"content":[{"text":"a \\"quoted\\" word')


def test_files_below_the_folder_of_the_reader_are_relative_to_it() -> None:
    def text(file: str) -> str:
        return render_findings(
            replace(CLEAN, subject=file, findings=[replace(FINDING, location=Location(file, 4, 7))]), FOLDER
        )

    assert "--> a/tools.json:4:7 " in text("/repo/a/tools.json")
    assert text("/repo/a/tools.json").splitlines()[-1].startswith("a/tools.json: ")
    assert "--> /repository/tools.json:4:7 " in text("/repository/tools.json")
    assert "--> tools.json:4:7 " in text("tools.json")


def test_a_location_is_a_file_a_result_or_the_root() -> None:
    in_result = replace(FINDING, location=None, evidence={"record": "line 3"})
    assert "--> result line 3  /tools/0/name\n" in _render(in_result)
    assert "--> the root of the document\n" in _render(replace(FINDING, location=None, pointer=""))


def test_suppressed_findings_are_counted_not_shown() -> None:
    lines = _render(replace(FINDING, suppressed="agreed")).splitlines()
    assert lines == ["tools.json: 2 tools, 3 rules: all clean (1 accepted)"]


def test_a_call_is_shown_with_the_letters_of_all_scripts() -> None:
    shown = _render(replace(FINDING, evidence={"call": {"input": {"kind": "水产"}}}))
    assert 'note: call: {"input":{"kind":"水产"}}' in shown


def test_hidden_characters_reach_the_terminal_only_as_escapes() -> None:
    evil = "\x1b[2J\u202eevil"
    hostile = replace(
        FINDING, rule=evil, tool=evil, message=evil, hint=evil, pointer="/" + evil, evidence={"reply": [evil]}
    )
    for text in (_render(hostile), _render(replace(hostile, location=Location(evil, 1, 1)))):
        assert text.replace("\n", "").isprintable()
    assert _render(hostile).count("\\u202e") >= 6


def test_a_report_that_was_aborted_is_not_called_clean() -> None:
    gone = ConformanceError(ErrorKind.UNREACHABLE, "it ended with status 3", "start it again")
    report = Report("system", (), 2, 21, 7, nouns=("answer", "probe"), broke_off=gone)
    assert render_findings(report, FOLDER) == "system: 2 tools, 7 answers, 21 probes: no finding, then aborted\n"


def test_tools_that_an_aborted_run_did_not_reach_are_counted() -> None:
    gone = ConformanceError(ErrorKind.UNREACHABLE, "three tools timed out", "start it again")
    seen = [ToolCoverage("a", 0, 0, 4), ToolCoverage("b", 2), ToolCoverage(None, 1)]
    report = Report("system", (), 9, 21, 7, nouns=("answer", "probe"), broke_off=gone, coverage=seen)
    assert render_findings(report, FOLDER).splitlines()[0] == (
        "coverage: 9 tools: 1 tested, 1 undetermined, 7 not reached; questions: 2 tested, 4 undetermined"
    )
    all_asked = replace(report, tool_count=2, broke_off=None, coverage=[ToolCoverage("a", 3), ToolCoverage("b", 2)])
    assert "coverage" not in render_findings(all_asked, FOLDER)


def test_parts_of_the_contract_that_were_never_seen_are_told_apart() -> None:
    never = [f"/input_schema/properties/algorithm/enum/{number}" for number in range(3)]
    (_, line) = contract_lines([ContractCoverage("hash", 1, 2, 5, never)])
    assert all(f"`{pointer}`" in line for pointer in never)
