"""A recorded call has one result.

An id stands for one call. If a log has two different results of it, a runtime executed the call twice, or used the id
of one call for another, and nobody can say which of the two the model relied on. A text that got shorter is what is
left of the result in a long conversation.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.scopes import TRACED_CALL, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.traces import TracedCall


def check(call: TracedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a result of a call that has another one earlier in the log."""
    if call.has_other_result:
        yield Problem(
            "result differs from an earlier one of the same call",
            "execute each call once, and give every call an id of its own",
            "/result",
            {"call_id": call.id},
        )


RULE = TRACED_CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#runtime-storage-contract",
    screen=finds_nothing,
    good=({"result": "2 tasks"},),
    bad=(
        BadExample({"result": "3 tasks", "has_other_result": True}, says="differs from an earlier one", at="/result"),
    ),
)
