"""A runtime answers a valid result with 200.

"The callback endpoint SHOULD return HTTP 200 on successful receipt." After any other answer a tool sends the result
again, or gives up on it.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a result of a pending call, or its repetition, got another answer."""
    judged = reception.sent in (MessageKind.VALID, MessageKind.DUPLICATE)
    if judged and reception.status is not None and reception.status != 200:
        message = f"{_NAMES[reception.sent]} was answered with {reception.status} instead of 200"
        yield Problem(message, "answer 200 as soon as the message is stored, whatever `display_as` contains")


_NAMES = {
    MessageKind.VALID: "valid result of a pending call",
    MessageKind.DUPLICATE: "repetition of a valid result",
}

RULE = RECEPTION.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#response",
    good=({"sent": "valid", "status": 200}, {"sent": "unmatched", "status": 404, "shown": 0, "glimpsed": 0}),
    bad=(
        BadExample({"sent": "valid", "status": 202}, says="answered with 202"),
        BadExample({"sent": "duplicate", "status": 409}, says="repetition of a valid result was answered with 409"),
    ),
)
