"""The body of a callback is one unambiguous JSON object in UTF-8.

"The tool MUST send a tool result as an HTTP POST with Content-Type: application/json." With duplicate
keys, ``NaN``, lone surrogates or another encoding the runtime may read something else than the tool wrote.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.findings import Level, Problem
from conformance.rules.scopes import BODY, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the body cannot be read, or contains a lone surrogate."""
    if message.fault is not None:
        yield Problem(message.fault.message, message.fault.hint, message.fault.pointer)


RULE = BODY.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#request",
    good=({"body": '{"type": "tool_result", "group_id": "g", "id": "c", "text": "3 files copied."}'},),
    bad=(
        BadExample({"body": '{"type": "tool_result", "id": "a", "id": "b"}'}, says="duplicate key at '/id'"),
        BadExample({"body": '["tool_result"]'}, says="array, not an object"),
        BadExample({"body": ""}, says="empty"),
        BadExample(
            {"body": '\ufeff{"type": "tool_result", "group_id": "g", "id": "c", "text": "3 files copied."}'},
            says="byte order mark",
        ),
        BadExample({"text": "half a pair: \ud83d"}, says="surrogate", at="/text"),
    ),
)
