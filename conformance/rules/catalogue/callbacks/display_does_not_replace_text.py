"""What people are shown, the model is told too: the text is whole without the display.

"The display_as value is purely a presentation hint and MUST NOT alter the content the model receives." A result whose
text is empty, or says no more than "see the diff", has put its content where the model can't see it.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_LONGEST = 200


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when there is a display, and a text that is blank or leads to the display."""
    text = message.text
    if text is None or not any(segment.content for segment in message.segments):
        return
    hint = "put the whole result into 'text'; display_as is for people's eyes only"
    if not text.strip():
        yield Problem("the text is blank and display_as is not: the model receives nothing", hint, message.text_pointer)
    elif len(text) < _LONGEST and any(pattern.search(text) for pattern in profile.message_tables.display_only_texts):
        yield Problem(
            f"the text {quote_text(text)} sends the model to what only people see", hint, message.text_pointer
        )


_SHOWN = [{"type": "text", "content": "copied 2 files"}]

RULE = TOOL_RESULT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-callback#display-segments",
    good=({"text": "copied a.txt and b.txt", "display_as": _SHOWN}, {"text": "See display.py for the fix."}),
    bad=(
        BadExample({"text": " ", "display_as": _SHOWN}, says="receives nothing", at="/text"),
        BadExample({"text": "(see the diff above)", "display_as": _SHOWN}, says="only people see", at="/text"),
    ),
)
