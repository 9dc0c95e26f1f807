"""Regular languages: whether a combination of patterns matches any text, and which texts are the shortest.

A language is a term over union, intersection and complement. Its derivative by a character is the language of what may
follow that character (Brzozowski 1964). Equal terms are shared and kept in a normal form, so a term has finitely many
derivatives: they are the states of an automaton, and a breadth-first walk over them decides emptiness.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count

from msgspec import Struct, field

from conformance.schema.patterns import character_sets as chars
from conformance.schema.patterns.character_sets import CharacterSet

_NOTHING, _EMPTY, _CHARACTERS, _CONCATENATION, _REPEAT, _UNION, _INTERSECTION, _NOT = range(8)


class Term(Struct, eq=False):
    """A language; equal terms of one ``Languages`` are the same object.

    ``nullable`` says whether the empty text belongs to it, ``order`` is the sequence number in its pool.
    """

    kind: int
    nullable: bool
    parts: "tuple[Term, ...]" = ()
    spans: CharacterSet = ()
    least: int = 0
    most: int | None = None
    order: int = 0
    derivatives: "dict[CharacterSet, Term]" = field(default_factory=dict["CharacterSet", "Term"])
    classes: list[CharacterSet] | None = None


class Languages:
    """Builds terms in normal form and walks over them; ``spend`` is called for every step and may raise to stop."""

    def __init__(self, spend: Callable[[], None]) -> None:
        self._spend = spend
        self._known: dict[object, Term] = {}
        self.nothing = self._term(_NOTHING, nullable=False)
        self.empty_text = self._term(_EMPTY, nullable=True)
        self.anything = self.repeat(self.characters(chars.ALL), 0, None)

    def characters(self, spans: CharacterSet) -> Term:
        """Return the language of the one-character texts of a set."""
        return self._term(_CHARACTERS, nullable=False, spans=spans) if spans else self.nothing

    def concatenation(self, first: Term, rest: Term) -> Term:
        """Return the language of a text of ``first`` followed by one of ``rest``."""
        if first.kind == _NOTHING or rest.kind == _NOTHING:
            return self.nothing
        if first.kind == _EMPTY:
            return rest
        # .* followed by .* is .*
        if rest.kind == _EMPTY or (first is rest is self.anything):
            return first
        # Nested to the right, so that (ab)c and a(bc) are the same term.
        if first.kind == _CONCATENATION:
            return self.concatenation(first.parts[0], self.concatenation(first.parts[1], rest))
        return self._term(_CONCATENATION, nullable=first.nullable and rest.nullable, parts=(first, rest))

    def repeat(self, body: Term, least: int, most: int | None) -> Term:
        """Return the language of ``least`` to ``most`` texts of ``body`` in a row."""
        if most == 0 or body.kind == _EMPTY:
            return self.empty_text
        if body.kind == _NOTHING:
            return self.empty_text if least == 0 else self.nothing
        if least == 1 and most == 1:
            return body
        # (x*)* is x*.
        if body.kind == _REPEAT and body.least == 0 and body.most is None:
            return body
        # Each of the required copies may be empty, so none is required.
        if body.nullable:
            least = 0
        return self._term(_REPEAT, nullable=least == 0, parts=(body,), least=least, most=most)

    def union(self, terms: Iterable[Term]) -> Term:
        """Return the language of the texts of any of the terms."""
        parts = self._flatten(terms, _UNION, neutral=_NOTHING)
        # A or not A is everything.
        if self.anything in parts or any(self._opposite_of(part) in parts for part in parts):
            return self.anything
        if len(parts) < 2:
            return parts[0] if parts else self.nothing
        return self._term(_UNION, nullable=any(part.nullable for part in parts), parts=tuple(parts))

    def intersection(self, terms: Iterable[Term]) -> Term:
        """Return the language of the texts that belong to all of the terms."""
        parts = [part for part in self._flatten(terms, _INTERSECTION, neutral=None) if part is not self.anything]
        # A and not A is nothing.
        if self.nothing in parts or any(self._opposite_of(part) in parts for part in parts):
            return self.nothing
        if len(parts) < 2:
            return parts[0] if parts else self.anything
        if self.empty_text in parts:
            return self.empty_text if all(part.nullable for part in parts) else self.nothing
        return self._term(_INTERSECTION, nullable=all(part.nullable for part in parts), parts=tuple(parts))

    def complement(self, term: Term) -> Term:
        """Return the language of all texts that are not in the term."""
        if term.kind == _NOT:
            return term.parts[0]
        if term is self.anything or term.kind == _NOTHING:
            return self.nothing if term is self.anything else self.anything
        return self._term(_NOT, nullable=not term.nullable, parts=(term,))

    def derivative(self, term: Term, spans: CharacterSet) -> Term:
        """Return the language of what may follow a character of ``spans``.

        ``spans`` is a class of the term's partition or a single character, so all its members have the same derivative.
        """
        found = term.derivatives.get(spans)
        if found is None:
            self._spend()
            found = self._derive(term, spans)
            term.derivatives[spans] = found
        return found

    def matches(self, term: Term, text: str) -> bool:
        """Say whether a text is in the language."""
        for char in text:
            term = self.derivative(term, chars.singleton(ord(char)))
        return term.nullable

    def words(self, term: Term, most_per_class: int) -> Iterator[str]:
        """Yield the texts of the language, shorter ones first and each once; a finite language is exhausted.

        Of the characters that the language does not distinguish, at most ``most_per_class`` are used.
        """
        shortest = self._shortest_word(term)
        if shortest is None:
            return
        yield shortest
        # An A* search: the distance to the nearest end is exact, so texts come out in the order of their length.
        left = self._distances(term)
        order = count()
        queue = [(left[term], 0, next(order), "", term)]
        while queue:
            *_, prefix, state = heappop(queue)
            if state.nullable and prefix != shortest:
                yield prefix
            for spans in self._classes(state):
                follower = self.derivative(state, spans)
                if follower in left:
                    self._spend()
                    length = len(prefix) + 1
                    for char in _sample_characters(spans, most_per_class):
                        # Of equally good prefixes the longest one is extended first.
                        heappush(queue, (length + left[follower], -length, next(order), prefix + char, follower))

    def _shortest_word(self, start: Term) -> str | None:
        came_from: dict[Term, tuple[Term, CharacterSet] | None] = {start: None}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if state.nullable:
                return _path(came_from, state)
            for spans in self._classes(state):
                follower = self.derivative(state, spans)
                if follower.kind != _NOTHING and follower not in came_from:
                    came_from[follower] = (state, spans)
                    queue.append(follower)
        return None

    def _distances(self, start: Term) -> dict[Term, int]:
        """Return the least number of characters that complete a text, for each state that can be completed."""
        before: dict[Term, set[Term]] = {start: set()}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            for spans in self._classes(state):
                follower = self.derivative(state, spans)
                if follower not in before:
                    before[follower] = set()
                    queue.append(follower)
                before[follower].add(state)
        # Backwards from the accepting states, breadth first.
        found = {state: 0 for state in before if state.nullable}
        queue = deque(found)
        while queue:
            state = queue.popleft()
            for earlier in before[state]:
                if earlier not in found:
                    found[earlier] = found[state] + 1
                    queue.append(earlier)
        return found

    def _derive(self, term: Term, spans: CharacterSet) -> Term:
        if term.kind == _CHARACTERS:
            return self.empty_text if chars.contains(term.spans, spans[0][0]) else self.nothing
        if term.kind == _CONCATENATION:
            first, rest = term.parts
            # The character continues the first part or, where that may be empty, begins the rest.
            after = self.concatenation(self.derivative(first, spans), rest)
            return self.union((after, self.derivative(rest, spans))) if first.nullable else after
        if term.kind == _REPEAT:
            body = term.parts[0]
            # The character begins one copy, and one copy fewer is left.
            most = None if term.most is None else term.most - 1
            return self.concatenation(self.derivative(body, spans), self.repeat(body, max(term.least - 1, 0), most))
        if term.kind == _UNION:
            return self.union([self.derivative(part, spans) for part in term.parts])
        if term.kind == _INTERSECTION:
            return self.intersection([self.derivative(part, spans) for part in term.parts])
        if term.kind == _NOT:
            return self.complement(self.derivative(term.parts[0], spans))
        return self.nothing

    def _classes(self, term: Term) -> list[CharacterSet]:
        """Return the classes of characters that the term does not distinguish, the most readable ones first."""
        if term.classes is None:
            sets: dict[CharacterSet, None] = {}
            _collect_first(term, sets)
            term.classes = sorted(chars.partition(list(sets)), key=chars.reading_order)
        return term.classes

    def _flatten(self, terms: Iterable[Term], kind: int, neutral: int | None) -> list[Term]:
        # Flattened, without duplicates and sorted, so that the same set of parts is always the same term.
        flat: dict[Term, None] = {}
        for term in terms:
            for part in term.parts if term.kind == kind else (term,):
                if part.kind != neutral:
                    flat[part] = None
        return sorted(flat, key=lambda part: part.order)

    def _opposite_of(self, term: Term) -> Term | None:
        return term.parts[0] if term.kind == _NOT else self._known.get((_NOT, (term,), (), 0, None))

    def _term(
        self,
        kind: int,
        *,
        nullable: bool,
        parts: tuple[Term, ...] = (),
        spans: CharacterSet = (),
        least: int = 0,
        most: int | None = None,
    ) -> Term:
        key = (kind, parts, spans, least, most)
        found = self._known.get(key)
        if found is None:
            found = Term(kind, nullable, parts, spans, least, most, len(self._known))
            self._known[key] = found
        return found


def _collect_first(term: Term, sets: dict[CharacterSet, None]) -> None:
    if term.kind == _CHARACTERS:
        sets[term.spans] = None
        return
    # What follows a part that cannot be empty has no influence on the first character.
    parts = term.parts if term.kind != _CONCATENATION or term.parts[0].nullable else term.parts[:1]
    for part in parts:
        _collect_first(part, sets)


def _sample_characters(spans: CharacterSet, most: int) -> Iterator[str]:
    return (char for _, char in zip(range(most), chars.members(spans), strict=False))


def _path(came_from: dict[Term, tuple[Term, CharacterSet] | None], state: Term) -> str:
    letters: list[str] = []
    while (step := came_from[state]) is not None:
        state, spans = step
        letters.append(next(chars.members(spans)))
    return "".join(reversed(letters))
