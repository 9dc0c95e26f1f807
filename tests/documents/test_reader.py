"""Bytes become a JSON value or one clear sentence with the place, whatever the bytes are."""

import errno
import os
import sys
import tracemalloc
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from conformance.display import code_text
from conformance.documents import reader, strict_json
from conformance.documents.reader import document_of, parse, read, unopenable_error
from conformance.errors import ConformanceError, ErrorKind
from tests.cases import check_each
from tests.refusals import Refusal, refusal_of


def refusal(data: bytes) -> ConformanceError:
    with pytest.raises(ConformanceError) as caught:
        parse(data, "given.json")
    return caught.value


def test_a_value_is_read_as_it_stands() -> None:
    assert parse(b'\xef\xbb\xbf{"a": [1, 2.5, null, "\\u00e9"]}\r\n', "x").value == {"a": [1, 2.5, None, "é"]}


@check_each(
    ("data", "message"),
    [
        (b"", "given.json: the file is empty"),
        (b" \n\t", "given.json: the file is empty"),
        (b"{", "given.json:1:2: not JSON: the document is cut off"),
        (b'{"a": 1,}', "given.json:1:8: not JSON: trailing comma before a closing bracket"),
        (b'[{"a": [1, 2 ,\n ]}]', "given.json:1:14: not JSON: trailing comma before a closing bracket"),
        (b"[1,,]", "given.json:1:4: not JSON: expecting value, found ','"),
        (b"[,]", "given.json:1:2: not JSON: expecting value, found ','"),
        (b'{"a": 1} {"b": 2}', "given.json:1:10: not JSON: expected the end of the file"),
        (b'{"a": // no\n1}', "given.json:1:7: not JSON"),
        (b'{"a": 1,\n<<<<<<< ours\n"b": 2}', "given.json:2:1: not JSON: there are merge-conflict markers"),
        (b'{"a": "\x00"}', "given.json:1:8: not JSON: invalid control character"),
        (b'{"a": 1, "a": 2}', "given.json:1:10: duplicate key at '/a'"),
        (b'{"a": 1,\n "a": 2}', "given.json:2:2: duplicate key at '/a' (first on line 1)"),
        (b'{"b": 0,\n"a": 1,\n\n "a": 2}', "given.json:4:2: duplicate key at '/a' (first on line 2)"),
        (b'{"a": [NaN]}', "given.json:1:8: 'NaN' at '/a/0' is not a number that every JSON parser preserves"),
        (b'{"a": "x\x00y"}', "given.json:1:9: not JSON: invalid control character, found '\\x00'"),
        (b"[-Infinity]", "given.json:1:2: '-Infinity' at '/0'"),
        (b"[1, 1e999]", "given.json:1:5: '1e999' at '/1'"),
        (b"[" + b"9" * 5000 + b"]", "given.json:1:2: '9999"),
        (b"[" * 129, "given.json:1:129: nested deeper than 128 levels"),
        (b"[" * 130 + b"1,", "given.json:1:129: nested deeper than 128 levels"),
        (b'{"a": 1, "a": ' + b"[" * 130 + b"]" * 130 + b"}", "given.json:1:142: nested deeper than 128 levels"),
        (b"[\n" * 100_000 + b"]" * 100_000, "given.json:129:1: nested deeper than 128 levels"),
        (b'{"a": "\xe4"}', "given.json:1:8: byte 0xe4 is not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "given.json: this looks like UTF-16 or UTF-32 text"),
        ('{"a": 1}'.encode("utf-16-le"), "given.json: this looks like UTF-16 or UTF-32 text"),
        ('{"a": 1}'.encode("utf-32"), "given.json: this looks like UTF-16 or UTF-32 text"),
        (b"\x1f\x8b\x08\x00", "given.json: this looks like gzip data"),
        (b"PK\x03\x04\x14", "given.json: this looks like a zip archive"),
        (b"\x89PNG\r\n\x1a\n", "given.json: this looks like binary data"),
        (b"\xc8\xc9\xca\xcb", "given.json: this looks like binary data"),
        (b"tools:\n  - name: a\n", "given.json: this looks like YAML"),
        (b"# tools\n---\nversion: 2\n", "given.json: this looks like YAML"),
        (b"<!DOCTYPE html>\n<html>", "given.json: this looks like HTML or XML"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n",
            "given.json: this looks like a pointer of git LFS, not like JSON",
        ),
        (b"ERROR: no such file\n", "given.json:1:1: not JSON: expecting value"),
        (b'"a": 1,\n"b": 2', "given.json:1:4: not JSON: expected the end of the file"),
        ("\u00a0".encode(), "given.json:1:1: not JSON: expecting value"),
    ],
)
def test_what_is_not_strict_json_is_refused_in_one_sentence_with_its_place(data: bytes, message: str) -> None:
    error = refusal(data)
    assert str(error).startswith(message)
    assert "\n" not in error.message
    assert error.recovery_hint


@check_each("digits", ["1" * 400, "0." + "1" * 398])
def test_a_number_of_400_characters_is_read_and_a_longer_one_is_refused_as_it_is(digits: str) -> None:
    assert parse(f"[{digits}]".encode(), "x").value
    assert "is not a number that every JSON parser preserves" in refusal(f"[{digits}1]".encode()).message
    # the longest number is not to blame for another fault
    assert refusal(f'{{"a": {digits}, "b": 1, "b": 2}}'.encode()).message.startswith("duplicate key at '/b'")


def test_a_refusal_says_whether_the_file_is_wrong_or_too_large() -> None:
    assert refusal(b"{").kind is ErrorKind.UNREADABLE
    assert refusal(b"[" * 129).kind is ErrorKind.TOO_LARGE


def test_a_long_name_is_cut_in_a_refusal() -> None:
    name = "n" * 1000
    assert 200 <= len(refusal(f'{{"{name}": 1, "{name}": 2}}'.encode()).message) < 300


def test_128_levels_are_not_too_deep() -> None:
    assert parse(b"[" * 128 + b"]" * 128, "x").value


def test_a_lone_surrogate_is_read_because_somebody_may_have_recorded_it() -> None:
    assert parse(b'"\\ud800"', "x").value == "\ud800"


def test_places_count_lines_and_columns_from_one() -> None:
    document = parse(b'{\r\n "\xc3\xa9": {"a/b": [1,\n   2]}}', "x.json")
    places = {pointer: str(place) for pointer, place in document.locate(["", "/é", "/é/a~1b/1"]).items()}
    assert places == {"": "x.json:1:1", "/é": "x.json:2:2", "/é/a~1b/1": "x.json:3:4"}


def test_a_pointer_that_names_nothing_gets_the_place_of_what_should_hold_it() -> None:
    assert str(parse(b'{"a":\n {"b": 1}}', "x").locate(["/a/missing/deep"])["/a/missing/deep"]) == "x:1:2"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "No such file or directory"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: os.mkfifo(path), "is not a regular file"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
    ],
)
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path, make: object, message: str) -> None:
    path = tmp_path / "given.json"
    make(path)  # type: ignore[operator]
    with pytest.raises(ConformanceError) as caught:
        read(path)
    assert message in caught.value.message
    assert caught.value.kind is ErrorKind.UNREADABLE


