"""Contents of Gemini's API: parts with ``functionCall`` and ``functionResponse``, in camel case or snake case.

Most have no id, so a response is paired with the earliest open call of the same function.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.strict_json import parse_text
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._payloads import result_part

_CALLS, _RESPONSES = ("functionCall", "function_call"), ("functionResponse", "function_response")
# Of a call that is streamed the arguments come in further parts.
_OPEN = ("willContinue", "will_continue")
_PIECES = ("partialArgs", "partial_args")
# The members that the SDK wraps a result in that is not an object, and the one that says that the call failed.
_WRAPPERS, _ERROR = ("result", "output"), "error"


def read(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    """Return the event of a part."""
    for key in _CALLS:
        call = as_object(members.get(key))
        name = as_text(call.get("name"))
        if name is not None and (any(call.get(one) is True for one in _OPEN) or any(one in call for one in _PIECES)):
            return []
        if name is not None and "arguments" not in call:
            inside = child(pointer, key)
            given = Part(call["args"] if call.get("args") is not None else {}, child(inside, "args"))
            return [CallEvent(name, as_text(call.get("id")), given, inside)]
    for key in _RESPONSES:
        response = as_object(members.get(key))
        name = as_text(response.get("name"))
        if name is not None:
            return [_result(name, response, child(pointer, key))]
    is_response = "candidates" in members and ("usageMetadata" in members or "usage_metadata" in members)
    return [] if is_response else None


def _result(name: str, response: JsonObject, pointer: str) -> ResultEvent:
    part, text, is_error = _unwrap(response.get("response"), child(pointer, "response"))
    return ResultEvent(as_text(response.get("id")), part, text, is_error, pointer, name)


def _unwrap(value: JsonValue, pointer: str) -> tuple[Part, str, bool | None]:
    members = as_object(value)
    only = next(iter(members)) if isinstance(value, Mapping) and len(members) == 1 else ""
    if only == _ERROR and members[only]:
        return *result_part(members[only], child(pointer, only)), True
    if only in _WRAPPERS:
        inner = members[only]
        text = inner if isinstance(inner, str) else ""
        is_text = isinstance(inner, str)
        found = Part(parse_text(text) if is_text else inner, child(pointer, only), is_exact=not is_text)
        return replace(found, whole=Part(members, pointer)), text, None
    return Part(value, pointer), "", None


FORMAT = TraceFormat("Gemini contents", read, frozenset((*_CALLS, *_RESPONSES, "candidates")))
