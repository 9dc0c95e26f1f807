"""Nothing follows the final event of a subscription.

A runtime forgets a subscription with the event that says ``final: true``, so a later event of it reaches nobody, or a
model that counts on there being none.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import escape_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_HINT = "send `final: true` only with the last event of the subscription"


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for an event whose subscription has ended."""
    if message.ended_by:
        fault = f"event follows the final event of its subscription ({escape_text(message.ended_by)})"
        yield Problem(fault, _HINT, "/tool_call_id")


_EVENT = {"type": "subscription_event", "tool_call_id": "call_41"}

RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"text": "subscribed to inbox", "subscription": True},),
    bad=(
        BadExample(
            {"message": {**_EVENT, "text": "1 new mail"}, "without": ["id"], "ended_by": "line 4"},
            says="event follows the final event of its subscription (line 4)",
            at="/tool_call_id",
            also=("message_type",),
        ),
    ),
)
