"""A result that was answered 4xx is not sent again.

"Runtimes SHOULD implement idempotent result processing", but a refusal is final: the same bytes will be refused again.
A tool that repeats them fills the runtime's log and nothing else.
"""

from collections.abc import Iterator
from itertools import pairwise

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when an attempt follows one that was refused."""
    repeats = [refused for refused, _again in pairwise(call.attempts) if 400 <= refused.answered < 500]
    if repeats:
        told = f"the result was answered {repeats[0].answered}, and yet sent {len(call.attempts)} times in all"
        yield Problem(told, "stop after a 4xx answer, and tell an operator")


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"attempts": [{"after_ms": 90, "answered": 400}]},),
    bad=(
        BadExample(
            {"attempts": [{"after_ms": 90, "answered": 400}, {"after_ms": 600, "answered": 400}]},
            says="answered 400, and yet sent 2 times in all",
        ),
    ),
)
