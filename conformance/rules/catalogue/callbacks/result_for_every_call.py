"""Every accepted call ends in a result, even if it fails.

"Tools MUST NOT silently drop errors. Every invocation MUST eventually produce either a tool_result or an oauth
message." A call without a result keeps the conversation waiting.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile

_MISSING_IN_LOG = "call of {operation} has no result in the log"


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the call was accepted and no result came."""
    # Whether a call that shares its ids has a result, no log can show.
    if not call.is_accepted or call.attempts or call.deferred or call.ids_taken_by:
        return
    hint = "send a `tool_result` for every call; if the work fails, one that begins with `Error: `"
    if call.watched_ms is None:
        # The result of a call at the end of a log may have come after the log was taken.
        at_most = Level.WARNING if call.log_ends_with_it else Level.ERROR
        yield Problem(_MISSING_IN_LOG.format(operation=code_text(call.operation)), hint, max_level=at_most)
    else:
        yield Problem(f"call got no result within {call.watched_ms} ms", hint)


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#error-handling",
    good=({}, {"attempts": [], "deferred": True}, {"logged": True}),
    bad=(
        BadExample({"attempts": []}, says="call got no result within 10000 ms"),
        BadExample({"attempts": [], "logged": True}, says="call of `copy_files` has no result in the log"),
    ),
)
