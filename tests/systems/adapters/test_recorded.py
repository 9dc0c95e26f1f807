"""What was recorded answers for the system: envelopes, receipts, and calls with the input that was recorded."""

import json
from pathlib import Path

import pytest

from conformance.errors import ConformanceError
from conformance.systems.adapters.recorded import read_recordings
from conformance.systems.runtime import Opening, UnsupportedError
from conformance.systems.sources import find_source

ENVELOPE = {"tool_name": "ListTasks", "status": "success", "summary_text": "1 task", "result": {}, "error": None}


def written(tmp_path: Path, *lines: object) -> Path:
    file = tmp_path / "results.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return file


def test_a_line_is_an_envelope_or_holds_one(tmp_path: Path) -> None:
    file = written(tmp_path, ENVELOPE, {"canonical_result": ENVELOPE, "rendered_receipt": "1 task"})
    first, second = read_recordings(file)
    assert (first.outcome.envelope, first.outcome.receipt) == (ENVELOPE, None)
    assert (second.outcome.envelope, second.outcome.receipt) == (ENVELOPE, "1 task")


def test_a_call_is_answered_from_the_record_of_the_same_input(tmp_path: Path) -> None:
    file = written(tmp_path, {"envelope": ENVELOPE, "receipt": "1 task", "input": {"limit": 1}})
    runtime = find_source(str(file)).open(Opening())
    assert runtime.call("ListTasks", {"limit": 1.0}).receipt == "1 task"
    assert runtime.catalog("operator") == ["ListTasks"]
    with pytest.raises(UnsupportedError):
        runtime.call("ListTasks", {"limit": 2})


@pytest.mark.parametrize("line", [{"no": "envelope"}, [], {"envelope": {"status": "success"}}])
def test_a_line_without_an_envelope_is_refused_with_its_number(tmp_path: Path, line: object) -> None:
    with pytest.raises(ConformanceError, match=r"results\.jsonl:2:1: the line has no envelope"):
        read_recordings(written(tmp_path, ENVELOPE, line))
