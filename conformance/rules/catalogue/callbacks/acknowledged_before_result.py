"""A tool answers the invocation before it posts the result.

A tool result is "delivering the outcome of a completed operation" later, to another URL. If the tool POSTs it while the
runtime still waits for the answer, the two may deadlock, and a runtime that records the call only after the answer
discards the result as unknown.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a result came before the invocation was answered."""
    early = next((attempt for attempt in call.attempts if attempt.before_acknowledgement), None)
    if early is not None:
        message = f"result arrived after {early.after_ms} ms, before the invocation was answered"
        yield Problem(message, "answer the invocation first, then do the work in the background")


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"attempts": [{"after_ms": 90, "answered": 200}]},),
    bad=(
        BadExample(
            {"attempts": [{"after_ms": 9, "answered": 200, "before_acknowledgement": True}]},
            says="before the invocation was answered",
        ),
    ),
)
