"""Items of OpenAI's Responses API: ``function_call`` and ``function_call_output``, in requests, responses and sessions.

A call of a remote MCP server is one item, ``mcp_call``, with its output.
"""

from collections.abc import Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_text
from conformance.inventory.model import namespaced_name
from conformance.systems.traces._format import CallEvent, Event, ResultEvent, TraceFormat
from conformance.systems.traces._payloads import arguments_part, result_part


def read(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    """Return the events of an item; one that is still in progress has no input and no output yet."""
    if members.get("status") == "in_progress" and "type" in members:
        return []
    kind, own_name, id_ = (as_text(members.get(key)) for key in ("type", "name", "call_id"))
    name = as_text(namespaced_name({"name": members.get("namespace")}, own_name))
    if kind == "function_call" and name is not None and "arguments" in members:
        return [CallEvent(name, id_, arguments_part(members["arguments"], child(pointer, "arguments")), pointer)]
    if kind == "custom_tool_call" and name is not None:
        return [CallEvent(name, id_, None, pointer)]
    if kind in ("function_call_output", "custom_tool_call_output") and id_ is not None:
        part, text = result_part(members.get("output", ""), child(pointer, "output"))
        return [ResultEvent(id_, part, text, None, pointer)]
    if kind == "mcp_call" and name is not None:
        return _remote_call(members, name, pointer)
    return [] if members.get("object") == "response" else None


def _remote_call(members: JsonObject, name: str, pointer: str) -> Sequence[Event]:
    id_ = as_text(members.get("id"))
    call = CallEvent(name, id_, arguments_part(members.get("arguments"), child(pointer, "arguments")), pointer)
    key = "error" if members.get("error") else "output"
    if members.get(key) is None:
        return [call]
    part, text = result_part(members[key], child(pointer, key))
    has_both = key == "error" and members.get("output") is not None
    fault = "a call has both `output` and `error`" if has_both else ""
    return [call, ResultEvent(id_, part, text, key == "error", pointer, fault=fault)]


FORMAT = TraceFormat("OpenAI responses", read, frozenset({"call_id", "arguments", "object"}))
