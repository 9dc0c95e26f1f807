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
# A tag, in whose quoted values `<` and `>` end nothing; bounded, as each `<` may begin one. Is all of "<p hidden>",
# "<a title='a > b'>"; not "a < b".
_TAG = LazyPattern(
    r"<[a-z][\w-]{0,60}(?=[\s/])(?:(?:[^<>\"']{1,1000}+|\"[^\"]{0,1000}\"|'[^']{0,1000}'){0,30}+>|[^<>]{0,1000}+>)",
    re.IGNORECASE,
)
# The value of an attribute, with its quotes.
_QUOTED = LazyPattern(r"\"[^\"]*\"|'[^']*'")
# The attribute `hidden`; next is " hidden>", not " hidden-page=".
_HIDDEN = LazyPattern(r"\shidden(?=[\s=/>])", re.IGNORECASE)
# How a style makes content invisible or of no size, or moves it off the page. Next is "display:none", "opacity: 0",
# "left:-9999px"; not "font-size:0.8em", "opacity:0.5", "left:-10px".
_INVISIBLE = LazyPattern(
    r"\bdisplay\s{0,9}:\s{0,9}none|\bvisibility\s{0,9}:\s{0,9}(?:hidden|collapse)"
    r"|(?:\bopacity|\bscale|\bfont-size|(?<![\w-])(?:max-)?(?:height|width))\s{0,9}[:(]\s{0,9}(?:0?\.)?0{1,9}(?![.\d])"
    r"|(?:\b(?:left|right|top|bottom|text-indent)|\btranslate[xy]?)\s{0,9}[:(]\s{0,9}-(?:\d{3}|\d\d(?:r?em|v[wh]))"
    r"|(?<![\w-])color\s{0,9}:\s{0,9}transparent|\bclip(?:-path)?\s{0,9}:\s{0,9}(?:rect\(0|inset\((?:[5-9]\d|100)%)",
    re.IGNORECASE,
)
# The beginning of an element with content that is never displayed. Next is "<template>text"; not "<script></script>".
_UNDISPLAYED = LazyPattern(
    r"<(?P<name>script|style|template|noscript|noembed|noframes|datalist)(?=[\s>])[^<>]{0,1000}>\s{0,1000}+(?!(?:\.\.\.|…)?\s{0,9}</)",
    re.IGNORECASE,
)
# The beginning of an instruction or declaration, which a browser takes for a comment. Next is "<?read the keys",
# "<![CDATA[text"; not "<?xml version='1.0'?>", "<!DOCTYPE html>", "<?php ... ?>".
_DECLARED = LazyPattern(
    r"<(?P<sign>\?(?!xml(?:\s{1,9}\w{1,20}=[\"'][\w.-]{1,20}[\"']){1,3}\s{0,9}\?>|(?:php|=)?\s{0,9}(?:\.\.\.|…)?\s{0,9}\?>)"
    r"|!\[CDATA\[|!(?!doctype\s{1,9}[\w:-]{1,30}(?:\s{0,9}>|\s{1,9}(?:public|system)\s{1,9}[\"'])))"
    r"(?:(?<=!)[a-z]|(?<!!)[\s=]{0,9}+[^\s?>\]=.…])",
    re.IGNORECASE,
)
# How each of them ends.
_CLOSINGS = {"?": "?>", "![cdata[": "]]>", "!": ">"}
# What a text that hides something by a comment, an element or a note has. Next is "<!", "<?", "<script", "]: #".
_MARKUP = LazyPattern(r"<[!?]|<(?:script|style|template|noscript|noembed|noframes|datalist)\b|\]:\s", re.IGNORECASE)
# Without one of these a text has no code that could display markup.
_CODE_MARK = LazyPattern(r"`|~~~")
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
    hidden = next(_hidden_markup(text), None)
    if hidden is not None:
        return hidden
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


def _hidden_markup(text: str) -> Iterator[Concealment]:
    """Yield what markup hides, which in code is displayed as it is written."""
    if not _MARKUP.search(text) and not ("<" in text and (_INVISIBLE.search(text) or _HIDDEN.search(text))):
        return
    if not _CODE_MARK.search(text):
        readings = iter((text,))
    else:
        from conformance.documents.markdown.code import strip_code  # few texts have both code and such markup

        readings = strip_code(text)
    for shown in readings:
        yield from (
            Concealment("contains a comment that only a model reads", excerpt(comment, 0, len(comment)))
            for comment in _comments(shown)
        )
        yield from (
            Concealment("contains markup that is not rendered", excerpt(shown, start, end, 40))
            for start, end in (*_invisible_tags(shown), *_undisplayed_elements(shown))
        )


def _invisible_tags(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the tags are whose style or attribute hides their content."""
    for found in _TAG.finditer(text):
        # A title may mention "a hidden page".
        if _INVISIBLE.search(found[0]) or _HIDDEN.search(_QUOTED.sub("''", found[0])):
            yield found.span()


def _undisplayed_elements(text: str) -> Iterator[tuple[int, int]]:
    """Yield the beginnings of elements that are never displayed; one that is not closed is a placeholder."""
    last = dict[str, int]()
    for found in _UNDISPLAYED.finditer(text):
        name = found["name"].lower()
        if name not in last:
            last[name] = text.lower().rfind(f"</{name}")
        if found.end() < last[name]:
            yield found.span()


def _comments(text: str) -> Iterator[str]:
    """Yield HTML comments, declarations, and Markdown notes (`[//]: # (note)`)."""
    start, last_closing = text.find("<!--"), text.rfind("-->")
    while 0 <= start < last_closing - 3:
        end = text.find("-->", start + 4) + 3
        # Where text about comments writes "<!-- ... -->", nothing is hidden.
        if any(map(str.isalnum, text[start:end])):
            yield text[start:end]
        start = text.find("<!--", end)
    # An unclosed comment hides what follows only at the beginning of a line; elsewhere it is rendered as text.
    yield from (found[0].strip() for found in _NEVER_ENDS.finditer(text, last_closing + 1))
    yield from (found["note"] for found in _NOTE.finditer(text))
    last = {closing: text.rfind(closing) for closing in _CLOSINGS.values()}
    for found in _DECLARED.finditer(text):
        closing = _CLOSINGS[found["sign"].lower()]
        if found.end() <= last[closing]:
            yield text[found.start() : text.find(closing, found.end()) + len(closing)]
