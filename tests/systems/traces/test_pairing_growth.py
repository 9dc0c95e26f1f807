"""A log of twice the lines costs twice the steps, and what waits or is remembered is small: counted, not timed."""

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from conformance.documents.lines import Line
from conformance.documents.reader import Document
from conformance.systems.traces import TraceLine, _pairing, all_formats, batches
from conformance.systems.traces._walk import sightings
from tests.systems.traces.reading import read, shown, write

Log = Callable[[int], list[dict[str, Any]]]
_LARGE = [{}] * 20_000


def _call(id_: str, **given: Any) -> dict[str, Any]:
    function = {"name": "add", "arguments": json.dumps(given)}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def _answer(id_: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": text}


def _request(id_: Any, method: str = "tools/call", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": {"name": "add", "arguments": {}, **params}}


def _response(id_: Any, **result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "result": result}


def _connection(number: int) -> list[dict[str, Any]]:
    messages = (
        _request(0, "initialize"),
        _response(0, protocolVersion="2025-06-18"),
        _request(1),
        _response(1, content=[]),
    )
    return [{"session_id": f"s{number}", "message": message} for message in messages]


_ASKED = {"resultType": "input_required", "requestState": "s"}
LOGS: dict[str, Log] = {
    "calls with one id": lambda n: [_call("call_0", a=at) for at in range(n)],
    "calls with one id, and results": lambda n: [
        *(_call("call_0", a=at) for at in range(n)),
        *(_answer("call_0", str(at)) for at in range(n)),
    ],
    "tools with one id": lambda n: [
        {"role": "assistant", "tool_calls": [{"id": "call_0", "custom": {"name": f"t{at}"}}]} for at in range(n)
    ],
    "connections": lambda n: [line for at in range(n) for line in _connection(at)],
    "calls that are resumed": lambda n: [
        line
        for at in range(n)
        for line in (_request(at, arguments={"a": at}, requestState="s"), _response(at, **_ASKED))
    ],
    "calls behind one task that is asked for": lambda n: [
        *(line for at in range(n) for line in (_request(at), _response(at, task={"taskId": "t"}))),
        *(line for at in range(n) for line in (_request(at, "tasks/result", taskId="t"), _response(at, **_ASKED))),
    ],
}


def _steps(folder: Path, lines: list[dict[str, Any]]) -> int:
    """Return the number of steps that are taken to pair the calls of a log, and to compare them."""
    file, count = write(folder, *lines), 0

    def look(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        path = frame.f_code.co_filename
        count += event == "opcode"
        frame.f_trace_opcodes = True
        return look if "_pairing" in path or "_answers" in path or path.endswith("values.py") else None

    before = sys.gettrace()
    sys.settrace(look)
    try:
        read(file)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_twice_the_lines_costs_twice_the_steps(name: str, tmp_path: Path) -> None:
    log = LOGS[name]
    read(write(tmp_path, *log(2)))
    assert _steps(tmp_path, log(200)) <= 2.2 * _steps(tmp_path, log(100))


def _kept_bytes(lines: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """Return the bytes of a log, and those that are kept of it at its end, before the calls are given up."""
    pairing, formats, size = _pairing.Pairing(), tuple(all_formats().values()), 0
    tracemalloc.start()
    try:
        for number, line in enumerate(lines, 1):
            text = json.dumps(line)
            document = Document("log", text, json.loads(text))
            size += len(text)
            for sighting in sightings(document.value, formats):
                assert not list(pairing.add(sighting, number, document))
            del document, sighting
        return size, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def _span(at: int) -> dict[str, Any]:
    attributes = {"gen_ai.tool.name": "add", "gen_ai.tool.call.id": f"c{at}", "gen_ai.tool.call.result": _LARGE}
    return {"spanId": f"{at}", "attributes": attributes}


WAITING: dict[str, Callable[[int], dict[str, Any]]] = {
    "a call": lambda at: _request(at, arguments={"a": _LARGE}),
    "a result whose input may come": _span,
    "an id": lambda at: _request(f"{at}" * 50_000, "ping"),
    "a session": lambda at: {"session_id": f"{at}" * 50_000, "message": _response(0, protocolVersion="2024-11-05")},
}


@pytest.mark.parametrize("name", WAITING)
def test_what_waits_takes_less_than_three_times_the_memory_of_its_text(name: str) -> None:
    read_size, kept = _kept_bytes(WAITING[name](at) for at in range(40))
    assert kept < 3 * read_size


def test_of_names_that_are_remembered_long_ones_are_kept_as_digests() -> None:
    for name in ("an id", "a session"):
        read_size, kept = _kept_bytes(WAITING[name](at) for at in range(10, 50))
        assert kept < read_size / 10


def test_calls_that_take_much_memory_are_given_up_like_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pairing, "MAX_OPEN_BYTES", 350)
    lines = [_call(f"{at}", a="x" * 80) for at in range(4)]
    trace, calls = read(write(tmp_path, *lines, _answer("3", "three"), _answer("0", "zero")))
    assert (trace.counts.given_up, trace.counts.unanswered, trace.counts.results_without_call) == (2, 1, 1)
    assert [one.text for one in calls] == ["", "", "three", "zero", ""]
    trace, calls = read(write(tmp_path, _call("1", a="x" * 300), _answer("1", "one")))
    assert [(one.tool, one.text) for one in calls] == [("add", "one")]


def test_large_lines_are_judged_in_smaller_groups() -> None:
    def lines(size: int, count: int) -> list[int]:
        return [len(group) for group in batches(TraceLine(Line(1, None, size=size)) for _ in range(count))]

    assert lines(1_000, 300) == [256, 44]
    assert lines(1_500_000, 5) == [2, 2, 1]


def test_a_call_that_another_writer_repeats_is_the_same_one(tmp_path: Path) -> None:
    calls = [_call("call_0", a=[one], b="1.0") for one in (1.0, 1, 1.0)]
    trace, found = read(write(tmp_path, *calls, _answer("call_0", "one"), calls[1]))
    assert [shown(one)[2] for one in found] == ["one"]
    assert trace.counts.calls == 1
