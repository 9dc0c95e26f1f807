"""Calls of which a log says that they were made, and that no format reads: pieces of a stream, or of another format.

They are only counted: without an input nothing is known of them but that they were there.
"""

from collections.abc import Container, Iterator, Mapping

from conformance.documents.strict_json import TextFault, parse_bytes
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object

# How formats call the id of a call; an item that holds it may have an id of its own, which comes last.
_IDS = ("call_id", "tool_call_id", "tool_use_id", "toolCallId", "toolUseId", "id")
_PART_OF_TOOL = "tool-"
# What a piece of a call of Gemini has beside the name.
_PIECES = ("partialArgs", "partial_args", "willContinue", "will_continue")
# Only texts with the first may hold a call; the second begins the data of an event.
_NAME_MARK, _EVENT_MARK = '"name"', "data:"
# The input and the result of a tool may name anything, and so do the definitions of tools.
_OPAQUE = frozenset(
    {"tools", "tool_definitions", "input", "arguments", "args", "parameters", "result", "structuredContent"}
)


def calls_named_in(value: JsonValue, tools: Container[str]) -> set[str]:
    """Return the ids of the calls of some tools that a message says were made, in whatever format and form.

    The pieces of a streamed call, a call without its input, and one in a format that is not read name the tool beside
    an id; whether the same call is read in full elsewhere, its id tells.
    """
    found: set[str] = set()
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Mapping):
            call = _id_of(here) if _names_tool(here, tools) else None
            found |= set() if call is None else {call}
            # What somebody wrote to somebody may quote a call.
            is_talk = "role" in here or here.get("type") == "text"
            shown = (one for key, one in here.items() if key not in _OPAQUE)
            waiting.extend(one for one in shown if not (is_talk and isinstance(one, str)))
        elif isinstance(here, str):
            waiting.extend(_messages_in(here) if _NAME_MARK in here else ())
        else:
            waiting.extend(as_array(here))
    return found


def _names_tool(message: JsonObject, tools: Container[str]) -> bool:
    names = (message.get("name"), message.get("toolName"), as_object(message.get("function")).get("name"))
    kind = message.get("type")
    # a part of a message of Vercel's SDK has the name of the tool in its type
    if isinstance(kind, str) and kind.startswith(_PART_OF_TOOL) and "toolCallId" in message:
        names = (*names, kind.removeprefix(_PART_OF_TOOL))
    return any(isinstance(name, str) and name in tools for name in names)


def _id_of(message: JsonObject) -> str | None:
    stated = next((one for one in map(message.get, _IDS) if isinstance(one, str)), None)
    # the calls of Gemini have none, and neither have their pieces
    return "" if stated is None and any(one in message for one in _PIECES) else stated


def _messages_in(text: str) -> Iterator[JsonValue]:
    """Yield the message, or the events of a stream, that a recorder of HTTP kept as a text."""
    whole = _value_of(text)
    lines = [] if whole is not None else text.splitlines()
    values = (whole, *(_value_of(line.strip().removeprefix(_EVENT_MARK)) for line in lines))
    yield from (one for one in values if one is not None)


def _value_of(text: str) -> JsonValue:
    parsed = parse_bytes(text.strip().encode("utf-8", "surrogatepass"))
    return parsed.value if not isinstance(parsed, TextFault) and isinstance(parsed.value, Mapping | list) else None
