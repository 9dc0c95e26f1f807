"""Reads recorded messages, from a log of JSON lines or one conversation, as if they arrived at a callback URL.

A line is a message, a delivery (``body``, as JSON or its text, or ``body_b64``, with ``headers``), an invocation as
sent to the tool (``operation``, ``callback_url``), or ``{"invocation": ..., "message": ...}``. A conversation is
``{"pending": [...], "deliveries": [...]}``. Ids are matched only where the recording contains calls.
"""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.callback.observed import BodyFault, KnownCalls, ObservedMessage
from conformance.documents import reader
from conformance.documents.lines import read_lines
from conformance.documents.pointers import child
from conformance.documents.reader import Document
from conformance.documents.recorded_headers import recorded_headers
from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, compact_json, type_phrase
from conformance.errors import ConformanceError
from conformance.lazy_patterns import LazyPattern

_LONE_SURROGATE = LazyPattern(r"[\ud800-\udfff]")
# A cheap test of the bytes, so that most bodies need not be searched for lone surrogates.
_SURROGATE_ESCAPE = re.compile(rb"\\u[dD][89a-fA-F]")
_SURROGATE_PREFIX = "\\ud"
# What a log may call a `method` is that of the request only if it is one of these.
_OTHER_METHODS = frozenset({"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"})
# Every POST has one of these, so a record with one of them has all that the tool sent.
_OF_EVERY_POST = frozenset({"host", "content-length", "transfer-encoding"})
# A file may have one; what is sent must not (RFC 8259, 8.1), and many parsers refuse it.
_MARKED = BodyFault("body begins with a byte order mark", "send the JSON without it")
_INVOCATION_KEYS = ("operation", "callback_url")


class LogEntry(Struct, frozen=True):
    """One line of a log, or one item of a conversation: its value, or why it has none.

    ``line`` is 0 where the document is a complete file, ``column`` is that of the fault. ``pointer`` locates the
    message in the document. ``is_pending`` marks a call from a list of those that wait for a result.
    """

    name: str
    line: int
    value: JsonValue
    fault: BodyFault | None = None
    document: Document | None = None
    pointer: str = ""
    column: int = 1
    is_pending: bool = False


def read_entries(path: Path) -> Iterator[LogEntry]:
    """Yield the entries of a file in order; raises ``ConformanceError`` when it cannot be read as a log."""
    document = _whole_document(path)
    if document is not None:
        yield from _conversation_entries(document, 0)
        return
    for line in read_lines(path):
        name = f"line {line.number}"
        if line.document is None:
            fault = BodyFault(line.reason, line.hint)
            yield LogEntry(name, line.number, None, fault, column=line.column)
        elif "deliveries" in as_object(line.document.value):
            entries = _conversation_entries(line.document, line.number)
            yield from (replace(entry, name=f"{name}, {entry.name}") for entry in entries)
        else:
            yield _entry(name, line.number, line.document.value, line.document, "")


def invocations_of(entry: LogEntry) -> Iterator[JsonObject]:
    """Yield the invocation in an entry, if any."""
    members = as_object(entry.value)
    if "type" not in members and any(key in members for key in _INVOCATION_KEYS):
        yield members
    elif isinstance(members.get("invocation"), Mapping):
        yield as_object(members["invocation"])


def message_of(entry: LogEntry, calls: KnownCalls | None) -> ObservedMessage | None:
    """Return the message in an entry; ``None`` where the entry is only an invocation."""
    members = as_object(entry.value)
    if entry.fault is not None:
        return ObservedMessage(entry.name, fault=entry.fault)
    if "message" in members and "type" not in members:
        return message_from_value(entry.name, members["message"], calls)
    if "type" not in members and ("body" in members or "body_b64" in members):
        return _message_from_delivery(entry.name, members, calls)
    if any(True for _ in invocations_of(entry)):
        return None
    return message_from_value(entry.name, entry.value, calls)


def message_from_body(
    name: str, body: bytes, calls: KnownCalls | None, media_type: str | None = None, encoding: str = ""
) -> ObservedMessage:
    """Return a request body as a message; an unreadable one is no fault if its content type or encoding is not JSON."""
    observed = ObservedMessage(name, media_type=media_type, encoding=encoding, calls=calls)
    if not body.strip():
        return replace(observed, fault=BodyFault("body is empty", "send one JSON object"))
    parsed = parse_bytes(body)
    if isinstance(parsed, TextFault):
        foreign = not is_plain_encoding(encoding) or not is_json_type(media_type)
        what = "body is" if parsed.reason.startswith("not ") else "body is unusable:"
        return observed if foreign else replace(observed, fault=BodyFault(f"{what} {parsed.reason}", parsed.hint))
    fault = _surrogate_fault(parsed.value) if _SURROGATE_ESCAPE.search(body) else None
    if body.startswith(codecs.BOM_UTF8):
        fault = _MARKED
    return replace(_attach_body(observed, parsed.value), **({"fault": fault} if fault else {}))


