"""An MCP server is reached in the revision that it speaks, heard verbatim, and ended whatever it does."""

import gzip
import http.server
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from conformance.documents.values import JsonObject, as_object
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._hidden_texts import hide_texts
from conformance.systems.environment import fill_variables
from conformance.systems.runtime import (
    Header,
    InvalidReplyError,
    Limits,
    Opening,
    Runtime,
    SlowAnswerError,
    UnsupportedError,
)
from conformance.systems.sources import find_source
from tests.systems.adapters.conftest import Answer
from tests.systems.adapters.programs import mcp_server

pytest.importorskip("mcp", reason="the extra [mcp] is absent: nothing was checked against MCP servers")

PATIENT = Limits(start_seconds=60.0, request_seconds=60.0)


def opened(source: str, **options: Any) -> Runtime:
    return find_source(source).open(Opening(**{"limits": PATIENT, "restarts": 0, **options}))


def described(source: str, **options: Any) -> JsonObject:
    runtime = opened(source, **options)
    try:
        return runtime.describe()
    finally:
        runtime.close()


def failure(source: str, **options: Any) -> str:
    with pytest.raises(ConformanceError) as caught:
        described(source, **options)
    assert caught.value.kind is ErrorKind.UNREACHABLE
    return caught.value.message


def tools_of(inventory: JsonObject) -> list[Any]:
    return list(inventory["tools"])  # type: ignore[arg-type]


def test_a_server_of_the_handshake_era_is_described_and_called(tmp_path: Path) -> None:
    runtime = opened(mcp_server(tmp_path, "serve()"))
    inventory = runtime.describe()
    source = as_object(inventory["source_of_truth"])
    assert (source["tool_definitions"], source["protocol_version"]) == ("tools/list of small", "2025-06-18")
    assert [tool["name"] for tool in tools_of(inventory)] == ["echo"]
    called = runtime.call("echo", {"text": "hello", "nothing": None})
    assert called.receipt == '{"nothing": null, "text": "hello"}'
    assert called.structured == []
    for lacks in (lambda: runtime.parse("echo", {}), lambda: runtime.catalog("timer")):
        with pytest.raises(UnsupportedError):
            lacks()
    runtime.close()


NEWEST = """
DISCOVERED = {
    "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
    "resultType": "complete", "ttlMs": 0, "cacheScope": "public",
}
LISTED = {"tools": TOOLS, "resultType": "complete", "ttlMs": 0, "cacheScope": "public"}

def newest(asked):
    if asked["method"] == "server/discover":
        result(asked, DISCOVERED)
    elif asked["method"] == "tools/list" and "_meta" in asked["params"]:
        result(asked, LISTED)
    else:
        usual(asked)
"""


def test_a_server_of_the_newest_revision_is_spoken_to_in_it(tmp_path: Path) -> None:
    source = as_object(described(mcp_server(tmp_path, NEWEST + "serve(newest)"))["source_of_truth"])
    assert (source["tool_definitions"], source["protocol_version"]) == ("tools/list of an MCP server", "2026-07-28")


# The first process, which is asked the newest question, answers only once the second has opened an older session.
SLOW_START = """
import pathlib
FOLDER = pathlib.Path(__file__).parent

def until(name):
    while not (FOLDER / name).exists():
        time.sleep(0.01)

def slow(asked):
    if asked["method"] == "server/discover":
        until("opened")
    newest(asked)
    if asked["method"] == "notifications/initialized":
        (FOLDER / "opened").touch()
"""


def test_the_revision_does_not_depend_on_which_of_two_slow_starts_is_quicker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.systems.adapters._mcp_attempts.SILENT_SECONDS", 0.01)
    monkeypatch.setattr("conformance.systems.adapters._mcp_attempts.LATE_SECONDS", 30.0)
    server = mcp_server(tmp_path, NEWEST + SLOW_START + "serve(slow)")
    source = as_object(described(server, limits=Limits(60.0, 60.0))["source_of_truth"])
    assert source["protocol_version"] == "2026-07-28"


