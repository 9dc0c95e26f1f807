"""A tool result is sent with the type or role that the provider expects.

A result in a user message counts as something that the user said: the model answers it, and its call stays open, which
providers reject on the next turn.
"""

from collections.abc import Iterator, Mapping

from conformance.contract.transports import all_transports
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import as_object, compact_json, type_phrase
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import TRANSPORT
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedTransport


def check(transport: ObservedTransport, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each fixed member of the provider's result message that is missing or has another type."""
    known = all_transports().get(transport.provider)
    message = as_object(transport.message)
    if known is None:
        return
    for key, value in known.fixed_members.items():
        if message.get(key) != value:
            actual = f"is {code_text(compact_json(message[key]), 60)}" if key in message else "is missing"
            fault = f"{code_text(key)} of the message for {known.title} {actual}, not `{compact_json(value)}`"
            yield Problem(fault, f'write `"{key}": {compact_json(value)}`', child("", key))
    for key in known.object_members:
        if key in message and not isinstance(message[key], Mapping):
            fault = f"{code_text(key)} of the message for {known.title} is {type_phrase(message[key])}, not an object"
            yield Problem(fault, f"write an object, or leave {code_text(key)} out", child("", key))


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
    ),
)
