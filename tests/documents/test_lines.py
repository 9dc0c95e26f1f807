"""A log is read line by line: one bad line is one finding, and the next line counts again."""

import gzip
import re
from io import BytesIO
from pathlib import Path

import pytest

from conformance.documents import lines as json_lines
from conformance.documents.lines import MAX_LINE_BYTES, Line, Screened, read_lines, read_stream
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind
from tests.cases import check_each

GOOD = b'{"tool_name": "ListTasks"}'
NUL = "the writer was interrupted; remove them"
BARE = "lines end with a bare CR, so parsers see a single line"


def _lines(folder: Path, content: bytes) -> list[Line]:
    (folder / "log.jsonl").write_bytes(content)
    return list(read_lines(folder / "log.jsonl"))


def _reasons(folder: Path, content: bytes) -> list[str]:
    return [line.reason for line in _lines(folder, content)]


def _refusal(folder: Path, content: bytes) -> ConformanceError:
    with pytest.raises(ConformanceError) as refused:
        _lines(folder, content)
    return refused.value


def test_good_lines_have_documents_and_numbers_and_blank_ones_are_passed_over(tmp_path: Path) -> None:
    lines = _lines(tmp_path, GOOD + b"\n\n  \n" + GOOD)
    assert [(line.number, line.reason) for line in lines] == [(1, ""), (4, "")]
    assert all(line.document is not None for line in lines)


TORN = "the writer was interrupted; remove the line or write it again"
COMMA = ("not JSON: trailing comma before a closing bracket", "remove the trailing comma")
# Each line in its place after a good one: what follows it in the file, and what is said of it.
SAID: list[tuple[bytes, bytes, Line]] = [
    (b'{"a": 1}', b"\n", Line(2, Document("log x.jsonl", '{"a": 1}', {"a": 1}), size=9)),
    (b'  ["b"] \t', b"\r\n", Line(2, Document("log x.jsonl", '  ["b"]', ["b"]), size=11)),
    (b'  {"a": 1,}', b"\n", Line(2, None, *COMMA, 10, size=12, begins_json=True)),
    (b"[1,]", b"\n", Line(2, None, *COMMA, 3, size=5, begins_json=True)),
    (b'{"a"\x00', b"\n", Line(2, None, "the line ends with 1 NUL byte", NUL, 5, size=6, begins_json=True)),
    (b'{"a"\x00', b"", Line(2, None, "the log ends with 1 NUL byte", NUL, 5, size=5, begins_json=True)),
    (b"\x00\x00{}", b"", Line(2, None, "the line begins with 2 NUL bytes", NUL, 1, size=4)),
    (b"x\ry", b"\n", Line(2, None, BARE, "convert the line endings to LF", size=4)),
    (
        b'{"a": tr',
        b"",
        Line(2, None, "the last line is incomplete: the document is cut off", TORN, 7, size=8, begins_json=True),
    ),
]


@check_each(("line", "end", "expected"), SAID)
def test_all_that_is_said_of_a_line(line: bytes, end: bytes, expected: Line) -> None:
    first, said = read_stream(BytesIO(GOOD + b"\n" + line + end), "log x.jsonl")
    assert first.document is not None
    assert said == expected


@pytest.mark.parametrize(
    ("content", "says", "hint"),
    [
        (b'{\n"a": 1}', "one JSON document over several lines", "jq -c . 'log x.jsonl' > 'log x_lines.jsonl'"),
        (b'[{"a": 1}, 2]\n', "one JSON array", "jq -c '.[]' 'log x.jsonl' > 'log x_lines.jsonl'"),
        (b"[\n1]\n[2]", "JSON documents that span several lines", "jq -c '.[]' 'log x.jsonl' > 'log x_lines.jsonl'"),
    ],
)
def test_a_file_that_is_no_log_is_one_line_with_the_command_that_makes_it_one(
    content: bytes, says: str, hint: str
) -> None:
    hint = f"write one object on each line: {hint}"
    expected = Line(1, None, f"the file is {says}, not JSON lines", hint, begins_json=True)
    assert list(read_stream(BytesIO(content), "log x.jsonl")) == [expected]


