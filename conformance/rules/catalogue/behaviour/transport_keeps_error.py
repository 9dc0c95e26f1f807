"""Every provider receives a failed call as failed.

If a provider has an error flag, the flag says so; otherwise the text does. A success flagged as an error is retried,
and an error flagged as a success is believed.
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
    """Yield a problem if the message's error flag, or its text if there is no flag, contradicts the status."""
    known = all_transports().get(transport.provider)
    status = as_object(transport.envelope).get("status")
    if known is None or status not in profile.statuses:
        return
    failed = status not in profile.statuses_with_result
    carried = known.read(transport.message)
    if carried.is_error is not None and carried.is_error != failed:
        outcome = "an error" if carried.is_error else "a success"
        message = f"message for {known.title} reports {outcome}, but the status is `{status}`"
        yield Problem(message, "set the provider's error flag from the canonical status", carried.flag_pointer)
    elif carried.is_error is None and failed and not _states_error(transport, carried):
        message = f"text for {known.title} does not state the error, and the message has no error flag"
        yield Problem(message, "send the receipt of the error, with its kind and message", carried.text_pointer)


def _states_error(transport: ObservedTransport, carried: ReceivedResult) -> bool:
    error = as_object(as_object(transport.envelope).get("error"))
    words = normalise_words(carried.text or "")
    return any(contains_words(words, text) for text in (as_text(error.get(key)) for key in ("kind", "message")) if text)


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
            "message": {"role": "tool", "tool_call_id": "c", "content": "ListTasks failed\nKind: io_error"},
        },
    ),
    bad=(
        BadExample(
            {
                "provider": "anthropic",
                "envelope": {"status": "error"},
                "receipt": "failed",
                "message": {"type": "tool_result", "tool_use_id": "c", "content": "failed", "is_error": False},
            },
            says="message for Anthropic Messages reports a success, but the status is `error`",
            at="/is_error",
        ),
        BadExample(
            {
                "provider": "gemini",
                "receipt": "No active tasks",
                "message": {"functionResponse": {"name": "ListTasks", "response": {"error": "No active tasks"}}},
            },
            says="reports an error, but the status is `success`",
        ),
        BadExample(
            {
                "provider": "openai_responses",
                "envelope": {"status": "error", "error": {"kind": "io_error", "message": "disk full"}},
                "receipt": "ListTasks: nothing",
                "message": {"type": "function_call_output", "call_id": "c", "output": "ListTasks: nothing"},
            },
            says="does not state the error, and the message has no error flag",
            at="/output",
        ),
    ),
)
