"""Shape faults of callback messages as problems, shared by the rules on single fields."""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import quote_text
from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue, type_name
from conformance.findings import Problem
from conformance.settings.profiles import Profile

_HINT = "see the schema of the message, one of those that `conformance schemas` lists"


def shape_problems(message: ObservedMessage, profile: Profile, *pointers: str) -> Iterator[Problem]:
    """Yield a problem for each value at or below the pointers that breaks the profile's message dialect."""
    for pointer, what in message.shape_faults(profile.message_tables.dialect, *pointers):
        actual = _actual_type(message.members, pointer)
        yield Problem(
            f"{quote_text(pointer, 200)} {what}{actual}",
            "write it as `conformance schemas` publishes the message",
            pointer,
        )


def _actual_type(members: JsonValue, pointer: str) -> str:
    try:
        return f"; it is {type_name(resolve(members, pointer))}"
    except KeyError:
        return ""
