"""One session with an MCP server, run in its own thread so that the rest of the harness need not be async.

Only one request is open at a time, so whatever arrives is the answer to that one, or to nothing.
"""

import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from typing import Any, cast

import anyio
from anyio.from_thread import start_blocking_portal
from mcp import ClientSession, MCPError
from mcp.types import (
    CallToolRequest,
    CallToolRequestParams,
    Implementation,
    InitializedNotification,
    ListToolsRequest,
    PaginatedRequestParams,
    Request,
)
from msgspec import Struct
from pydantic import BaseModel, ConfigDict, ValidationError

from conformance import __version__
from conformance.display import code_text, quote_text
from conformance.documents.model_faults import fault_text
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json
from conformance.errors import ConformanceError
from conformance.lazy_patterns import LazyPattern
from conformance.systems.adapters._input_text import quote_call
from conformance.systems.adapters._mcp_compatibility import faults_for_clients
from conformance.systems.adapters._mcp_transports import Streams
from conformance.systems.adapters._mcp_wire_log import HttpAnswer, Tape
from conformance.systems.adapters._protocol import WireFault, invalid_reply
from conformance.systems.adapters._retries import Patience
from conformance.systems.conduct import Conduct
from conformance.systems.credentials import mask_printed
from conformance.systems.runtime import InvalidReplyError, Limits, RunEndedError, SlowAnswerError, UnavailableError

LOG = logging.getLogger("conformance.systems")
# A server whose list of tools has more pages than this is assumed to repeat itself.
_MAX_PAGES = 200
# No client offers a model that many tools; a list in a file may be longer, as nobody has to ask about each of them.
_MAX_TOOLS = 10_000
# As much as a file with an inventory may have (``documents.reader``), whatever the number of pages.
_MAX_LIST_BYTES = 2**24
# How many times as long as one request all pages together may take.
_LIST_REQUESTS = 6
START_OPTION = "--start-timeout"
NEWEST, OLD = "newest", "old"
# What a server prints that listens on this machine instead of reading its input, with the path if it says so.
_LISTENS_ON = LazyPattern(r"http://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(/[\w./-]{0,79}[\w/-])?")
# Where most servers over HTTP answer that print no path.
_USUAL_PATH = "/mcp"
# What to do about an address that refuses each request. A server of the older transport takes none where it streams.
_STATUS_FIXES = {
    **dict.fromkeys((401, 403), "pass what the server asks for, as in --header 'Authorization: Bearer ${TOKEN}'"),
    405: "serve streamable HTTP, usually at `/mcp`: an address of the older HTTP+SSE transport takes no messages, and "
    "that transport is not supported",
    429: "send fewer requests, as in --rate 2",
    **dict.fromkeys((408, 502, 503, 504), "run this again when the server is available"),
}
# With which a server, or what is before it, answers without a look at the request.
_TURNED_AWAY = (401, 403, 408, 429, 502, 503, 504)
_SESSION_FIX = "keep a session for as long as its client sends requests"
_UNREAD_FIX = (
    "answer each request with a JSON-RPC response, errors included, as `application/json` or `text/event-stream`"
)
_BROKEN_FIX = "look for the cause in the log of the server, or of a gateway before it"
_LIST_FIX = "list the tools without an error; look for its cause in the log of the server"
_LAST_PAGE_FIX = "return every `nextCursor` once, as a string, and none on the last page"
_PAGE_FIX = "accept each `nextCursor` that the page before returned"
# Who prints something for a request may be at work on it, or have meant that as the answer.
_TEXT_FIX = "answer with a JSON-RPC message, not with a text"
# How much of a response is looked at to quote its beginning.
_EXCERPT_BYTES = 8192
# Everything the SDK and its streams raise when a session breaks; anything else is a bug and must surface.
_CONNECTION_ERRORS = (
    MCPError,
    ValidationError,
    TimeoutError,
    RuntimeError,
    OSError,
    anyio.ClosedResourceError,
    ExceptionGroup,
)


class Connection(Struct, frozen=True):
    """A way to reach a server: opens the recorded transport, words its faults, and stops what is behind it."""

    transport: Callable[[Tape], AbstractAsyncContextManager[Streams]]
    fault: Callable[[WireFault], ConformanceError]
    session_fix: str
    """What to do about a server with which no session can be held."""
    patience: Patience
    """How requests that were turned away are sent again; one for all connections to a server."""
    close: Callable[[], object] = lambda: None
    kill: Callable[[], object] = lambda: None
    has_ended: Callable[[], bool] = lambda: False
    """Whether the program at the other end has exited."""
    hide: Callable[[Any], Any] = lambda value: value
    """Replaces what must not be printed in anything that came back."""
    is_remote: bool = False
    """Whether the server is reached at an address, so that no other transport was meant."""


