"""A runtime accepts a result with an unknown display segment.

"If a runtime does not recognize a segment type, it SHOULD skip it and try the next", and "the runtime MUST still pass
the full text value to the LLM": a new segment type must not end in a rejected callback.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the message was rejected for its unknown segment."""
    refused = reception.status is not None and 300 <= reception.status < 500
    if reception.sent is MessageKind.UNKNOWN_SEGMENT and refused:
        message = f"result with an unknown segment type was answered with {reception.status}, so its outcome is lost"
        yield Problem(message, "read segments one by one and skip unknown types")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#rendering-behavior",
    good=({"sent": "unknown_segment", "status": 200},),
    bad=(BadExample({"sent": "unknown_segment", "status": 400, "shown": 0}, says="its outcome is lost"),),
)
