"""A text segment is one short line.

"Tools SHOULD keep "text" segments short - typically a single line summarizing the operation and its outcome." It
replaces a result that is too long to read; a long summary defeats that purpose.
"""

from collections.abc import Iterator

from conformance.callback.observed import ObservedMessage
from conformance.documents.pointers import child
from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import TOOL_RESULT, BadExample
from conformance.settings.profiles import Profile

_HINT = "summarise operation and outcome in one line; the model gets the full `text` anyway"


def check(message: ObservedMessage, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text segment with several lines or too many characters."""
    tables = profile.message_tables
    for segment in message.segments[: tables.most_segments]:
        content = (as_text(segment.content) or "").strip()
        lines = len(content.splitlines())
        if segment.type != "text" or (lines <= 1 and len(content) <= tables.text_segment_limit):
            continue
        size = f"{lines} lines" if lines > 1 else f"{len(content)} characters"
        fault = f"text segment has {size} instead of one short line"
        yield Problem(fault, _HINT, child(segment.pointer, "content"))


RULE = TOOL_RESULT.rule(
    check,
    level=Level.WARNING,
    source="tool-result-callback#rendering-behavior",
    good=({"display_as": [{"type": "text", "content": "copied 2 files\n"}]},),
    bad=(
        BadExample({"display_as": [{"type": "text", "content": "a\nb"}]}, says="2 lines", at="/display_as/0/content"),
        BadExample({"display_as": [{"type": "text", "content": "copied " * 40}]}, says="279 characters"),
    ),
)
