"""A failing test says what is wrong, where, what to write instead, and why; safely, whatever was checked."""

from pathlib import Path

from msgspec.structs import replace

from conformance.documents.location import Location
from conformance.findings import Finding, Level
from conformance.pytest_plugin.failure_text import MAX_BLOCKS, failure_text
from conformance.settings.notices import Notice

WHY = "A name in another case\nmarks a foreign tool.\n\nMore is said elsewhere."
ASKED = Notice(
    id="tool_name_case",
    level=Level.ERROR,
    summary="Tool names are PascalCase.",
    why=WHY,
    source="tool-contract-consistency#tool-names",
)


def _finding(pointer: str = "/tools/0/name", message: str = "wrong case", location: bool = True) -> Finding:
    place = Location("inv.json", 3, 7) if location else None
    return Finding("tool_name_case", Level.ERROR, "A", pointer, message, "rename it", "0", place)


def _text(*findings: Finding) -> str:
    return failure_text(findings, ASKED, Path("/repo"))


def test_the_text_says_what_where_how_and_why() -> None:
    assert _text(_finding()).splitlines() == [
        "error[tool_name_case]: wrong case",
        "  --> inv.json:3:7  /tools/0/name",
        "  help: rename it",
        "why: A name in another case marks a foreign tool.",
        "more: `conformance explain tool_name_case`",
    ]


def test_a_check_without_a_reason_says_what_it_requires() -> None:
    assert "why: Tool names are PascalCase." in failure_text([_finding()], replace(ASKED, why=""), Path("/repo"))


def test_the_reason_is_given_once_for_many_findings() -> None:
    text = _text(_finding("/a"), _finding("/b", "other"))
    assert text.count("why:") == 1
    assert "  /a\n" in text
    assert "  /b\n" in text


def test_the_same_finding_at_several_locations_is_said_once() -> None:
    text = _text(_finding("/a"), _finding("/b"))
    assert (text.count("wrong case"), text.count("-->")) == (1, 2)


def test_many_findings_are_counted() -> None:
    text = _text(*(_finding(message=f"wrong case {number}") for number in range(MAX_BLOCKS + 7)))
    assert "and 7 more findings" in text
    assert text.count("wrong case") == MAX_BLOCKS


def test_hidden_characters_are_escaped() -> None:
    text = _text(_finding("/\x1b[31m\u202e", "a\x00b"))
    assert text.isprintable() or set(text) - {"\n"} == {char for char in text if char.isprintable()}
    assert "\\x1b[31m\\u202e" in text


def test_an_endless_pointer_is_cut() -> None:
    assert len(_text(_finding("/x" * 100_000))) < 1_000


def test_the_root_has_a_name() -> None:
    assert "  --> the root of the document" in _text(_finding("", location=False))
