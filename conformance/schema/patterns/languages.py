"""Builds the language of the texts in which a ``pattern`` finds a match.

A pattern is searched for, not matched from end to end. An assertion that looks ahead is intersected with the language
that follows it, one that looks behind with the language before it.
"""

from msgspec import Struct

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.automata import Languages, Term
from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import (
    Anchor,
    Characters,
    Choice,
    Concatenation,
    Expression,
    Group,
    Lookaround,
    Repeat,
    UnreadPattern,
)
from conformance.schema.patterns.terms import PatternTerms, Rest, is_plain

# Each look-behind splits the language in two, so a repeated body of several could split it exponentially.
_MAX_SPLITS = 64


class PatternLanguage(Struct, frozen=True):
    """The texts that a pattern accepts; a term that is not ``exact`` contains all of them and perhaps more."""

    term: Term
    exact: bool


def language_of(pattern: str, languages: Languages) -> PatternLanguage:
    """Return the language of a pattern; for one that cannot be read or modelled, every text and not exact."""
    terms = PatternTerms(languages)
    try:
        tree = parse(pattern)
        terms.note_groups(tree, set(), sure=True)
        return PatternLanguage(_Search(languages, terms).match_language(languages.anything, (tree,)), terms.exact)
    except UnreadPattern:
        return PatternLanguage(languages.anything, exact=False)


class _Search:
    """Builds the language of one pattern from the start of the text."""

    def __init__(self, languages: Languages, terms: PatternTerms) -> None:
        self._languages = languages
        self._terms = terms
        self._splits = 0

    def match_language(self, before: Term, parts: tuple[Expression, ...]) -> Term:
        """Return the language of a text of ``before``, followed by the parts in order, followed by anything.

        Assertions that look behind are resolved here, where the language before them is known.
        """
        for index, part in enumerate(parts):
            head, tail = parts[:index], parts[index + 1 :]
            if not _has_lookbehind(part):
                continue
            # Cutting the parts here would hide what follows from a look-ahead; the assertion is then read as not exact.
            if _can_look_past_end(head):
                break
            # Unwrap until the assertion itself is one of the parts.
            if isinstance(part, Concatenation | Group):
                inner = part.parts if isinstance(part, Concatenation) else (part.body,)
                return self.match_language(before, (*head, *inner, *tail))
            if isinstance(part, Choice | Repeat):
                chosen = (
                    part.parts
                    if isinstance(part, Choice)
                    else (part.body, *([] if part.least else [Concatenation(())]))
                )
                # An optional body is taken once or not at all.
                ways = [self.match_language(before, (*head, way, *tail)) for way in chosen]
            else:
                reached = self._concatenate(before, head, self._languages.empty_text)
                both = self._languages.intersection
                sides = self._split_lookbehind(part)
                ways = [self.match_language(both((reached, seen)), (*ahead, *tail)) for seen, ahead in sides]
            return self._languages.union(ways)
        return self._concatenate(before, parts, self._languages.anything)

    def _concatenate(self, before: Term, parts: tuple[Expression, ...], rest: Term) -> Term:
        """Return the language of a text of ``before``, followed by the parts, followed by ``rest``."""
        languages = self._languages
        built = self._terms.build(Concatenation(parts), Rest(rest, rest))
        if built.at_start is built.later:
            return languages.concatenation(before, built.later)
        # The parts differ at the start of the text: they stand there only if the text before them is empty.
        moved = languages.intersection((before, languages.complement(languages.empty_text)))
        later = languages.concatenation(moved, built.later)
        return languages.union((built.at_start, later)) if before.nullable else later

    def _split_lookbehind(self, part: Expression) -> list[tuple[Term, tuple[Expression, ...]]]:
        """Return what may precede a look-behind assertion, each with the parts that must then follow."""
        languages = self._languages
        self._splits += 1
        if self._splits > _MAX_SPLITS:
            raise UnreadPattern("too many places that look behind")
        if isinstance(part, Lookaround):
            if not is_plain(part.body):
                raise UnreadPattern("an assertion inside a look-behind")
            seen = languages.concatenation(languages.anything, self._terms.plain_term(part.body))
            return [(languages.complement(seen) if part.negative else seen, ())]
        # A word edge lies between a word character and another one: two cases, by the character before it.
        word = Characters(chars.WORD)
        is_edge = part == Anchor("b")
        inside = languages.concatenation(languages.anything, languages.characters(chars.WORD))
        return [
            (inside, (Lookaround(word, negative=is_edge, behind=False),)),
            (languages.complement(inside), (Lookaround(word, negative=not is_edge, behind=False),)),
        ]


def _can_look_past_end(parts: tuple[Expression, ...]) -> bool:
    """Say whether an assertion in the parts may depend on what follows them."""
    for index, part in enumerate(parts):
        # A look-ahead at one character is satisfied within the parts when they continue with at least one.
        is_next = isinstance(part, Lookaround) and isinstance(part.body, Characters) and not part.behind
        if is_next and any(map(_least_length, parts[index + 1 :])):
            continue
        if _has_lookahead(part):
            return True
    return False


def _has_lookahead(tree: Expression) -> bool:
    match tree:
        case Anchor("$"):
            return True
        case Lookaround(_, _, behind):
            return not behind
        case Concatenation(parts) | Choice(parts):
            return any(map(_has_lookahead, parts))
        case Group(body) | Repeat(body):
            return _has_lookahead(body)
        case _:
            return False


def _least_length(tree: Expression) -> int:
    match tree:
        case Characters():
            return 1
        case Concatenation(parts):
            return sum(map(_least_length, parts))
        case Choice(parts):
            return min(map(_least_length, parts))
        case Group(body):
            return _least_length(body)
        case Repeat(body, least):
            return least * _least_length(body)
        case _:
            return 0


def _has_lookbehind(tree: Expression) -> bool:
    """Say whether an expression looks behind at a position that is passed at most once."""
    match tree:
        case Anchor("b" | "B"):
            return True
        case Lookaround(_, _, behind):
            return behind
        case Concatenation(parts) | Choice(parts):
            return any(_has_lookbehind(part) for part in parts)
        case Group(body) | Repeat(body, _, 1):
            return _has_lookbehind(body)
        case _:
            return False
