"""A runtime at an HTTP address that takes one protocol request per POST: ``http://127.0.0.1:8080/conformance``.

Responses are bounded in size and in total time, however slowly they trickle in; redirects are not followed.
"""

import time

from conformance.callback.credentials import mask_url, url_secrets
from conformance.display import code_text, escape_text, quote_text
from conformance.documents.exchange import ExchangeError, ExchangeFailure, Request, exchange
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._hidden_texts import hide_texts
from conformance.systems.adapters._line_process import SLOW_FIX
from conformance.systems.adapters._protocol import (
    ProtocolRuntime,
    WireFault,
    decode_line,
    encode_line,
    fault_of,
    invalid_reply,
)
from conformance.systems.adapters._retries import REPEATABLE, Patience, stated_pause
from conformance.systems.conduct import Conduct
from conformance.systems.credentials import mask_excerpt, mask_printed
from conformance.systems.runtime import Adapter, Opening, Runtime, SlowAnswerError, UnavailableError

_HEADERS = {"Content-Type": "application/json", "Accept": "application/json"}
_OK = 200
_BUSY_FIX = "send fewer requests, as in --rate 2, or run this again when the system is available"


class HttpCarrier:
    """Carries each request over its own connection."""

    def __init__(self, url: str, opening: Opening) -> None:
        self._url = url
        self._max_bytes = opening.limits.answer_bytes
        self._secrets = url_secrets(url)
        self._patience = Patience(opening.limits)

    def ask(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer to a request; raises ``ConformanceError`` when it is missing or not a JSON object."""
        # each attempt has the time of one request
        seconds = max(0.1, deadline - time.monotonic())
        body = self._patience.ask(lambda: self._post(encode_line(request), seconds, doing))
        answer = decode_line(body)
        if answer is None:
            excerpt = quote_text(mask_excerpt(body, self._secrets), 120)
            text = WireFault(f"answered {excerpt}, which is not a JSON object,", "answer with one JSON object")
            raise invalid_reply(self._error(fault_of(body) or text, doing))
        if answer.get("id") != request["id"]:
            what = f"answered with an id other than `{request['id']}`"
            raise self._error(WireFault(what, "repeat the `id` of the request in its answer, unchanged"), doing)
        return hide_texts(answer, self._secrets)

    def take_conduct(self) -> Conduct:
        """Return how many requests were sent again since this was last asked."""
        retries, self._patience.retries = self._patience.retries, 0
        return Conduct(retries=retries)

    def close(self) -> None:
        """Do nothing: each request had its own connection."""

    def _post(self, line: bytes, seconds: float, doing: str) -> bytes:
        try:
            reply = exchange(Request("POST", self._url, line, _HEADERS), seconds, self._max_bytes)
        except ExchangeError as error:
            raise self._exchange_error(error, doing) from None
        if reply.status in REPEATABLE:
            busy = self._error(WireFault(f"answered with HTTP status {reply.status}", _BUSY_FIX), doing)
            error = UnavailableError(busy.kind, busy.message, busy.recovery_hint)
            error.status, error.retry_after = reply.status, stated_pause(reply.headers)
            raise error
        if reply.status != _OK:
            fix = "check the path of the address; answer every request with status 200, errors included"
            raise self._error(WireFault(f"answered with HTTP status {reply.status}", fix), doing)
        if reply.is_cut:
            most = f"{self._max_bytes // 2**20} MB"
            raise self._error(WireFault(f"answered with more than {most}", f"send at most {most}"), doing)
        return reply.body

    def _exchange_error(self, error: ExchangeError, doing: str) -> ConformanceError:
        if error.failure is ExchangeFailure.LATE:
            late = self._error(WireFault("did not answer in time", SLOW_FIX), doing)
            return SlowAnswerError(late.kind, late.message, late.recovery_hint)
        fault = WireFault("aborted the exchange", "look for the cause in the log of the system")
        if error.is_unsent:
            fault = WireFault("cannot be reached", "check the address, and that the system is running there")
        return self._error(fault, f"{doing}: {escape_text(mask_printed(str(error), self._secrets))}", error.kind)

    def _error(self, fault: WireFault, doing: str, kind: ErrorKind = ErrorKind.UNREACHABLE) -> ConformanceError:
        address = mask_url(self._url)
        fix = f"{fault.fix}; if it is an MCP server, write {code_text(f'mcp-http:{address}', 300)}"
        return ConformanceError(kind, f"{code_text(address, 160)} {fault.what} {doing}", fix)


def open_http(url: str, opening: Opening) -> Runtime:
    """Return the runtime at an address; nothing is sent yet."""
    limits = opening.limits
    return ProtocolRuntime(HttpCarrier(url, opening), limits.start_within(limits.request_seconds), limits)


ADAPTER = Adapter(schemes=("http", "https"), open=open_http, takes_scheme=True)
