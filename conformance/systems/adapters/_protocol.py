"""A runtime behind the adapter protocol: sends requests and validates answers, over any carrier."""

import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct
from pydantic import TypeAdapter, ValidationError

from conformance.display import code_text, quote_text
from conformance.documents import reader
from conformance.documents.model_faults import fault_text
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._input_text import quote_call
from conformance.systems.adapters._liveness import HangDetector
from conformance.systems.conduct import Conduct
from conformance.systems.protocol import RESULTS, Answered, Response
from conformance.systems.runtime import (
    CallOutcome,
    DeclinedError,
    InvalidReplyError,
    Limits,
    Operation,
    ParseOutcome,
    SlowAnswerError,
    UnsupportedError,
)

# Matches the start of a JSON object with an id, even behind stray bytes: a broken answer, not a log line.
_ANSWER_START = re.compile(rb"^[^\x20-\x7a]*\{.*\"(?:id|jsonrpc)\"\s*:", re.DOTALL)
# A broken line may be megabytes long; its id comes early.
_MAX_PREFIX_BYTES = 65536
# What to do about JSON that some parsers read: by words of the reader.
_FIXES = {
    "duplicate key at": "write each key of an object once: parsers disagree on which one wins",
    "is not a number that": "send only numbers that JSON has, none of `NaN` and `Infinity`",
}
_RESPONSE: TypeAdapter[Any] = TypeAdapter(Response)


class WireFault(Struct, frozen=True):
    """What a system did wrong, as a predicate such as ``closed its output``, and how to fix that cause.

    ``is_silence`` says that it did nothing in time.
    """

    what: str
    fix: str
    is_silence: bool = False


