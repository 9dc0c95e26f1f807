"""An MCP server: ``mcp-stdio:"npx -y some-server"`` or ``mcp-http:http://127.0.0.1:8000/mcp``.

It is reached through the official SDK, with payloads kept verbatim: one malformed tool does not lose the list. The
protocol cannot validate an input without calling the tool, so every question about inputs is a call.
"""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conformance.callback.credentials import url_secrets
from conformance.display import code_text, first_sentence
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory.formats import to_inventory
from conformance.systems.adapters._hidden_texts import hide_texts
from conformance.systems.adapters._input_text import quote_call
from conformance.systems.adapters._line_process import LineProcess
from conformance.systems.adapters._liveness import HangDetector
from conformance.systems.adapters._protocol import WireFault, invalid_reply
from conformance.systems.adapters._retries import Patience
from conformance.systems.adapters.command import split_command
from conformance.systems.conduct import Conduct
from conformance.systems.environment import start_seconds
from conformance.systems.runtime import (
    Adapter,
    CallOutcome,
    Opening,
    Runtime,
    SilentRuntime,
    UnavailableError,
    UnsupportedError,
)
from conformance.systems.traces.mcp_messages import content_fault

if TYPE_CHECKING:
    from conformance.systems.adapters._mcp_session import Connection, McpSession

# The HTTP status with which a server says that it does not know the session of a request.
SESSION_OVER = 404
# The JSON-RPC code for arguments that do not fit the tool.
INVALID_PARAMS = -32602
COMPLETE = "complete"
"""The `resultType` of a result that is one, since 2026-07-28; others ask for more, or name a task."""
_TYPE_FIX = "return `resultType` as a string, `complete` for a result"
_CONTENT_FIX = "return `content` as an array of blocks"
_BLOCK_FIX = (
    "give each block what its `type` needs: `text`; `data` in base64 and its `mimeType`; "
    "a `resource` with `uri`, and `text` or `blob`; `uri` and `name` of a link"
)
_FLAG_FIX = "return `isError` as a boolean or not at all"
# What `atob` of browsers and Node decodes, whose alphabet the SDK for TypeScript requires; white space is ignored.
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]*+(?:=\s*){0,2}")
_STDIO_FIX = "check that the command starts an MCP server, which answers JSON-RPC on stdout"
_HTTP_FIX = "check the address, and that an MCP server is running there"


class McpRuntime(SilentRuntime):
    """Answers for one server; a program that dies is restarted and asked the same question again.

    So is a server that has ended the session, as the protocol demands of clients.
    """

    def __init__(self, source: str, connect: "Callable[[], McpSession]", restarts: int) -> None:
        self._source = source
        self._connect = connect
        self._restarts = restarts
        self._session = connect()
        self._may_renew = True
        self._conduct = Conduct()
        self._hang_detector = HangDetector()

    def describe(self) -> JsonObject:
        """Return the tools of ``tools/list`` as an inventory."""
        tools = self._request(lambda session: session.tools())
        answer = {"protocolVersion": self._session.protocol, "tools": tools}
        # The server's own name is the same on every machine; the command that starts it is not.
        origin = f"tools/list of {self._session.server}"
        return as_object(to_inventory(Document(self._source, "null", answer), "mcp-tools", origin).value)

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Raise ``UnsupportedError``: the protocol has no provenance."""
        raise UnsupportedError("catalog")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool; a JSON-RPC error becomes an outcome with ``refused_by_protocol``."""
        return self._hang_detector.ask(self._call, tool, arguments)

    def _call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        if not isinstance(arguments, Mapping):
            raise UnsupportedError("call")
        answer = self._request(lambda session: session.call(tool, dict(arguments)))
        if "error" in answer:
            return outcome_from_error(tool, answer)
        result = as_object(answer["result"])
        found = _fault_of_result(result)
        if found is not None:
            wrong, fix = found
            what = f"answered with an invalid `CallToolResult` during `tools/call` of {quote_call(tool, arguments)}"
            raise invalid_reply(self._session.connection.fault(WireFault(f"{what}, as {wrong}", fix)))
        return outcome_from_result(tool, result)

    def _request(self, ask: "Callable[[McpSession], Any]") -> Any:
        try:
            answer = ask(self._session)
        except ConformanceError as error:
            is_over = isinstance(error, UnavailableError) and error.status == SESSION_OVER and self._may_renew
            if not is_over and not (self._restarts and self._session.connection.has_ended()):
                raise
            # a server that ends each session at once gets no third one for the same request
            self._may_renew = False
            self._restarts -= 0 if is_over else 1
            self._conduct = self.take_conduct().plus(Conduct(renewals=int(is_over)))
            self._session.close()
            self._session = self._connect()
            answer = ask(self._session)
        self._may_renew = True
        return answer

    def take_conduct(self) -> Conduct:
        """Return what the server did beside its answers since this was last asked."""
        before, self._conduct = self._conduct, Conduct()
        return before.plus(self._session.take_conduct())

    def close(self) -> None:
        """End the session and stop the program."""
        self._session.warn_for_clients()
        self._session.close()


