"""The last display segment is a text, which every client can display.

"Tools SHOULD include a "text" segment as the last element to provide a universal fallback for runtimes that only
support plain text display." A text before a diff hides the diff, because the first supported segment is displayed.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if there are segments and the last one is not a text."""
    segments = message.segments
    if not segments or segments[-1].type == "text":
        return
    early = next((segment for segment in segments if segment.type == "text"), None)
    if early is None:
        hint = 'append `{"type": "text", "content": "..."}` with a one-line summary'
        fault = "`display_as` has no text segment for clients that support none of the others"
        yield Problem(fault, hint, "/display_as")
    else:
        fault = "text segment is not the last one, so what follows it is never displayed"
        yield Problem(fault, "move it to the end of `display_as`", early.pointer)


_DIFF = {"type": "diff", "content": {"path": "a.txt", "patch": "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n"}}
_TEXT = {"type": "text", "content": "edited a.txt"}

RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#rendering-behavior",
    good=({"display_as": [_DIFF, _TEXT]},),
    bad=(
        BadExample({"display_as": [_TEXT, _DIFF]}, says="never displayed", at="/display_as/0"),
        BadExample({"display_as": [_DIFF]}, says="no text segment", at="/display_as"),
    ),
)
