"""A result that comes twice is told to the model once.

"Runtimes SHOULD implement idempotent result processing to handle duplicate deliveries gracefully", and after the first
delivery the call is no longer pending: "It MUST NOT inject unmatched results into any conversation."
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the transcript holds the text of a repeated message more than once."""
    if reception.sent is MessageKind.DUPLICATE and (reception.shown or 0) > 1:
        told = f"the same result, sent again, reached the model {reception.shown} times"
        yield Problem(told, "settle the call with its first result; answer 200 to the next ones and do nothing")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    good=({"sent": "duplicate", "shown": 1},),
    bad=(BadExample({"sent": "duplicate", "shown": 2}, says="reached the model 2 times"),),
)