def test_a_path_with_a_nul_is_refused() -> None:
    with pytest.raises(ConformanceError, match="cannot read"):
        read("a\x00b")


def test_a_file_over_the_limit_is_refused_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(50 * 2**20)
    with pytest.raises(ConformanceError) as caught:
        read(path)
    assert caught.value.kind is ErrorKind.TOO_LARGE
    assert "50.0 MB; the limit is 16 MB" in caught.value.message


def test_the_environment_sets_another_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list.json"
    path.write_text(f"[{' ' * 2**21}]", "utf-8")
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "1")
    with pytest.raises(ConformanceError, match=r"2\.0 MB; the limit is 1 MB") as caught:
        read(path)
    assert "set CONFORMANCE_MAX_FILE_MB" in caught.value.recovery_hint
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "3")
    assert read(path).value == []
    for wrong in ("0", "-1", "1.5", "many", "99999"):
        monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", wrong)
        with pytest.raises(ConformanceError, match="which is not a number of megabytes"):
            read(path)


def test_a_file_that_says_to_be_empty_is_read_to_the_limit_only(tmp_path: Path) -> None:
    path = tmp_path / "given.json"
    path.write_bytes(b"[1, 2]")
    with pytest.raises(ConformanceError, match="MB; the limit"):
        reader.read_bytes(path, limit=5)
    assert reader.read_bytes(path, limit=6) == b"[1, 2]"