def test_no_more_is_asked_of_a_stream_at_once_than_the_longest_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 100)
    monkeypatch.setattr(json_lines.reader, "MAX_BYTES", 90)
    asked: list[int] = []

    class Watched(BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            asked.append(size)
            return super().readline(size)

    content = (GOOD + b"\n") * 3 + b"x" * 500 + b"\n" + GOOD + b"\n"
    lines = list(read_stream(Watched(content), "log"))
    assert [line.document is None for line in lines] == [False, False, False, True, False]
    assert min(asked) > 0
    assert max(asked) <= 101


def test_a_bad_line_has_the_column_of_its_fault_and_the_next_one_counts_again(tmp_path: Path) -> None:
    first, second, third = _lines(tmp_path, GOOD + b'\n{"a": 1,}\n' + GOOD + b"\n")
    assert first.document is not None
    assert third.document is not None
    assert second.position_in("log.jsonl") == "log.jsonl:2:8"


def test_the_same_fault_has_the_same_words_on_every_line(tmp_path: Path) -> None:
    faults = [
        b'{"a": 1,}',
        b"[",
        b'{"a": 1, "a": 2}',
        b'{"b": NaN}',
        b'{"b": "\xff"}',
        b"{} {}",
        b"[" * 500,
        b'"',
        b"x: 1",
    ]
    for fault in faults:
        bad = [line for line in _lines(tmp_path, (fault + b"\n" + GOOD + b"\n") * 3) if line.document is None]
        assert len({(line.reason, line.hint, line.column) for line in bad}) == 1
        assert not re.search(r"\b(?:line|offset|column)\b", bad[0].reason)


@pytest.mark.parametrize("line", [b'{"a": 1, "a": 2}', b'{"a": 1e999}', b"[" * 5000, GOOD + GOOD, b'{"a": "\xff"}'])
def test_what_two_readers_would_read_differently_is_no_record(tmp_path: Path, line: bytes) -> None:
    bad, good = _lines(tmp_path, line + b"\n" + GOOD + b"\n")
    assert bad.document is None
    assert bad.hint
    assert good.document is not None


def test_a_last_line_that_was_cut_off_is_a_torn_tail(tmp_path: Path) -> None:
    assert "incomplete" in _reasons(tmp_path, GOOD + b"\n" + GOOD[:-4])[1]


def test_a_torn_tail_says_where_it_was_cut(tmp_path: Path) -> None:
    cases = [(b'{"a": "x', 7, "the document is cut off inside the string that begins here")]
    cases.append((b'{"a": 1', 8, "the document is cut off"))
    for tail, column, says in cases:
        torn = _lines(tmp_path, GOOD + b"\n" + tail)[1]
        assert (torn.column, torn.reason) == (column, f"the last line is incomplete: not JSON: {says}")


def test_a_line_cut_off_in_the_middle_is_no_torn_tail(tmp_path: Path) -> None:
    cut = _lines(tmp_path, GOOD[:-4] + b"\n" + GOOD)[0]
    assert "incomplete" not in cut.reason
    assert "the writer was interrupted" in cut.hint


def test_nul_padding_after_a_power_loss_is_one_torn_tail(tmp_path: Path) -> None:
    (_, tail) = _reasons(tmp_path, GOOD + b"\n" + bytes(5000))
    assert "5000 NUL bytes" in tail


def test_nul_bytes_before_a_line_are_told_as_such(tmp_path: Path) -> None:
    (_, line) = _reasons(tmp_path, GOOD + b"\n\x00\x00" + GOOD + b"\n")
    assert line == "the line begins with 2 NUL bytes"


def test_a_line_of_blanks_that_is_too_long_is_not_passed_over(tmp_path: Path) -> None:
    (line, good) = _reasons(tmp_path, b" " * (MAX_LINE_BYTES + 5) + b"\n" + GOOD)
    assert (line, good) == ("the line is longer than 8 MB", "")


def test_lone_carriage_returns_are_one_clear_reason(tmp_path: Path) -> None:
    (line,) = _lines(tmp_path, GOOD + b"\r" + GOOD + b"\r")
    assert "bare CR" in line.reason
    assert "LF" in line.hint


def test_crlf_line_ends_are_fine(tmp_path: Path) -> None:
    assert _reasons(tmp_path, GOOD + b"\r\n" + GOOD + b"\r\n") == ["", ""]


def test_json_that_is_not_one_object_a_line_is_one_fault_with_the_command_that_converts_it(tmp_path: Path) -> None:
    pretty = b'{\n "tool_name": "ListTasks"\n}\n'
    for content, says, program in (
        (pretty, "is one JSON document over several lines, not JSON lines", "jq -c . "),
        (b"\n" + pretty + pretty, "is JSON documents that span several lines", "jq -c . "),
        (b"[\n" + GOOD + b"\n]\n", "is one JSON array over several lines", "jq -c '.[]' "),
        (b"[" + GOOD + b", " + GOOD + b"]\n", "is one JSON array, not JSON lines", "jq -c '.[]' "),
    ):
        (line,) = _lines(tmp_path, content)
        assert line.document is None
        assert says in line.reason
        assert program in line.hint


def test_an_array_is_a_line_like_any_other_where_more_follows(tmp_path: Path) -> None:
    assert _reasons(tmp_path, b"[1]\n" + GOOD + b"\n") == ["", ""]


def test_a_file_without_a_readable_line_is_rejected_if_it_is_of_another_kind(tmp_path: Path) -> None:
    for content, says, hint in (
        (b"tools:\n  - name: a\n", "looks like YAML", "yq"),
        (b"<html>\n</html>\n", "looks like HTML", "error page"),
        (b"\x89PNG\r\n\x1a\n", "looks like binary data", "pass a JSON file"),
    ):
        refused = _refusal(tmp_path, content)
        assert says in str(refused)
        assert hint in refused.recovery_hint
        assert refused.kind is ErrorKind.UNREADABLE
    assert _reasons(tmp_path, b"warning: x\nerror: y\n" + GOOD)[2] == ""


def test_a_damaged_log_without_a_readable_line_is_one_fault_per_line(tmp_path: Path) -> None:
    assert len(_reasons(tmp_path, b"hello\nworld\n")) == 2
    assert "the last line is incomplete" in _reasons(tmp_path, GOOD[:-4])[0]


def test_a_line_beyond_the_limit_is_skipped_without_being_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 100)
    long, good = _lines(tmp_path, b'"' + b"x" * 1000 + b'"\n' + GOOD + b"\n")
    assert "longer than" in long.reason
    assert long.hint == "keep large payloads in artifacts"
    assert (good.number, good.reason) == (2, "")


