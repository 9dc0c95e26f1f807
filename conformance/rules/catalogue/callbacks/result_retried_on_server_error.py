"""A result that was answered 5xx is sent again.

"Every invocation MUST eventually produce either a tool_result or an oauth message": the runtime has said that it could
not take it this time. A tool that gives up after one try loses the outcome of work that was done.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the last attempt was answered with a server error."""
    if call.attempts and call.attempts[-1].answered >= 500:
        waited = call.watched_ms - call.attempts[-1].after_ms
        told = f"the result was answered {call.attempts[-1].answered} and did not come again within {waited} ms"
        yield Problem(told, "send the same result again after a pause that grows, until it is answered 200 or 4xx")


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({"attempts": [{"after_ms": 90, "answered": 503}, {"after_ms": 600, "answered": 200}]},),
    bad=(BadExample({"attempts": [{"after_ms": 90, "answered": 503}]}, says="did not come again within 9910 ms"),),
)
