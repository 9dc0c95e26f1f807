"""Envelopes are read from one document, from an array, and from a log with one a line."""

import json
from pathlib import Path

import pytest

from conformance.commands.receipts import read_envelopes
from conformance.errors import ConformanceError

ENVELOPE = {"tool_name": "Enqueue", "status": "success", "summary_text": "done", "result": {"enqueued": True}}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "log.json"
    path.write_text(text, "utf-8")
    return path


def test_one_document_may_be_spread_over_lines(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(ENVELOPE, indent=2))
    assert [(name, envelope.tool_name) for name, envelope in read_envelopes(path)] == [(str(path), "Enqueue")]


def test_an_array_holds_several(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps([ENVELOPE, ENVELOPE]))
    assert [name for name, _ in read_envelopes(path)] == [f"{path}[0]", f"{path}[1]"]


def test_a_log_holds_one_a_line_and_blank_lines_do_not_count(tmp_path: Path) -> None:
    line = json.dumps(ENVELOPE)
    path = written(tmp_path, f"{line}\n\n{line}\n")
    assert [name for name, _ in read_envelopes(path)] == [f"{path}:1", f"{path}:3"]


def test_the_envelope_of_a_record_is_found_under_each_name_that_an_audit_reads(tmp_path: Path) -> None:
    for envelope_key, receipt_key in (("canonical_result", "rendered_receipt"), ("envelope", "receipt")):
        path = written(tmp_path, json.dumps({"name": "one", envelope_key: ENVELOPE, receipt_key: "done"}))
        assert [envelope.tool_name for _, envelope in read_envelopes(path)] == ["Enqueue"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("nonsense", "not JSON"),
        (json.dumps(ENVELOPE) + "\n{broken\n", "log.json:2:2: not JSON"),
        (json.dumps(ENVELOPE) + "\n[]\n", "log.json:2: the value must be an envelope object; found array"),
        ('{"tool_name": "T"}', "log.json: envelope field '/status'"),
        ("[1]", "log.json[0]: the value must be an envelope"),
    ],
)
def test_what_is_no_envelope_is_refused_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        list(read_envelopes(written(tmp_path, text)))
    assert says in str(refused.value)
