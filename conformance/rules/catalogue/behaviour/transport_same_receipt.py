"""Every provider receives the unchanged receipt.

The receipt is the contract with the model. A transport that sends the raw envelope, cuts the text or adds its own words
makes what the model sees depend on the provider.
"""

from collections.abc import Iterator

from conformance.contract.transports import all_transports
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import TRANSPORT
from conformance.rules.catalogue.behaviour._differences import first_difference
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedTransport


def check(transport: ObservedTransport, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text of the message is not the receipt; messages of unknown providers are skipped."""
    known = all_transports().get(transport.provider)
    if known is None:
        return
    carried = known.read(transport.message)
    if carried.text is None:
        yield Problem(f"message for {known.title} has no text", "send the receipt as its text", carried.text_pointer)
    elif found := first_difference(transport.receipt, carried.text):
        message = f"text for {known.title} is not the receipt"
        yield Problem(message, "send the receipt unchanged", carried.text_pointer, found.evidence("expected", "found"))


RULE = TRANSPORT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#provider-transport-contract",
    good=(
        {
            "provider": "openai_chat",
            "receipt": "No active tasks",
            "message": {"role": "tool", "tool_call_id": "call_1", "content": "No active tasks"},
        },
        {
            "provider": "gemini",
            "receipt": "No active tasks",
            "message": {"functionResponse": {"name": "ListTasks", "response": {"output": "No active tasks"}}},
        },
    ),
    bad=(
        BadExample(
            {
                "provider": "openai_responses",
                "receipt": "No active tasks",
                "message": {"type": "function_call_output", "call_id": "call_1", "output": '{"tool_name":"ListTasks"}'},
            },
            says="text for OpenAI Responses is not the receipt",
            at="/output",
        ),
        BadExample(
            {
                "provider": "anthropic",
                "receipt": "No active tasks",
                "message": {"type": "tool_result", "tool_use_id": "call_1", "is_error": False},
            },
            says="message for Anthropic Messages has no text",
            at="/content",
        ),
    ),
)