def test_a_start_that_takes_longer_than_the_sdk_waits_does_not_change_the_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = """
early = []

def late(asked):
    if asked["method"] == "server/discover" and not early:
        return early.append(asked)
    if early and early[0]:
        newest(early[0])
        early[0] = None
    newest(asked)
"""
    server = mcp_server(tmp_path, NEWEST + body + "serve(late)")
    monkeypatch.setattr("mcp.client.session.DISCOVER_TIMEOUT_SECONDS", 1.0)
    monkeypatch.setattr("conformance.systems.adapters._mcp_attempts.LATE_SECONDS", 30.0)
    source = as_object(described(server)["source_of_truth"])
    assert source["protocol_version"] == "2026-07-28"


# It can only pass if the error ends the wait: silence would last ten minutes.
def test_an_error_as_the_answer_to_the_newest_question_leads_to_the_older_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conformance.systems.adapters._mcp_attempts.SILENT_SECONDS", 600.0)
    body = """
def refusing(asked):
    if asked["method"] == "server/discover":
        return error(asked, -32601, "method not found")
    usual(asked)

serve(refusing)
"""
    source = as_object(described(mcp_server(tmp_path, body), limits=Limits(1800.0, 600.0))["source_of_truth"])
    assert source["protocol_version"] == "2025-06-18"


def test_a_server_that_the_newest_question_kills_is_asked_as_of_old_in_a_fresh_process(tmp_path: Path) -> None:
    body = """
def fragile(asked):
    if asked["method"] == "server/discover":
        sys.exit(1)
    usual(asked)

serve(fragile)
"""
    assert len(tools_of(described(mcp_server(tmp_path, body)))) == 1


# The second case can only pass if the older question does not wait for the first answer: that would take ten minutes.
@pytest.mark.parametrize("seconds", [3.0, pytest.param(600.0, marks=pytest.mark.long)])
def test_a_server_that_keeps_silent_about_the_newest_question_is_asked_as_of_old_meanwhile(
    tmp_path: Path, seconds: float
) -> None:
    body = f"""
def silent(asked):
    with open({str(tmp_path / "asked")!r}, "a") as log:
        print(asked["method"], file=log)
    if asked["method"] != "server/discover":
        usual(asked)

serve(silent)
"""
    assert len(tools_of(described(mcp_server(tmp_path, body), limits=Limits(seconds, seconds)))) == 1
    asked = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert {"server/discover", "initialize", "tools/list"} <= {*asked}


def test_a_silent_program_that_keeps_a_second_copy_from_starting_is_reported_as_silent(tmp_path: Path) -> None:
    """The second copy is started for the older question, so what it says of the lock is no fault of the server."""
    body = f"""
try:
    os.mkdir({str(tmp_path / "lock")!r})
except FileExistsError:
    sys.exit("address already in use")
sys.stderr.write("listening on port 3000\\n")
sys.stderr.flush()
time.sleep(1000)
"""
    message = failure(mcp_server(tmp_path, body), limits=Limits(6.0, 6.0))
    assert "did not answer in time" in message
    assert "listening on port 3000" in message
    assert "already in use" not in message


def test_one_malformed_tool_does_not_lose_the_list_and_what_the_sdk_drops_is_kept(tmp_path: Path) -> None:
    body = """
TOOLS += [{"name": "broken", "inputSchema": None}, "text"]
TOOLS += [{"name": "odd", "inputSchema": {"type": "strng"}, "x-vendor": {"a": 1}}]
serve()
"""
    tools = tools_of(described(mcp_server(tmp_path, body)))
    assert [tool["name"] for tool in tools] == ["echo", "broken", "text", "odd"]
    assert tools[1]["input_schema"] is None
    assert (tools[3]["input_schema"], tools[3]["x-vendor"]) == ({"type": "strng"}, {"a": 1})


