"""Answers of an MCP server that other clients refuse are warned of, although this one reads on."""

from pathlib import Path

import pytest

from conformance.systems.runtime import Limits, Opening
from conformance.systems.sources import find_source
from tests.systems.adapters.programs import mcp_server

_PATIENT = Limits(start_seconds=60.0, request_seconds=60.0)
_SERVE = """
def answer(asked):
    if asked.get("method") == "initialize":
        result(asked, {"protocolVersion": "2025-06-18", **OPENING})
    elif asked.get("method") == "tools/list":
        result(asked, {"tools": TOOLS, **PAGE})
    else:
        usual(asked)
serve(answer)
"""
_INFO = '"serverInfo": {"name": "small", "version": "1.0"}'
_CAPABLE = '"capabilities": {"tools": {}}'


@pytest.mark.parametrize(
    ("opening", "page", "said"),
    [
        (
            f'{{{_INFO}, {_CAPABLE}, "instructions": None}}',
            "{}",
            "null for `instructions`; leave out what is not set, as clients made with the SDK for TypeScript",
        ),
        (
            f'{{{_INFO}, "_meta": None, "capabilities": {{"tools": {{"listChanged": None}}, "prompts": None}}}}',
            "{}",
            "answered `initialize` with null for `_meta`, `capabilities.prompts`, `capabilities.tools.listChanged`",
        ),
        (
            f"{{{_INFO}, {_CAPABLE}}}",
            '{"nextCursor": None}',
            "`small` answered `tools/list` with null for `nextCursor`; leave out what is not set, as clients made with",
        ),
        (f'{{{_INFO}, "capabilities": {{}}}}', "{}", "`small` lists tools without the capability `tools`; declare"),
    ],
)
def test_what_other_clients_refuse_in_the_first_answers_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, opening: str, page: str, said: str
) -> None:
    _list_twice(mcp_server(tmp_path, f"OPENING, PAGE = {opening}, {page}{_SERVE}"))
    assert len(caplog.records) == 1
    assert said in caplog.text


@pytest.mark.parametrize(
    ("opening", "page"),
    [
        (f'{{{_INFO}, {_CAPABLE}, "instructions": ""}}', "{}"),
        # what no schema names may be null
        (f'{{{_INFO}, "capabilities": {{"tools": {{}}, "x": None, "logging": {{"y": None}}}}, "z": None}}', "{}"),
        (f"{{{_INFO}, {_CAPABLE}}}", '{"ttlMs": None}'),
        (f'{{{_INFO}, "capabilities": {{"prompts": {{}}}}}}', '{"tools": []}'),
    ],
)
def test_what_each_client_reads_is_not_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, opening: str, page: str
) -> None:
    _list_twice(mcp_server(tmp_path, f"OPENING, PAGE = {opening}, {page}{_SERVE}"))
    assert not caplog.records


def test_an_answer_with_an_error_beside_its_result_is_warned_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = """
def answer(asked):
    if asked.get("method") == "tools/list":
        send({"id": asked["id"], "result": {"tools": TOOLS}, "error": None})
    else:
        usual(asked)
serve(answer)
"""
    _list_twice(mcp_server(tmp_path, body))
    (record,) = caplog.records
    assert "sent answers with an `error`, if only null, beside the `result`; send one of the two" in record.message


def _list_twice(source: str) -> None:
    runtime = find_source(source).open(Opening(limits=_PATIENT))
    try:
        runtime.describe()
        runtime.describe()
    finally:
        runtime.close()
