"""A ``call_id`` of the invocation comes back unchanged.

"If the original invocation included a call_id, it MUST be echoed here." Providers key their own calls by it. One that
the invocation did not have is a warning only: no sentence forbids it, but nobody asked for it.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import quote_text
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_POINTER = "/call_id"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the call is known and its second id is not what came back."""
    if message.is_result:
        yield from shape_problems(message, profile, _POINTER)
    invocation = message.invocation
    if invocation is None:
        return
    asked, got = as_text(invocation.get("call_id")), message.members.get("call_id")
    if asked is not None and got != asked:
        shown = f"is {quote_text(got)}" if isinstance(got, str) else "is not echoed"
        yield Problem(
            f"call_id {shown}; the invocation has {quote_text(asked)}", "echo the invocation's call_id", _POINTER
        )
    elif asked is None and isinstance(got, str):
        message_text = f"call_id {quote_text(got)} was invented: the invocation has none"
        yield Problem(message_text, "send null, or leave call_id out", _POINTER, max_level=Level.WARNING)


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=(
        {"message": {"call_id": "toolu_9"}, "invocation": {"call_id": "toolu_9"}},
        {"message": {"call_id": None}, "invocation": {"call_id": None}},
    ),
    bad=(
        BadExample({"message": {}, "invocation": {"call_id": "toolu_9"}}, says="not echoed", at="/call_id"),
        BadExample({"message": {"call_id": "Toolu_9"}, "invocation": {"call_id": "toolu_9"}}, says="is 'Toolu_9'"),
        BadExample({"message": {"call_id": "toolu_9"}, "invocation": {}}, says="was invented", at="/call_id"),
        BadExample({"call_id": 9}, says="it is integer", at="/call_id"),
    ),
)
