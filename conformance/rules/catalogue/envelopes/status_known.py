"""The status is one of the values that the contract allows.

Models and transports learn from the status whether the call worked. A new spelling means neither success nor failure to
them.
"""

from collections.abc import Iterator

from conformance.display import code_choice, code_text
from conformance.findings import Level, Problem
from conformance.names import closest_match
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import finds_nothing
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the status is a string that the profile does not list."""
    status = record.status
    if status is None or status in profile.statuses:
        return
    meant, choice = closest_match(status, profile.statuses), code_choice(profile.statuses)
    hint = f"write {code_text(meant)}" if meant else f"write {choice}; put finer states into `result`"
    yield Problem(f"status {code_text(status)} is not {choice}", hint, "/status")


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#status",
    screen=finds_nothing,
    good=({"status": "success"}, {"status": "error"}),
    bad=(
        BadExample({"status": "Success"}, says="status `Success`", at="/status"),
        BadExample({"status": "timeout"}, says="not `success` or `error`", at="/status"),
    ),
)
