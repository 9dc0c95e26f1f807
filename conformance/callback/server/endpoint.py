"""The callback endpoint: accepts POSTs of JSON at one unguessable path, and decides how each request is answered.

200 accepted, 400 unreadable or not a message, 403 from a web page, 404 wrong path, 405 wrong method, 408 too slow,
413 too large, 415 wrong content type or encoding, 421 another host, 431 too many headers, 500 the receiver failed,
501 a transfer encoding other than chunked, 503 not stored, or too many messages at once.
"""

import hmac
import re
from collections.abc import Callable, Collection

import h11

from conformance.callback.ledger import LOG
from conformance.callback.server.arrival import (
    Arrival,
    BodyReader,
    EndpointLimits,
    HttpReply,
    Receiver,
    refusal_of_type,
)
from conformance.documents.values import JsonValue

# A target with its scheme and host, RFC 9112, 3.2.2.
_ABSOLUTE_TARGET = re.compile(rb"(?i:https?)://(?P<authority>[^/?#]+)(?P<path>/.*)")
# A name, or an IPv6 address in brackets, and perhaps a port, RFC 9110, 7.2.
_HOST = re.compile(r"(?:\[(?P<address>[^\[\]]*)\]|(?P<name>[^:/\[\]]+))(?::[0-9]*)?")


class CallbackEndpoint:
    """Answers requests; ``transcript``, if given, is served at ``<path>/transcript``.

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

    async def answer(self, request: h11.Request, read_body: BodyReader) -> HttpReply:
        """Return the answer to a request; its body is read once its head is acceptable."""
        transcript = self._transcript if self._is_for_transcript(request) else None
        refusal = None if transcript else self._refusal(request)
        if refusal is not None:
            return refusal
        body = await read_body()
        if isinstance(body, HttpReply):
            return body
        try:
            if transcript:
                return HttpReply(200, content=transcript())
            return await self._receiver(_arrival(request, body))
        except Exception:  # noqa: BLE001 - a receiver's fault must not end the endpoint
            LOG.exception("a request could not be answered")
            return HttpReply(500, "the message could not be handled")

    def _is_for_transcript(self, request: h11.Request) -> bool:
        return (
            request.method == b"GET"
            and hmac.compare_digest(_path(request), self._path + b"/transcript")
            and self._refusal_of_caller(request) is None
        )

    def _refusal(self, request: h11.Request) -> HttpReply | None:
        """Return the rejection of the request line and headers, ``None`` where they are acceptable."""
        if not hmac.compare_digest(_path(request), self._path):
            return HttpReply(404, "not found")
        if (refusal := self._refusal_of_caller(request)) is not None:
            return refusal
        if request.method != b"POST":
            return HttpReply(405, "only POST is allowed")
        if len(request.headers) > self._limits.header_count:
            return HttpReply(431, f"more than {self._limits.header_count} headers")
        declared = _header(request, b"content-length")
        if declared is not None and _header(request, b"transfer-encoding") is not None:
            return HttpReply(400, "Content-Length and Transfer-Encoding are mutually exclusive")
        # h11 has checked that these are at most 20 digits
        if declared is not None and int(declared) > self._limits.body_bytes:
            return self._limits.refusal_of_size()
        return None

    def _refusal_of_caller(self, request: h11.Request) -> HttpReply | None:
        """Return the rejection of a web page, which a browser sends with its origin or under a name that it rebinds."""
        if _header(request, b"origin") is not None:
            return HttpReply(403, "requests from web pages are refused")
        if self._hosts is not None and _host_name(request) not in self._hosts:
            return HttpReply(421, "the Host header is missing or names another host")
        return None


def _path(request: h11.Request) -> bytes:
    return _split_target(request)[1].partition(b"?")[0]


def _split_target(request: h11.Request) -> tuple[bytes, bytes]:
    """Return authority and path of the target; only a client that takes the endpoint for a proxy writes the former."""
    absolute = _ABSOLUTE_TARGET.fullmatch(request.target)
    return (absolute["authority"], absolute["path"]) if absolute else (b"", request.target)


def _header(request: h11.Request, name: bytes) -> str | None:
    return next((value.decode("latin-1") for own, value in request.headers if own == name), None)


def _all_of(request: h11.Request, name: bytes) -> str:
    """Return what all headers of a name say: of two content types each recipient believes another one."""
    return ", ".join(value.decode("latin-1") for own, value in request.headers if own == name)


def _host_name(request: h11.Request) -> str:
    """Return the name that a request addresses in lower case, without port and brackets, or ``""``.

    The authority of its target overrides the Host header (RFC 9112, 3.2.2).
    """
    written = _split_target(request)[0].decode("latin-1") or _header(request, b"host") or ""
    host = _HOST.fullmatch(written)
    return (host["address"] or host["name"]).lower() if host else ""


def _arrival(request: h11.Request, body: bytes) -> Arrival:
    media_type = _all_of(request, b"content-type")
    encoding = _all_of(request, b"content-encoding")
    return Arrival(body, media_type, encoding, refusal_of_type(media_type, encoding))
