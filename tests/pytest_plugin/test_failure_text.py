"""A failing test says what is wrong, where, what to write instead, and why; safely, whatever was checked."""

from conformance.documents.location import Location
from conformance.findings import Finding, Level
from conformance.pytest_plugin.failure_text import MAX_FINDINGS, failure_text
from conformance.settings.notices import Notice

ASKED = Notice("tool_name_case", Level.ERROR, "Tool names are PascalCase.", "", "tool-contract-consistency#tool-names")


def _finding(pointer: str = "/tools/0/name", message: str = "wrong case", location: bool = True) -> Finding:
    place = Location("inv.json", 3, 7) if location else None
    return Finding("tool_name_case", Level.ERROR, "A", pointer, message, "rename it", "0", place)


def test_the_text_says_what_where_how_and_why() -> None:
    assert failure_text([_finding()], ASKED).splitlines() == [
        "wrong case",
        "  at:  inv.json:3:7 (/tools/0/name)",
        "  fix: rename it",
        "why: Tool names are PascalCase. [tool-contract-consistency#tool-names]",
    ]


def test_the_reason_is_given_once_for_many_findings() -> None:
    text = failure_text([_finding("/a"), _finding("/b")], ASKED)
    assert text.count("why:") == 1
    assert "(/a)" in text
    assert "(/b)" in text


def test_many_findings_are_counted() -> None:
    text = failure_text([_finding()] * (MAX_FINDINGS + 7), ASKED)
    assert "and 7 more findings" in text
    assert text.count("wrong case") == MAX_FINDINGS


def test_hidden_characters_are_escaped() -> None:
    text = failure_text([_finding("/\x1b[31m\u202e", "a\x00b")], ASKED)
    assert text.isprintable() or set(text) - {"\n"} == {char for char in text if char.isprintable()}
    assert "\\x1b[31m\\u202e" in text


def test_an_endless_pointer_is_cut() -> None:
    assert len(failure_text([_finding("/x" * 100_000)], ASKED)) < 1_000


def test_the_root_has_a_name() -> None:
    assert "  at:  the root of the document" in failure_text([_finding("", location=False)], ASKED)
