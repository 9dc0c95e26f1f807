"""Solves strings: of a length, matching some patterns and not others, decided by regular languages."""

from collections.abc import Iterator, Sequence
from itertools import islice

from conformance.schema.containment.formulas import Formula, Not, Pattern, Size, Values
from conformance.schema.containment.solving.finder import Finder
from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.automata import Term
from conformance.schema.patterns.matching import matches

LONGEST = 2_000_000
"""Characters of one text; where a limit of texts is larger than this, no instance shows that it changed."""
# Each character is a step of the automaton and counts against the budget.
_LONGEST_WITH_PATTERN = 4_000
# A longer text is only made of a short one; the engine that then checks it is linear, the automaton is not asked.
_LONGEST_STRETCHED = 200_000
# Words that are stretched, and characters of one that are.
_MOST_STRETCHED = 20
_CHARACTERS_PER_STEP = 1_000
# The characters that all engines class alike, and those that they do inside a text; so many words of them go first.
_PRINTABLE: chars.CharacterSet = ((0x20, 0x7E),)
_ALIKE = chars.union([chars.singleton(0x0A), _PRINTABLE])
_MOST_PLAIN = 6
# Words of an inexact language, each of which is tested against the pattern itself.
_MOST_TRIED = 400


def instances_of_strings(finder: Finder, literals: Sequence[Formula], width: int) -> Iterator[str]:
    """Yield strings that satisfy all literals, short and readable ones first; a small finite set is exhausted."""
    listed = [literal for literal in literals if isinstance(literal, Values)]
    if listed:
        candidates = (value for value in listed[0].values.values() if isinstance(value, str))
        yield from (value for value in candidates if finder.may_hold(literals, value))
        return
    least, most = _lengths(finder, literals)
    if most is not None and least > most:
        return
    patterns = [literal for literal in literals if isinstance(_strip_negation(literal), Pattern)]
    if patterns:
        yield from _matching_strings(finder, literals, patterns, (least, most), width)
        return
    avoided = _excluded_strings(literals)
    for text in _plain_strings(finder, least, most):
        if not finder.may_keep(text):
            return
        if text not in avoided:
            yield text


def _strip_negation(literal: Formula) -> Formula:
    return literal.inner if isinstance(literal, Not) else literal


def _lengths(finder: Finder, literals: Sequence[Formula]) -> tuple[int, int | None]:
    joined = finder.algebra.all_of([literal for literal in literals if isinstance(literal, Size)])
    if joined is finder.algebra.always:
        return 0, None
    # Contradicting lengths become an empty range.
    return (joined.least, joined.most) if isinstance(joined, Size) else (1, 0)


def _excluded_strings(literals: Sequence[Formula]) -> set[str]:
    return {
        str(value)
        for literal in literals
        if isinstance(literal, Not) and isinstance(literal.inner, Values)
        for value in literal.inner.values.values()
    }


def _plain_strings(finder: Finder, least: int, most: int | None) -> Iterator[str]:
    if least > LONGEST:
        finder.doubt(f"a string of more than {LONGEST:,} characters was not built")
        return
    first = max(least, 1)
    if most is None or most >= first:
        yield from (char * first for char in islice(chars.members(chars.ALL), 50))
    if least == 0:
        yield ""
    if most is None or most > first:
        yield from ("a" * length + char for length in range(first, most or first + 100) for char in "abcd")
    if most is None or most >= first:
        yield from (char * first for char in islice(chars.members(chars.ALL), 50, None))


def _matching_strings(
    finder: Finder,
    literals: Sequence[Formula],
    patterns: Sequence[Formula],
    lengths: tuple[int, int | None],
    width: int,
) -> Iterator[str]:
    avoided = _excluded_strings(literals)
    if lengths[0] > _LONGEST_WITH_PATTERN:
        yield from _stretched_strings(finder, patterns, lengths[0])
        # If the patterns allow no text of at least this length, they allow no longer one either, which is a proof.
        shorter = _language(finder, patterns, (_LONGEST_WITH_PATTERN, None))
        if next(finder.algebra.languages.words(shorter, 1), None) is not None:
            finder.doubt(f"a string of more than {_LONGEST_WITH_PATTERN:,} characters with a pattern was not built")
        return
    term = _language(finder, patterns, lengths)
    is_exact = all(isinstance(bare, Pattern) and bare.exact for bare in map(_strip_negation, patterns))
    # Enough words per class of characters that excluded ones leave some over.
    words = _readable_first(finder, term, width + len(avoided) + (0 if is_exact else 2))
    if is_exact:
        yield from (word for word in words if word not in avoided)
        return
    yield from (word for word in islice(words, _MOST_TRIED) if word not in avoided and finder.may_hold(patterns, word))
    if next(words, None) is not None or term is not finder.algebra.languages.nothing:
        finder.doubt("a pattern is not regular, so only some of its strings were tried")


def _readable_first(finder: Finder, term: Term, most_per_class: int) -> Iterator[str]:
    """Yield the words of a language, some that every engine reads alike first if the shortest one is not such a word.

    Engines differ on other line ends than `\\n` at `.`, on a last one at `$`, and beyond ASCII at `\\w` and `\\d`.
    """
    languages = finder.algebra.languages
    words = languages.words(term, most_per_class)
    first = next(words, None)
    if first is None:
        return
    plain = [] if _is_plain(first) else list(islice(_words_of_all_engines(finder, term, most_per_class), _MOST_PLAIN))
    yield from plain
    yield first
    yield from (word for word in words if word not in plain)


def _words_of_all_engines(finder: Finder, term: Term, most_per_class: int) -> Iterator[str]:
    languages = finder.algebra.languages
    printable, alike = languages.characters(_PRINTABLE), languages.characters(_ALIKE)
    lines = languages.concatenation(languages.repeat(alike, 0, None), printable)
    for language in (languages.repeat(printable, 0, None), lines):
        yield from languages.words(languages.intersection([term, language]), most_per_class)


def _is_plain(word: str) -> bool:
    return all(chars.contains(_PRINTABLE, ord(char)) for char in word)


def _stretched_strings(finder: Finder, patterns: Sequence[Formula], length: int) -> Iterator[str]:
    """Yield short words that fit the patterns, with one character repeated up to the length, if they still fit."""
    if length > _LONGEST_STRETCHED:
        return
    for word in islice(finder.algebra.languages.words(_language(finder, patterns, (1, None)), 1), _MOST_STRETCHED):
        for index, char in enumerate(word[:_MOST_STRETCHED]):
            text = word[:index] + char * (length + 1 - len(word)) + word[index + 1 :]
            finder.algebra.spend_many(1 + length // _CHARACTERS_PER_STEP)
            if all(_fits(literal, text) for literal in patterns):
                yield text


def _fits(literal: Formula, text: str) -> bool:
    """Say whether a text certainly satisfies a pattern, or the negation of one."""
    bare = _strip_negation(literal)
    return isinstance(bare, Pattern) and matches(bare.text, text) is (bare is literal)


def _language(finder: Finder, patterns: Sequence[Formula], lengths: tuple[int, int | None]) -> Term:
    languages = finder.algebra.languages
    terms = [languages.repeat(languages.characters(chars.ALL), *lengths)]
    for literal in patterns:
        if isinstance(literal, Pattern):
            terms.append(literal.language)
        # The complement of a language that is too wide would be too narrow, so it is left out.
        elif isinstance(literal, Not) and isinstance(literal.inner, Pattern) and literal.inner.exact:
            terms.append(languages.complement(literal.inner.language))
    return languages.intersection(terms)
