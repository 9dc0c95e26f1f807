"""Shape faults of callback messages as problems, shared by the rules on single fields."""

from collections.abc import Iterator

from conformance.callback.message import faults_of
from conformance.callback.observed import ObservedMessage
from conformance.display import code_text
from conformance.documents.pointers import resolve, split
from conformance.documents.values import JsonValue, type_phrase
from conformance.findings import Problem
from conformance.settings.profiles import Profile

# How a description of a fault begins that says what the value has to be, and which of them are about its type.
_MUST_BE = "must be "
_WRONG_TYPE = ("must be a ", "must be an ", "must be `true` or `false`")


def shape_problems(message: ObservedMessage, profile: Profile, *pointers: str) -> Iterator[Problem]:
    """Yield a problem for each value at or below the pointers that breaks the profile's message dialect."""
    for pointer, what in faults_of(message, profile.message_tables.dialect, *pointers):
        actual = _actual_type(message.members, pointer) if what.startswith(_WRONG_TYPE) else ""
        yield Problem(f"{_describe_position(pointer)} {what}{actual}", _hint(pointer, what), pointer)


def _describe_position(pointer: str) -> str:
    """Return what a pointer leads to in words: the last name in it, with the number of the item if it has one."""
    *names, last = split(pointer) or ["message"]
    return f"item {last} of {code_text(names[-1])}" if names and last.isdecimal() else code_text(last)


def _hint(pointer: str, what: str) -> str:
    if what.startswith(_MUST_BE):
        return f"send {what.removeprefix(_MUST_BE)}"
    if what == "is missing":
        return f"add {code_text(split(pointer)[-1])}"
    return "write it as in the schema of the message that `conformance schemas` prints"


def _actual_type(members: JsonValue, pointer: str) -> str:
    try:
        return f", but is {type_phrase(resolve(members, pointer))}"
    except KeyError:
        return ""
