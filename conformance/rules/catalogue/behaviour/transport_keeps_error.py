"""A failed call arrives as failed at every provider.

Where a provider has a flag for it the flag says so; where it has none the text does. A success under the flag of an
error is retried, an error under the flag of a success is believed.
"""

from collections.abc import Iterator

from conformance.contract.transports import ReceivedResult, all_transports
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import TRANSPORT
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedTransport
from conformance.systems.surface.receipts import contains_words, normalise_words


def check(transport: ObservedTransport, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the flag of the message, or its text where there is no flag, tells another outcome."""
    known = all_transports().get(transport.provider)
    status = as_object(transport.envelope).get("status")
    if known is None or status not in profile.statuses:
        return
    failed = status not in profile.statuses_with_result
    carried = known.read(transport.message)
    if carried.is_error is not None and carried.is_error != failed:
        said = "an error" if carried.is_error else "a success"
        message = f"the message for {known.title} says that the call was {said}; its status is '{status}'"
        yield Problem(message, "set the provider's error flag from the canonical status", carried.flag_pointer)
    elif carried.is_error is None and failed and not _states_error(transport, carried):
        message = f"the text for {known.title} does not tell the error, and there is no flag for it"
        yield Problem(message, "hand over the receipt of the error, with its kind and message", carried.text_pointer)


def _states_error(transport: ObservedTransport, carried: ReceivedResult) -> bool:
    error = as_object(as_object(transport.envelope).get("error"))
    shown = normalise_words(carried.text or "")
    return any(contains_words(shown, text) for text in (as_text(error.get(key)) for key in ("kind", "message")) if text)


RULE = TRANSPORT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#provider-transport-contract",
    good=(
        {
            "provider": "mcp",
            "envelope": {"status": "error"},
            "receipt": "failed",
            "message": {"content": [{"type": "text", "text": "failed"}], "isError": True},
        },
        {
            "provider": "openai_chat",
            "envelope": {"status": "error", "error": {"kind": "io_error"}},
            "receipt": "ListTasks failed\nKind: io_error",
            "message": {"role": "tool", "content": "ListTasks failed\nKind: io_error"},
        },
    ),
    bad=(
        BadExample(
            {
                "provider": "anthropic",
                "envelope": {"status": "error"},
                "receipt": "failed",
                "message": {"type": "tool_result", "content": "failed", "is_error": False},
            },
            says="the message for Anthropic Messages says that the call was a success; its status is 'error'",
            at="/is_error",
        ),
        BadExample(
            {
                "provider": "gemini",
                "receipt": "No active tasks",
                "message": {"functionResponse": {"name": "ListTasks", "response": {"error": "No active tasks"}}},
            },
            says="says that the call was an error; its status is 'success'",
        ),
        BadExample(
            {
                "provider": "openai_responses",
                "envelope": {"status": "error", "error": {"kind": "io_error", "message": "disk full"}},
                "receipt": "ListTasks: nothing",
                "message": {"type": "function_call_output", "output": "ListTasks: nothing"},
            },
            says="does not tell the error, and there is no flag for it",
            at="/output",
        ),
    ),
)