def _fault_of_result(result: JsonObject) -> tuple[str, str] | None:
    """What prevents a client from reading a result, and its fix; one that asks for more input first is not checked."""
    content, flag = result.get("content"), result.get("isError", False)
    if not isinstance(result_type := result.get("resultType", COMPLETE), str):
        return f"`resultType` is {code_text(compact_json(result_type), 80)}, not a string", _TYPE_FIX
    if result_type != COMPLETE:
        return None
    if "content" not in result:
        return "`content` is missing", _CONTENT_FIX
    if not isinstance(content, list) or not all(isinstance(block, Mapping) for block in content):
        return f"`content` is {code_text(compact_json(content), 80)}, not an array of blocks", _CONTENT_FIX
    if fault := content_fault(content) or _encoding_fault(content):
        return fault, _BLOCK_FIX
    if isinstance(flag, bool):
        return None
    return f"`isError` is {code_text(compact_json(flag), 80)}, not a boolean", _FLAG_FIX


def _encoding_fault(content: JsonValue) -> str:
    """What is wrong with the bytes in blocks; a log may have left them out, but a live reply may not."""
    for place, block in enumerate(as_array(content)):
        members = as_object(block)
        kind, blob = members.get("type"), as_object(members.get("resource")).get("blob")
        for name, data in (("data", members.get("data") if kind in ("image", "audio") else None), ("blob", blob)):
            if isinstance(data, str) and not _BASE64.fullmatch(data):
                shown = code_text(data, 40)
                return f"block {place} of the `content` of a result has {shown} as its `{name}`, which is no base64"
    return ""


def outcome_from_result(tool: str, result: JsonObject) -> CallOutcome:
    """Return a ``CallToolResult`` as an envelope, with its text blocks as the receipt."""
    if result.get("resultType", COMPLETE) != COMPLETE:
        return _unfinished_outcome(tool, result)
    texts = [as_text(as_object(block).get("text")) for block in as_array(result.get("content"))]
    receipt = "\n".join(text for text in texts if text is not None)
    failed = result.get("isError") is True
    summary = first_sentence(receipt)[:400] or f"{tool} answered"
    error: JsonValue = {"kind": "tool_error", "message": receipt, "retryable": False} if failed else None
    structured = [result["structuredContent"]] if "structuredContent" in result else []
    payload = structured[0] if structured else {"content": result.get("content")}
    envelope: JsonObject = {
        "tool_name": tool,
        "status": "error" if failed else "success",
        "summary_text": summary,
        "result": None if failed else payload,
        "error": error,
    }
    return CallOutcome(envelope, receipt, raw=result, structured=structured)


