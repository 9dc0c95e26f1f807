"""Messages other than the result have the shape that the protocol defines.

"Every invocation MUST eventually produce either a tool_result or an oauth message." An ``oauth`` message that a runtime
can't read is neither, so the call hangs.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_OAUTH = {"type": "oauth", "group_id": "thread_7", "id": "call_41"}


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each shape fault of a message that is not a result."""
    if not message.is_result and message.type in profile.message_tables.types:
        yield from shape_problems(message, profile, "")


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({"message": {**_OAUTH, "auth_url": "https://login.example.com/a"}, "without": ["text"]},),
    bad=(BadExample({"message": _OAUTH, "without": ["text"]}, says="`auth_url` is missing", at="/auth_url"),),
)
