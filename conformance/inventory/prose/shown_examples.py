"""The examples that a text shows: ``e.g. 'PROJ-123'``, ``(such as 15s, 1m)``, ``Examples: "a", "b"``."""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.inventory.prose.reading import once_per_text
from conformance.lazy_patterns import LazyPattern

# What announces examples. Matches "e.g. ", "(e.g., ", "such as ", "For example: ", "Examples: ", "Examples include ",
# "(ex: ", "par exemple ", "z. B. ", Chinese, Japanese and Korean words for it; not "for examples of".
_ANNOUNCED = LazyPattern(
    r"\b(?:(?:e\.g\.?|such as|for (?:example|instance)|examples?(?=:)|examples? (?:are|include|is|would be)(?=[: ])"
    r"|(?:e\.?g|ex|p\. ?ex|p\. ?ej)(?=[:.,])"
    r"|par exemple|por ejemplo|por exemplo|(?:exemples?|ejemplos?|exemplos?|beispiele?|esempi[oi]?) ?(?=:)"
    r"|zum beispiel|z\. ?b\.|per esempio|ad esempio|\u043d\u0430\u043f\u0440\u0438\u043c\u0435\u0440"
    r"|\u043f\u0440\u0438\u043c\u0435\u0440(?=:)"
    r"|like(?= (?:[`'\"#]|[+-]?\d|(?-i:[A-Z]{2,}\b))))[,:.]{0,2}\s+)"
    r"|(?:\u4f8b\u5982|\u6bd4\u5982|\u4f8b\u3048\u3070|\u4f8b(?=[:\uff1a])|\u5982(?=[:\uff1a`'\"\u201c])|\uc608(?=[:\uff1a)]))"
    r"[,:.\uff1a\uff0c\u3001]?\s*",
    re.IGNORECASE,
)
# One example. Next is "'a b'", "JOB00142", "2024/0001(COD)"; not "a b" as a whole, "an id".
_ITEM = LazyPattern(
    r"[`'\"\u201c\u2018\u300c](?P<quoted>[^`'\"\u201c\u201d\u2018\u2019\u300c\u300d\n]{1,60})"
    r"[`'\"\u201d\u2019\u300d](?![A-Za-z0-9_])"
    r"|(?P<bare>[^\s,;()`'\"\[\]{}|\u3001\u3002\uff0c\uff08\uff09\uff1b]{1,60}(?:\([A-Z]+\))?)"
)
# A remark on an example. Next is " (human TP53)", " for BNB"; not ", for".
_REMARK = LazyPattern(
    r"\s?\([^()\n]{0,80}\)|\s(?:for|=|is|means|pour|para|f\u00fcr) [^,;.()\n]{1,40}"
    r"|\s?\uff08[^\uff08\uff09\n]{0,80}\uff09"
)
# Between two examples. Next is ", or ", " / ", " and "; not ".".
_JOINT = LazyPattern(
    r"\s*(?:,\s*(?:and|or)\s+|[,\u3001\uff0c]\s*|\s(?:and|or|ou|o|oder|und|e|et|y|\u0438\u043b\u0438)\s+|\s[/|]\s"
    r"|;\s*(?=[`'\"])|\s?[\u6216\u548c]\s?)\s*"
)
# What ends the examples. Next is ").", ". ", ", etc.", "..."; not " a".
_END = LazyPattern(r"\s*(?:[).;\]\u2014\u2013\u3002\uff09\uff1b]|,?\s*etc\b|\u2026|- |\Z|\u7b49|\u306a\u3069)")
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