def _unfinished_outcome(tool: str, result: JsonObject) -> CallOutcome:
    """A result that stands for a question to the client or for a task, which nobody answers or awaits here."""
    kind = code_text(compact_json(result["resultType"]), 80)
    message = f"{tool} answered with {kind} as its `resultType`, so it is not finished"
    error: JsonValue = {"kind": "unfinished", "message": message, "retryable": False}
    envelope: JsonObject = {
        "tool_name": tool,
        "status": "error",
        "summary_text": message,
        "result": None,
        "error": error,
    }
    return CallOutcome(envelope, raw=result, structured=[], is_unfinished=True)


def outcome_from_error(tool: str, answer: JsonObject) -> CallOutcome:
    """Return a JSON-RPC error as a failure envelope."""
    error = as_object(answer["error"])
    message = as_text(error.get("message")) or "an error without a message"
    kind = "invalid_params" if error.get("code") == INVALID_PARAMS else "protocol_error"
    envelope: JsonObject = {
        "tool_name": tool,
        "status": "error",
        "summary_text": message,
        "result": None,
        "error": {"kind": kind, "message": message, "details": error.get("data"), "retryable": False},
    }
    return CallOutcome(envelope, message, raw=answer, refused_by_protocol=True, structured=[])


def open_mcp(text: str, opening: Opening) -> Runtime:
    """Start or reach a server; raises ``ConformanceError`` when it does not speak MCP or the extra is not installed."""
    _require_extra()
    from conformance.systems.adapters._mcp_attempts import connect

    scheme, _, rest = text.partition(":")
    limits = opening.limits
    if opening.headers and scheme != "mcp-http":
        message = f"headers are sent to `mcp-http` only, not to {code_text(scheme)}"
        raise ConformanceError(ErrorKind.USAGE, message, "pass secrets to a program with `--env NAME`")
    if scheme == "mcp-http":
        seconds = limits.start_within(limits.request_seconds)
        patience = Patience(limits)
        return McpRuntime(text, lambda: connect(limits, lambda: _http_connection(rest, opening, patience), seconds), 0)
    argv = split_command(rest)
    seconds = limits.start_within(start_seconds(argv))
    return McpRuntime(
        text, lambda: connect(limits, lambda: _stdio_connection(argv, opening), seconds), opening.restarts
    )


def _stdio_connection(argv: list[str], opening: Opening) -> "Connection":
    """A connection to a fresh process."""
    from conformance.systems.adapters._mcp_session import Connection
    from conformance.systems.adapters._mcp_transports import stdio_transport

    process = LineProcess(argv, opening)
    return Connection(
        lambda tape: stdio_transport(process, opening.limits, tape),
        process.error,
        _STDIO_FIX,
        Patience(opening.limits),
        process.close,
        lambda: process.close(patiently=False),
        lambda: process.has_ended,
        lambda value: hide_texts(value, process.secrets),
    )


def _http_connection(url: str, opening: Opening, patience: Patience) -> "Connection":
    from conformance.systems.adapters._mcp_http import http_fault, http_transport
    from conformance.systems.adapters._mcp_session import Connection

    headers = {name: header.value for name, header in opening.headers.items()}
    secrets = [*url_secrets(url), *(one for header in opening.headers.values() for one in header.secrets)]
    return Connection(
        lambda tape: http_transport(url, opening.limits, headers, tape),
        lambda fault: http_fault(url, WireFault(hide_texts(fault.what, secrets), fault.fix)),
        _HTTP_FIX,
        patience,
        hide=lambda value: hide_texts(value, secrets),
        is_remote=True,
    )


def _require_extra() -> None:
    try:
        importlib.import_module("mcp.client.streamable_http")
        importlib.import_module("mcp_types")
    except ImportError:
        raise ConformanceError(
            ErrorKind.UNSUPPORTED,
            "MCP servers need the official SDK, which is not installed",
            "run `pip install 'tool-conformance[mcp]'`",
        ) from None


ADAPTER = Adapter(
    schemes=("mcp-stdio", "mcp-http"),
    open=open_mcp,
    profile="mcp",
    noun="MCP server",
    takes_scheme=True,
    has_messages=True,
)
