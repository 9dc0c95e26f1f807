"""A runtime that speaks the adapter protocol: requests out, answers judged, whatever carries them."""

import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from conformance.display import quoted
from conformance.documents import reader
from conformance.documents.values import JsonObject, JsonValue
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.adapters._input_text import shown
from conformance.systems.adapters._liveness import Knocking
from conformance.systems.protocol import RESULTS, Answered, Response
from conformance.systems.runtime import Called, DeclinedError, Operation, Parsed, UnsupportedError

_ANSWER_BEGINS = re.compile(rb"^[^\x20-\x7a]*\{.*\"(?:id|jsonrpc)\"\s*:", re.DOTALL)
_LONGEST_BEGINNING = 65536
_RESPONSE: TypeAdapter[Any] = TypeAdapter(Response)


class Carrier(Protocol):
    """Carries one request to the runtime and brings its answer back."""

    def ask(self, request: JsonObject, deadline: float, doing: str) -> JsonObject:
        """Return the answer; raises ``ConformanceError`` when none comes in time."""
        ...

    def close(self) -> None:
        """End the conversation."""
        ...


class ProtocolRuntime:
    """A Runtime behind the adapter protocol."""

    def __init__(self, carrier: Carrier, start_seconds: float, request_seconds: float) -> None:
        self._carrier = carrier
        self._seconds = start_seconds
        self._later = request_seconds
        self._id = 0
        self._knocking = Knocking()

    def describe(self) -> JsonObject:
        """Return the inventory."""
        return self._asked("describe")["inventory"]

    def catalog(self, provenance: str, profile: str | None = None) -> Sequence[str]:
        """Return the names of the tools that a turn sees."""
        return self._asked("catalog", provenance=provenance, profile=profile)["tools"]

    def parse(self, tool: str, arguments: JsonValue) -> Parsed:
        """Judge an input; nothing is executed."""
        return self._knocking.ask(self._parse, tool, arguments)

    def _parse(self, tool: str, arguments: JsonValue) -> Parsed:
        result = self._asked("parse", tool=tool, input=arguments)
        return Parsed(result["accepted"], result["error"] or {}, result["arguments"], result["notice"] or "")

    def call(self, tool: str, arguments: JsonValue) -> Called:
        """Call the tool."""
        return self._knocking.ask(self._call, tool, arguments)

    def _call(self, tool: str, arguments: JsonValue) -> Called:
        result = self._asked("call", tool=tool, input=arguments)
        return Called(result["envelope"], result["receipt"], raw=result["envelope"])

    def project(self, complete_output: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the canonical envelope of a complete output."""
        return self._asked("project", complete_output=complete_output, policy=policy)["envelope"]

    def render(self, envelope: JsonValue, policy: JsonObject) -> str:
        """Return the receipt of an envelope."""
        return self._asked("render", envelope=envelope, policy=policy)["receipt"]

    def compact(self, envelope: JsonValue, policy: JsonObject) -> JsonValue:
        """Return the compacted envelope."""
        return self._asked("compact", envelope=envelope, policy=policy)["envelope"]

    def transport(self, envelope: JsonValue, receipt: str, provider: str) -> JsonValue:
        """Return the message for a provider."""
        return self._asked("transport", envelope=envelope, receipt=receipt, provider=provider)["message"]

    def close(self) -> None:
        """End the conversation."""
        self._carrier.close()

    def _asked(self, op: Operation, **members: JsonValue) -> Any:
        self._id += 1
        deadline = time.monotonic() + self._seconds
        doing = f"while it was asked to {op}{_about(members)}"
        answer = self._carrier.ask({"id": self._id, "op": op, **members}, deadline, doing)
        self._seconds = self._later
        return _result(op, answer, doing)


def _about(members: JsonObject) -> str:
    """The tool and the input of a question, so that a system that breaks at it can be asked it by hand."""
    tool = f" {quoted(str(members['tool']))}" if "tool" in members else ""
    return f"{tool} with {shown(members['input'])}" if "input" in members else tool


def _result(op: Operation, answer: JsonObject, doing: str) -> Any:
    try:
        response = _RESPONSE.validate_python(answer)
        if isinstance(response, Answered):
            return RESULTS[op].model_validate(response.result).model_dump()
    except ValidationError as error:
        raise _nonsense(error, doing) from None
    if response.unsupported:
        raise UnsupportedError(op)
    said = response.error.message if response.error else "it gave no reason"
    message = f"the runtime could not answer, {doing}: {quoted(said, 400)}"
    raise DeclinedError(
        ErrorKind.UNREACHABLE, message, "mend the adapter, or answer unsupported where it is not meant to"
    )


def _nonsense(error: ValidationError, doing: str) -> ConformanceError:
    first = error.errors()[0]
    place = "/".join(str(part) for part in first["loc"] if part not in ("True", "False"))
    return ConformanceError(
        ErrorKind.UNREACHABLE,
        f"the runtime's answer breaks the adapter protocol, {doing}: at {quoted(place)}: {first['msg']}",
        "see schemas/adapter.schema.json for the shape of every answer",
    )


def encoded(request: JsonObject) -> bytes:
    """Return a request as one line of ASCII JSON, without its end."""
    return json.dumps(request, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def decoded(line: bytes) -> JsonObject | None:
    """Return the JSON object of a line, ``None`` for anything else: a banner, a log line."""
    if not line.lstrip().startswith(b"{"):
        return None
    value = _parsed(line)
    return value if isinstance(value, Mapping) else None


def fault_of(line: bytes) -> str | None:
    """Return why a line that was meant as an answer can't be read as one, ``None`` for any other line.

    What is no JSON object is a banner or a log line, unless it names an id like an answer, or is nested like none.
    """
    value = _parsed(line)
    if not isinstance(value, ConformanceError):
        return None
    is_meant = value.kind is ErrorKind.TOO_LARGE or bool(_ANSWER_BEGINS.search(line[:_LONGEST_BEGINNING]))
    return f"sent an answer that can't be read: {value.message}" if is_meant else None


def _parsed(line: bytes) -> "JsonValue | ConformanceError":
    try:
        return reader.parse(line, "the line").value
    except ConformanceError as error:
        return error
