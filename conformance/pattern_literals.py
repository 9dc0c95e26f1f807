"""The literals of which every match of a pattern contains at least one, so that most texts need no pattern.

Read from the source of the pattern, and only what is surely understood: a pattern with anything else has no literals.
"""

import functools
import re
from collections.abc import Iterable
from itertools import product

from msgspec import Struct

from conformance.pattern_store import kept_answer

# More alternatives than this cost more than they save; the first letters of so many are fewer.
_MOST = 40
_FIRST = 4
# Characters that mean themselves, but for one that is repeated, which is read alone: most of a pattern is made of them.
_PLAIN = re.compile(r"[A-Za-z0-9 _,:;'\"<>=/-]+(?![?*+{])")
# A class of a few characters, each of which is a literal.
_SMALL_CLASS = re.compile(r"\[([A-Za-z0-9_.:=-]{1,8})\]")
# A class in general; "]" is a character in the first position.
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_QUANTIFIER = re.compile(r"(?:(?P<optional>\?)|(?P<any>\*)|(?P<some>\+)|\{(?P<least>\d*)(?:,\d*)?\})[?+]?")
# What a group begins with: nothing of its own, letters of case, a name, or a condition that has no width.
_GROUP = re.compile(r"\((?:\?(?:[is]*(?:-[is]+)?:|P<\w+>|(?P<around><?[=!])))?")
_FLAGS = re.compile(r"\(\?[ims]+\)")
# Letters outside of ASCII that a pattern without case takes for ASCII letters.
_FOLDED = {"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"}
# Letters outside of ASCII that a pattern without case takes for no third one; some others, such as sigma, have more.
_TWO_FORMS = frozenset(
    "\u00e0\u00e1\u00e2\u00e3\u00e4\u00e7\u00e8\u00e9\u00ea\u00ed\u00f1\u00f3\u00f4\u00f5\u00f6\u00fa\u00fc"
    "\u0430\u0438\u043a\u043b\u043c\u043d\u043f\u0440\u0443\u0447\u044b\u0435"
)
# A character by its number. Is all of "\\xe9", "\\u4e3a".
_NUMBERED = re.compile(r"\\(?:x(?P<two>[0-9a-fA-F]{2})|u(?P<four>[0-9a-fA-F]{4}))")


class _Part(Struct, frozen=True):
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
    return None if pattern.flags & re.VERBOSE else literals_of(pattern.pattern)


def literals_of(source: str) -> frozenset[str] | None:
    """Return the same from the source of a pattern without ``re.VERBOSE``, which need not be compiled for it."""
    kept = kept_answer(f"literals {source}", lambda: _literals_of(source))
    return None if kept is None else frozenset(kept)


def _literals_of(source: str) -> frozenset[str] | None:
    try:
        part, end = _alternatives(source, 0)
    except _NotUnderstoodError:
        return None
    return _shortest_of(part.needed) if part.needed is not None and end == len(source) else None


@functools.lru_cache(maxsize=512)
def ordered_literals(pattern: re.Pattern[str]) -> tuple[frozenset[str], ...]:
    """Return sets of literals, folded, of each of which every match contains one, in this order; maybe none."""
    if required_literals(pattern) is None:
        return ()
    return _alternatives(pattern.pattern, 0)[0].ordered


def may_match(pattern: re.Pattern[str], folded: str) -> bool:
    """Say whether a pattern may match a text, given as ``fold`` returns it."""
    literals = required_literals(pattern)
    return literals is None or any(map(folded.__contains__, literals))


def _alternatives(source: str, at: int) -> tuple[_Part, int]:
    part, at = _sequence(source, at)
    branches = [part]
    while source[at : at + 1] == "|":
        part, at = _sequence(source, at + 1)
        branches.append(part)
    if len(branches) == 1:
        return part, at
    exact = _union([one.exact for one in branches], _MOST)
    needed = _union([one.needed for one in branches], _MOST * len(branches))
    if needed is not None and len(needed) > _MOST:
        needed = _shortest_of(frozenset(text[:_FIRST] for text in needed))
    return _Part(exact, needed, () if needed is None else (needed,)), at


def _sequence(source: str, at: int) -> tuple[_Part, int]:
    plain = _PLAIN.match(source, at)
    if plain is not None and source[plain.end() : plain.end() + 1] in ("|", ")", ""):
        return _exactly(plain[0].lower()), plain.end()
    exact, is_exact, candidates = _NOTHING, True, list[frozenset[str]]()
    while at < len(source) and source[at] not in "|)":
        part, at = _repetition(source, at)
        if part.exact is not None and len(exact) * len(part.exact) <= _MOST:
            exact = frozenset(first + second for first, second in product(exact, part.exact))
            continue
        candidates += [exact] if part.needed is None else [exact, part.needed]
        exact, is_exact = _NOTHING, False
    best = max((*candidates, exact), key=lambda texts: (_shortest(texts), -len(texts)))
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
    plain = _PLAIN.match(source, at)
    if plain is not None:
        return _exactly(plain[0].lower()), plain.end()
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
        return _escape(source, at)
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


def _escape(source: str, at: int) -> tuple[_Part, int]:
    numbered = _NUMBERED.match(source, at)
    if numbered is not None:
        return _literals(chr(int(numbered["two"] or numbered["four"], 16))), numbered.end()
    following = source[at + 1]
    if following.isdigit() or following in "NUxu":
        raise _NotUnderstoodError
    return (_ANYTHING if following.isalpha() else _literals(following)), at + 2


def _exactly(text: str) -> _Part:
    texts = frozenset((text,))
    return _Part(texts, texts, (texts,))


def _literals(characters: str) -> _Part:
    if characters.lower() != characters.upper() and not (characters.isascii() or characters.lower() in _TWO_FORMS):
        return _ANYTHING
    texts = frozenset(fold(character) for character in characters)
    return _Part(texts, texts)


def _union(sets: Iterable[frozenset[str] | None], most: int) -> frozenset[str] | None:
    found: frozenset[str] = frozenset()
    for one in sets:
        if one is None or len(found) + len(one) > most:
            return None
        found |= one
    return found


def _shortest_of(texts: frozenset[str]) -> frozenset[str]:
    """Return the texts without those that contain another one, which are found wherever these are."""
    return frozenset(one for one in texts if not any(other in one for other in texts if other != one))


def _shortest(texts: frozenset[str]) -> int:
    return min(map(len, texts))
