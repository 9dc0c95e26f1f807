"""Finds patterns on which a backtracking engine takes exponential time, such as ``^(a+)+$``.

Most engines that read a published pattern backtrack. When a loop can match one text in two ways, each iteration doubles
the ways, and a text of forty characters that fails at its end is never answered. Two ways are found by walking the
position (Glushkov) automaton of the loop with two walkers at once (Weideman et al. 2016, exponential ambiguity).
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.character_sets import CharacterSet
from conformance.schema.patterns.syntax_tree import (
    BackReference,
    Characters,
    Choice,
    Concatenation,
    Expression,
    Group,
    Lookaround,
    Repeat,
)

_ENDLESS = 25
"""A loop of this many iterations is treated as unbounded: two ways each time are 33 million ways already."""
# Pairs of positions grow with the square, so a loop of more characters is not examined.
_MAX_POSITIONS = 400
# Keeps the walk over the pairs well under a second.
_MAX_STEPS = 200_000


def is_exponential(tree: Expression) -> bool:
    """Say whether some text can be matched in exponentially many ways; loops that are too large are not examined."""
    return any(_is_ambiguous(loop) for loop in _loops(tree, last=True))


def _loops(tree: Expression, *, last: bool) -> Iterator[Repeat]:
    """Yield the loops after which the match can still fail; elsewhere the first way succeeds and no other is tried."""
    match tree:
        case Repeat(body, _, most):
            is_loop = _is_unbounded(tree)
            if is_loop and not last:
                yield tree
            # After a copy of a counted body the next copy may fail.
            yield from _loops(body, last=last and (is_loop or most == 1))
        case Concatenation(parts):
            for index, part in enumerate(parts):
                yield from _loops(part, last=last and all(map(_cannot_fail, parts[index + 1 :])))
        case Choice(parts):
            for part in parts:
                yield from _loops(part, last=last)
        case Group(body):
            yield from _loops(body, last=last)
        case Lookaround(body, negative, _):
            yield from _loops(body, last=not negative)
        case _:
            return


def _is_unbounded(tree: Repeat) -> bool:
    return tree.most is None or tree.most >= _ENDLESS


def _cannot_fail(tree: Expression) -> bool:
    match tree:
        case Concatenation(parts):
            return all(map(_cannot_fail, parts))
        case Choice(parts):
            return any(map(_cannot_fail, parts))
        case Group(body):
            return _cannot_fail(body)
        case Repeat(body, least, _):
            return least == 0 or _cannot_fail(body)
        case _:
            return False


class _Part(Struct, frozen=True):
    """The positions at which a part of the pattern can begin and end, and whether it can be empty."""

    first: frozenset[int]
    last: frozenset[int]
    nullable: bool


_NOTHING = _Part(frozenset(), frozenset(), nullable=True)


class _TooLargeError(Exception):
    """The loop has too many positions, or the walk takes too many steps."""


class _Automaton(Struct):
    """The character positions of a loop and their successors; ``is_ambiguous`` if two edges join the same positions."""

    spans: list[CharacterSet] = field(default_factory=list[CharacterSet])
    follow: list[set[int]] = field(default_factory=list[set[int]])
    is_ambiguous: bool = False
    known: dict[tuple[int, int], bool] = field(default_factory=dict[tuple[int, int], bool])

    def build(self, tree: Expression) -> _Part:
        match tree:
            case Characters(spans):
                return self._position(spans)
            case BackReference():
                # The text of a group is not known here, so a back reference counts as any character.
                return self._position(chars.ALL)
            case Group(body):
                return self.build(body)
            case Concatenation(parts):
                return self._row(self.build(part) for part in parts)
            case Choice(parts):
                inner = [self.build(part) for part in parts]
                first = frozenset(position for one in inner for position in one.first)
                last = frozenset(position for one in inner for position in one.last)
                return _Part(first, last, any(one.nullable for one in inner))
            case Repeat():
                return self._repeat(tree)
            case _:
                return _NOTHING

    def can_overlap(self, left: int, right: int) -> bool:
        """Say whether some character fits both positions."""
        if (left, right) not in self.known:
            self.known[left, right] = bool(chars.intersection(self.spans[left], self.spans[right]))
        return self.known[left, right]

    def _position(self, spans: CharacterSet) -> _Part:
        if len(self.spans) >= _MAX_POSITIONS:
            raise _TooLargeError
        self.spans.append(spans)
        self.follow.append(set())
        here = frozenset([len(self.spans) - 1])
        return _Part(here, here, nullable=False)

    def _row(self, parts: Iterable[_Part]) -> _Part:
        whole = _NOTHING
        for part in parts:
            self._connect(whole.last, part.first)
            whole = _Part(
                whole.first | part.first if whole.nullable else whole.first,
                whole.last | part.last if part.nullable else part.last,
                whole.nullable and part.nullable,
            )
        return whole

    def _repeat(self, tree: Repeat) -> _Part:
        if not _is_unbounded(tree) and tree.most is not None:
            # A counted repetition is written out; the copies beyond the least number are optional.
            copies = [self.build(tree.body) for _ in range(tree.most)]
            optional = [_Part(one.first, one.last, nullable=True) for one in copies[tree.least :]]
            return self._row([*copies[: tree.least], *optional])
        # An unbounded loop: its last positions lead back to its first ones.
        body = self.build(tree.body)
        self._connect(body.last, body.first)
        return _Part(body.first, body.last, body.nullable or tree.least == 0)

    def _connect(self, sources: Iterable[int], targets: frozenset[int]) -> None:
        for source in sources:
            # Two edges between the same positions are two ways to read one character, as in (a*)*.
            self.is_ambiguous = self.is_ambiguous or not self.follow[source].isdisjoint(targets)
            self.follow[source] |= targets


def _is_ambiguous(loop: Repeat) -> bool:
    automaton = _Automaton()
    try:
        automaton.build(loop)
        return automaton.is_ambiguous or _has_two_ways(automaton)
    except _TooLargeError:
        return False


def _has_two_ways(automaton: _Automaton) -> bool:
    """Say whether two walks over the loop can read the same text, separate and meet again."""
    before: dict[tuple[int, int], set[tuple[int, int]]] = {}
    # Forwards: every pair of positions that two walks can reach together with the same text.
    queue = [(position, position) for position in range(len(automaton.spans))]
    seen = set(queue)
    steps = 0
    for pair in queue:
        for follower in _followers(automaton, pair):
            steps += 1
            if steps > _MAX_STEPS:
                raise _TooLargeError
            before.setdefault(follower, set()).add(pair)
            if follower not in seen:
                seen.add(follower)
                queue.append(follower)
    return _has_reconverging_pair(before, len(automaton.spans))


def _followers(automaton: _Automaton, pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for left in automaton.follow[pair[0]]:
        for right in automaton.follow[pair[1]]:
            # The two walks are interchangeable, so each pair is kept in one order.
            ordered = (min(left, right), max(left, right))
            if left == right or automaton.can_overlap(*ordered):
                yield ordered


def _has_reconverging_pair(before: dict[tuple[int, int], set[tuple[int, int]]], positions: int) -> bool:
    """Say whether a reachable pair of different positions leads to one position."""
    together = ((position, position) for position in range(positions))
    return any(left != right for pair in together for left, right in before.get(pair, ()))