def test_a_tool_whose_name_is_half_a_character_is_called_by_that_name(tmp_path: Path) -> None:
    runtime = opened(mcp_server(tmp_path, 'TOOLS += [{**TOOLS[0], "name": "half \\ud800"}]\nserve()'))
    assert [tool["name"] for tool in tools_of(runtime.describe())] == ["echo", "half \ud800"]
    assert runtime.call("half \ud800", {"text": "\udc00"}).receipt == '{"text": "\\udc00"}'
    assert runtime.call("echo", {}).receipt == "{}"
    runtime.close()


@pytest.mark.parametrize(
    ("count", "description", "says"),
    [(10_001, "", "lists more than 10,000 tools"), (3, "x" * 2_000_000, "lists more than 16 MB of tools")],
)
def test_a_list_that_is_too_long_ends_with_the_limit_that_it_exceeds(
    tmp_path: Path, count: int, description: str, says: str
) -> None:
    """In one page or in many: what counts is the list."""
    body = f"""
def paged(asked):
    if asked["method"] != "tools/list":
        return usual(asked)
    number = int(asked.get("params", {{}}).get("cursor", 0))
    tools = [{{**TOOLS[0], "description": {description!r}}}] * {count}
    return result(asked, {{"tools": tools, "nextCursor": str(number + 1)}})
serve(paged)
"""
    error = failure(mcp_server(tmp_path, body))
    assert says in error


def test_an_error_in_place_of_a_page_is_told_with_its_cursor(tmp_path: Path) -> None:
    body = """
def paged(asked):
    if asked["method"] != "tools/list":
        return usual(asked)
    if "cursor" in asked.get("params", {}):
        return error(asked, -32602, "invalid cursor")
    return result(asked, {"tools": TOOLS, "nextCursor": "two"})
serve(paged)
"""
    with pytest.raises(ConformanceError, match=r'`tools/list` of cursor `"two"` with .*invalid cursor') as caught:
        described(mcp_server(tmp_path, body))
    assert caught.value.recovery_hint == "accept each `nextCursor` that the page before returned"


def test_all_pages_are_read_and_a_cursor_that_comes_again_ends_it(tmp_path: Path) -> None:
    body = """
def paged(asked):
    if asked["method"] != "tools/list":
        return usual(asked)
    cursor = asked.get("params", {}).get("cursor")
    page = {"tools": [{**TOOLS[0], "name": f"after {cursor}"}]}
    return result(asked, page if cursor == "two" else {**page, "nextCursor": {None: "one", "one": NEXT}[cursor]})
"""
    steady = mcp_server(tmp_path, body + "NEXT = 'two'\nserve(paged)")
    assert [tool["name"] for tool in tools_of(described(steady))] == ["after None", "after one", "after two"]
    circling = mcp_server(tmp_path, body + "NEXT = 'one'\nserve(paged)")
    assert "lists its tools endlessly" in failure(circling)


@pytest.mark.parametrize(
    ("answer", "status", "kind", "by_protocol"),
    [
        ('result(asked, {"content": [], "isError": True})', "error", "tool_error", False),
        ('error(asked, -32602, "Unknown tool: echo")', "error", "invalid_params", True),
        ('error(asked, -32000, "boom")', "error", "protocol_error", True),
        ('result(asked, {"content": [], "structuredContent": {"a": 1}})', "success", None, False),
    ],
)
def test_each_kind_of_reply_is_told_apart(
    tmp_path: Path, answer: str, status: str, kind: str | None, by_protocol: bool
) -> None:
    body = f'serve(lambda asked: {answer} if asked.get("method") == "tools/call" else usual(asked))'
    runtime = opened(mcp_server(tmp_path, body))
    called = runtime.call("echo", {})
    runtime.close()
    envelope = as_object(called.envelope)
    assert (envelope["status"], called.refused_by_protocol) == (status, by_protocol)
    assert as_object(envelope["error"]).get("kind") == kind
    assert called.structured == ([{"a": 1}] if status == "success" else [])