@pytest.mark.parametrize(
    "content", [gzip.compress(GOOD, mtime=0), "x".encode("utf-16"), b"PK\x03\x04abc"], ids=["gzip", "utf-16", "zip"]
)
def test_a_file_of_another_kind_is_refused_as_a_whole(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ConformanceError, match="looks like"):
        _lines(tmp_path, content)


def test_a_missing_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="cannot read"):
        list(read_lines(tmp_path / "nowhere.jsonl"))


def test_nul_bytes_at_the_end_of_a_line_that_others_follow_are_not_the_end_of_the_log(tmp_path: Path) -> None:
    first, second = _reasons(tmp_path, GOOD + b"\x00\x00\n" + GOOD + b"\x00")
    assert first == "the line ends with 2 NUL bytes"
    assert second == "the log ends with 1 NUL byte"


def test_a_log_of_blank_lines_is_refused_before_it_takes_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "MOST_BLANK_LINES", 100)
    assert len(_lines(tmp_path, (b"\n" * 100 + GOOD + b"\n") * 3)) == 3
    refused = _refusal(tmp_path, GOOD + b"\n" * 102)
    assert refused.kind is ErrorKind.TOO_LARGE
    assert refused.message == "there are more than 100 blank lines in a row"
    assert refused.recovery_hint == "remove them: a log has a record on each line"
    assert refused.location is not None
    assert refused.location.endswith(":102")


def test_blank_lines_are_skipped_before_the_kind_of_a_file_is_told(tmp_path: Path) -> None:
    assert "YAML" in _refusal(tmp_path, b"\n" * 1000 + b"tools:\n  - name: x\n").message


def test_a_log_that_can_no_longer_be_opened_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    folder = Path("f" * 120)  # a path is shown whole up to 200 characters
    folder.mkdir()
    (folder / "log.jsonl").write_bytes(GOOD)
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(ConformanceError) as refused:
        list(read_lines(folder / "log.jsonl"))
    assert refused.value.message == f"cannot read `{'f' * 120}/log.jsonl`: Permission denied"
    assert refused.value.kind is ErrorKind.UNREADABLE
    assert refused.value.recovery_hint == "check the path and the permissions"


