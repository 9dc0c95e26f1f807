"""A recorded result whose text reports a failure is flagged as one.

A model reads the text, a program the flag. "Error: no such table" flagged as a success is counted and cached as a
success, and never retried. Formats that have no flag are not checked.
"""

from collections.abc import Iterator

from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import TRACED_CALL, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.traces import TracedCall


def check(call: TracedCall, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the text of a result reports a failure, and its flag does not."""
    if call.is_error is False and profile.probing.reports_failure(call.text):
        yield Problem(
            "result is flagged as a success, but its text reports a failure",
            "flag the result as an error (`isError` in MCP, `is_error` in messages, the status of a span)",
            "/result",
            {"text": quotation(call.text)},
        )


RULE = TRACED_CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#status",
    screen=finds_nothing,
    good=(
        {"result": "Error: no such table", "is_error": True},
        {"result": "Error handling in Go is explicit.", "is_error": False},
        {"result": "Error: no such table", "is_error": None},
    ),
    bad=(BadExample({"result": "Error: no such table", "is_error": False}, says="reports a failure", at="/result"),),
)
