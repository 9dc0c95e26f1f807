"""The ids of a call belong to no other call.

"The `id` matches the result to the pending tool call within that thread." If two different calls have the same ids,
nobody can tell which of them a result answers, and a runtime takes the other one as answered too.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedCall
from conformance.display import code_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import CALL, BadExample
from conformance.settings.profiles import Profile

_HINT = "give every call an `id` of its own; if this is a retry, send the invocation unchanged"


def check(call: ObservedCall, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if an earlier call with the same ids asked for something else."""
    if call.ids_taken_by:
        what = f"call of {code_text(call.operation)} has the `group_id` and `id` of another call ({call.ids_taken_by})"
        yield Problem(what, _HINT)


RULE = CALL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#routing",
    good=({"logged": True},),
    bad=(BadExample({"logged": True, "ids_taken_by": "line 3"}, says="`id` of another call (line 3)"),),
)
