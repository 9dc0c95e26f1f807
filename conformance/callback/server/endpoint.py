"""The callback endpoint: an ASGI application that accepts POSTs of JSON at one unguessable path, within limits.

200 accepted, 400 unreadable or not a message, 403 from a web page, 404 wrong path, 405 wrong method, 408 too slow,
413 too large, 415 wrong content type or encoding, 421 another host, 431 too many headers, 503 not stored. The
connection is closed after a rejection.
"""

import asyncio
import hmac
from collections.abc import Callable, Collection

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from conformance.callback.server.arrival import Arrival, EndpointLimits, HttpReply, Receiver, refusal_of_type
from conformance.documents.values import JsonValue

# A reason may quote the message; keep the answer short.
_REASON_LENGTH = 300
# Longer digit strings are too large anyway, and int() must not parse thousands of digits.
_LENGTH_DIGITS = 18


class CallbackEndpoint:
    """The ASGI application; ``transcript``, if given, is served at ``<path>/transcript``.

    ``hosts`` are the names by which it may be addressed, ``None`` for any.
    """

    def __init__(
        self,
        receiver: Receiver,
        path: str,
        limits: EndpointLimits,
        transcript: Callable[[], JsonValue] | None = None,
        hosts: Collection[str] | None = None,
    ) -> None:
        self._receiver = receiver
        self._path = path.encode()
        self._limits = limits
        self._transcript = transcript
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """HttpReply one request."""
        request = Request(scope, receive)
        if self._is_transcript(request) and self._refusal_of_caller(request) is None:
            await JSONResponse(self._transcript() if self._transcript else None)(scope, receive, send)
            return
        try:
            refusal = self._refusal(request)
            if refusal is None:
                body = await self._body(request)
                answer = body if isinstance(body, HttpReply) else await self._receiver(_arrival(request, body))
            else:
                answer = refusal
        except ClientDisconnect:
            return
        await self._answer(answer, scope, receive, send)

    def _is_transcript(self, request: Request) -> bool:
        return (
            self._transcript is not None
            and request.method == "GET"
            and hmac.compare_digest(_raw_path(request), self._path + b"/transcript")
        )

    def _refusal(self, request: Request) -> HttpReply | None:
        """Return the rejection of the request line and headers, ``None`` where they are acceptable."""
        if not hmac.compare_digest(_raw_path(request), self._path):
            return HttpReply(404, "not found")
        if (refusal := self._refusal_of_caller(request)) is not None:
            return refusal
        if request.method != "POST":
            return HttpReply(405, "only POST is allowed")
        if len(request.headers.raw) > self._limits.header_count:
            return HttpReply(431, f"more than {self._limits.header_count} headers")
        declared = request.headers.get("content-length")
        if declared is not None and "transfer-encoding" in request.headers:
            return HttpReply(400, "Content-Length and Transfer-Encoding are mutually exclusive")
        if declared is not None and (len(declared) > _LENGTH_DIGITS or int(declared) > self._limits.body_bytes):
            return self._too_large()
        return None

    def _refusal_of_caller(self, request: Request) -> HttpReply | None:
        """Return the rejection of a web page, which a browser sends with its origin or under a name that it rebinds."""
        if "origin" in request.headers:
            return HttpReply(403, "requests from web pages are refused")
        if self._hosts is not None and _host_name(request) not in self._hosts:
            return HttpReply(421, "the Host header names another host")
        return None

    async def _body(self, request: Request) -> bytes | HttpReply:
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                async for piece in request.stream():
                    body += piece
                    if len(body) > self._limits.body_bytes:
                        return self._too_large()
        except TimeoutError:
            return HttpReply(408, f"the body was incomplete after {self._limits.body_seconds:g} s")
        return bytes(body)

    def _too_large(self) -> HttpReply:
        return HttpReply(413, f"the body is larger than {self._limits.body_bytes} bytes")

    async def _answer(self, answer: HttpReply, scope: Scope, receive: Receive, send: Send) -> None:
        if answer.status == 200:
            await JSONResponse({"received": True})(scope, receive, send)
            return
        response = JSONResponse({"error": (answer.reason or "refused")[:_REASON_LENGTH]}, answer.status)
        response.headers["connection"] = "close"
        if answer.status == 405:
            response.headers["allow"] = "POST"
        await self._close(response, scope, receive, send)

    async def _close(self, response: Response, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a rejection, then read on briefly before closing: a client that is still sending might not read it."""

        async def send_and_linger(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await send({**message, "more_body": True})
                await self._drain(receive)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            else:
                await send(message)

        await response(scope, receive, send_and_linger)

    async def _drain(self, receive: Receive) -> None:
        taken = 0
        try:
            async with asyncio.timeout(self._limits.drained_seconds):
                while taken <= self._limits.drained_bytes:
                    message = await receive()
                    taken += len(message.get("body", b""))
                    if not message.get("more_body", False):
                        return
        except TimeoutError:
            return


def _raw_path(request: Request) -> bytes:
    return request.scope.get("raw_path") or request.scope["path"].encode()


def _host_name(request: Request) -> str:
    """Return the name in the Host header in lower case, without port and brackets."""
    written = request.headers.get("host", "").strip().lower()
    return written[1:].partition("]")[0] if written.startswith("[") else written.partition(":")[0]


def _arrival(request: Request, body: bytes) -> Arrival:
    media_type = request.headers.get("content-type", "")
    encoding = request.headers.get("content-encoding", "")
    return Arrival(body, media_type, encoding, refusal_of_type(media_type, encoding))
