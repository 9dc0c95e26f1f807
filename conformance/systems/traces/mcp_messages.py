"""JSON-RPC messages of MCP, as transcripts and the cassettes of recorders keep them.

All revisions of the protocol are read: structured content may be any value since 2026-07-28, and a result that asks for
input, or that stands for a task, is not the result of the call yet.
"""

from collections.abc import Mapping, Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text, type_phrase
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._payloads import flag_fault, result_part

_OUTCOME_KEYS = frozenset({"content", "structuredContent", "isError"})


def read(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    """Return the event of a message."""
    if "method" in members:
        return _request(members, pointer)
    if "id" in members and ("result" in members or "error" in members):
        return _response(members, pointer)
    return None


def _request(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    given = as_object(members.get("params"))
    name, id_ = as_text(given.get("name")), _id_text(members.get("id"))
    if members["method"] == "tools/call" and name is not None and id_ is not None:
        arguments = given.get("arguments")
        part = Part({} if arguments is None else arguments, child(pointer, "params", "arguments"))
        return [CallEvent(name, id_, part, pointer, is_global=False)]
    return [] if "jsonrpc" in members else None


def _response(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    result, id_ = members.get("result"), _id_text(members["id"])
    is_outcome = isinstance(result, Mapping) and not _OUTCOME_KEYS.isdisjoint(result)
    if id_ is None or not (is_outcome or "jsonrpc" in members):
        return None
    fault = _fault(members)
    if "result" not in members:
        error = as_object(members["error"])
        part, text = result_part(error.get("message", ""), child(pointer, "error", "message"))
        return [ResultEvent(id_, part, text, True, pointer, is_certain=False, is_global=False, fault=fault)]
    outcome = as_object(result)
    is_final = is_outcome and outcome.get("resultType", "complete") == "complete"
    part, text = _outcome_part(outcome, child(pointer, "result")) if is_final else (None, "")
    is_certain = is_outcome and isinstance(outcome.get("content", []), list | tuple)
    is_error = outcome.get("isError") is True
    return [ResultEvent(id_, part, text, is_error, pointer, is_certain=is_certain, is_global=False, fault=fault)]


def _fault(members: JsonObject) -> str:
    """Return why no client can tell what a response means: JSON-RPC has it hold a result or an error, and not both."""
    if "result" not in members:
        is_error = isinstance(members["error"], Mapping)
        return "" if is_error else f"`error` of a response is {type_phrase(members['error'])}, not an object"
    result = members["result"]
    if members.get("error") is not None:
        return "a response has both `result` and `error`"
    if not isinstance(result, Mapping):
        return f"`result` of a call is {type_phrase(result)}, not an object"
    if result.keys() <= {"_meta"}:
        return "`result` of a call has no `content`"
    return flag_fault("isError", result.get("isError"))


def _outcome_part(outcome: JsonObject, pointer: str) -> tuple[Part, str]:
    """Return the structured content, else the content, and the text in the content."""
    part, text = result_part(outcome.get("content", []), child(pointer, "content"))
    structured = outcome.get("structuredContent")
    return (part if structured is None else Part(structured, child(pointer, "structuredContent"))), text


def _id_text(value: JsonValue) -> str | None:
    """Return the id of a message, with its type: ``1`` and ``"1"`` are two ids."""
    if isinstance(value, str):
        return f'"{value}"'
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


FORMAT = TraceFormat("MCP messages", read, frozenset({"jsonrpc", "method", "id"}))
