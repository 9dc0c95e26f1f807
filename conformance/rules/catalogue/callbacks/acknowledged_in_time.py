"""A tool answers an invocation immediately with 200.

A tool result is delivered "as an HTTP POST" to "the callback_url provided in the original tool invocation": the answer
to the invocation only acknowledges it. Invalid arguments are reported by a result. A runtime that has to wait for the
work, or gets another status, does not know whether the call was accepted.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile

_HINT = "answer 200 before the work begins, whatever the arguments are; report errors in the result"


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if there was no answer, another status, or a late answer."""
    answer = call.acknowledgement
    if answer.status is None:
        why = f": {quote_text(answer.fault, 200)}" if answer.fault else ""
        yield Problem(f"the invocation was not answered{why}", _HINT)
    elif answer.status != 200:
        yield Problem(f"the invocation was answered with {answer.status}, not 200", _HINT)
    elif answer.after_ms > call.acknowledge_within_ms:
        message = (
            f"the invocation was answered after {answer.after_ms} ms; the limit is {call.acknowledge_within_ms} ms"
        )
        yield Problem(message, _HINT)


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"acknowledged": {"status": 200, "after_ms": 30}},),
    bad=(
        BadExample({"acknowledged": {"status": 422, "after_ms": 30}}, says="answered with 422"),
        BadExample({"acknowledged": {"status": 200, "after_ms": 4000}}, says="after 4000 ms"),
        BadExample({"acknowledged": {"status": None, "after_ms": 2000}}, says="not answered"),
    ),
)
