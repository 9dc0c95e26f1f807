"""A log is read line by line: one bad line is one finding, and the next line counts again."""

import gzip
from pathlib import Path

import pytest

from conformance.documents import lines as json_lines
from conformance.documents.lines import Line, read_lines
from conformance.errors import ConformanceError

GOOD = b'{"tool_name": "ListTasks"}'


def _lines(folder: Path, content: bytes) -> list[Line]:
    (folder / "log.jsonl").write_bytes(content)
    return list(read_lines(folder / "log.jsonl"))


def _reasons(folder: Path, content: bytes) -> list[str]:
    return [line.reason for line in _lines(folder, content)]


def test_good_lines_have_documents_numbers_and_offsets_and_blank_ones_are_passed_over(tmp_path: Path) -> None:
    lines = _lines(tmp_path, GOOD + b"\n\n  \n" + GOOD)
    assert [(line.number, line.offset, line.reason) for line in lines] == [(1, 0, ""), (4, 31, "")]
    assert all(line.document is not None for line in lines)


def test_a_bad_line_tells_its_offset_and_the_next_one_counts_again(tmp_path: Path) -> None:
    first, second, third = _lines(tmp_path, GOOD + b'\n{"a": 1,}\n' + GOOD + b"\n")
    assert first.document is not None
    assert third.document is not None
    assert "at offset 27" in second.reason
    assert "column 9" in second.reason


@pytest.mark.parametrize("line", [b'{"a": 1, "a": 2}', b'{"a": 1e999}', b"[" * 5000, GOOD + GOOD, b'{"a": "\xff"}'])
def test_what_two_readers_would_read_differently_is_no_record(tmp_path: Path, line: bytes) -> None:
    bad, good = _lines(tmp_path, line + b"\n" + GOOD + b"\n")
    assert bad.document is None
    assert bad.hint
    assert good.document is not None


def test_a_last_line_that_was_cut_off_is_a_torn_tail(tmp_path: Path) -> None:
    assert "incomplete" in _reasons(tmp_path, GOOD + b"\n" + GOOD[:-4])[1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"a": "x', "column 7: not JSON: the document is cut off inside the string that begins here"),
        (b'{"a": 1', "column 8: not JSON: the document is cut off"),
    ],
)
def test_a_torn_tail_is_told_in_whole_words(tmp_path: Path, line: bytes, said: str) -> None:
    (reason,) = _reasons(tmp_path, line)
    assert reason == f"the last line, at offset 0, is incomplete: {said}"


def test_a_line_cut_off_in_the_middle_is_no_torn_tail(tmp_path: Path) -> None:
    assert "incomplete" not in _reasons(tmp_path, GOOD[:-4] + b"\n" + GOOD)[0]


def test_nul_padding_after_a_power_loss_is_one_torn_tail(tmp_path: Path) -> None:
    (_, tail) = _reasons(tmp_path, GOOD + b"\n" + bytes(5000))
    assert "5000 NUL bytes" in tail


def test_lone_carriage_returns_are_one_clear_reason(tmp_path: Path) -> None:
    (reason,) = _reasons(tmp_path, GOOD + b"\r" + GOOD + b"\r")
    assert "bare CR" in reason


def test_crlf_line_ends_are_fine(tmp_path: Path) -> None:
    assert _reasons(tmp_path, GOOD + b"\r\n" + GOOD + b"\r\n") == ["", ""]


def test_one_object_spread_over_lines_is_one_reason(tmp_path: Path) -> None:
    (reason,) = _reasons(tmp_path, b'{\n "tool_name": "ListTasks"\n}\n')
    assert reason


def test_a_line_beyond_the_limit_is_skipped_without_being_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 100)
    long, good = _lines(tmp_path, b'"' + b"x" * 1000 + b'"\n' + GOOD + b"\n")
    assert "longer than" in long.reason
    assert (good.offset, good.reason) == (1003, "")


@pytest.mark.parametrize(
    "content", [gzip.compress(GOOD, mtime=0), "x".encode("utf-16"), b"PK\x03\x04abc"], ids=["gzip", "utf-16", "zip"]
)
def test_a_file_of_another_kind_is_refused_as_a_whole(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ConformanceError, match="looks like"):
        _lines(tmp_path, content)


def test_a_missing_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="cannot read"):
        list(read_lines(tmp_path / "nowhere.jsonl"))
