"""A message has only members that the protocol defines.

Nothing forbids others, and a runtime must not reject a result for one, but nobody reads them either. A member that is
nearly one of the protocol's (``display``, ``callId``) was meant to be read.
"""

from collections.abc import Iterator

from conformance.callback.message import fields_of
from conformance.callback.observed import ObservedMessage
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.names import closest_match
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_MAX_REPORTED = 20


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a warning for a member that resembles a known one, a note for any other."""
    known = fields_of(profile.message_tables.dialect, message.type or "")
    if not known:
        return
    for name in [name for name in message.members if name not in known][:_MAX_REPORTED]:
        meant = closest_match(name, [field for field in known if field not in message.members])
        hint = f"rename it to {code_text(meant)}" if meant else "remove it, or put it into `text`"
        level = Level.WARNING if meant else Level.INFO
        yield Problem(
            f"member {code_text(name)} is not part of the protocol, so nobody reads it",
            hint,
            child("", name),
            max_level=level,
        )


RULE = MESSAGE.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#fields",
    good=({"call_id": None, "subscription": False},),
    bad=(
        BadExample({"display_a": [{"type": "text", "content": "2 files"}]}, says="`display_a`", at="/display_a"),
        BadExample({"is_error": False}, says="`is_error`", at="/is_error"),
    ),
)