def message_from_value(
    name: str, value: JsonValue, calls: KnownCalls | None, media_type: str | None = None
) -> ObservedMessage:
    """Return a JSON value as a message."""
    observed = _attach_body(ObservedMessage(name, media_type=media_type, calls=calls), value)
    fault = _surrogate_fault(value) if _SURROGATE_PREFIX in compact_json(value) else None
    return replace(observed, fault=fault) if fault else observed


def is_json_type(media_type: str | None) -> bool:
    """Whether a content type is JSON in UTF-8; one that was not recorded (``None``) counts as such."""
    if media_type is None:
        return True
    essence, _, parameters = media_type.partition(";")
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", parameters, re.IGNORECASE)
    return essence.strip().lower() == "application/json" and (not charset or charset[1].lower() in ("utf-8", "utf8"))


def is_plain_encoding(encoding: str) -> bool:
    """Whether a content encoding leaves a body as it is."""
    return encoding.strip().lower() in ("", "identity")


def _whole_document(path: Path) -> Document | None:
    """Return a file that is one JSON document, a conversation or any ``.json`` file; else ``None``."""
    try:
        document = reader.read(path)
    except ConformanceError:
        if path.suffix == ".json" and not _begins_with_line(path):
            raise
        return None
    return document if "deliveries" in as_object(document.value) or path.suffix == ".json" else None


def _begins_with_line(path: Path) -> bool:
    """Whether the first line is a JSON value, as in a log that was named like a document."""
    first = next(read_lines(path), None)
    return first is not None and first.document is not None


def _conversation_entries(document: Document, line: int) -> Iterator[LogEntry]:
    members = as_object(document.value)
    if "deliveries" not in members:
        whole = _items(document.value, "") if isinstance(document.value, list) else [("", document.value)]
        for number, (at, item) in enumerate(whole, 1):
            yield _entry(f"message {number}", line, item, document, at)
        return
    for number, (at, call) in enumerate(_items(members.get("pending"), "/pending"), 1):
        yield LogEntry(f"pending call {number}", line, {"invocation": call}, None, document, at, is_pending=True)
    for number, (at, item) in enumerate(_items(members["deliveries"], "/deliveries"), 1):
        yield _entry(f"delivery {number}", line, item, document, at)


def _items(value: JsonValue, pointer: str) -> Iterator[tuple[str, JsonValue]]:
    return ((child(pointer, index), item) for index, item in enumerate(as_array(value)))


def _entry(name: str, line: int, value: JsonValue, document: Document, at: str) -> LogEntry:
    members = as_object(value)
    holder = next((key for key in ("body", "body_b64", "message") if key in members and "type" not in members), None)
    return LogEntry(name, line, value, None, document, child(at, holder) if holder else at)


def _message_from_delivery(name: str, members: JsonObject, calls: KnownCalls | None) -> ObservedMessage:
    headers = recorded_headers(members.get("headers"))
    # Of a part of the headers nothing says whether there was a content type.
    is_known = "content-type" in headers or not _OF_EVERY_POST.isdisjoint(headers)
    media_type = ", ".join(headers.get("content-type", ())) if is_known else None
    encoding = ", ".join(headers.get("content-encoding", ()))
    stated = (as_text(members.get("method")) or "").upper()
    method = stated if stated in _OTHER_METHODS else "POST"
    if "body_b64" not in members:
        if isinstance(text := members["body"], str):
            body = text.encode("utf-8", "backslashreplace")
            return replace(message_from_body(name, body, calls, media_type, encoding), method=method)
        read = message_from_value(name, members["body"], calls, media_type)
        return replace(read, encoding=encoding, method=method)
    try:
        body = base64.b64decode(as_text(members["body_b64"]) or "", validate=True)
    except (binascii.Error, ValueError):
        fault = BodyFault("`body_b64` is not valid base64", "encode the recorded body as base64")
        return ObservedMessage(name, fault=fault)
    return replace(message_from_body(name, body, calls, media_type, encoding), method=method)


def _attach_body(observed: ObservedMessage, value: JsonValue) -> ObservedMessage:
    if isinstance(value, Mapping):
        return replace(observed, body=value)
    fault = BodyFault(f"body is {type_phrase(value)}, not an object", "send one JSON object")
    return replace(observed, fault=fault)


def _surrogate_fault(value: JsonValue) -> BodyFault | None:
    waiting = [("", value)]
    while waiting:
        pointer, inner = waiting.pop()
        if isinstance(inner, str) and _LONE_SURROGATE.search(inner):
            message = "text contains a lone surrogate, which is not a character"
            return BodyFault(message, "replace undecodable characters with U+FFFD", pointer)
        if isinstance(inner, Mapping):
            waiting.extend((child(pointer, key), member) for key, member in inner.items())
            waiting.extend((pointer, key) for key in inner)
        else:
            waiting.extend((child(pointer, index), item) for index, item in enumerate(as_array(inner)))
    return None