@pytest.mark.parametrize(
    ("result", "says"),
    [
        ("{}", "`content` is missing"),
        ('{"structuredContent": {}}', "`content` is missing"),
        ('{"content": "text"}', '`content` is `"text"`, not an array of blocks'),
        ('{"content": ["text"]}', '`content` is `["text"]`, not an array of blocks'),
        (
            '{"content": [{"type": "text", "text": 5}]}',
            "block 0 of the `content` of a result is of type `text` without `text`",
        ),
        (
            '{"content": [{"type": "video", "data": "x"}]}',
            "block 0 of the `content` of a result has the type `video`, which no revision of MCP has",
        ),
        ('{"content": [], "isError": "true"}', '`isError` is `"true"`, not a boolean'),
        (
            '{"content": [{"type": "image", "mimeType": "image/png", "data": "data:image/png,iVBORw0K"}]}',
            "block 0 of the `content` of a result has `data:image/png,iVBORw0K` as its `data`, which is no base64",
        ),
        (
            '{"content": [{"type": "resource", "resource": {"uri": "a:b", "blob": "b\'aa\'"}}]}',
            "block 0 of the `content` of a result has `b'aa'` as its `blob`, which is no base64",
        ),
        ('{"content": [{"type": "audio", "mimeType": "audio/wav", "data": "UklG\\nRg=="}]}', None),
        ('{"resultType": "input_required"}', None),
        ('{"resultType": 5, "content": []}', "`resultType` is `5`, not a string"),
    ],
)
def test_an_answer_to_a_call_that_no_client_can_read_is_no_acceptance(
    tmp_path: Path, result: str, says: str | None
) -> None:
    body = f'serve(lambda asked: result(asked, {result}) if asked.get("method") == "tools/call" else usual(asked))'
    runtime = opened(mcp_server(tmp_path, body))
    if says is None:
        runtime.call("echo", {})
    else:
        with pytest.raises(InvalidReplyError, match="answered with an invalid `CallToolResult`") as caught:
            runtime.call("echo", {})
        assert f"during `tools/call` of `echo` with `{{}}`, as {says}" in caught.value.message
    runtime.close()


