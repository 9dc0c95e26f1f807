"""Whatever a file contains, it is read, or refused as a file: no command ends in another exception.

Files are made near the edge of what is read: a good one, in which bytes are cut out and put in, or values replaced.
They are always the same ones, unless `CONFORMANCE_FUZZ` states how many others to make.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.commands.audit import audit
from conformance.commands.check import check
from conformance.commands.drift import DriftSettings, drift
from conformance.commands.registry import applied_rules
from conformance.documents.lines import read_lines
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.inventory.formats import read_any
from conformance.rules.examples import FAILURE, INVENTORY, SUCCESS, TOOL
from conformance.settings.baseline import read_baseline
from conformance.settings.profiles import load_profile
from conformance.settings.repository import load_config
from conformance.systems.surface import Surface
from tests.commands.test_agreement import edited, edits

_VARIABLE = "CONFORMANCE_FUZZ"
HOLON = load_profile("holon")
RULES = applied_rules(HOLON)
SCHEMA = TOOL["input_schema"]
MCP_TOOL: JsonValue = {"name": "a", "description": "b", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}}
FUNCTION: JsonValue = {"type": "function", "function": {"name": "a", "description": "b", "parameters": SCHEMA}}
INVENTORIES: list[JsonValue] = [
    {**INVENTORY, "tools": [TOOL]},
    {"tools": [MCP_TOOL]},
    {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP_TOOL], "nextCursor": "x"}},
    [FUNCTION],
    [
        {
            "functionDeclarations": [
                {"name": "a", "parameters": {"type": "OBJECT", "properties": {"b": {"type": "STRING"}}}}
            ]
        }
    ],
]
RECORDS: list[JsonValue] = [
    SUCCESS,
    FAILURE,
    {"tool_name": "a", "input": {"b": 1}, "envelope": SUCCESS, "receipt": "Done.", "time": "2026-01-01T00:00:00Z"},
    {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "arguments": {"b": 1}}},
    {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "x"}], "isError": False}},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "a", "input": {"b": 1}}]},
    {"messages": [{"role": "tool", "tool_call_id": "t", "content": "x"}]},
    {"traceId": "t", "spanId": "s", "name": "span", "attributes": {"gen_ai.tool.name": "a", "tool_arguments": "{}"}},
]
KNOWN: list[JsonValue] = [{"rule": "id_suffix", "tool": "a", "pointer": "/tools/0", "fingerprint": "0", "message": "m"}]
CONFIG = b"""
profile = "holon"
calls = ["log.jsonl"]
[levels]
naming = "off"
[[ignore]]
rule = "id_suffix"
tool = "A*"
reason = "old"
expires = 2030-01-01
[[accept]]
rule = "field_removed"
reason = "unused"
[probe]
source = "reference"
env = ["A=1"]
"""
# What readers differ in: half characters, numbers without a double, duplicate and empty names, marks, depth.
LEXEMES = [
    *(rb'"\ud800"', b"1e999", b"9" * 401, b"-0.0", b'"":1,', b'{"a":1,"a":2}', b"\xef\xbb\xbf", b"\x00", b"\xff"),
    *(b"[" * 200, b"NaN", b",", b"}", b"\n", b"\r\n", b"\xe2\x80\xa8", b"'''", b"1979-05-27", b"[[ignore]]"),
]
SCALARS: tuple[JsonValue, ...] = (None, True, -1, 0.5, int("9" * 399), "", "\ud800", "\u202e\x1b[2J")
VALUES: tuple[JsonValue, ...] = (*SCALARS, [], {}, [[]], {"": None}, {"$ref": "#"})


def _as_lines(records: list[JsonValue]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in records)


@st.composite
def damaged(draw: st.DrawFn, seeds: list[bytes]) -> bytes:
    """One of the seeds, in which up to three pieces are replaced."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 3))):
        at, cut = draw(st.integers(0, len(data))), draw(st.integers(0, 9))
        piece = draw(st.sampled_from([b"", *LEXEMES]) | st.binary(max_size=3))
        data = data[:at] + piece + data[at + cut :]
    return data


def replaced(seeds: list[JsonValue]) -> st.SearchStrategy[bytes]:
    """One of the seeds as JSON, in which one or two values are dropped or replaced."""
    return st.sampled_from(seeds).flatmap(
        lambda seed: edits(seed, VALUES, ()).map(lambda changes: json.dumps(edited(seed, changes)).encode() + b"\n")
    )


def _judge_inventory(file: Path) -> None:
    inventory, document = read_any(file)
    check(Surface(file.name, inventory), HOLON, RULES, document=document)
    drift(inventory, inventory, ("old", "new"), DriftSettings())


def _audit(file: Path) -> None:
    audit(file, None, HOLON, RULES)


DOORS: dict[str, tuple[Callable[[Path], object], st.SearchStrategy[bytes]]] = {
    "inventory": (
        _judge_inventory,
        replaced(INVENTORIES) | damaged([json.dumps(one, indent=1).encode() for one in INVENTORIES]),
    ),
    "log": (_audit, replaced(RECORDS) | damaged([_as_lines(RECORDS), *(_as_lines([one]) for one in RECORDS)])),
    "lines": (lambda file: list(read_lines(file)), damaged([_as_lines(RECORDS)])),
    "baseline": (read_baseline, replaced(KNOWN) | damaged([_as_lines(KNOWN)])),
    "configuration": (lambda file: load_config(file.parent, file), damaged([CONFIG])),
}


def _require_read_or_refused(name: str, folder: Path, examples: int) -> None:
    read, files = DOORS[name]

    most = int(os.environ.get(_VARIABLE, examples))
    is_fixed = _VARIABLE not in os.environ

    @settings(
        max_examples=most,
        derandomize=is_fixed,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
        database=None,
    )
    @given(files)
    def attempt(data: bytes) -> None:
        file = folder / ("conformance.toml" if name == "configuration" else "given.json")
        file.write_bytes(data)
        refusals: list[str] = []
        try:
            read(file)
        except ConformanceError as error:
            refusals.append(str(error))
        assert all(one.isprintable() for one in refusals), refusals

    attempt()


@pytest.mark.parametrize("name", DOORS)
def test_any_file_is_read_or_refused(name: str, tmp_path: Path) -> None:
    _require_read_or_refused(name, tmp_path, 30)


@pytest.mark.long
@pytest.mark.parametrize("name", DOORS)
def test_any_of_thousands_of_files_is_read_or_refused(name: str, tmp_path: Path) -> None:
    _require_read_or_refused(name, tmp_path, 2_000)