def test_one_document_over_several_lines_that_the_caller_wants_is_read_as_a_whole(tmp_path: Path) -> None:
    content = b'{\n "calls": []\n}\n'
    stream = BytesIO(content)
    [whole] = read_stream(stream, "log.json", lambda value: value == {"calls": []})
    assert whole == Line(0, Document("log.json", content.decode(), {"calls": []}))
    [fault] = read_stream(BytesIO(content), "log.json", lambda value: value == [])
    assert (fault.number, fault.document, fault.begins_json) == (1, None, True)


@pytest.mark.parametrize("word", [b"tru", b"f", b"nul"])
def test_a_last_line_that_ends_inside_a_word_is_incomplete_and_one_before_it_is_not(
    tmp_path: Path, word: bytes
) -> None:
    torn = b'{"a": ' + word
    assert _reasons(tmp_path, GOOD + b"\n" + torn) == ["", "the last line is incomplete: the document is cut off"]
    ended = _reasons(tmp_path, GOOD + b"\n" + torn + b"\n")
    assert ended != ["", "the document is cut off"]
    assert "incomplete" not in ended[1]


def test_a_torn_line_that_is_no_utf_8_either_is_one_fault() -> None:
    _, torn = read_stream(BytesIO(GOOD + b'\n{"a": "\xff", "b": tr'), "log")
    assert (torn.document, torn.reason, torn.column) == (None, "byte 0xff is not UTF-8", 8)


def test_a_word_that_json_has_not_is_no_torn_one(tmp_path: Path) -> None:
    assert "incomplete" not in _reasons(tmp_path, GOOD + b'\n{"a": trx')[1]
    assert "incomplete" not in _reasons(tmp_path, GOOD + b'\n{"a": true x')[1]


def test_a_line_beyond_the_limit_that_nothing_ends_is_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 30)
    assert len(_reasons(tmp_path, GOOD + b"\n" + b"x" * 200)) == 2
    # a line as long as the limit is read, and one byte more is not
    exact = GOOD + b" " * (29 - len(GOOD)) + b"\n"
    assert _reasons(tmp_path, exact) == [""]
    assert _reasons(tmp_path, b" " + exact) == ["the line is longer than 0 MB"]


def test_a_later_part_of_a_log_goes_on_with_its_numbers_and_is_not_taken_for_a_document() -> None:
    lines = list(read_stream(BytesIO(b"[1]\nnothing\n"), "log", first_number=5))
    assert [line.number for line in lines] == [5, 6]


def test_only_chosen_lines_are_read() -> None:
    lines = list(read_stream(BytesIO(b'{"a": 1}\n{"a": 2}\n{"a": 3}\n'), "log", is_chosen=lambda number: number != 2))
    assert [line.number for line in lines] == [1, 3]


def test_a_line_that_a_screen_knows_is_read_by_the_screen_and_asked_only_what_it_says() -> None:
    def screen(data: bytes) -> Screened | None:
        known = {b"1": Screened({"n": 1}), b"2X": Screened({"n": 2}, frozenset({"a_rule"}))}
        return known.get(data.strip())

    clean, asked, other = read_stream(BytesIO(b"1\n2X \r\n" + GOOD), "log.jsonl", screen=screen)
    assert (clean.number, clean.clean, clean.document, clean.asked, clean.size) == (1, {"n": 1}, None, None, 2)
    assert asked.document is not None
    assert (asked.document.text, asked.document.value, asked.document.name) == ("2X", {"n": 2}, "log.jsonl")
    assert (asked.number, asked.clean, asked.asked, asked.size) == (2, None, {"a_rule"}, 5)
    assert other.document is not None
    assert (other.number, other.document.value, other.asked) == (3, {"tool_name": "ListTasks"}, None)


def test_a_word_after_the_object_of_a_line_makes_it_no_record() -> None:
    _, bad = read_stream(BytesIO(GOOD + b"\n" + GOOD + b"X"), "log")
    assert (bad.document, bad.column) == (None, len(GOOD) + 1)


def test_a_line_of_blanks_as_long_as_the_limit_is_a_blank_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE_BYTES", 30)
    assert [line.number for line in read_stream(BytesIO(GOOD + b"\n" + b" " * 29 + b"\n" + GOOD), "log")] == [1, 3]
