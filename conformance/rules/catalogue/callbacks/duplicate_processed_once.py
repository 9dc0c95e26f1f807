"""A result that arrives twice reaches the model once.

"Runtimes SHOULD implement idempotent result processing to handle duplicate deliveries gracefully", and after the first
delivery the call is no longer pending: "It MUST NOT inject unmatched results into any conversation."
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the transcript contains a repeated message, or a part of it, more than once."""
    # the copy that came second may be trimmed, shortened or quoted
    times = reception.glimpsed or 0
    if reception.sent is MessageKind.DUPLICATE and times > 1:
        message = f"duplicate result reached the model {times} times"
        yield Problem(message, "settle the call with its first result; answer 200 to repetitions and ignore them")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#security-considerations",
    good=({"sent": "duplicate", "shown": 1, "glimpsed": 1},),
    bad=(
        BadExample({"sent": "duplicate", "shown": 2, "glimpsed": 2}, says="reached the model 2 times"),
        BadExample({"sent": "duplicate", "shown": 1, "glimpsed": 3}, says="reached the model 3 times"),
    ),
)