@pytest.mark.parametrize(
    ("body", "says", "fix"),
    [
        ('serve(lambda asked: result({"id": 999}, {}))', "an answer with the unknown id", "repeat the `id`"),
        (
            'serve(lambda asked: result({"id": str(asked["id"])}, {}) if "id" in asked else None)',
            "an answer with the unknown id",
            "repeat the `id`",
        ),
        ("sys.stderr.write('no licence\\n'); sys.exit(4)", "exited with status 4", "fix what stderr reports"),
        ("sys.exit(4)", "exited with status 4", "run the command by hand"),
        ("time.sleep(1000)", "did not answer in time", "raise --start-timeout"),
        (
            "os.fork() or time.sleep(1000); sys.exit(4)",
            "exited with status 4, and a process that it left behind did not answer in time",
            "a command that runs as long as it serves",
        ),
        ("time.sleep(1000)", "stderr is empty", "or start the server with its stdio transport"),
        (
            "sys.stderr.write('Uvicorn running on http://0.0.0.0:8123'); sys.stderr.flush(); time.sleep(1000)",
            "did not answer in time",
            "pass `mcp-http:http://127.0.0.1:8123/mcp` while it is running",
        ),
        (
            "print('listening at http://localhost:3000/v1/mcp.', flush=True); time.sleep(1000)",
            "did not answer in time",
            "pass `mcp-http:http://127.0.0.1:3000/v1/mcp` while it is running",
        ),
        (
            """
while True:
    print('{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}', flush=True)
    time.sleep(0.01)
""",
            " other messages, during `",
            "raise --start-timeout",
        ),
        ("os.close(1); time.sleep(1000)", "closed its output", "keep stdin and stdout open"),
        ("print('x' * 20_000_000); time.sleep(1000)", "wrote a line longer than 8 MB", "send at most 8 MB"),
        ("while True: print('noise', flush=True)", "lines that are not messages", "write logs to stderr"),
        (
            "print('hello there', flush=True); time.sleep(1000)",
            "'hello there', which is not a message",
            "raise --start-timeout",
        ),
        (
            'sys.stdout.buffer.write(b\'{"id": 1, "result": "\\xff"}\\n\'); sys.stdout.flush(); time.sleep(1000)',
            "byte 0xff is not UTF-8",
            "write answers in UTF-8",
        ),
        (
            "serve(lambda asked: result(asked, {}) if 'id' in asked else None)",
            "violates the protocol",
            "starts an MCP server",
        ),
        (
            'serve(lambda asked: result(asked, {"tools": [1e999]}) if "tools" in asked["method"] else usual(asked))',
            "'Infinity' at '/result/tools/0' is not a number that every JSON parser preserves",
            "send only numbers that JSON has",
        ),
        (
            "serve(lambda asked: result(asked, None) if 'tools' in asked['method'] else usual(asked))",
            "answered `tools/list` with `",
            "both objects",
        ),
        (
            "serve(lambda asked: print(json.dumps({'id': asked['id'], 'result': {}}), flush=True))",
            "which is no response",
            "both objects",
        ),
        (
            """
def endless(asked):
    return result(asked, {"tools": [], "nextCursor": "a"}) if "tools" in asked["method"] else usual(asked)
serve(endless)
""",
            'lists its tools endlessly, with cursor `"a"`',
            "return every `nextCursor` once",
        ),
        *(
            (
                f"""
def wrong(asked):
    return result(asked, {{"tools": [], "nextCursor": {cursor}}}) if "tools" in asked["method"] else usual(asked)
serve(wrong)
""",
                f"answered `tools/list` with `nextCursor` `{shown}`, not a string",
                "return every `nextCursor` once, as a string",
            )
            for cursor, shown in (("3", "3"), ("False", "false"))
        ),
    ],
)
def test_a_server_that_misbehaves_is_a_clear_error_with_help_for_its_cause(
    tmp_path: Path, body: str, says: str, fix: str
) -> None:
    marks = ("--start-timeout", "stdio transport", "while it is running", "as long as it serves")
    is_late = any(mark in fix for mark in marks)
    limits = Limits(start_seconds=5.0) if is_late else PATIENT
    with pytest.raises(ConformanceError) as caught:
        described(mcp_server(tmp_path, body), limits=limits)
    assert says in caught.value.message
    assert fix in caught.value.recovery_hint


def test_what_breaks_when_the_time_is_over_is_no_cause_of_its_own() -> None:
    import anyio  # comes with the extra

    from conformance.systems.adapters._mcp_session import cause_of

    late, broken = TimeoutError(), anyio.BrokenResourceError()
    for errors in ([late, broken], [broken, late], [broken, ExceptionGroup("of a task", [broken, late])]):
        assert cause_of(ExceptionGroup("of a session", errors)) is late
    assert cause_of(ExceptionGroup("of a session", [broken, OSError()])) is broken
    assert cause_of(broken) is broken


