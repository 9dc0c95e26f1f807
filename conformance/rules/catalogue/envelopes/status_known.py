"""The status is one of the values that the contract allows.

The status is where a model and a transport learn whether the call worked. A new spelling is read as neither.
"""

from collections.abc import Iterator

from conformance.display import listed, quoted
from conformance.findings import Level, Problem
from conformance.names import nearest
from conformance.rules.scopes import ENVELOPE, Bad
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the status is a string that the profile does not list."""
    status = record.status
    if status is None or status in profile.statuses:
        return
    meant = nearest(status, profile.statuses)
    yield Problem(
        f"status {quoted(status)} is none of {listed(profile.statuses)}",
        f"write '{meant}'" if meant else "keep finer states inside `result`",
        "/status",
    )


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#status",
    good=({"status": "success"}, {"status": "error"}),
    bad=(
        Bad({"status": "Success"}, says="status 'Success'", at="/status"),
        Bad({"status": "timeout"}, says="none of 'success', 'error'", at="/status"),
    ),
)
