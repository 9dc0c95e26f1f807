"""A receipt that says that there is none of what its result counts or lists: "without an attachment" beside one."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child, split
from conformance.documents.values import JsonValue, is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.receipts._undone_acts import is_rehearsed
from conformance.systems.surface.sentences import present_part
from conformance.systems.surface.statements import Statements

# "no attachments", "without any attachment"; not "no reply needed", "no matches in b.py", "no file limit".
_NONE = LazyPattern(
    r"\b(?:no|without (?:an?|any)|without|zero) (?P<noun>[a-z]{3,30})(?=\s*(?:$|[.,;:)\]!](?:\s|$))"
    r"|\s(?:and|or|nor|at all|(?:was|were) found|found)\b)",
    re.IGNORECASE,
)
_WORD = LazyPattern(r"[a-z]{3,30}", re.IGNORECASE)
# What is left, wanted or tried is counted for itself.
_OTHER = frozenset(("max", "min", "limit", "total", "expected", "previous", "required", "remaining", "before", "of"))
_COUNTS = ("count", "counts", "num", "number", "n", "total")
_MOST_LINES, _MOST_LEVELS = 500, 50


def denied_count_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each noun that is denied in every place that has it, and that the result has some of."""
    lines = statements.stated_lines[:_MOST_LINES]
    found = ((one, line) for line in lines for one in _NONE.finditer(present_part(line)))
    # What a title says is no statement.
    denied = [(singularize(one["noun"].lower()), line) for one, line in found if not statements.is_in_envelope(one[0])]
    if not denied or is_rehearsed(statements.record, statements):
        return
    known = _counts_by_noun(statements)
    words = Counter(singularize(one.lower()) for line in lines for one in _WORD.findall(line))
    nouns = Counter(noun for noun, _ in denied)
    for noun, line in dict(denied).items():
        members = known.get(noun, ())
        # Who mentions some of them elsewhere means others.
        if members and words[noun] == nouns[noun] and all(value for _, value in members):
            pointer, value = members[0]
            truth = f"has {len(value)}" if isinstance(value, list | tuple) else f"is {value}"
            message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(split(pointer)[-1])} {truth}"
            hint = "derive the line from the result that is rendered"
            yield Problem(message, hint, pointer, {"text": quotation(line)}, kind="count")


def _counts_by_noun(statements: Statements) -> dict[str, list[tuple[str, JsonValue]]]:
    """Return the members that count or list things, by the noun for these."""
    found: dict[str, list[tuple[str, JsonValue]]] = {}
    for level in islice(statements.record.record.levels, _MOST_LEVELS):
        for key, value in level.members.items():
            names = words_of(key)
            nouns = [one for one in names if one not in _COUNTS]
            is_plural = nouns[-1:] == names[-1:] and nouns and singularize(nouns[-1]) != nouns[-1]
            is_count = is_integer(value) and (is_plural or len(nouns) < len(names))
            if len(nouns) == 1 and _OTHER.isdisjoint(names) and (is_count or isinstance(value, list | tuple)):
                found.setdefault(singularize(nouns[0]), []).append((child(level.pointer, key), value))
    return found
