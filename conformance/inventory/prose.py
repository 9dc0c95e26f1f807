"""What the inventory says about a field: its own description, and the parts of its tool's description that name it.

A unit or a meaning is often given only there. A sentence that names several fields is cut between them, so that what is
said of one is not held against its neighbour.
"""

import re
from collections.abc import Iterator

from conformance.inventory.fields import Field
from conformance.words import SNAKE_CASE

_LONGEST_READ = 20_000
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n\s*(?=[-*•])|\n(?=\s*[\w`]+\s*(?:\([^)\n]*\))?\s*[:=])")


def said_of(field: Field) -> str:
    """Return all that is said of a field on one line, its own description first; never more than 20,000 characters."""
    parts = [field.description, *_named_in(field.tool.description or "", field)]
    return " ".join(" ".join(parts)[:_LONGEST_READ].split())


def _named_in(text: str, field: Field) -> Iterator[str]:
    text = text[:_LONGEST_READ]
    if len(field.name) < 2 or field.name not in text:
        return
    own = _mention(field.name)
    others = [_mention(name) for name in field.siblings if name != field.name and len(name) > 1 and name in text]
    for sentence in _SENTENCE_END.split(text):
        starts = [match.start() for match in own.finditer(sentence)]
        if starts:
            elsewhere = sorted(match.start() for other in others for match in other.finditer(sentence))
            yield _own_part(sentence, starts, elsewhere)


def _own_part(sentence: str, starts: list[int], elsewhere: list[int]) -> str:
    """From the first mention to the next field's; what stands before belongs to it when no other field came first."""
    begin = starts[0] if any(other < starts[0] for other in elsewhere) else 0
    end = next((other for other in elsewhere if other > starts[0]), len(sentence))
    return sentence[begin:end]


def _mention(name: str) -> re.Pattern[str]:
    """A field is named when its name can be no ordinary word, stands in quotes, or heads a line of arguments."""
    exact = re.escape(name)
    if "_" in name or not SNAKE_CASE.fullmatch(name):
        return re.compile(rf"(?<![\w.]){exact}(?!\w)")
    return re.compile(rf"[`'\"]{exact}[`'\"]|^[\s*•-]*{exact}\s*(?:\([^)\n]*\)\s*)?[:=]|(?<!\w){exact}=")
