"""A line that says that a result is complete, where a flag or a cursor of the result says that there is more."""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.statements import Statements

# Members that say that there is more: flags if they are true, cursors if they are there.
_FLAG = LazyPattern(
    r"(?:(?:is|was|output|content|results?|list)_)?truncated|(?:is_|has_)?(?:partial|incomplete)|incomplete_results"
    r"|(?:has|is)_(?:more|next|next_page|more_results|more_items)"
)
_CURSOR = LazyPattern(r"next_(?:cursor|token|page|page_token|offset|link|url)")
_THINGS = r"(?:lines?|items?|results?|match(?:es)?|entr(?:y|ies)|rows?|files?|records?|pages?|messages?)"
# "(complete)", "complete list:", "Full content of a.txt:", "(all lines)", "End of file", "No more results",
# "3 of 3 lines", "All 2 items:"; not what is stated of a part, or where the rest is.
_CLAIMS = LazyPattern(
    r"\((?:complete|entire|all(?: \w+)?|end of (?:file|list|results))\b"
    r"|(?:, |\()(?:complete|in full|unabridged)(?=\)?:?\W{0,8}$)"
    r"|\b(?:complete|full|entire|whole) (?:list|contents?|file|text)(?: of \S{1,200})?\W{0,8}$"
    r"|\bend of (?:the )?(?:file|list|results)\b"
    rf"|\bno (?:more|further|other) {_THINGS}\b|(?<![\w.,-])(?P<shown>\d{{1,9}}) of (?P=shown) {_THINGS}\b"
    rf"|^\W{{0,8}}(?:all|these are all(?: the)?) \d{{1,9}} {_THINGS}\W{{0,8}}$",
    re.IGNORECASE,
)
# Whatever else says that something is missing, or how to get it.
_SIGN_OF_MORE = LazyPattern(
    r"truncat|omitted|\bcut\b|partial|incomplete|\b(?:not|only|first|last|more|rest|remaining|further|showing|next"
    r"|offset|cursor|token|page|limit|excerpt|preview|skipped|left out|available|artifact|see|saved|written|use"
    r"|to read)\b|n't\b|\.\.\.|…|->|https?:",
    re.IGNORECASE,
)
_MOST_LEVELS = 50


def claimed_whole_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for such a line of a receipt that shows no sign of the rest."""
    signs = list(signs_of_more(statements))
    if not signs or any(value is False for _, value in signs):
        return
    claims = [(line, found) for line in statements.unquoted_lines if (found := _CLAIMS.search(line))]
    own = "\n".join(_CLAIMS.sub("", line) for line in statements.stated_lines)
    true = next(((pointer, value) for pointer, value in signs if value), None)
    if claims and true is not None and not _SIGN_OF_MORE.search(own):
        pointer, value = true
        key = split(pointer)[-1]
        message = f"receipt states {code_text(claims[0][0].strip(), 80)}, but {code_text(key)} is {_text_of(value)}"
        hint = "say in the receipt that there is more, and how to get it"
        yield Problem(message, hint, pointer, {"text": quotation(claims[0][0])}, kind="field")


def _text_of(value: JsonValue) -> str:
    return "true" if value is True else code_text(str(value), 40)


def signs_of_more(statements: Statements) -> Iterator[tuple[str, JsonValue]]:
    """Yield the flags and cursors of a result and of the objects in it, but not those of single items of a list."""
    for level in islice(statements.record.record.levels, _MOST_LEVELS):
        if any(part.isdecimal() for part in split(level.pointer)):
            continue
        for key, value in level.members.items():
            is_flag = _FLAG.fullmatch(key) is not None and isinstance(value, bool)
            is_cursor = _CURSOR.fullmatch(key) is not None and isinstance(value, str | int) and bool(value)
            if is_flag or is_cursor:
                yield child(level.pointer, key), value