class _AnyResult(BaseModel):
    """Accepts any result: the tape holds it verbatim."""

    model_config = ConfigDict(extra="allow")


class McpSession:
    """An open session; every method raises ``ConformanceError`` (unreachable) when the connection fails."""

    def __init__(self, limits: Limits, line: Connection, mode: str, seconds: float) -> None:
        self.connection = line
        self._fault = line.fault
        self._limits = limits
        self._tape = Tape()
        self._patience = line.patience
        with ExitStack() as stack:
            self._portal = stack.enter_context(start_blocking_portal())
            conversation = self._conversation(line, mode, seconds)
            try:
                self._session = stack.enter_context(self._portal.wrap_async_context_manager(conversation))
            except _CONNECTION_ERRORS as error:
                method = "server/discover" if mode == NEWEST else "initialize"
                raise self._connection_error(error, f"during `{method}`", START_OPTION) from None
            self._stack = stack.pop_all()
        method, self._opening = self._tape.opening
        for breach in faults_for_clients(method, self._opening, self._opening):
            self._tape.add_breach(breach)

    @asynccontextmanager
    async def _conversation(self, line: Connection, mode: str, seconds: float) -> AsyncGenerator[ClientSession]:
        info = Implementation(name="tool-conformance", version=__version__)
        async with (
            line.transport(self._tape) as (reader, writer),
            ClientSession(reader, writer, client_info=info, read_timeout_seconds=seconds) as session,
        ):
            with anyio.fail_after(seconds) as scope:
                await self._open(session, mode, lambda: scope.deadline - anyio.current_time())
            yield session

    async def _open(self, session: ClientSession, mode: str, seconds_left: Callable[[], float]) -> None:
        """Open a session; a request that was turned away is sent again."""
        while True:
            try:
                await (self._discover(session) if mode == NEWEST else self._initialize(session, seconds_left))
            except MCPError:
                if not await self._has_waited(seconds_left):
                    raise
            else:
                return self._patience.rest()

    async def _initialize(self, session: ClientSession, seconds_left: Callable[[], float]) -> None:
        """Open a session as older revisions do: a server waits for a notification, which it may turn away as well."""
        tape = self._tape
        tape.notified = anyio.Event()
        await session.initialize()
        await tape.notified.wait()
        self._patience.rest()
        while await self._has_waited(seconds_left):
            tape.notified = anyio.Event()
            await session.send_notification(InitializedNotification())
            await tape.notified.wait()

    async def _has_waited(self, seconds_left: Callable[[], float]) -> bool:
        """Wait until something that was turned away may be sent again; return whether it may."""
        reply = next((one for one in reversed(self._tape.replies) if one.method == "POST"), HttpAnswer())
        pause = self._patience.pause_before_retry(reply.status, reply.retry_after, seconds_left())
        if pause is not None:
            await anyio.sleep(pause)
        return pause is not None

    async def _discover(self, session: ClientSession) -> None:
        """Ask the newest question until it is answered; the SDK gives up after ten seconds, whatever its caller allows.

        A program may need longer to start on a busy machine, and its revision must not depend on that.
        """
        while True:
            try:
                await session.discover()
            except MCPError as error:
                if not _is_timeout(error) or self._tape.last in self._tape.answers:
                    raise
            else:
                return

    @property
    def server(self) -> str:
        """The name that the server reports."""
        info = self._session.server_info
        return self.connection.hide(info.name) if info else "an MCP server"

    @property
    def protocol(self) -> str | None:
        """The negotiated revision of the protocol."""
        return self._session.protocol_version

    def tools(self) -> Sequence[JsonValue]:
        """Return the tools of all pages of ``tools/list``, verbatim."""
        found: list[JsonValue] = []
        seen: list[JsonValue] = []
        cursor: JsonValue = None
        end = time.monotonic() + _LIST_REQUESTS * self._limits.request_seconds
        size = 0
        while cursor not in seen and len(seen) < _MAX_PAGES:
            seen.append(cursor)
            page = self._page(cursor)
            found.extend(as_array(page["tools"]))
            size += len(compact_json(page))
            cursor = page.get("nextCursor")
            self._limit_list(len(found), size)
            if cursor is None:
                return found
            if time.monotonic() > end:
                what = f"did not list its tools within {_LIST_REQUESTS * self._limits.request_seconds:g} seconds"
                raise self._fault(WireFault(what, self._limits.advice_on("--timeout")))
        what = f"lists its tools endlessly, with cursor {code_text(compact_json(cursor), 40)}"
        raise self._fault(WireFault(what, _LAST_PAGE_FIX))

    def _limit_list(self, count: int, size: int) -> None:
        if count > _MAX_TOOLS:
            what = f"lists more than {_MAX_TOOLS:,} tools"
        elif size > _MAX_LIST_BYTES:
            what = f"lists more than {_MAX_LIST_BYTES // 2**20} MB of tools"
        else:
            return
        raise self._fault(WireFault(what, "list fewer tools, or save the list to a file and `check` that"))

    def _page(self, cursor: JsonValue) -> JsonObject:
        request = ListToolsRequest(params=PaginatedRequestParams(cursor=as_text(cursor)))
        answer = self._send(request, "during `tools/list`")
        result = as_object(answer.get("result"))
        if "error" in answer:
            page = "" if cursor is None else f" of cursor {code_text(compact_json(cursor), 40)}"
            what = f"answered `tools/list`{page} with {code_text(compact_json(answer), 200)}"
            raise self._fault(WireFault(what, _LIST_FIX if cursor is None else _PAGE_FIX))
        if not isinstance(result.get("tools"), list):
            what = f"answered `tools/list` with {code_text(compact_json(answer), 200)}, without an array `tools`"
            raise self._fault(WireFault(what, 'return `{"tools": [...]}`, empty if there are none'))
        following = result.get("nextCursor")
        if following is not None and not isinstance(following, str):
            what = f"answered `tools/list` with `nextCursor` {code_text(compact_json(following), 40)}, not a string"
            raise self._fault(WireFault(what, _LAST_PAGE_FIX))
        for breach in faults_for_clients("tools/list", result, self._opening):
            self._tape.add_breach(breach)
        return result

    def call(self, tool: str, arguments: dict[str, Any]) -> JsonObject:
        """Return an object with the ``result`` or the ``error`` of a call, verbatim."""
        params = CallToolRequestParams(name=tool, arguments=arguments)
        return self._send(CallToolRequest(params=params), f"during `tools/call` of {quote_call(tool, arguments)}")

    def warn_for_clients(self) -> None:
        """Log a warning of each thing that this client ignored and others do not, such as noise on stdout."""
        conduct, server = self.take_conduct(), code_text(self.server)
        for breach in conduct.breaches:
            LOG.warning("%s %s; %s", server, breach.what, breach.fix)
        for _, what, fix in conduct.faults(server):
            LOG.warning("%s; %s", what, fix)

    def take_conduct(self) -> Conduct:
        """Return what the server did beside its answers since this was last asked."""
        conduct = self._tape.conduct.plus(Conduct(retries=self._patience.retries))
        self._tape.conduct, self._patience.retries = Conduct(), 0
        return conduct.hide(self.connection.hide)

    def close(self) -> None:
        """End the session, however far it got."""
        with contextlib.suppress(
            *_CONNECTION_ERRORS
        ):  # a failed goodbye does not matter: the process is stopped anyway
            self._stack.close()
        self.connection.close()

    def _send(self, request: Request[Any, Any], doing: str) -> JsonObject:
        return self._patience.ask(lambda: self._portal.call(self._send_async, request, doing))

    async def _send_async(self, request: Request[Any, Any], doing: str) -> JsonObject:
        tape, before = self._tape, self._tape.last
        failed: Exception = TimeoutError()
        try:
            with anyio.fail_after(self._limits.request_within()):
                await self._session.send_request(request, _AnyResult)
        except _CONNECTION_ERRORS as error:
            failed = error  # the SDK may reject an answer that the tape holds
        number = tape.last
        tape.give_up()  # where the time was over before a sound answer followed a broken one
        if tape.fault is None and number is not None and number != before:
            answer = tape.take_answer(number)
            if number in tape.unread:
                raise self._unread_error(tape.unread.pop(number), doing)
            if answer is not None:
                return self.connection.hide(answer)
        raise self._connection_error(failed, doing, "--timeout")

    def _unread_error(self, reply: HttpAnswer | WireFault, doing: str) -> InvalidReplyError:
        """Return what to say of what came without an answer to the request."""
        if isinstance(reply, WireFault):
            return invalid_reply(self._fault(WireFault(self.connection.hide(f"{reply.what} {doing}"), reply.fix)))
        fault = self._unread_fault(reply, doing)
        # a connection that was idle may close just when the next request is sent
        is_lost = bool(reply.ending) and not reply.status and not reply.is_garbled
        if reply.status in _TURNED_AWAY or is_lost or reply.ends_session:
            error = UnavailableError(fault.kind, fault.message, fault.recovery_hint)
            error.status, error.retry_after = reply.status, reply.retry_after
            return error
        return invalid_reply(fault)

    def _unread_fault(self, reply: HttpAnswer, doing: str) -> ConformanceError:
        # what must not be printed is replaced before the text is cut
        text = mask_printed(self.connection.hide(bytes(reply.body[:_EXCERPT_BYTES]).decode("utf-8", "replace")))
        body = f" and {quote_text(text, 120)}" if text else ""  # the SDK does not read that of an HTTP error
        media_type = f" ({code_text(reply.media_type, 60)})" if reply.media_type else ""
        answered = f"answered with HTTP status {reply.status}{media_type}{body}" if reply.status else ""
        if reply.ending:
            what = f"{answered}, then {reply.ending}" if answered else reply.ending
            return self._fault(WireFault(f"{what} {doing}", _BROKEN_FIX))
        unit = "second" if reply.retry_after == 1 else "seconds"
        wait = f", and asks to wait {reply.retry_after:,.0f} {unit}" if reply.retry_after else ""
        what = f"{answered} instead of a JSON-RPC response {doing}{wait}"
        fix = _SESSION_FIX if reply.ends_session else _STATUS_FIXES.get(reply.status, _UNREAD_FIX)
        return self._fault(WireFault(what, fix))

    def _connection_error(self, error: Exception, doing: str, option: str) -> ConformanceError:
        noise = f"; it printed {quote_text(self._tape.noise, 120)}, which is not a message" if self._tape.noise else ""
        if self._tape.fault is not None:
            fault = self._tape.fault
            message = self.connection.hide(f"{fault.message} ({doing}){noise}")
            return ConformanceError(fault.kind, message, fault.recovery_hint)
        cause, line = cause_of(error), self.connection
        is_late, reply = _is_timeout(cause), next(reversed(self._tape.replies), HttpAnswer())
        if is_late:
            what, fix = "did not answer in time", ""
        elif reply.ending:
            what, fix = reply.ending, _BROKEN_FIX
        else:
            status = f" and HTTP status {self._tape.status}" if self._tape.status else ""
            what = f"aborted the session with {quote_text(error_text(cause), 300)}{status}"
            fix = _STATUS_FIXES.get(self._tape.status, line.session_fix)
        fault = self._fault(WireFault(f"{what}{self._tape.chatter} {doing}{noise}", fix, is_silence=is_late))
        if not is_late or line.has_ended():
            return fault
        slow = self._limits.slow_error(fault, option)
        if isinstance(slow, RunEndedError):
            return slow
        if option != START_OPTION and self._tape.noise_lines:
            return SlowAnswerError(slow.kind, slow.message, f"{_TEXT_FIX}; {slow.recovery_hint} if the text is a log")
        if option != START_OPTION or line.is_remote:
            return slow
        return SlowAnswerError(slow.kind, slow.message, _start_fix(slow.message, slow.recovery_hint))