@check_each(
    ("data", "hint"),
    [
        (b"hello", "pass a JSON file"),
        (b'{"a": hello}', "fix the JSON at this position"),
        (b'{"a": 1}\n{"a": 2}\n', "is for `conformance audit`"),
        (b'{"a": 1} {"a": 2}', "keep one JSON document"),
        (b"tools:\n- name: a\n", "yq -o=json"),
        (b'event: message\ndata: {"jsonrpc": "2.0"}\n\n', "pass the JSON behind `data:`"),
        (b'data: {"jsonrpc": "2.0"}\n\n', "pass the JSON behind `data:`"),
        (b"<html>", "error page"),
    ],
)
def test_the_hint_fits_the_cause(data: bytes, hint: str) -> None:
    assert hint in refusal(data).recovery_hint


@check_each(
    "number",
    [b"9007199254740993.0", b"-9007199254740993.5", b"12345678901234567891.0", b"1.23456789012345678901e30"],
)
def test_a_number_that_would_become_another_integer_is_refused(number: bytes) -> None:
    refused = refusal(b'{"a":\n [' + number + b"]}")
    assert refused.location == "given.json:2:3"
    assert "would be rounded" in refused.message


@check_each(
    "number",
    [
        *(b"0.1", b"0.30000000000000004", b"9007199254740992.0", b"1.7976931348623157e308", b"5e-324"),
        *(
            b"0.1000000000000000055511151231257827",
            b"100.000000000000000000",
            b"9007199254740993",
            b"1e23",
            b"12345678901234567e3",
        ),
    ],
)
def test_a_number_that_a_double_holds_is_read_however_long_it_is(number: bytes) -> None:
    assert parse(b"[" + number + b', "12345678901234567.5"]', "x").value == [float(number), "12345678901234567.5"] or (
        parse(b"[" + number + b"]", "x").value == [int(number)]
    )


def test_a_file_that_can_be_found_but_not_opened_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "given.json"
    path.write_bytes(b"[]")

    monkeypatch.setattr(Path, "open", _denied)
    with pytest.raises(ConformanceError, match="Permission denied") as caught:
        read(path)
    assert caught.value.kind is ErrorKind.UNREADABLE


def test_no_place_is_looked_for_where_none_is_asked_for() -> None:
    assert parse(b"[]", "given.json").locate([]) == {}


def test_a_document_reads_from_itself_and_has_lines() -> None:
    document = parse(b'{"a": 1}', "given.json")
    assert document.files == [document]
    assert document.has_lines
    assert document.origin_of("/a/b") == (document, "/a")


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ConformanceError, match="standard input is closed") as caught:
        reader.standard_input()
    assert caught.value.recovery_hint == "open it, or name a file"


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xff")))
    assert reader.standard_input().read() == b"\xff"


def test_the_first_level_beyond_the_128th_is_refused_at_its_bracket() -> None:
    assert parse(b"[" * 128 + b"]" * 128, "given.json").value is not None
    assert refusal(b"[" * 129 + b"]" * 129).location == "given.json:1:129"
    assert refusal(b'{"a":' * 128 + b"{}" + b"}" * 128).location == f"given.json:1:{128 * 5 + 1}"


def test_a_stack_that_the_caller_has_filled_is_not_blamed_on_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflows(_text: str, _decoder: object) -> None:
        raise RecursionError

    monkeypatch.setattr(strict_json, "_parse", overflows)
    with pytest.raises(RecursionError):
        strict_json.parse_bytes(b"[1]")


