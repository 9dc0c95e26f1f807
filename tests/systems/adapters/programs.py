"""Small programs that speak the adapter protocol, well or badly."""

import contextlib
import sys
from pathlib import Path

import pytest

ANSWER = """
import json, os, signal, subprocess, sys, time

def answer(asked, result):
    print(json.dumps({"id": asked["id"], "ok": True, "result": result}), flush=True)

def requests():
    for line in sys.stdin:
        yield json.loads(line)

def described(asked, *tools):
    answer(asked, {"inventory": {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": tools}})
"""


def program(folder: Path, body: str) -> str:
    """Write a program that begins with the helpers above; return the command line that starts it."""
    file = folder / "program.py"
    file.write_text(ANSWER + body, "utf-8")
    return f'command:"{sys.executable} {file}"'


NOTES = """
WRONG = sys.argv[1] if sys.argv[1:] else ""
NONSENSE = {"nonsense": True}
ENVELOPE = {"canonical": "ToolResultEnvelope", "success_result": "ReadNoteResult", "error_result": "ToolError",
            "success_result_schema": None, "model_rendering": "custom_text_receipt"}
TOOL = {"name": "ReadNote", "family": "core_agent", "stability": "stable", "description": "Read a note.",
        "input_schema": {"type": "object", "additionalProperties": False, "properties": {}},
        "freeform_grammar": None, "related_surfaces": [], "result_envelope": ENVELOPE}
SAMPLE = {"tool_name": "ReadNote", "status": "success", "summary_text": "read a note",
          "result": {"text": "buy milk", "pages": 2}, "error": None}

def receipt(asked):
    error = asked["envelope"].get("error")
    if error:
        return "ReadNote failed: " + "\\n".join(f"{key}: {value}" for key, value in error.items() if key != "details")
    result = asked["envelope"].get("result") or {}
    return "Read a note\\n" + "\\n".join(f"{key}: {value}" for key, value in result.items())

def message(asked):
    receipt = {"text": asked["receipt"]}
    if asked["provider"] != "mcp":
        return None
    return {"content": [{"type": "text", **receipt}], "isError": asked["envelope"].get("status") == "error"}

OPERATIONS = {
    "describe": lambda asked: {"inventory": {"version": 2, "source_of_truth": {}, "stability_policy": {},
                                             "tools": [TOOL]}},
    "catalog": lambda asked: {"tools": ["ReadNote"]},
    "samples": lambda asked: {"outputs": [SAMPLE]},
    "project": lambda asked: {"envelope": asked["complete_output"]},
    "render": lambda asked: {"receipt": receipt(asked)},
    "compact": lambda asked: {"envelope": asked["envelope"]},
    "transport": lambda asked: message(asked) and {"message": message(asked)},
}
LACKS = sys.argv[2:]
for asked in requests():
    operation = None if asked["op"] in LACKS else OPERATIONS.get(asked["op"])
    result = operation and operation(asked)
    if result and asked["op"] == WRONG:
        result = {key: NONSENSE for key in result}
    if result:
        answer(asked, result)
    else:
        print(json.dumps({"id": asked["id"], "ok": False, "unsupported": True}), flush=True)
"""
"""The body of a system whose only tool no reference knows.

Its first argument is the operation that returns nonsense, if any; the others are operations that it lacks.
"""

MCP = """
import json, os, sys, time

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
TOOLS = [{"name": "echo", "description": "Echo.", "inputSchema": SCHEMA}]

def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
    sys.stdout.flush()

def result(asked, value):
    send({"id": asked["id"], "result": value})

def error(asked, code, message):
    send({"id": asked["id"], "error": {"code": code, "message": message}})

def initialized(asked):
    info = {"name": "small", "version": "1.0"}
    result(asked, {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info})

def usual(asked):
    method = asked.get("method")
    if method == "initialize":
        initialized(asked)
    elif method == "tools/list":
        result(asked, {"tools": TOOLS})
    elif method == "tools/call":
        text = json.dumps(asked["params"].get("arguments", {}), sort_keys=True)
        result(asked, {"content": [{"type": "text", "text": text}]})
    elif "id" in asked:
        error(asked, -32601, "method not found")

def serve(answer=usual):
    for line in sys.stdin:
        answer(json.loads(line))
"""


def mcp_server(folder: Path, body: str) -> str:
    """Write an MCP server that begins with the helpers above; return the source that starts it.

    A test that needs one is skipped where the SDK is absent, as nothing could ask the server.
    """
    pytest.importorskip("mcp", reason="the extra [mcp] is absent: nothing was checked against MCP servers")
    file = folder / "server.py"
    file.write_text(MCP + body, "utf-8")
    return f'mcp-stdio:"{sys.executable} {file}"'


def processes_with(kind: str, text: str) -> list[int]:
    """Return the ids of living processes with the text in their ``environ`` or ``cmdline``."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if text.encode() in (folder / kind).read_bytes():
                found.append(int(folder.name))
    return found
