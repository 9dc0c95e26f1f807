"""The text of a result is complete without ``display_as``.

"The display_as value is purely a presentation hint and MUST NOT alter the content the model receives." If the text is
empty, or says only "see the diff", the content is where the model can't see it.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

# A longer text has content of its own, even if it also mentions the display.
_LONGEST = 200


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if there is a display and the text is blank or refers to it."""
    text = message.text
    if text is None or not any(segment.content for segment in message.segments):
        return
    if not text.strip():
        hint = "put the complete result into `text`; only people see `display_as`"
        yield Problem(
            "text is blank but `display_as` is not, so the model receives nothing", hint, message.text_pointer
        )
    elif len(text) < _LONGEST and any(pattern.search(text) for pattern in profile.message_tables.display_only_texts):
        fault, hint = "text refers the model to what only people see", "write into `text` what `display_as` shows"
        yield Problem(fault, hint, message.text_pointer, {"text": quotation(text)})


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
