"""``display_as`` shows something that the text does not.

"If the result text is already concise enough for display, tools SHOULD omit display_as and let the runtime show text
directly." A copy of the text, or an empty list, is one more thing that can disagree with it.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_POINTER, _HINT = "/display_as", "remove `display_as`"


def check(message: ObservedMessage, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the list is empty, or shows nothing but the text itself."""
    if message.members.get("display_as") == []:
        yield Problem("`display_as` is empty", _HINT, _POINTER)
    segments, text = message.segments, " ".join((message.text or "").split())
    contents = {" ".join((as_text(segment.content) or "").split()) for segment in segments}
    if text and contents == {text} and all(segment.type == "text" for segment in segments):
        yield Problem("`display_as` only repeats `text`", _HINT, _POINTER)


RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#rendering-behavior",
    good=({"text": "copied a.txt\ncopied b.txt", "display_as": [{"type": "text", "content": "copied 2 files"}]},),
    bad=(
        BadExample({"display_as": []}, says="empty", at="/display_as"),
        BadExample(
            {"text": "copied", "display_as": [{"type": "text", "content": "copied"}]},
            says="only repeats",
            at="/display_as",
        ),
    ),
)