def test_a_server_that_dies_is_started_again_once_and_asked_the_same(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    body = f"""
def dies(asked):
    if asked["method"] == "tools/call" and (not os.path.exists({str(marker)!r}) or "again" in str(asked)):
        open({str(marker)!r}, "w").close()
        sys.exit(1)
    usual(asked)

serve(dies)
"""
    runtime = opened(mcp_server(tmp_path, body), restarts=1)
    assert runtime.call("echo", {"text": "x"}).receipt == '{"text": "x"}'
    with pytest.raises(ConformanceError, match="exited with status 1"):
        runtime.call("echo", {"text": "again"})
    runtime.close()


SILENT_ON_ECHO = 'asked["method"] == "tools/call" and asked["params"]["name"] == "echo"'


@pytest.mark.parametrize(("silent", "hangs"), [('asked.get("method") == "tools/call"', True), (SILENT_ON_ECHO, False)])
def test_a_server_that_answers_no_call_hangs_and_one_slow_tool_does_not_make_it_hang(
    tmp_path: Path, silent: str, hangs: bool
) -> None:
    body = f"""
def quiet(asked):
    if asked["method"] == "tools/call":
        open({str(tmp_path)!r} + "/asked", "a").write("a call\\n")
    if not ({silent}):
        usual(asked)

serve(quiet)
"""
    runtime = opened(mcp_server(tmp_path, body), limits=Limits(start_seconds=60.0, request_seconds=4.0))
    with pytest.raises(ConformanceError) as caught:
        runtime.call("echo", {})
    if hangs:
        calls = (tmp_path / "asked").read_text("utf-8")
        with pytest.raises(ConformanceError, match="the system hangs"):
            runtime.call("other", {})
        assert (tmp_path / "asked").read_text("utf-8") == calls, "who hangs is not asked again"
    else:
        assert runtime.call("other", {}).receipt == "{}"
    runtime.close()
    assert isinstance(caught.value, SlowAnswerError) is not hangs


def test_without_the_extra_the_cure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.client.streamable_http", None)
    with pytest.raises(ConformanceError) as caught:
        find_source("mcp-stdio:whatever").open(Opening())
    assert caught.value.recovery_hint == "run `pip install 'tool-conformance[mcp]'`"


SERVER = """
import sys
from mcp.server.mcpserver import MCPServer
import uvicorn
server = MCPServer("over http")

@server.tool()
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
"""


@pytest.fixture
def http_server() -> Iterator[str]:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], stderr=subprocess.DEVNULL)
    for _ in range(200):
        with socket.socket() as knocking:
            if knocking.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"mcp-http:http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.wait(60)


@pytest.mark.long
def test_a_server_behind_an_address_is_described_and_called(http_server: str) -> None:
    runtime = opened(http_server)
    assert [tool["name"] for tool in tools_of(runtime.describe())] == ["add"]
    assert runtime.call("add", {"a": 2, "b": 3}).receipt == "5"
    runtime.close()


def test_an_address_where_no_server_is_cannot_be_initialized() -> None:
    assert "aborted the session" in failure("mcp-http:http://127.0.0.1:9/mcp")


@pytest.mark.parametrize(
    ("status", "hint"),
    [(405, "the older HTTP+SSE transport"), (401, "--header 'Authorization"), (500, "check the address")],
)
def test_an_address_that_refuses_all_messages_is_told_by_its_status(
    address: Callable[[Answer], str], status: int, hint: str
) -> None:
    with pytest.raises(ConformanceError) as caught:
        described(f"mcp-http:{address(lambda handler, _asked: handler.send_error(status))}")
    assert f"HTTP status {status}" in caught.value.message
    assert hint in caught.value.recovery_hint


def test_who_names_an_address_is_not_advised_to_name_it(address: Callable[[Answer], str]) -> None:
    def answer(handler: http.server.BaseHTTPRequestHandler, _asked: JsonObject) -> None:
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", "9")
        handler.end_headers()
        # the rest of the body never comes, so the limit ends the session
        handler.rfile.read(1)

    with pytest.raises(ConformanceError) as caught:
        described(f"mcp-http:{address(answer)}", limits=Limits(start_seconds=1.0))
    assert "did not answer in time" in caught.value.message
    assert "--start-timeout" in caught.value.recovery_hint
    assert "transport" not in caught.value.recovery_hint


