"""A probe as a whole process: a real Ctrl-C, and a real HTTP server that repeats the secret it was sent."""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.documents.values import JsonObject, as_object

SECRET = "s3cret-value-of-a-token"
SCHEMA: JsonObject = {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": False}
# Every input is accepted, and the second tool presses Ctrl-C when it is first asked.
INTERRUPTED = f"""
import os
import signal

SCHEMA = {SCHEMA!r}

class Tools:
    def describe(self):
        return {{"version": 2, "tools": [{{"name": name, "input_schema": SCHEMA}} for name in ("first", "second")]}}

    def parse(self, tool, arguments):
        if tool == "second":
            os.kill(os.getpid(), signal.SIGINT)
        return {{"accepted": True}}
"""


def run_conformance(folder: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **variables, "PYTHONPATH": os.pathsep.join(map(str, (folder, *sys.path)))}
    return subprocess.run(
        [sys.executable, "-m", "conformance", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        # a run in the background of a shell ignores Ctrl-C, and so would what it starts
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_ctrl_c_prints_what_was_found_before_it(tmp_path: Path) -> None:
    (tmp_path / "interrupted_tools.py").write_text(INTERRUPTED, "utf-8")
    done = run_conformance(tmp_path, "probe", "--source", "python:interrupted_tools:Tools")
    assert "unknown_field_rejected" in done.stdout, done.stderr
    assert "then aborted" in done.stdout.splitlines()[-1]
    assert done.stderr.splitlines()[-2:] == [
        "error: interrupted",
        "  help: the findings are those so far; run it again for the others",
    ]
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode not in (0, 1)


class Server(http.server.BaseHTTPRequestHandler):
    """Speaks as much of MCP over HTTP as a probe needs, and puts what it was sent into each text."""

    authorized: list[str | None] = []

    def do_POST(self) -> None:
        asked = as_object(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        sent = self.headers.get("Authorization")
        self.authorized.append(sent)
        replied = answer(asked, sent, is_closed=self.path == "/closed")
        message = {"jsonrpc": "2.0", "id": asked.get("id"), **replied}
        body = json.dumps(message).encode() if "id" in asked else b""
        self.send_response(200 if body else 202)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.send_error(405)

    def do_DELETE(self) -> None:
        self.send_error(405)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name in the base
        """Print nothing."""


def answer(asked: JsonObject, sent: str | None, *, is_closed: bool) -> JsonObject:
    revision = "2025-11-25"
    if asked["method"] == "initialize" and not is_closed:
        info: JsonObject = {"name": f"server of {sent}", "version": "1"}
        return {"result": {"protocolVersion": revision, "capabilities": {"tools": {}}, "serverInfo": info}}
    if asked["method"] == "tools/list":
        tool: JsonObject = {"name": "look", "description": f"Looks, as {sent} may.", "inputSchema": SCHEMA}
        return {"result": {"tools": [{**tool, "annotations": {"readOnlyHint": True, "openWorldHint": False}}]}}
    if asked["method"] == "tools/call":
        return {"result": {"content": [{"type": "text", "text": f"Error: {sent} saw {asked['params']}"}]}}
    return {"error": {"code": -32601, "message": f"no such method, {sent}"}}


@pytest.fixture
def address() -> Iterator[str]:
    Server.authorized = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
        server.shutdown()


CONFIGURED = '[probe]\nheaders = {Authorization = "Bearer ${LOOK_TOKEN}"}\n'
OPTION = ("--header", "Authorization: Bearer ${LOOK_TOKEN}")
FORMATS = ("text", "json")


@pytest.mark.parametrize(("configuration", "option"), [(CONFIGURED, ()), ("", OPTION)], ids=["configured", "option"])
def test_a_token_in_a_header_reaches_the_server_and_no_output(
    tmp_path: Path, address: str, configuration: str, option: tuple[str, ...]
) -> None:
    pytest.importorskip("mcp", reason="install 'tool-conformance[mcp]'")
    (tmp_path / "conformance.toml").write_text(configuration, "utf-8")
    reports = [word for name in FORMATS for word in ("-f", name, "-o", f"report.{name}")]
    kept = ["--record", "calls.jsonl", "--save", "saved", "--max-examples", "3"]
    source = ["--source", f"mcp-http:{address}", *option]
    done = run_conformance(tmp_path, "probe", *source, *reports, *kept, LOOK_TOKEN=SECRET)
    assert set(Server.authorized) == {f"Bearer {SECRET}"}, done.stderr
    written = [path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= len(FORMATS) + 2, done.stderr
    assert "***" in "".join(written)
    for text in (done.stdout, done.stderr, *written):
        assert SECRET not in text


def test_a_token_in_a_header_is_in_no_error_and_in_no_inventory(tmp_path: Path, address: str) -> None:
    pytest.importorskip("mcp", reason="install 'tool-conformance[mcp]'")
    refused = run_conformance(
        tmp_path, "probe", "--source", f"mcp-http:{address.replace('/mcp', '/closed')}", *OPTION, LOOK_TOKEN=SECRET
    )
    assert (refused.returncode, "***" in refused.stderr) == (2, True), refused.stderr
    written = run_conformance(
        tmp_path, "refresh", "tools.json", "--source", f"mcp-http:{address}", *OPTION, LOOK_TOKEN=SECRET
    )
    assert written.returncode == 0, written.stderr
    inventory = (tmp_path / "tools.json").read_text("utf-8")
    assert "Looks, as Bearer *** may." in inventory or "Looks, as *** may." in inventory
    for text in (refused.stdout, refused.stderr, written.stdout, written.stderr, inventory):
        assert SECRET not in text
