"""The ``type`` of a result is exactly ``tool_result``.

"type: MUST be "tool_result"." The runtime routes by it: under another type a result is not recognised, and its call
waits until it times out.
"""

from collections.abc import Iterator

from conformance.callback.observed import TOOL_RESULT, ObservedMessage
from conformance.display import code_choice, code_text
from conformance.documents.values import type_phrase
from conformance.findings import Level, Problem
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the type may not be sent to a callback URL in the profile's dialect."""
    known = profile.message_tables.types
    if message.type in known:
        return
    if "type" not in message.members:
        yield Problem("`type` is missing", f'add `"type": "{TOOL_RESULT}"`', "/type")
        return
    value = message.members["type"]
    fault = f"`type` is {type_phrase(value)}, not a string"
    if isinstance(value, str):
        fault = f"message type {code_text(value)} is unknown"
    yield Problem(fault, f"write {code_choice(known)}", "/type")


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=({"type": "tool_result"},),
    bad=(
        BadExample({"type": "tool_response"}, says="`tool_response`", at="/type"),
        BadExample({"message": {}, "without": ["type"]}, says="`type` is missing", at="/type"),
    ),
)
