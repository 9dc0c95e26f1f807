"""A result echoes the ``call_id`` of its invocation unchanged.

"If the original invocation included a call_id, it MUST be echoed here." Providers identify their calls by it. A
``call_id`` that the invocation did not have is only a warning: nothing forbids it, but nobody asked for it.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import code_text
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_POINTER = "/call_id"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the call is known and its ``call_id`` did not come back."""
    if message.is_result:
        yield from shape_problems(message, profile, _POINTER)
    invocation = message.invocation
    if invocation is None:
        return
    asked, got = as_text(invocation.get("call_id")), message.members.get("call_id")
    if asked is not None and got != asked:
        actual = f"is {code_text(got)}" if isinstance(got, str) else "is not echoed"
        text = f"`call_id` {actual}, but the invocation has {code_text(asked)}"
        yield Problem(text, f"send `call_id` as {code_text(asked)}", _POINTER)
    elif asked is None and isinstance(got, str):
        text = f"`call_id` is {code_text(got)}, but the invocation has none"
        yield Problem(text, "remove `call_id`, or set it to null", _POINTER, max_level=Level.WARNING)


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
        BadExample({"message": {"call_id": "Toolu_9"}, "invocation": {"call_id": "toolu_9"}}, says="is `Toolu_9`"),
        BadExample(
            {"message": {"call_id": "toolu_9"}, "invocation": {}}, says="but the invocation has none", at="/call_id"
        ),
        BadExample({"call_id": 9}, says="is an integer", at="/call_id"),
    ),
)
