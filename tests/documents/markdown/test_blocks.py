"""Markdown is read by a parser: blocks with their lines and headings, tables with their rows."""

from pathlib import Path

import pytest

from conformance.documents.markdown import Block, GuidanceFile, MarkdownTable, Row, read_guidance
from conformance.documents.markdown import blocks as markdown
from conformance.errors import ConformanceError, ErrorKind
from tests.refusals import Refusal, refusal_of

TEXT = """# Tools

Use `ListTasks` now.

| Tool | Purpose |
|---|---|
| `ListTasks` | lists |

## Calls

Valid:

```json
{"limit": 1}
```
"""


def test_every_block_knows_its_line_and_the_headings_above_it() -> None:
    blocks = GuidanceFile("x.md", TEXT).blocks
    assert [(block.kind, block.line) for block in blocks if block.kind != "cell"] == [
        ("heading", 1),
        ("prose", 3),
        ("heading", 9),
        ("prose", 11),
        ("code", 14),
    ]
    assert blocks[-1].headings == ("Tools", "Calls")
    assert blocks[-1].before == "Valid:"
    assert blocks[-1].language == "json"


def test_a_table_has_its_heading_and_rows_with_their_lines() -> None:
    (table,) = GuidanceFile("x.md", TEXT).tables
    assert table.column("tool", "tools") == 0
    assert table.column("authority") is None
    assert [(row.cells, row.line) for row in table.rows] == [(("`ListTasks`", "lists"), 7)]


def test_a_column_is_found_by_its_title_in_any_case_and_mark() -> None:
    (table,) = GuidanceFile("x.md", "| *Tool* | `XML` | **Exact** |\n|---|---|---|\n| A | b | c |\n").tables
    assert [table.column("tool"), table.column("xml"), table.column("exact")] == [0, 1, 2]
    assert table.column("exact", "tool") == 0
    assert table.column("act", "ml") is None


def test_a_pipe_in_code_is_no_table() -> None:
    assert GuidanceFile("x.md", "```\n| Tool |\n|---|\n| A |\n```\n").tables == []


def test_hostile_markdown_is_read_in_bounded_time() -> None:
    text = "> " * 2000 + "x\n\n" + "[" * 5000 + "\n" + "|" * 5000 + "\n" + "*a " * 5000 + "\n\nThe end."
    assert GuidanceFile("x.md", text).blocks[-1].text == "The end."


@pytest.mark.parametrize(("content", "says"), [(b"\xff\xfe", "is not UTF-8"), (b"a" * 2_000_001, "more than")])
def test_what_is_no_readable_text_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "x.md"
    file.write_bytes(content)
    with pytest.raises(ConformanceError, match=says):
        read_guidance(file, "x.md")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="cannot read"):
        read_guidance(tmp_path / "none.md", "none.md")


def test_a_page_that_may_not_be_read_is_refused_with_the_reason_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.md"
    file.write_text("Text.")

    def refuse(path: Path, _mode: str) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)  # the mode of a file does not stop the administrator
    with pytest.raises(ConformanceError, match=r"^cannot read x\.md: Permission denied$") as error:
        read_guidance(file, "x.md")
    assert error.value.kind is ErrorKind.UNREADABLE
    assert error.value.recovery_hint == "check the path"


def test_a_page_beyond_the_limit_of_documents_is_refused_with_both_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_BYTES", 1_000)
    (tmp_path / "x.md").write_bytes(b"x" * 1_000)
    assert read_guidance(tmp_path / "x.md", "x.md").text == "x" * 1_000
    (tmp_path / "x.md").write_bytes(b"x" * 1_001)
    with pytest.raises(ConformanceError, match=r"x\.md has 1,001 bytes, more than 1,000"):
        read_guidance(tmp_path / "x.md", "x.md")


def test_the_prose_before_a_code_is_that_of_its_section() -> None:
    text = "```\na\n```\n\nOne.\n\n# H\n\n    b\n\n| c |\n|---|\n| d |\n\n``` py \ne\n```\n"
    expected = [
        Block("code", "a\n", 2),
        Block("prose", "One.", 5),
        Block("heading", "H", 7),
        Block("code", "b\n", 9, ("H",)),
        Block("cell", "c", 11, ("H",)),
        Block("cell", "d", 13, ("H",)),
        Block("code", "e\n", 16, ("H",), "py", "d"),
    ]
    assert GuidanceFile("x.md", text).blocks == expected


def test_a_heading_is_below_those_of_a_higher_rank_alone() -> None:
    text = "# A\n\n## B\n\n### C\n\n## D\n\nText.\n"
    assert [(block.text, block.headings) for block in GuidanceFile("x.md", text).blocks] == [
        ("A", ()),
        ("B", ("A",)),
        ("C", ("A", "B")),
        ("D", ("A",)),
        ("Text.", ("A", "D")),
    ]


def test_each_table_has_its_own_rows_and_line() -> None:
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n\n> Text.\n\n| c |\n|---|\n| 3 |\n| 4 |\n"
    assert GuidanceFile("x.md", text).tables == [
        MarkdownTable(("a", "b"), [Row(("1", "2"), 3)], 1),
        MarkdownTable(("c",), [Row(("3",), 9), Row(("4",), 10)], 7),
    ]


def test_what_is_no_page_is_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.md"
    assert refusal_of(read_guidance, tmp_path, "x\u202e").hint == "pass a Markdown file"
    file.write_bytes(b"ab\xff")
    assert refusal_of(read_guidance, file, "x\u202e") == Refusal(
        ErrorKind.UNREADABLE, r"x\u202e is not UTF-8: byte 2", r"save 'x\u202e' as UTF-8"
    )
    monkeypatch.setattr(markdown, "MAX_BYTES", 2)
    assert refusal_of(read_guidance, file, "x.md") == Refusal(
        ErrorKind.TOO_LARGE, "x.md has 3 bytes, more than 2", "split the file"
    )
