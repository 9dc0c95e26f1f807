"""A result arrives before the deadline of its call, where a log records both.

A runtime that gives up a call at its deadline reports that to the model; a result that comes afterwards is discarded,
or contradicts the report. Without recorded times nothing is judged.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_HINT = "send an `Error: ` result before the deadline if the work is not done by then"


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the log says that the result came after the deadline."""
    if message.late_ms is not None:
        yield Problem(f"result arrived {message.late_ms} ms after the deadline of its call", _HINT)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({"message": {}, "invocation": {}},),
    bad=(BadExample({"message": {}, "invocation": {}, "late_ms": 1500}, says="arrived 1500 ms after the deadline"),),
)
