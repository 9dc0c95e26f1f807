"""Recorded results are read line by line; what is no record is named with its line and the cure."""

import json
from pathlib import Path

import pytest

from conformance.errors import ConformanceError
from conformance.pytest_plugin.records import read_records

GOOD = {"name": "command/done", "envelope": {"status": "success"}, "receipt": "Done.\r\n"}


def _file(folder: Path, *lines: object) -> Path:
    file = folder / "r.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    file.write_text("\n".join(texts), "utf-8", newline="")
    return file


def test_records_keep_name_envelope_and_receipt_as_they_are(tmp_path: Path) -> None:
    (record,) = read_records(_file(tmp_path, "", GOOD, "  "), "r.jsonl")
    assert (record.name, record.envelope, record.receipt) == ("command/done", {"status": "success"}, "Done.\r\n")


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    text = json.dumps(GOOD) + "\r\n" + json.dumps({**GOOD, "name": "b", "rendered_again": "x"}) + "\r\n"
    assert [record.second_receipt for record in read_records(_file(tmp_path, text), "r.jsonl")] == [None, "x"]


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("{", "r.jsonl:2:2: the last line", "write it again"),
        ('{"a": 1, "a": 2}', "r.jsonl:2:10: duplicate key", "keep one"),
        ([], "r.jsonl:2: a record is an object; found array", '"receipt"'),
        ({"name": "x", "envelope": {}}, "r.jsonl:2: the record lacks 'receipt'", '"receipt"'),
        ({**GOOD, "name": 3}, "r.jsonl:2: 'name' must be a string; found integer", '"receipt"'),
        ({**GOOD, "name": "x", "envelope": []}, "r.jsonl:2: 'envelope' must be an object; found array", '"receipt"'),
        ({**GOOD, "name": "x", "reciept": ""}, "r.jsonl:2: unknown key 'reciept'", "did you mean `receipt`?"),
        (GOOD, "r.jsonl:2: the name 'command/done' is already used on line 1", "a unique name"),
    ],
)
def test_a_line_that_is_no_record_is_refused(tmp_path: Path, line: object, message: str, hint: str) -> None:
    with pytest.raises(ConformanceError) as caught:
        read_records(_file(tmp_path, GOOD, line), "r.jsonl")
    assert str(caught.value).startswith(message)
    assert hint in caught.value.recovery_hint


def test_a_file_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConformanceError, match="contains no record"):
        read_records(_file(tmp_path, "", ""), "r.jsonl")