def test_a_refusal_of_a_path_names_it_and_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = "check the path and the permissions"
    monkeypatch.chdir(tmp_path)
    folder = Path("f" * 150)  # a path is shown whole up to 200 characters
    folder.mkdir()
    missing = folder / "\u202e.json"
    assert refusal_of(read, missing) == Refusal(
        ErrorKind.UNREADABLE, rf"cannot read `{folder}/\u202e.json`: No such file or directory", check
    )
    with_nul = refusal_of(read, "a\x00")  # the rest are the words of a version of Python
    assert with_nul.message.startswith(r"cannot read `a\x00`: ")
    assert "embedded null" in with_nul.message
    assert with_nul == Refusal(ErrorKind.UNREADABLE, with_nul.message, check)
    assert refusal_of(read, Path("g" * 250)).message == f"cannot read `{'g' * 199}…`: No such file or directory"
    assert refusal_of(read, folder) == Refusal(ErrorKind.UNREADABLE, f"`{folder}` is a folder", "pass a JSON file")
    file = folder / "x.json"
    file.write_bytes(b"[1]")
    assert refusal_of(reader.read_bytes, file, 2) == Refusal(
        ErrorKind.TOO_LARGE,
        f"`{file}` is 0.0 MB; the limit is {2 / 2**20:g} MB",
        "pass the inventory itself, split it, or set CONFORMANCE_MAX_FILE_MB",
    )
    monkeypatch.setattr(Path, "open", _denied)
    assert refusal_of(read, file) == Refusal(ErrorKind.UNREADABLE, f"cannot read `{file}`: Permission denied", check)


def _denied(*_arguments: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_limit_that_is_no_number_is_refused_with_the_numbers_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "10000")
    hint = "set it to a number from 1 to 9999, or remove it: the limit is 16 MB without it"
    assert refusal_of(reader.most_bytes) == Refusal(
        ErrorKind.USAGE, "CONFORMANCE_MAX_FILE_MB is `10000`, which is not a number of megabytes", hint
    )
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "x" * 99)
    shown = code_text("x" * 99, 40)
    assert refusal_of(reader.most_bytes).message.startswith(f"CONFORMANCE_MAX_FILE_MB is {shown}, which")
    monkeypatch.setenv("CONFORMANCE_MAX_FILE_MB", "")
    assert reader.most_bytes() == 16 * 2**20


def test_a_closed_standard_input_is_an_unreadable_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal_of(reader.standard_input) == Refusal(
        ErrorKind.UNREADABLE, "standard input is closed", "open it, or name a file"
    )


def test_a_document_has_the_name_and_the_path_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a\u202e.json"
    path.write_bytes(b"[1]")
    document = read(path)
    assert (document.name, document.path, document.text) == (rf"{tmp_path}/a\u202e.json", path, "[1]")
    assert read(path, "given").name == "given"


def test_a_place_in_a_text_of_many_lines_takes_less_memory_than_the_text() -> None:
    document = parse(b"[" + b"\n" * 50_000 + b'0,\n{"a":\n1}]', "given.json")
    tracemalloc.start()
    places = document.locate(["/1/a", "/0"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(one.line, one.column) for one in places.values()] == [(50_002, 2), (50_001, 1)]
    assert peak < len(document.text)


def test_a_file_that_cannot_be_looked_at_is_refused_in_the_words_of_the_system() -> None:
    broken = unopenable_error(OSError(errno.EIO, "Input/output error", "tools.json"))
    assert broken.message == "cannot open `tools.json`: Input/output error"
    content = unopenable_error(OSError(errno.ENAMETOOLONG, "File name too long", "{" * 5000))
    assert content.recovery_hint == "pass the path of a file, not its content"
    assert broken.recovery_hint != content.recovery_hint


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), {"a": object()}])
def test_a_value_of_python_that_is_no_json_is_refused(value: object) -> None:
    refused = refusal_of(document_of, value, "the list", ErrorKind.USAGE, "pass JSON")
    assert (refused.kind, refused.hint) == (ErrorKind.USAGE, "pass JSON")
    assert refused.message.startswith("the list is not JSON: ")


def test_a_value_of_python_is_the_document_that_a_reader_of_its_json_has() -> None:
    shared: list[object] = []
    value = document_of({1: (shared, shared)}, "the list", ErrorKind.USAGE, "pass JSON").value
    assert value == {"1": [[], []]}
