"""A provider knows the message for the result of a call by its type or role.

A result in a message of the user is something that the user said: the model answers it, and the call that it belongs to
stays open, which providers refuse on the next turn.
"""

from collections.abc import Iterator

from conformance.contract.transports import all_transports
from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import as_object, compact_json
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import TRANSPORT
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedTransport


def check(transport: ObservedTransport, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of these members that is another one."""
    known = all_transports().get(transport.provider)
    message = as_object(transport.message)
    for key, value in known.fixed_members.items() if known else ():
        if message.get(key) != value:
            there = f"is {quote_text(compact_json(message[key]), 60)}" if key in message else "is missing"
            told = (
                f"{quote_text(key)} of the message for {known.title if known else ''} {there}, not {quote_text(value)}"
            )
            yield Problem(told, f"write it as {quote_text(value)}", child("", key))


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
    ),
    bad=(
        BadExample(
            {"provider": "openai_chat", "receipt": "a", "message": {"role": "user", "content": "a"}},
            says="'role' of the message for OpenAI Chat Completions is '\"user\"', not 'tool'",
            at="/role",
        ),
        BadExample(
            {"provider": "openai_responses", "receipt": "a", "message": {"call_id": "c", "output": "a"}},
            says="'type' of the message for OpenAI Responses is missing",
            at="/type",
        ),
    ),
)
