"""Messages of Anthropic's API, as requests, responses or transcripts of an agent keep them.

The content of a message has blocks ``tool_use`` and ``tool_result``; tools that the provider itself runs are left out.
"""

from collections.abc import Sequence

from conformance.contract.transports.anthropic import block_faults
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_text
from conformance.systems.traces._format import CallEvent, Event, Part, ResultEvent, TraceFormat
from conformance.systems.traces._payloads import flag_fault, result_part

_CALLS = ("tool_use", "mcp_tool_use")
_RESULTS = ("tool_result", "mcp_tool_result")


def read(members: JsonObject, pointer: str) -> Sequence[Event] | None:
    """Return the event of a content block."""
    kind, name, id_ = (as_text(members.get(key)) for key in ("type", "name", "id"))
    if kind in _CALLS and name is not None and id_ is not None and "input" in members:
        return [CallEvent(name, id_, Part(members["input"], child(pointer, "input")), pointer)]
    answered = as_text(members.get("tool_use_id"))
    if kind in _RESULTS and answered is not None:
        part, text = result_part(members.get("content", ""), child(pointer, "content"))
        flag = members.get("is_error")
        # A log may lack the bytes of an image on purpose.
        faults = (f"a block of a result {one}" for _, one in block_faults(members) if one.endswith("`type`"))
        fault = flag_fault("is_error", flag) or next(faults, "")
        return [ResultEvent(answered, part, text, flag is True, pointer, fault=fault)]
    # A response has a type, a message of a conversation only a role with a list of blocks.
    is_response = kind == "message" and "stop_reason" in members
    return [] if is_response else None


FORMAT = TraceFormat("Anthropic messages", read, frozenset({"tool_use_id", "input", "stop_reason"}))
