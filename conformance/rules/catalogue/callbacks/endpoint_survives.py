"""No message crashes an endpoint.

All tools send their results to one URL: a runtime that crashes on one message fails for all of them. A 5xx answer also
makes a tool send the same message again and again.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the answer was a server error or missing; closing the connection may answer a flood."""
    if reception.status is not None and reception.status >= 500:
        yield Problem(
            f"message was answered with {reception.status}", "catch every error of reading a message, and answer 4xx"
        )
    elif reception.status is None and reception.sent is not MessageKind.OVERSIZED:
        evidence = {"cause": quotation(reception.fault)} if reception.fault else {}
        yield Problem("message was not answered", "answer every message, with 4xx if it is unusable", evidence=evidence)


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#response",
    good=(
        {"sent": "malformed", "status": 400, "shown": 0, "glimpsed": 0},
        {"sent": "oversized", "status": None, "shown": 0, "glimpsed": 0},
    ),
    bad=(
        BadExample({"sent": "malformed", "status": 500, "shown": 0, "glimpsed": 0}, says="answered with 500"),
        BadExample(
            {"sent": "valid", "status": None, "fault": "connection refused", "shown": 0},
            says="message was not answered",
        ),
    ),
)
