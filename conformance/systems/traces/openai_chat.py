"""Messages of chat completions, the API of OpenAI that many providers and loggers share.

An assistant's message has ``tool_calls``, or one ``function_call`` in older logs; the result is a message with the role
``tool``, or ``function``.
"""

from collections.abc import Mapping, Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_array, as_object, as_text
from conformance.systems.traces._format import CallEvent, Event, ResultEvent, TraceFormat
from conformance.systems.traces._payloads import arguments_part, result_part


def read(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    """Return the events of a message, a call in it, or a response."""
    role, id_ = as_text(members.get("role")), as_text(members.get("tool_call_id"))
    if role in ("tool", "function") and "content" in members and (id_ or members.get("name")):
        part, text = result_part(members["content"], child(pointer, "content"))
        return [ResultEvent(id_, part, text, None, pointer, as_text(members.get("name")))]
    calls = as_array(members.get("tool_calls"))
    if calls:
        found = [_call(as_object(call), child(pointer, "tool_calls", index)) for index, call in enumerate(calls)]
        return [event for event in found if event is not None]
    older = as_object(members.get("function_call"))
    if role == "assistant" and isinstance(older.get("name"), str) and "arguments" in older:
        return [_named_call(older, None, child(pointer, "function_call"))]
    is_response = isinstance(members.get("choices"), list | tuple) and "object" in members
    return [] if is_response else None


def _call(call: JsonObject, pointer: str) -> CallEvent | None:
    function, custom, id_ = call.get("function"), call.get("custom"), as_text(call.get("id"))
    if isinstance(function, Mapping) and isinstance(function.get("name"), str) and "arguments" in function:
        return _named_call(function, id_, child(pointer, "function"))
    name = as_text(as_object(custom).get("name"))
    # The input of a custom tool is free text in a grammar of its own.
    return CallEvent(name, id_, None, pointer) if name else None


def _named_call(function: JsonObject, id_: str | None, pointer: str) -> CallEvent:
    given = arguments_part(function["arguments"], child(pointer, "arguments"))
    return CallEvent(str(function["name"]), id_, given, pointer)


FORMAT = TraceFormat(
    "OpenAI chat completions", read, frozenset({"tool_calls", "tool_call_id", "role", "function_call", "choices"})
)
