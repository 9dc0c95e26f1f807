"""The literals of which every match of a pattern contains at least one, so that most texts need no pattern.

Read from the source of the pattern, and only what is surely understood: a pattern with anything else has no literals.
"""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from conformance.lazy_patterns import LazyPattern

# More alternatives than this cost more than they save.
_MOST = 40
# A class of a few characters, each of which is a literal.
_SMALL_CLASS = LazyPattern(r"\[([A-Za-z0-9_.:=-]{1,8})\]")
# A class in general; "]" is a character in the first position.
_CLASS = LazyPattern(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_QUANTIFIER = LazyPattern(r"(?:(?P<optional>\?)|(?P<any>\*)|(?P<some>\+)|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
# What a group begins with: nothing of its own, letters of case, a name, or a condition that has no width.
_GROUP = LazyPattern(r"\((?:\?(?:[is]*(?:-[is]+)?:|P<\w+>|(?P<around><?[=!])))?")
_FLAGS = LazyPattern(r"\(\?[ims]+\)")
# Letters outside of ASCII that a pattern without case takes for ASCII letters.
_FOLDED = {"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"}


@dataclass(frozen=True, slots=True)
class _Part:
    """``exact`` is all that the part can match, if that is a few texts; each match contains one of ``needed``.

    It contains one of each of the ``ordered``, without overlaps.
    """

    exact: frozenset[str] | None
    needed: frozenset[str] | None
    ordered: tuple[frozenset[str], ...] = ()


_ANYTHING = _Part(None, None)
_NOTHING = frozenset({""})


class _NotUnderstoodError(ValueError):
    """The pattern has something that is not read here."""


def fold(text: str) -> str:
    """Return a text in which the literals of every pattern are found, whatever its case."""
    if not text.isascii():
        for letter, plain in _FOLDED.items():
            text = text.replace(letter, plain)
    return text.lower()


@functools.lru_cache(maxsize=512)
def required_literals(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """Return literals, folded, of which every match of the pattern contains one; ``None`` if there are none."""
    if pattern.flags & re.VERBOSE:
        return None
    try:
        part, end = _alternatives(pattern.pattern, 0)
    except _NotUnderstoodError:
        return None
    return part.needed if end == len(pattern.pattern) else None


@functools.lru_cache(maxsize=512)
def ordered_literals(pattern: re.Pattern[str]) -> tuple[frozenset[str], ...]:
    """Return sets of literals, folded, of each of which every match contains one, in this order; maybe none."""
    if required_literals(pattern) is None:
        return ()
    return _alternatives(pattern.pattern, 0)[0].ordered


def may_match(pattern: re.Pattern[str], folded: str) -> bool:
    """Say whether a pattern may match a text, given as ``fold`` returns it."""
    literals = required_literals(pattern)
    return literals is None or any(literal in folded for literal in literals)


def _alternatives(source: str, at: int) -> tuple[_Part, int]:
    part, at = _sequence(source, at)
    branches = [part]
    while source[at : at + 1] == "|":
        part, at = _sequence(source, at + 1)
        branches.append(part)
    if len(branches) == 1:
        return part, at
    exact, needed = (_union(sets) for sets in zip(*((one.exact, one.needed) for one in branches), strict=True))
    return _Part(exact, needed, () if needed is None else (needed,)), at


def _sequence(source: str, at: int) -> tuple[_Part, int]:
    exact, is_exact, candidates = _NOTHING, True, list[frozenset[str]]()
    while at < len(source) and source[at] not in "|)":
        part, at = _repetition(source, at)
        if part.exact is not None and len(exact) * len(part.exact) <= _MOST:
            exact = frozenset(first + second for first, second in product(exact, part.exact))
            continue
        candidates += [exact] if part.needed is None else [exact, part.needed]
        exact, is_exact = _NOTHING, False
    best = max((*candidates, exact), key=_shortest)
    ordered = tuple(one for one in (*candidates, exact) if _shortest(one))
    return _Part(exact if is_exact else None, best if _shortest(best) else None, ordered), at


def _repetition(source: str, at: int) -> tuple[_Part, int]:
    part, at = _atom(source, at)
    found = _QUANTIFIER.match(source, at)
    if found is None:
        return part, at
    if found["optional"]:
        return _Part(None if part.exact is None else part.exact | _NOTHING, None), found.end()
    is_needed = found["some"] or int(found["least"] or 0)
    return (_Part(None, part.needed) if is_needed else _ANYTHING), found.end()


def _atom(source: str, at: int) -> tuple[_Part, int]:
    small = _SMALL_CLASS.match(source, at)
    if small is not None and "-" not in small[1][1:-1]:
        return _literals(small[1]), small.end()
    character = source[at]
    if character == "[":
        found = _CLASS.match(source, at)
        if found is None:
            raise _NotUnderstoodError
        return _ANYTHING, found.end()
    if character == "(":
        return _group(source, at)
    if character == "\\":
        following = source[at + 1]
        return (_ANYTHING if following.isalnum() else _literals(following)), at + 2
    return (_Part(_NOTHING, None) if character in "^$" else _ANYTHING if character == "." else _literals(character)), (
        at + 1
    )


def _group(source: str, at: int) -> tuple[_Part, int]:
    flags = _FLAGS.match(source, at)
    if flags is not None:
        return _Part(_NOTHING, None), flags.end()
    opening = _GROUP.match(source, at)
    if opening is None or source.startswith("?", opening.end()):
        raise _NotUnderstoodError
    part, end = _alternatives(source, opening.end())
    if source[end : end + 1] != ")":
        raise _NotUnderstoodError
    return (_Part(_NOTHING, None) if opening["around"] else part), end + 1


def _literals(characters: str) -> _Part:
    texts = frozenset(fold(character) for character in characters)
    return _Part(texts, texts)


def _union(sets: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for one in sets:
        if one is None or len(found) + len(one) > _MOST:
            return None
        found |= one
    return found


def _shortest(texts: frozenset[str]) -> int:
    return min(map(len, texts))
