"""What a person sees of a result: the first display segment that the client supports, else the text.

The text for the model neither affects that choice nor depends on it: ``display_as`` is a hint for display only.
"""

from collections.abc import Collection

from msgspec import Struct

from conformance.callback.message import TextItem, ToolResult, ToolResult202608
from conformance.callback.segments import Diff, DiffSegment, Image, ImageSegment, TextSegment


class Display(Struct, frozen=True):
    """What to draw, and its type; ``segment`` is its index in ``display_as``, ``None`` for the text itself."""

    type: str
    content: str | Diff | Image
    segment: int | None


def choose_display(message: ToolResult | ToolResult202608, supported: Collection[str]) -> Display:
    """Return the first segment whose type is in ``supported`` (``text``, ``diff``, ``image``), else the text."""
    for index, segment in enumerate(message.display_as):
        if isinstance(segment, TextSegment | DiffSegment | ImageSegment) and segment.type in supported:
            return Display(segment.type, segment.content, index)
    return Display("text", text_for_model(message), None)


def text_for_model(message: ToolResult | ToolResult202608) -> str:
    """Return the full text that the model reads, whatever ``display_as`` holds; ``content`` wins over ``text``."""
    if isinstance(message, ToolResult202608) and message.content is not None:
        return "\n".join(item.text for item in message.content if isinstance(item, TextItem))
    return message.text or ""
