"""The ``type`` of a result is exactly ``tool_result``.

"type: MUST be "tool_result"." The runtime routes by it: under another type a result is not recognised, and its call
waits until it times out.
"""

from collections.abc import Iterator

from conformance.callback.message import TOOL_RESULT
from conformance.callback.observed import ObservedMessage
from conformance.display import list_names, quote_text
from conformance.documents.values import type_name
from conformance.findings import Level, Problem
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the type may not be sent to a callback URL in the profile's dialect."""
    known = profile.message_tables.types
    if message.type in known:
        return
    if "type" not in message.members:
        yield Problem("the message has no `type`", f'add "type": "{TOOL_RESULT}"', "/type")
        return
    value = message.members["type"]
    actual = quote_text(value) if isinstance(value, str) else f"of JSON type {type_name(value)}"
    others = f", or send another message: {list_names(name for name in known if name != TOOL_RESULT)}"
    yield Problem(f"the message type is {actual}, which is unknown", f'write "{TOOL_RESULT}"{others}', "/type")


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=({"type": "tool_result"},),
    bad=(
        BadExample({"type": "tool_response"}, says="'tool_response'", at="/type"),
        BadExample({"message": {}, "without": ["type"]}, says="no `type`", at="/type"),
    ),
)
