"""What a change adds and removes, as "+40 -12" beside the two numbers of a result that say so."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import is_integer
from conformance.findings import Problem
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._known_values import numbers_of
from conformance.systems.surface.labels import OF_ANOTHER
from conformance.systems.surface.receipts import ReceiptRecord
from conformance.systems.surface.statements import Statements

# "+40 -12", "+40/-12", also with a long minus; not "@@ -1,4 +1,5 @@".
_SIGNED = LazyPattern(r"(?<![\w.+-])\+(?P<gain>\d{1,7})(?: ?[,/] ?| )[-\u2212\u2013](?P<loss>\d{1,7})(?![\w.,]\d|\w)")
# What says that the numbers are of a part of the change, so smaller ones: "2 files, mostly a.py (+38 -12)".
_OF_PART = LazyPattern(
    r"\b(?:most(?:ly)?|mainly|largest|biggest|includ\w+|without|ignor\w+|exclud\w+)\b", re.IGNORECASE
)
_GAINS = frozenset(("added", "additions", "insertions", "inserted", "ahead"))
_LOSSES = frozenset(("removed", "removals", "deletions", "deleted", "behind"))
_MOST_LINES, _MOST_CHARS, _MOST_CHANGES = 500, 300, 50


class _Change(Struct, frozen=True):
    """What an object of the result says to be added and removed, and where it says how much is added."""

    pointer: str
    gain: int
    loss: int


def signed_change_problems(record: ReceiptRecord, statements: Statements) -> Iterator[Problem]:
    """Yield a problem for each such pair with one number that is right and another that the result has nowhere.

    So is one with both swapped, but what is ahead of one branch is what the other one is behind.
    Of more pairs than the result has, some may be of parts.
    """
    lines = [one for one in statements.stated_lines[:_MOST_LINES] if len(one) <= _MOST_CHARS and "+" in one]
    stated = [(line, found) for line in lines if not OF_ANOTHER.search(line) for found in _SIGNED.finditer(line)]
    changes = list(islice(_changes(record), _MOST_CHANGES)) if stated else []
    if not changes or len(stated) > len(changes):
        return
    known = numbers_of(record)
    for line, found in stated:
        gain, loss = int(found["gain"]), int(found["loss"])
        near = [one for one in changes if (one.gain == gain) != (one.loss == loss)]
        sided = (one for one in changes if "ahead" not in one.pointer.rpartition("/")[2])
        swapped = [one for one in sided if (one.gain, one.loss) == (loss, gain)]
        is_right = any((one.gain, one.loss) == (gain, loss) for one in (*changes, _sum_of(changes)))
        is_part = _OF_PART.search(line) is not None and any(one.gain >= gain and one.loss >= loss for one in near)
        is_other = near and not is_part and (loss if near[0].gain == gain else gain) not in known
        if not is_right and (swapped or is_other):
            near = swapped or near
            truth = f"+{near[0].gain} -{near[0].loss}"
            message = f"receipt states {code_text(found[0])}, but the result has {code_text(truth)}"
            hint, evidence = "print the numbers of the result that is rendered", {"text": quotation(line)}
            yield Problem(message, hint, near[0].pointer, evidence, kind="count")


def _changes(record: ReceiptRecord) -> Iterator[_Change]:
    """Yield the objects that have exactly one number of what is added, and one of what is removed."""
    for level in record.record.levels:
        numbers = [(key, value, {*words_of(key)}) for key, value in level.members.items() if is_integer(value)]
        gains = [(key, value) for key, value, words in numbers if not _GAINS.isdisjoint(words)]
        losses = [value for _, value, words in numbers if not _LOSSES.isdisjoint(words)]
        if len(gains) == len(losses) == 1:
            yield _Change(child(level.pointer, gains[0][0]), gains[0][1], losses[0])


def _sum_of(changes: Sequence[_Change]) -> _Change:
    return _Change("", sum(one.gain for one in changes), sum(one.loss for one in changes))
