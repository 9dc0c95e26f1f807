"""No message crashes an endpoint.

All tools send their results to one URL: a runtime that crashes on one message fails for all of them. A 5xx answer also
makes a tool send the same message again and again.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile

_HINT = "catch every error of reading a message, limit its size, and answer 4xx"


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the answer was a server error or missing; closing the connection may answer a flood."""
    if reception.status is not None and reception.status >= 500:
        yield Problem(f"the message was answered with {reception.status}", _HINT)
    elif reception.status is None and reception.sent is not MessageKind.OVERSIZED:
        why = f": {quote_text(reception.fault, 200)}" if reception.fault else ""
        yield Problem(f"the message was not answered{why}", _HINT)


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#response",
    good=(
        {"sent": "malformed", "status": 400, "shown": 0, "glimpsed": False},
        {"sent": "oversized", "status": None, "shown": 0, "glimpsed": False},
    ),
    bad=(
        BadExample({"sent": "malformed", "status": 500, "shown": 0, "glimpsed": False}, says="answered with 500"),
        BadExample(
            {"sent": "valid", "status": None, "fault": "connection refused", "shown": 0},
            says="not answered: 'connection refused'",
        ),
    ),
)
