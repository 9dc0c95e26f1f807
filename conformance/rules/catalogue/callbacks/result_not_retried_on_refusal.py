"""A result that was answered with 4xx is not sent again.

"Runtimes SHOULD implement idempotent result processing", but a rejection is final: the same bytes will be rejected
again. A tool that repeats them only fills the runtime's log.
"""

from collections.abc import Iterator
from itertools import pairwise

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if another attempt follows a rejected one."""
    repeats = [refused for refused, _again in pairwise(call.attempts) if 400 <= refused.answered < 500]
    if repeats:
        answer = repeats[0].answered
        message = f"result was sent {len(call.attempts)} times in total although it was answered with {answer}"
        yield Problem(message, "stop after a 4xx answer, and notify an operator")


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"attempts": [{"after_ms": 90, "answered": 400}]},),
    bad=(
        BadExample(
            {"attempts": [{"after_ms": 90, "answered": 400}, {"after_ms": 600, "answered": 400}]},
            says="sent 2 times in total although it was answered with 400",
        ),
    ),
)