class Carrier(Protocol):
    """Carries a request to the runtime and its answer back."""

    def ask(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer to a request; raises ``ConformanceError`` when none arrives before ``deadline``."""
        ...

    def take_conduct(self) -> Conduct:
        """Return what the runtime did beside its answers since this was last asked."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class ProtocolRuntime:
    """A Runtime that speaks the adapter protocol; the first request may take as long as a start."""

    def __init__(self, carrier: Carrier, start_seconds: float, limits: Limits) -> None:
        self._carrier = carrier
        self._start_seconds = start_seconds
        self._limits = limits
        self._has_answered = False
        self._id = 0
        self._hang_detector = HangDetector()

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._request("describe")["inventory"]

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn sees."""
        return self._request("catalog", provenance=provenance, profile=profile)["tools"]

    def parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        """Judge an input; nothing is executed."""
        return self._hang_detector.ask(self._parse, tool, arguments)

    def _parse(self, tool: str, arguments: JsonValue) -> ParseOutcome:
        result = self._request("parse", tool=tool, input=arguments)
        return ParseOutcome(result["accepted"], result["error"] or {}, result["arguments"], result["notice"] or "")

    def call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        """Call the tool."""
        return self._hang_detector.ask(self._call, tool, arguments)

    def _call(self, tool: str, arguments: JsonValue) -> CallOutcome:
        result = self._request("call", tool=tool, input=arguments)
        return CallOutcome(result["envelope"], result["receipt"], raw=result["envelope"])

    def samples(self) -> Sequence[JsonValue]:
        """Return complete outputs of the system's own tools."""
        return self._request("samples")["outputs"]

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self._request("project", complete_output=complete_output, policy=policy)["envelope"]

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        return self._request("render", envelope=envelope, policy=policy)["receipt"]

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self._request("compact", envelope=envelope, policy=policy)["envelope"]

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message for a provider."""
        return self._request("transport", envelope=envelope, receipt=receipt, provider=provider)["message"]

    def take_conduct(self) -> Conduct:
        """Return what the runtime did beside its answers since this was last asked."""
        return self._carrier.take_conduct()

    def close(self) -> None:
        """Close the connection."""
        self._carrier.close()

    def _request(self, op: Operation, **members: JsonValue) -> Any:
        self._id += 1
        seconds = self._limits.request_within() if self._has_answered else self._start_seconds
        doing = f"during `{op}`{_request_details(members)}"
        try:
            answer = self._carrier.ask({"id": self._id, "op": op, **members}, time.monotonic() + seconds, doing)
        except SlowAnswerError as error:
            raise self._limits.slow_error(error, "--timeout" if self._has_answered else "--start-timeout") from None
        self._has_answered = True
        return _result(op, answer, doing)


def _request_details(members: JsonObject) -> str:
    """The tool and the input of a request, so that a request that breaks the system can be repeated by hand."""
    return f" of {quote_call(str(members['tool']), members['input'])}" if "tool" in members else ""


def _result(op: Operation, answer: JsonObject, doing: str) -> Any:
    try:
        response = _RESPONSE.validate_python(answer)
        if isinstance(response, Answered):
            return RESULTS[op].model_validate(response.result).model_dump()
    except ValidationError as error:
        raise _protocol_error(error, doing) from None
    if response.unsupported:
        raise UnsupportedError(op)
    reason = f", {quote_text(response.error.message, 400)}" if response.error else " without a message"
    message = f"the runtime reported an error{reason} {doing}"
    raise DeclinedError(
        ErrorKind.UNREACHABLE, message, 'fix the adapter, or answer `"unsupported": true` where it lacks the operation'
    )


# An answer is a success or an error by its member ``ok``.
_WORDS = {
    "union_tag_not_found": "must have `ok` set to true or false",
    "union_tag_invalid": "must have `ok` set to true or false",
}


def invalid_reply(fault: ConformanceError) -> InvalidReplyError:
    """Return a fault as one of a single answer, which leaves the system and the harness in step."""
    return InvalidReplyError(fault.kind, fault.message, fault.recovery_hint)


def _protocol_error(error: ValidationError, doing: str) -> ConformanceError:
    first = error.errors()[0]
    position = "/".join(str(part) for part in first["loc"] if part not in ("True", "False"))
    fault = f"{code_text(position)} {fault_text([first], _WORDS)}"
    return InvalidReplyError(
        ErrorKind.UNREACHABLE,
        f"the runtime's answer violates the adapter protocol {doing}: {fault}",
        "`conformance schemas adapter` prints the shape of every answer",
    )


def encode_line(request: JsonObject) -> bytes:
    """Return a request as one line of ASCII JSON, without the newline."""
    return json.dumps(request, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def decode_line(line: bytes) -> JsonObject | None:
    """Return the JSON object of a line, ``None`` for anything else, such as a banner or a log line."""
    if not line.lstrip().startswith(b"{"):
        return None
    value = _parse_line(line)
    return value if isinstance(value, Mapping) else None


def fault_of(line: bytes) -> WireFault | None:
    """Return why a line that was meant as an answer is unreadable, ``None`` for any other line.

    Invalid JSON is a banner or a log line, unless it has an id as answers do, or exceeds the limits of the reader.
    """
    value = _parse_line(line)
    if not isinstance(value, ConformanceError):
        return None
    is_meant = value.kind is ErrorKind.TOO_LARGE or bool(_ANSWER_START.search(line[:_MAX_PREFIX_BYTES]))
    _, _, column = value.location.rpartition(":")
    where = f", column {column}" if column.isdigit() else ""
    what = f"sent an unreadable answer ({value.message}{where})"
    return WireFault(what, _fix_of(line, value)) if is_meant else None


def _fix_of(line: bytes, error: ConformanceError) -> str:
    if error.kind is ErrorKind.TOO_LARGE:
        return "send less in one answer"
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return "write answers in UTF-8"
    for words, fix in _FIXES.items():
        if words in error.message:
            return fix
    return "write each answer as one line of valid JSON"


def _parse_line(line: bytes) -> "JsonValue | ConformanceError":
    try:
        return reader.parse(line, "the line").value
    except ConformanceError as error:
        return error
