"""A message that is not a tool result is answered with 4xx.

The protocol does not say so, but a tool learns of its mistake only from the answer: 200 for a discarded message hides
it for good.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a malformed message was answered as if it were valid."""
    taken = reception.status is not None and reception.status < 400
    if reception.sent in (MessageKind.MALFORMED, MessageKind.OVERSIZED) and taken:
        is_malformed = reception.sent is MessageKind.MALFORMED
        message = f"{'malformed' if is_malformed else 'oversized'} message was answered with {reception.status}"
        yield Problem(message, f"answer {'400 or 415' if is_malformed else '413'} with the reason")


RULE = RECEPTION.rule(
    check,
    level=Level.WARNING,
    source="callback-protocol-facts#5-rap-reactive-agent-protocol",
    good=({"sent": "malformed", "status": 400, "shown": 0, "glimpsed": 0},),
    bad=(BadExample({"sent": "malformed", "status": 200, "shown": 0, "glimpsed": 0}, says="answered with 200"),),
)
