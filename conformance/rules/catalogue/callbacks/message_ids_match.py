"""``group_id`` and ``id`` are exactly those of a call that was made.

"group_id: MUST match the group_id from the original invocation." "id: MUST match the id from the original invocation."
Nothing else links a result to its call, and a result that matches no call is discarded.
"""

from collections.abc import Iterator

from conformance.callback.observed import KnownCalls, ObservedMessage
from conformance.display import code_text
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.catalogue.callbacks._message_shapes import shape_problems
from conformance.rules.scopes import MESSAGE, BadExample
from conformance.settings.profiles import Profile

_HINT = "echo the invocation's `group_id` and `id` unchanged, including case and spaces"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if an id is not a string, or if the calls are known and none has these ids."""
    if message.is_result:
        yield from shape_problems(message, profile, "/group_id", "/id")
        yield from _blank_ids(message)
    key = "tool_call_id" if message.type == "subscription_event" else "id"
    group, call = as_text(message.members.get("group_id")), as_text(message.members.get(key))
    if message.calls is not None and group is not None:
        yield from _unmatched_ids(message.calls, group, call, key)


def _blank_ids(message: ObservedMessage) -> Iterator[Problem]:
    for key in ("group_id", "id"):
        given = as_text(message.members.get(key))
        # A runtime that made a call with a blank id gets it back; only without the calls it is certainly lost.
        if given is not None and not given.strip() and message.invocation is None:
            yield Problem(f"`{key}` is blank, so it identifies no call", _HINT, f"/{key}")


def _unmatched_ids(calls: KnownCalls, group: str, call: str | None, key: str) -> Iterator[Problem]:
    if not calls.has_group(group) and group.strip():
        yield Problem(f"`group_id` {code_text(group)} matches no call", _HINT, "/group_id")
    elif call is not None and call.strip() and calls.invocation(group, call) is None:
        text = f"`{key}` {code_text(call)} matches no call in group {code_text(group)}"
        yield Problem(text, _HINT, f"/{key}")


RULE = MESSAGE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#fields",
    good=({"message": {"id": "call_41"}, "invocation": {"id": "call_41"}},),
    bad=(
        BadExample({"message": {"id": "CALL_41"}, "invocation": {}}, says="`id` `CALL_41` matches no call", at="/id"),
        BadExample(
            {"message": {"group_id": "thread_8"}, "invocation": {}},
            says="`group_id` `thread_8` matches no call",
            at="/group_id",
        ),
        BadExample({"message": {}, "without": ["id"]}, says="`id` is missing", at="/id"),
        BadExample({"id": ""}, says="`id` is blank", at="/id"),
        BadExample({"message": {"group_id": " "}, "invocation": {}}, says="`group_id` is blank", at="/group_id"),
        BadExample({"group_id": 7}, says="`group_id` must be a string, but is an integer", at="/group_id"),
    ),
)
