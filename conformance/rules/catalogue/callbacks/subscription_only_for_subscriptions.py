"""``subscription`` is a boolean, and true only if the call started a subscription.

"When true, indicates that this tool call has started a subscription." The runtime records it, and the agent may later
try to cancel what never began.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_POINTER, _HINT = "/subscription", "remove `subscription`, or set it to `false`"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for another type, and for a claimed subscription of an error or a call that starts none."""
    yield from shape_problems(message, profile, _POINTER)
    if message.members.get("subscription") is not True:
        return
    if (message.text or "").startswith(profile.message_tables.error_prefix):
        yield Problem("`subscription` is `true`, but the result is an error", _HINT, _POINTER)
    elif (message.invocation or {}).get("subscription") is False:
        yield Problem("`subscription` is `true`, but this call does not start a subscription", _HINT, _POINTER)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=(
        {"subscription": True},
        {"message": {"subscription": True}, "invocation": {"subscription": True}},
        {"subscription": False},
    ),
    bad=(
        BadExample({"subscription": None}, says="but is null", at="/subscription"),
        BadExample({"subscription": "true"}, says="but is a string", at="/subscription"),
        BadExample(
            {"message": {"subscription": True}, "invocation": {"subscription": False}},
            says="does not start a subscription",
        ),
        BadExample(
            {"text": "Error: 'inbox' can't be watched. Poll it with list_mail.", "subscription": True},
            says="the result is an error",
        ),
    ),
)
