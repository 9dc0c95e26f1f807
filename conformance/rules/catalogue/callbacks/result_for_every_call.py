"""Every accepted call ends in a result, even if it fails.

"Tools MUST NOT silently drop errors. Every invocation MUST eventually produce either a tool_result or an oauth
message." A call without a result keeps the conversation waiting.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the call was accepted and no result came."""
    if call.is_accepted and not call.attempts and not call.deferred:
        message = f"call got no result within {call.watched_ms} ms"
        hint = "send a `tool_result` for every call; if the work fails, one that begins with `Error: `"
        yield Problem(message, hint)


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({}, {"attempts": [], "deferred": True}),
    bad=(BadExample({"attempts": []}, says="call got no result within 10000 ms"),),
)
