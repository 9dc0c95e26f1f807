"""What a text hides from a reader and shows to a model: blank characters, comments, invisible markup, far-off words.

Every search takes time in proportion to the text: descriptions come from strangers.
"""

import re
from collections.abc import Iterator

from conformance.display import quote_text, unsafe_marks

# Drawn as nothing where they stand alone; old Hangul, braille and scripts with stacked marks need some of them.
_BLANK = re.compile(
    "[\u00ad\u3164\uffa0\ue000-\uf8ff\U000f0000-\U0010fffd]"
    "|(?<![^\x00-\x7f])\u034f|(?<![\u1100-\u11ff])[\u115f\u1160](?![\u1100-\u11ff])|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])"
)
_GAP = re.compile(r"\s{15,}+")
_WIDE = re.compile(r"[^\S\r\n]{60}|(?:[ \t]{0,20}\r?\n){15}")
_NEVER_ENDS = re.compile(r"^[ \t]{0,3}<!--\s{0,20}[^\s<>][^\n]{0,100}", re.MULTILINE)
_INVISIBLE = re.compile(
    r"<[a-z][^<>]{0,300}?(?:\bdisplay\s?:\s?none|\bvisibility\s?:\s?hidden|\bfont-size\s?:\s?0(?![.\d])|\shidden(?=[\s=>]))[^<>]{0,300}>",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"^[ \t]{0,3}\[[^\]\n]{1,60}\]:[ \t]{0,9}(?:#|<#?>)[ \t]{1,9}(?P<note>[\"'(][^\n]{1,500})", re.MULTILINE
)


def hidden_mark(text: str) -> str | None:
    """Say which hidden character a text holds first, and behind which words; ``None`` where it holds none."""
    marks = [mark for mark in (next(unsafe_marks(text), None), _BLANK.search(text)) if mark is not None]
    if not marks:
        return None
    mark = min(marks, key=lambda found: found.start())
    codes = ", ".join(f"U+{ord(char):04X}" for char in mark[0][:3])
    return f"hides {codes} after {quote_text(text[max(mark.start() - 30, 0) : mark.start()])}"


def hidden_content(text: str) -> str | None:
    """Say what stands in a text where no reader sees it; ``None`` where nothing does."""
    comment = next(_comments(text), None)
    if comment is not None:
        return f"has a comment that only a model reads: {quote_text(comment)}"
    unseen = next((found for found in _INVISIBLE.finditer(text) if not _is_code(text, *found.span())), None)
    if unseen is not None:
        return f"has markup that is not drawn: {quote_text(text[unseen.start() : unseen.end() + 40])}"
    for gap in _GAP.finditer(text):
        if gap.end() < len(text) and _WIDE.search(text, *gap.span()):
            return f"goes on out of view, behind {len(gap[0])} blanks: {quote_text(text[gap.end() :], 60)}"
    return None


def _comments(text: str) -> Iterator[str]:
    """Comments of HTML, and notes in the manner of Markdown."""
    start, last_closing = text.find("<!--"), text.rfind("-->")
    while 0 <= start < last_closing - 3:
        end = text.find("-->", start + 4) + 3
        if not _is_code(text, start, end):
            yield text[start:end]
        start = text.find("<!--", end)
    # One that never ends swallows all that follows, where it begins a line; elsewhere it is drawn as it is written.
    yield from (found[0].strip() for found in _NEVER_ENDS.finditer(text, last_closing + 1))
    yield from (found["note"] for found in _NOTE.finditer(text))


def _is_code(text: str, start: int, end: int) -> bool:
    """Code is shown as it is written."""
    return text[start - 1 : start] == "`" == text[end : end + 1]
