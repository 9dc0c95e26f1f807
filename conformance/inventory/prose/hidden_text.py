"""What a text hides from people but shows to a model: blank characters, comments, invisible markup, text out of view.

Every search runs in time linear in the text, as descriptions are untrusted.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.display import excerpt, unsafe_marks
from conformance.lazy_patterns import LazyPattern

# Rendered as nothing when on their own; old Hangul, braille and scripts with stacked marks need some of them.
_BLANK = LazyPattern(
    "[\u00ad\u3164\uffa0\ue000-\uf8ff\U000f0000-\U0010fffd]"
    "|(?<![^\x00-\x7f])\u034f|(?<![\u1100-\u11ff])[\u115f\u1160](?![\u1100-\u11ff])|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])"
)
# A run of white space, possessive so that it is never scanned twice; `_WIDE` says which runs push text out of view.
_GAP = LazyPattern(r"\s{15,}+")
# Wider than a terminal or a chat window shows: 60 blanks in a line, or 15 empty lines.
_WIDE = LazyPattern(r"[^\S\r\n]{60}|(?:[ \t]{0,20}\r?\n){15}")
# An unclosed comment at the beginning of a line, which hides everything after it.
_NEVER_ENDS = LazyPattern(r"^[ \t]{0,3}<!--\s{0,20}[^\s<>][^\n]{0,100}", re.MULTILINE)
# HTML whose style or attribute hides its content; font-size must be exactly 0, not 0.8em.
_INVISIBLE = LazyPattern(
    r"<[a-z][^<>]{0,300}?(?:\bdisplay\s?:\s?none|\bvisibility\s?:\s?hidden|\bfont-size\s?:\s?0(?![.\d])|\shidden(?=[\s=>]))[^<>]{0,300}>",
    re.IGNORECASE,
)
# A Markdown link definition with an empty target, the customary way to write a comment: `[//]: # (note)`.
_NOTE = LazyPattern(
    r"^[ \t]{0,3}\[[^\]\n]{1,60}\]:[ \t]{0,9}(?:#|<#?>)[ \t]{1,9}(?P<note>[\"'(][^\n]{1,500})", re.MULTILINE
)


class Concealment(Struct, frozen=True):
    """How a text hides a part of itself (a predicate), and the words that show it."""

    reason: str
    quote: str


def hidden_mark(text: str) -> Concealment | None:
    """Describe the first hidden character of a text and the words before it (a predicate), ``None`` without one."""
    marks = [mark for mark in (next(unsafe_marks(text), None), _BLANK.search(text)) if mark is not None]
    if not marks:
        return None
    mark = min(marks, key=lambda found: found.start())
    codes = ", ".join(f"U+{ord(char):04X}" for char in mark[0][:3])
    return Concealment(f"contains invisible {codes}", excerpt(text, *mark.span()))


def hidden_content(text: str) -> Concealment | None:
    """Describe the first content of a text that people can't see (a predicate), ``None`` without any."""
    comment = next(_comments(text), None)
    if comment is not None:
        return Concealment("contains a comment that only a model reads", excerpt(comment, 0, len(comment)))
    unseen = next((found for found in _INVISIBLE.finditer(text) if not _is_code(text, *found.span())), None)
    if unseen is not None:
        return Concealment("contains markup that is not rendered", excerpt(text, *unseen.span(), 40))
    for gap in _GAP.finditer(text):
        is_wide = gap.end() < len(text) and _WIDE.search(text, *gap.span())
        if is_wide and not _aligns_table(text, *gap.span()):
            return Concealment(f"continues out of view after {len(gap[0])} blanks", excerpt(text, gap.end(), len(text)))
    return None


def _aligns_table(text: str, start: int, end: int) -> bool:
    """Say whether blanks pad a row of a table up to the width of another row, so that nothing is out of view."""
    begin = text.rfind("\n", 0, start) + 1
    if not text.startswith("|", begin) or "\n" in text[start:end]:
        return False
    spans = (row[start - begin : end - begin] for row in _rows_around(text, begin))
    # Dashes under a heading show the width of a column as well as words do.
    return any(2 * sum(not char.isspace() for char in span) > end - start for span in spans)


def _rows_around(text: str, begin: int) -> Iterator[str]:
    """Yield the rows of a table next to the one that begins here, nearest ones only, so that the work is bounded."""
    # Five rows of 400 characters are a wide table.
    above, below = text[max(begin - 2000, 0) : begin].split("\n")[:-1], text[begin : begin + 4000].split("\n")[1:]
    for rows in (reversed(above), below):
        for row in rows:
            if not row.startswith("|"):
                break
            yield row


def _comments(text: str) -> Iterator[str]:
    """Yield HTML comments and Markdown notes (`[//]: # (note)`)."""
    start, last_closing = text.find("<!--"), text.rfind("-->")
    while 0 <= start < last_closing - 3:
        end = text.find("-->", start + 4) + 3
        if not _is_code(text, start, end):
            yield text[start:end]
        start = text.find("<!--", end)
    # An unclosed comment hides what follows only at the beginning of a line; elsewhere it is rendered as text.
    yield from (found[0].strip() for found in _NEVER_ENDS.finditer(text, last_closing + 1))
    yield from (found["note"] for found in _NOTE.finditer(text))


def _is_code(text: str, start: int, end: int) -> bool:
    """Say whether the range is inline code, which is rendered as it is written."""
    return text[start - 1 : start] == "`" == text[end : end + 1]
