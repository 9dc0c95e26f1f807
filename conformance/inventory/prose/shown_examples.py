"""The examples that a text shows: ``e.g. 'PROJ-123'``, ``(such as 15s, 1m)``, ``Examples: "a", "b"``."""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.inventory.prose.reading import once_per_text
from conformance.lazy_patterns import LazyPattern

# What announces examples. Matches "e.g. ", "(e.g., ", "such as ", "For example: ", "Examples: "; not "for examples of".
_ANNOUNCED = LazyPattern(
    r"\b(?:e\.g\.?|such as|for (?:example|instance)|examples?(?=:)|eg(?=[:.,])|like(?= [`'\"]))[,:.]{0,2}\s+",
    re.IGNORECASE,
)
# One example. Next is "'a b'", "JOB00142", "2024/0001(COD)"; not "a b" as a whole, "an id".
_ITEM = LazyPattern(
    r"[`'\"\u201c\u2018](?P<quoted>[^`'\"\u201c\u201d\u2018\u2019\n]{1,60})[`'\"\u201d\u2019](?!\w)"
    r"|(?P<bare>[^\s,;()`'\"\[\]{}|]{1,60}(?:\([A-Z]+\))?)"
)
# A remark on an example. Next is " (human TP53)", " for BNB"; not ", for".
_REMARK = LazyPattern(r"\s?\([^()\n]{0,80}\)|\s(?:for|=|is|means) [^,;.()\n]{1,40}")
# Between two examples. Next is ", or ", " / ", " and "; not ".".
_JOINT = LazyPattern(r"\s*(?:,\s*(?:and|or)\s+|,\s*|\s(?:and|or)\s+|\s[/|]\s|;\s*(?=[`'\"]))\s*")
# What ends the examples. Next is ").", ". ", ", etc.", "..."; not " a".
_END = LazyPattern(r"\s*(?:[).;\]\u2014\u2013]|,?\s*etc\b|\u2026|- |\Z)")
# More of them would be data.
_MOST = 20


class ShownExamples(Struct, frozen=True):
    """The values that one part of a text shows as examples, and where it announces them and ends."""

    items: tuple[str, ...]
    begin: int
    end: int


@once_per_text
def examples_in(text: str) -> Iterator[ShownExamples]:
    """Yield each group of examples of a text; one that goes on as a sentence is not one."""
    for found in _ANNOUNCED.finditer(text):
        items, end = _items_at(text, found.end())
        if items and _END.match(text, end):
            yield ShownExamples(tuple(items), found.start(), end)


def _items_at(text: str, position: int) -> tuple[list[str], int]:
    items: list[str] = []
    end = position
    while len(items) < _MOST and (found := _ITEM.match(text, position)) is not None:
        item = found["quoted"] or found["bare"].rstrip(".:?!\u2026")
        if not item or item == "etc":
            break
        items.append(item)
        # the stop behind a word without quotes is that of the sentence
        end = found.end() if found["quoted"] else found.start() + len(item)
        remark = _REMARK.match(text, end)
        end = remark.end() if remark else end
        joined = _JOINT.match(text, end)
        if joined is None:
            break
        position = joined.end()
    return items, end
