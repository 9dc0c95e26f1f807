"""A receipt that says of all that they are so, where the result counts fewer than it wanted: "all ready" of 5 of 8."""

import re
from collections.abc import Iterator
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.statements import Statements
from conformance.systems.surface.states.claims import HEDGE

# "(all ready)", "all four are ready", "all 8 replicas are now healthy".
_ALL = LazyPattern(
    r"\ball (?:(?:\w+ ){0,3}(?:is|are|were|have been) (?:now )?)?(?!(?:done|good|clear|well)\b)(?P<word>[a-z]{4,20})"
    r"(?=\s*(?:$|[.,;)!]))",
    re.IGNORECASE,
)
# How names end that say how many there are or should be.
_WANTED = ("wanted", "desired", "requested", "expected", "target", "total", "planned")
_MOST_LINES, _MOST_LEVELS = 500, 50


def claimed_all_problems(statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each line that says so of all, in words that the result has a smaller number for."""
    lines = statements.stated_lines[:_MOST_LINES]
    found = [(one["word"].lower(), line) for line in lines if not HEDGE.search(line) for one in _ALL.finditer(line)]
    for level in islice(statements.record.record.levels, _MOST_LEVELS) if found else ():
        for word, line in found:
            key, count, wanted = _counts_of(level, word)
            if count < wanted and not statements.states_number(count):
                message = f"receipt states {code_text(line.strip(), 80)}, but {code_text(key)} is {count} of {wanted}"
                hint = "derive the line from the numbers of the result that is rendered"
                yield Problem(message, hint, child(level.pointer, key), {"text": quotation(line)}, kind="count")


def _counts_of(level: ResultLevel, word: str) -> tuple[str, int, int]:
    """Return the member that counts what is so, its number, and how many there should be; zeros where it is unsure."""
    numbers = {key: value for key, value in level.members.items() if is_integer(value)}
    own = [key for key in numbers if words_of(key)[-1:] == [word]]
    noun = words_of(own[0])[:-1] if len(own) == 1 else None
    of_all = [key for key in numbers if words_of(key)[:-1] == noun and words_of(key)[-1] in _WANTED]
    return (own[0], numbers[own[0]], numbers[of_all[0]]) if len(of_all) == 1 else ("", 0, 0)
