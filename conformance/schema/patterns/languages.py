"""The language of the texts in which a ``pattern`` finds a match.

A pattern is searched, not matched from end to end. What looks ahead is decided by the language that follows, what looks
behind by the language before it.
"""

from dataclasses import dataclass

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.automata import Languages, Term
from conformance.schema.patterns.parser import parse
from conformance.schema.patterns.syntax_tree import (
    Anchor,
    Characters,
    Choice,
    Expression,
    Group,
    Look,
    Repeat,
    Row,
    UnreadPattern,
)
from conformance.schema.patterns.terms import PatternTerms, Rest, is_plain

_MAX_SPLITS = 64


@dataclass(frozen=True, slots=True)
class PatternLanguage:
    """The texts that a pattern accepts; a term that is not ``exact`` has them all and maybe more."""

    term: Term
    exact: bool


def language_of(pattern: str, languages: Languages) -> PatternLanguage:
    """Return the language of a pattern; what cannot be read or modelled is every text, and not exact."""
    terms = PatternTerms(languages)
    try:
        tree = parse(pattern)
        terms.note_groups(tree, set(), sure=True)
        return PatternLanguage(_Search(languages, terms).behind(languages.anything, (tree,)), terms.exact)
    except UnreadPattern:
        return PatternLanguage(languages.anything, exact=False)


class _Search:
    """Searches for one pattern, from the start of the text on."""

    def __init__(self, languages: Languages, terms: PatternTerms) -> None:
        self._languages = languages
        self._terms = terms
        self._splits = 0

    def behind(self, before: Term, parts: tuple[Expression, ...]) -> Term:
        """Return the language of a text of ``before``, then the parts one after the other, then anything.

        What looks behind is decided here, where the language before it is known.
        """
        for index, part in enumerate(parts):
            head, tail = parts[:index], parts[index + 1 :]
            if not _looks_behind(part):
                continue
            if _look_past_their_end(head):
                break
            if isinstance(part, Row | Group):
                inner = part.parts if isinstance(part, Row) else (part.body,)
                return self.behind(before, (*head, *inner, *tail))
            if isinstance(part, Choice | Repeat):
                chosen = part.parts if isinstance(part, Choice) else (part.body, *([] if part.least else [Row(())]))
                ways = [self.behind(before, (*head, way, *tail)) for way in chosen]
            else:
                reached = self._after(before, head, self._languages.empty_text)
                both = self._languages.both
                sides = self._sides(part)
                ways = [self.behind(both((reached, seen)), (*ahead, *tail)) for seen, ahead in sides]
            return self._languages.union(ways)
        return self._after(before, parts, self._languages.anything)

    def _after(self, before: Term, parts: tuple[Expression, ...], rest: Term) -> Term:
        """The language of a text of ``before``, then the parts, then ``rest``."""
        languages = self._languages
        built = self._terms.build(Row(parts), Rest(rest, rest))
        if built.at_start is built.later:
            return languages.row(before, built.later)
        moved = languages.both((before, languages.complement(languages.empty_text)))
        later = languages.row(moved, built.later)
        return languages.union((built.at_start, later)) if before.nullable else later

    def _sides(self, part: Expression) -> list[tuple[Term, tuple[Expression, ...]]]:
        """What may stand before a place that looks behind, each with what must then come next."""
        languages = self._languages
        self._splits += 1
        if self._splits > _MAX_SPLITS:
            raise UnreadPattern("too many places that look behind")
        if isinstance(part, Look):
            if not is_plain(part.body):
                raise UnreadPattern("an assertion inside a look-behind")
            seen = languages.row(languages.anything, self._terms.plain(part.body))
            return [(languages.complement(seen) if part.negative else seen, ())]
        word = Characters(chars.WORD)
        is_edge = part == Anchor("b")
        inside = languages.row(languages.anything, languages.characters(chars.WORD))
        return [
            (inside, (Look(word, negative=is_edge, behind=False),)),
            (languages.complement(inside), (Look(word, negative=not is_edge, behind=False),)),
        ]


def _look_past_their_end(parts: tuple[Expression, ...]) -> bool:
    """Say whether an assertion of the parts may look at what comes after them."""
    for index, part in enumerate(parts):
        is_next = isinstance(part, Look) and isinstance(part.body, Characters) and not part.behind
        if is_next and any(map(_least_length, parts[index + 1 :])):
            continue
        if _looks_ahead(part):
            return True
    return False


def _looks_ahead(tree: Expression) -> bool:
    match tree:
        case Anchor("$"):
            return True
        case Look(_, _, behind):
            return not behind
        case Row(parts) | Choice(parts):
            return any(map(_looks_ahead, parts))
        case Group(body) | Repeat(body):
            return _looks_ahead(body)
        case _:
            return False


def _least_length(tree: Expression) -> int:
    match tree:
        case Characters():
            return 1
        case Row(parts):
            return sum(map(_least_length, parts))
        case Choice(parts):
            return min(map(_least_length, parts))
        case Group(body):
            return _least_length(body)
        case Repeat(body, least):
            return least * _least_length(body)
        case _:
            return 0


def _looks_behind(tree: Expression) -> bool:
    """Say whether an expression looks behind at a place that is passed at most once."""
    match tree:
        case Anchor("b" | "B"):
            return True
        case Look(_, _, behind):
            return behind
        case Row(parts) | Choice(parts):
            return any(_looks_behind(part) for part in parts)
        case Group(body) | Repeat(body, _, 1):
            return _looks_behind(body)
        case _:
            return False
