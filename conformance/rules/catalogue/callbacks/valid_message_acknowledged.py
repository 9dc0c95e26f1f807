"""A runtime answers a valid result with 200.

"The callback endpoint SHOULD return HTTP 200 on successful receipt." A tool that reads anything else sends the result
again, or gives up on it.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when a result of a pending call, or its repetition, was answered otherwise."""
    judged = reception.sent in (MessageKind.VALID, MessageKind.DUPLICATE)
    if judged and reception.status is not None and reception.status != 200:
        told = f"{_NAMES[reception.sent]} was answered {reception.status}"
        yield Problem(told, "answer 200 as soon as the message is safe, whatever display_as holds")


_NAMES = {
    MessageKind.VALID: "the valid result of a pending call",
    MessageKind.DUPLICATE: "the same result, sent again,",
}

RULE = RECEPTION.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#response",
    good=({"sent": "valid", "status": 200}, {"sent": "unmatched", "status": 404, "shown": 0, "glimpsed": False}),
    bad=(
        BadExample({"sent": "valid", "status": 202}, says="answered 202"),
        BadExample({"sent": "duplicate", "status": 409}, says="sent again, was answered 409"),
    ),
)
