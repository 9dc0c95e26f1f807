"""Small programs that speak the adapter protocol, well or badly."""

import contextlib
import sys
from pathlib import Path

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
    """Write an MCP server that begins with the helpers above; return the source that starts it."""
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