def _answer_compressed(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
    body = gzip.compress(json.dumps({"jsonrpc": "2.0", "id": asked.get("id"), "result": {}}).encode())
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Encoding", "gzip")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def test_a_compressed_answer_is_not_asked_for_and_not_unpacked(address: Callable[[Answer], str]) -> None:
    accepted: list[str] = []

    def answer(handler: http.server.BaseHTTPRequestHandler, asked: JsonObject) -> None:
        accepted.append(handler.headers["Accept-Encoding"])
        _answer_compressed(handler, asked)

    assert "answered with a compressed response" in failure(f"mcp-http:{address(answer)}")
    assert set(accepted) == {"identity"}


def test_the_sdk_prints_nothing_of_what_a_server_answers(address: Callable[[Answer], str]) -> None:
    def answer(handler: http.server.BaseHTTPRequestHandler, _asked: JsonObject) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", "1")
        handler.end_headers()
        handler.wfile.write(b"{")

    # a process of its own: in this one pytest takes what is logged
    command = [sys.executable, "-m", "conformance", "refresh", "-", "--source", f"mcp-http:{address(answer)}"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2
    assert "error: `http://127.0.0.1" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_sdk_prints_no_notification_that_it_cannot_read(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    print('{"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "token=hush"}}', flush=True)
    usual(json.loads(line))
"""
    written = str(tmp_path / "tools.json")
    command = [sys.executable, "-m", "conformance", "refresh", written, "--source", mcp_server(tmp_path, body)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
    assert "hush" not in ended.stderr


# A server none of whose tools may be called ends 2: nothing was tested.
EXPECTED = {"rt-flap": 1}
"""What the misbehaving servers of the corpus end in; all others can't be used, which is 2."""


@pytest.mark.long
def test_the_misbehaving_servers_of_the_corpus_end_as_they_should(corpus: Path, tmp_path: Path) -> None:
    def status_of(server: Path) -> tuple[str, int]:
        options = ["--source", f'mcp-stdio:"{sys.executable} {server}"', "--start-timeout", "10", "--timeout", "2"]
        command = [sys.executable, "-m", "conformance", "probe", *options]
        return server.stem, subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600).returncode

    servers = sorted(corpus.glob("adversarial/runtime/*.py"))
    with ThreadPoolExecutor(6) as pool:
        statuses = dict(pool.map(status_of, servers))
    assert len(statuses) > 10
    assert statuses == {server.stem: EXPECTED.get(server.stem, 2) for server in servers}
    assert list(tmp_path.iterdir()) == []


def test_a_secret_of_a_header_is_hidden_in_everything_that_a_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "s3cret")
    header = fill_variables({"Authorization": "Bearer ${SOME_TOKEN}"})["Authorization"]
    assert header.value == "Bearer s3cret"
    assert "s3cret" not in repr(header)
    answer: JsonObject = {"content": [{"text": "you sent Bearer s3cret"}], "s3cret": ["xs3crety", 5, None]}
    assert hide_texts(answer, header.secrets) == {"content": [{"text": "you sent ***"}], "***": ["x***y", 5, None]}
    written = fill_variables({"Authorization": "Bearer s3cret/x+1"})["Authorization"]
    answer = {"content": [{"text": 'got s3cret/x+1, {"url": "/?t=s3cret%2Fx%2B1"}'}]}
    assert hide_texts(answer, written.secrets) == {"content": [{"text": 'got ***, {"url": "/?t=***"}'}]}
    for wrong in ({"Authorization": "${NOT_SET_ANYWHERE}"}, {"A b": "x"}, {"A": "two\nlines"}):
        with pytest.raises(ConformanceError):
            fill_variables(wrong)


def test_headers_go_to_http_only(tmp_path: Path) -> None:
    opening = Opening(headers={"Authorization": Header("Bearer s3cret", ("s3cret",))})
    with pytest.raises(ConformanceError, match="`mcp-http` only"):
        find_source(f"mcp-stdio:{tmp_path}").open(opening)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "print('DEBUG up', flush=True)\nserve()",
            "`small` wrote a line that is not a message to stdout, such as 'DEBUG up'",
        ),
        ("print('a\\nb', flush=True)\nserve()", "wrote 2 lines that are not messages"),
        ("print('DEBUG up', file=sys.stderr)\nserve()", None),
    ],
)
def test_a_server_that_prints_its_logs_among_its_messages_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, body: str, said: str | None
) -> None:
    described(mcp_server(tmp_path, body))
    assert (said in caplog.text and "write logs to stderr" in caplog.text) if said else not caplog.records
