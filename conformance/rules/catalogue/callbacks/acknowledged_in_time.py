"""A tool answers an invocation immediately with 200.

A tool result is delivered "as an HTTP POST" to "the callback_url provided in the original tool invocation": the answer
to the invocation only acknowledges it. Invalid arguments are reported by a result. A runtime that has to wait for the
work, or gets another status, does not know whether the call was accepted.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if there was no answer, another status, or a late answer."""
    answer = call.acknowledgement
    if answer is None:
        return  # a log does not record answers
    if answer.status is None:
        evidence = {"cause": quotation(answer.fault)} if answer.fault else {}
        yield Problem("invocation was not answered", "answer 200 before the work begins", evidence=evidence)
    elif answer.status != 200:
        message = f"invocation was answered with {answer.status} instead of 200"
        yield Problem(message, "answer 200 whatever the arguments are, and report errors in the result")
    elif answer.after_ms > call.acknowledge_within_ms:
        message = (
            f"invocation was answered after {answer.after_ms} ms, but the limit is {call.acknowledge_within_ms} ms"
        )
        yield Problem(message, "answer first, and do the work in the background")


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
