"""A result that was answered with 5xx is sent again.

"Every invocation MUST eventually produce either a tool_result or an oauth message": the runtime could not accept
it this time. A tool that gives up after one attempt loses the outcome of finished work.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the last attempt was answered with a server error."""
    if call.attempts and call.attempts[-1].answered >= 500:
        waited = (call.watched_ms or 0) - call.attempts[-1].after_ms
        message = f"result was answered with {call.attempts[-1].answered} but not sent again within {waited} ms"
        yield Problem(message, "retry with exponential backoff until the answer is 200 or 4xx")


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({"attempts": [{"after_ms": 90, "answered": 503}, {"after_ms": 600, "answered": 200}]},),
    bad=(BadExample({"attempts": [{"after_ms": 90, "answered": 503}]}, says="not sent again within 9910 ms"),),
)
