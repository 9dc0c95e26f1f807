"""A tool result is sent with the type or role that the provider expects, the id of its call, and typed content blocks.

A result in a user message counts as something that the user said: the model answers it, and its call stays open, which
providers reject on the next turn. The same happens without the id of the call, or to Gemini with the name of another
function. What is structured for MCP matches the result schema of the tool, as clients check.
"""

from collections.abc import Iterator, Mapping

from conformance.contract.transports import Transport, all_transports
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_array, as_object, as_text, compact_json, type_phrase
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.behaviour_scopes import TRANSPORT
from conformance.rules.scopes import BadExample
from conformance.schema.safe_validation import validate_instance
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedTransport

_SEPARATORS = LazyPattern(r"[\W_]+")
_MESSAGE = 200


def check(transport: ObservedTransport, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each fixed member of the provider's result message that is missing or has another type."""
    known = all_transports().get(transport.provider)
    message = as_object(transport.message)
    if known is None:
        return
    yield from _fixed_problems(known, message)
    yield from _id_problems(known, transport)
    yield from _block_problems(known, message)
    structured, schema = message.get("structuredContent"), transport.result_schema
    if "structuredContent" in known.object_members and isinstance(structured, Mapping) and schema is not None:
        found = validate_instance(structured, schema, 1)
        for violation in found if isinstance(found, list) else ():
            fault = f"`structuredContent` of the message for {known.title} violates the published result schema"
            hint = "send the result itself, which matches the schema"
            yield Problem(f"{fault}: {violation.message[:_MESSAGE]}", hint, f"/structuredContent{violation.pointer}")


def _fixed_problems(known: Transport, message: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each member with another value, or of another type, than the provider takes."""
    for key, value in known.fixed_members.items():
        if message.get(key) != value:
            actual = f"is {code_text(compact_json(message[key]), 60)}" if key in message else "is missing"
            fault = f"{code_text(key)} of the message for {known.title} {actual}, not `{compact_json(value)}`"
            yield Problem(fault, f'write `"{key}": {compact_json(value)}`', child("", key))
    for key in known.object_members:
        if key in message and not isinstance(message[key], Mapping):
            fault = f"{code_text(key)} of the message for {known.title} is {type_phrase(message[key])}, not an object"
            yield Problem(fault, f"write an object, or leave {code_text(key)} out", child("", key))
    for key in known.array_members:
        if key in message and not isinstance(message[key], list | tuple):
            fault = f"{code_text(key)} of the message for {known.title} is {type_phrase(message[key])}, not an array"
            yield Problem(fault, "write an array of content blocks", child("", key))


def _id_problems(known: Transport, transport: ObservedTransport) -> Iterator[Problem]:
    """Yield a problem if the message does not say which call, or which function, it answers."""
    message, key = as_object(transport.message), known.id_member
    if key and not as_text(message.get(key)):
        fault = f"the message for {known.title} has no text {code_text(key)}"
        yield Problem(fault, "write the id of the call; an adapter that is given none may use any", child("", key))
    tool = as_text(as_object(transport.envelope).get("tool_name"))
    if known.name_pointer and tool:
        name = as_object(message.get("functionResponse")).get("name")
        if not isinstance(name, str) or not _is_name_of(name, tool):
            actual = f"is {code_text(compact_json(name), 60)}" if name is not None else "is missing"
            fault = f"`name` of the message for {known.title} {actual}, but the tool is {code_text(tool)}"
            yield Problem(fault, "write the name of the tool that was called", known.name_pointer)


def _is_name_of(name: str, tool: str) -> bool:
    """Say whether a name stands for a tool: providers allow few characters, and a server may come before."""
    shown, own = (_SEPARATORS.sub("_", one) for one in (name, tool))
    return f"_{shown}".endswith(f"_{own}")


def _block_problems(known: Transport, message: JsonObject) -> Iterator[Problem]:
    key = known.block_member
    for index, block in enumerate(as_array(message.get(key))):
        if not as_text(as_object(block).get("type")):
            fault = f"a block in {code_text(key)} of the message for {known.title} has no `type`"
            yield Problem(fault, 'write `"type": "text"`, or the type that the block has', f"/{key}/{index}")
    for pointer, fault in known.block_faults(message):
        yield Problem(f"a block of the message for {known.title} {fault}", "send what the block is of", pointer)


RULE = TRANSPORT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#provider-transport-contract",
    good=(
        {
            "provider": "anthropic",
            "receipt": "a",
            "message": {"type": "tool_result", "tool_use_id": "c", "content": "a"},
        },
        {
            "provider": "mcp",
            "receipt": "a",
            "message": {"content": [{"type": "text", "text": "a"}], "structuredContent": {"rows": 1}},
        },
        {
            "provider": "gemini",
            "receipt": "a",
            "message": {"functionResponse": {"name": "tasks__ListTasks", "response": {"output": "a"}}},
        },
    ),
    bad=(
        BadExample(
            {"provider": "openai_chat", "receipt": "a", "message": {"role": "user", "content": "a"}},
            says='`role` of the message for OpenAI Chat Completions is `"user"`, not `"tool"`',
            at="/role",
        ),
        BadExample(
            {
                "provider": "mcp",
                "receipt": "a",
                "message": {"content": [{"type": "text", "text": "a"}], "structuredContent": None},
            },
            says="`structuredContent` of the message for MCP is null, not an object",
            at="/structuredContent",
        ),
        BadExample(
            {"provider": "openai_responses", "receipt": "a", "message": {"call_id": "c", "output": "a"}},
            says="`type` of the message for OpenAI Responses is missing",
            at="/type",
        ),
        BadExample(
            {"provider": "anthropic", "receipt": "a", "message": {"type": "tool_result", "content": "a"}},
            says="the message for Anthropic Messages has no text `tool_use_id`",
            at="/tool_use_id",
        ),
        BadExample(
            {"provider": "mcp", "receipt": "a", "message": {"content": "a"}},
            says="`content` of the message for MCP is a string, not an array",
            at="/content",
        ),
        BadExample(
            {"provider": "mcp", "receipt": "a", "message": {"content": [{"text": "a"}]}},
            says="a block in `content` of the message for MCP has no `type`",
            at="/content/0",
        ),
        BadExample(
            {
                "provider": "anthropic",
                "receipt": "a",
                "message": {
                    "type": "tool_result",
                    "tool_use_id": "c",
                    "content": [{"type": "text", "text": "a"}, {"type": "image", "source": {}}],
                },
            },
            says="a block of the message for Anthropic Messages is of type `image` with a `source` without `type`",
            at="/content/1",
        ),
        BadExample(
            {
                "provider": "gemini",
                "receipt": "a",
                "message": {
                    "functionResponse": {
                        "name": "ListTasks",
                        "response": {"output": "a"},
                        "parts": [{"inlineData": {"mimeType": "image/png"}}],
                    }
                },
            },
            says="a block of the message for Gemini has `inlineData` without `data`",
            at="/functionResponse/parts/0/inlineData",
        ),
        BadExample(
            {
                "provider": "gemini",
                "receipt": "a",
                "message": {"functionResponse": {"name": "Tool", "response": {"output": "a"}}},
            },
            says='is `"Tool"`, but the tool is `ListTasks`',
            at="/functionResponse/name",
        ),
        BadExample(
            {
                "provider": "mcp",
                "receipt": "a",
                "message": {"content": [{"type": "text", "text": "a"}], "structuredContent": {"ok": True}},
                "result_schema": {"type": "object", "required": ["rows"]},
            },
            says="`structuredContent` of the message for MCP violates the published result schema",
            at="/structuredContent",
        ),
    ),
)