def _start_fix(message: str, usual: str) -> str:
    """Return what to do about a program that opened no session; it may be a server of another transport."""
    found = _LISTENS_ON.search(message)
    if found is None:
        return f"{usual}, or start the server with its stdio transport"
    address = f"mcp-http:http://127.0.0.1:{found[1]}{found[2] or _USUAL_PATH}"
    return f"it serves HTTP: start it with its stdio transport, or pass {code_text(address)} while it is running"


def cause_of(error: Exception) -> Exception:
    """The first error in an exception group, or the error itself; what ran out of time also broke what still ran."""
    errors = list(_leaves(error))
    return next((one for one in errors if _is_timeout(one)), errors[0])


def _leaves(error: Exception) -> Iterator[Exception]:
    if isinstance(error, ExceptionGroup):
        for one in cast("ExceptionGroup[Exception]", error).exceptions:
            yield from _leaves(one)
    else:
        yield error


def _is_timeout(error: Exception) -> bool:
    return isinstance(error, TimeoutError) or (isinstance(error, MCPError) and "timed out" in str(error))


def error_text(error: Exception) -> str:
    """Return what broke a session, in the words of the error or ours."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"the answer violates the protocol, {code_text('/'.join(map(str, first['loc'])))} {fault_text([first])}"
    return str(error) or type(error).__name__
