"""Builds the parts of a pattern as languages, each together with what follows it.

What an assertion allows depends on what comes next, so a pattern is built from its end, once for the start of the text
and once for any later position.
"""

from collections.abc import Callable

from msgspec import Struct

from conformance.schema.patterns.automata import Languages, Term
from conformance.schema.patterns.syntax_tree import (
    Anchor,
    BackReference,
    Characters,
    Choice,
    Concatenation,
    Expression,
    Group,
    Lookaround,
    Repeat,
    UnreadPattern,
)

# Copies of a body with assertions; each copy multiplies the size of the term.
_MAX_UNROLLED = 8


class Rest(Struct, frozen=True):
    """The language of what may follow, at the start of the text and at any later position."""

    at_start: Term
    later: Term


class PatternTerms:
    """Builds the parts of one pattern; ``exact`` becomes false when a part is approximated by a wider language."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        self._groups: dict[str, Expression] = {}
        self._inside_negative = 0
        self._repeated_groups: set[str] = set()
        self._unsure_groups: set[str] = set()
        self.exact = True

    def note_groups(self, tree: Expression, passed: set[str], *, sure: bool) -> None:
        """Record the bodies of the groups, and the groups that may not have matched where they are referred to."""
        match tree:
            case Concatenation(parts):
                for part in parts:
                    self.note_groups(part, passed, sure=sure)
            case Choice(parts):
                for part in parts:
                    self.note_groups(part, set(passed), sure=False)
            case Repeat(body, least):
                self.note_groups(body, passed, sure=sure and least > 0)
            case Lookaround(body):
                self.note_groups(body, passed, sure=False)
            case Group(body, number, name):
                self.note_groups(body, passed, sure=sure)
                for key in (str(number), name or str(number)):
                    self._groups[key] = body
                    passed.update([key] if sure else [])
            case BackReference(group) if group not in passed:
                self._unsure_groups.add(group)
            case _:
                pass

    def build(self, tree: Expression, rest: Rest) -> Rest:
        """Return the language of the tree followed by ``rest``."""
        match tree:
            case Characters(spans):
                followed = self._languages.concatenation(self._languages.characters(spans), rest.later)
                return Rest(followed, followed)
            case Concatenation(parts):
                for part in reversed(parts):
                    rest = self.build(part, rest)
                return rest
            case Choice(parts):
                return self._unite([self.build(part, rest) for part in parts])
            case Group(body):
                return self.build(body, rest)
            case Repeat():
                return self._repeat(tree, rest)
            case Anchor(kind):
                return self._anchor(kind, rest)
            case Lookaround():
                return self._look(tree, rest)
            case _:
                return self._back_reference(tree.group, rest)

    def _unite(self, rests: list[Rest]) -> Rest:
        union = self._languages.union
        return Rest(union([rest.at_start for rest in rests]), union([rest.later for rest in rests]))

    def _repeat(self, tree: Repeat, rest: Rest) -> Rest:
        if not is_plain(tree.body):
            return self._unroll(tree, rest)
        term = self._languages.repeat(self.plain_term(tree.body), tree.least, tree.most)
        later = self._languages.concatenation(term, rest.later)
        # Nothing behind depends on the position, so both cases are one.
        if rest.at_start is rest.later:
            return Rest(later, later)
        # After a non-empty repetition the rest is at a later position, after an empty one it is still at the start.
        moved = self._languages.intersection((term, self._languages.complement(self._languages.empty_text)))
        ways = [self._languages.concatenation(moved, rest.later)]
        if term.nullable:
            ways.append(rest.at_start)
        return Rest(self._languages.union(ways), later)

    def _unroll(self, tree: Repeat, rest: Rest) -> Rest:
        """Unroll a repeated body with assertions or references, which is possible for few copies only."""
        if tree.most is None or tree.most > _MAX_UNROLLED:
            raise UnreadPattern("an assertion or a back reference inside an unbounded repetition")
        # From the end: the optional copies, then the required ones in front of them.
        for _ in range(tree.most - tree.least):
            rest_after = self.build(tree.body, rest)
            rest = self._unite([rest, rest_after])
        for _ in range(tree.least):
            rest = self.build(tree.body, rest)
        return rest

    def _anchor(self, kind: str, rest: Rest) -> Rest:
        languages = self._languages
        if kind == "^":
            # `^` holds at the start and nowhere else.
            return Rest(rest.at_start, languages.nothing)
        if kind == "$":
            # `$` leaves only the empty text, where the rest allows it.
            ends = [
                languages.empty_text if part.nullable else languages.nothing for part in (rest.at_start, rest.later)
            ]
            return Rest(*ends)
        return self._mark_inexact(rest)

    def _look(self, tree: Lookaround, rest: Rest) -> Rest:
        if tree.behind:
            return self._mark_inexact(rest)
        # What is approximated inside a negative look-ahead would exclude too much, so it is noted and refused there.
        self._inside_negative += tree.negative
        # The text ahead must begin with the body; what comes after it does not matter.
        seen = self.build(tree.body, Rest(self._languages.anything, self._languages.anything))
        self._inside_negative -= tree.negative
        turn: Callable[[Term], Term] = self._languages.complement if tree.negative else _identity
        both = self._languages.intersection
        return Rest(both((turn(seen.at_start), rest.at_start)), both((turn(seen.later), rest.later)))

    def _back_reference(self, group: str, rest: Rest) -> Rest:
        """Approximate a back reference by any text of its group, or none where the group may not have matched."""
        rest = self._mark_inexact(rest)
        # A group that refers to itself matches the empty text there.
        if group in self._repeated_groups:
            return rest
        self._repeated_groups.add(group)
        repeated = self.build(_strip_assertions(self._groups[group]), rest)
        self._repeated_groups.discard(group)
        return self._unite([repeated, rest]) if group in self._unsure_groups else repeated

    def _mark_inexact(self, rest: Rest) -> Rest:
        """Drop an assertion that only narrows: the result is wider, and still has every text that matches."""
        if self._inside_negative:
            raise UnreadPattern("a back reference, word edge or look-behind inside a negative look-ahead")
        self.exact = False
        return rest

    def plain_term(self, tree: Expression) -> Term:
        """Return the language of a tree without assertions and references, with nothing after it."""
        empty = self._languages.empty_text
        return self.build(tree, Rest(empty, empty)).later


def is_plain(tree: Expression) -> bool:
    """Say whether a tree is free of assertions and back references."""
    match tree:
        case Anchor() | Lookaround() | BackReference():
            return False
        case Concatenation(parts) | Choice(parts):
            return all(is_plain(part) for part in parts)
        case Group(body) | Repeat(body):
            return is_plain(body)
        case _:
            return True


def _identity(term: Term) -> Term:
    return term


def _strip_assertions(tree: Expression) -> Expression:
    match tree:
        case Anchor() | Lookaround():
            return Concatenation(())
        case Concatenation(parts):
            return Concatenation(tuple(map(_strip_assertions, parts)))
        case Choice(parts):
            return Choice(tuple(map(_strip_assertions, parts)))
        case Group(body, number, name):
            return Group(_strip_assertions(body), number, name)
        case Repeat(body, least, most):
            return Repeat(_strip_assertions(body), least, most)
        case _:
            return tree
