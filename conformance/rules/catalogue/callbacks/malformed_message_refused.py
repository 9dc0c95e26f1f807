"""A message that is no tool result is answered 4xx.

No sentence of the page says so, but a tool learns of its mistake from the answer alone: 200 for a message that was
thrown away hides it for good.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when a malformed message was answered as if it were good."""
    taken = reception.status is not None and reception.status < 400
    if reception.sent in (MessageKind.MALFORMED, MessageKind.OVERSIZED) and taken:
        told = f"the message was answered {reception.status}"
        yield Problem(told, "answer 400, 413 or 415 and say why")


RULE = RECEPTION.rule(
    check,
    level=Level.WARNING,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"sent": "malformed", "status": 400, "shown": 0, "glimpsed": False},),
    bad=(BadExample({"sent": "malformed", "status": 200, "shown": 0, "glimpsed": False}, says="answered 200"),),
)
