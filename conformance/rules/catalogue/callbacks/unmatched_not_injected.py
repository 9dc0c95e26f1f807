"""What answers no pending call reaches no conversation.

"It MUST NOT inject unmatched results into any conversation." "Runtimes MUST validate that the group_id and id in an
incoming tool result correspond to an actual pending tool call." Otherwise whoever can reach the endpoint can speak to
the model.
"""

from collections.abc import Iterator

from conformance.callback.observed import MessageKind, Reception
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEPTION, BadExample
from conformance.settings.profiles import Profile

_UNWANTED = {
    MessageKind.UNMATCHED: "of no pending call",
    MessageKind.MALFORMED: "that is no tool result",
    MessageKind.CONFLICT: "of a call that had its result",
    MessageKind.OVERSIZED: "that was beyond all size",
}


def check(reception: Reception, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the transcript holds anything of a message that should have been discarded."""
    if reception.sent in _UNWANTED and (reception.shown or reception.glimpsed):
        told = f"a message {_UNWANTED[reception.sent]} reached the model"
        yield Problem(told, "look up group_id and id among the pending calls; log and discard what matches none")


RULE = RECEPTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#routing",
    good=({"sent": "unmatched", "shown": 0, "glimpsed": False}, {"sent": "unmatched", "shown": None, "glimpsed": None}),
    bad=(
        BadExample({"sent": "unmatched"}, says="of no pending call"),
        BadExample({"sent": "malformed", "status": 400}, says="that is no tool result"),
        BadExample({"sent": "conflict"}, says="of a call that had its result"),
    ),
)
