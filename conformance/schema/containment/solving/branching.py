"""Splits a formula into conjunctions of atoms and negated atoms of one type, certain parts first.

As in DPLL, a choice with one remaining alternative becomes a fact (unit propagation), and the smallest choice is split
first.
"""

from collections.abc import Iterable, Iterator, Sequence

from conformance.schema.containment.formulas import AllOf, AnyOf, ExactlyOne, Formula, Not, TypeIs
from conformance.schema.containment.solving.finder import Finder

# Joining so many pairs takes about as long as a step.
_PAIRS_OF_STEP = 16


class Branching:
    """The conjunctions of formulas for instances of one type."""

    def __init__(self, finder: Finder, of_type: int) -> None:
        self._finder = finder
        self._algebra = finder.algebra
        self._type = of_type

    def conjunctions(self, formula: Formula) -> Iterator[Sequence[Formula]]:
        """Yield conjunctions of literals whose union is the formula, which must be restricted to the type."""
        yield from self._split([formula], {}, [])

    def _split(
        self, pending: list[Formula], facts: dict[Formula, None], choices: list[Sequence[Formula]]
    ) -> Iterator[Sequence[Formula]]:
        self._algebra.spend()
        known = set(facts)
        settled = self._propagate(pending, dict(facts), list(choices))
        if settled is None:
            return
        facts, choices = settled
        if not choices:
            yield _literals(facts)
            return
        # Facts that have been added by this branch may contradict earlier ones in a way that no pair of literals shows.
        if known and not self._can_hold([each for each in facts if each not in known], _literals(facts)):
            return
        # Splitting the smallest choice first gives the fewest branches.
        chosen = min(choices, key=len)
        others = [choice for choice in choices if choice is not chosen]
        for alternative in chosen:
            yield from self._split([alternative], facts, others)

    def _propagate(
        self, pending: list[Formula], facts: dict[Formula, None], choices: list[Sequence[Formula]]
    ) -> tuple[dict[Formula, None], list[Sequence[Formula]]] | None:
        """Draw every conclusion that needs no guess; return ``None`` if the parts contradict each other."""
        while True:
            if not self._assert_facts(pending, facts, choices):
                return None
            pending = []
            left: list[Sequence[Formula]] = []
            # Looking ahead costs a search, so it is left out where the only choice is split anyway.
            known = _literals(facts) if len(choices) > 1 else None
            for choice in choices:
                alive = self._live_alternatives(choice, facts, known)
                if alive is None:
                    continue
                if not alive:
                    return None
                if len(alive) == 1:
                    pending.extend(alive)
                else:
                    left.append(alive)
            choices = left
            if not pending:
                return facts, choices

    def _assert_facts(
        self, pending: list[Formula], facts: dict[Formula, None], choices: list[Sequence[Formula]]
    ) -> bool:
        """Add what must hold to the facts and choices; return false on a contradiction."""
        while pending:
            part = pending.pop()
            if part in facts:
                continue
            if part.opposite in facts:
                return False
            match part:
                case TypeIs(types):
                    if not types & self._type:
                        return False
                    continue
                case AllOf():
                    pending.extend(reversed(part.parts))
                case AnyOf():
                    choices.append(part.parts)
                case ExactlyOne():
                    choices.append(self._exactly_one_cases(part))
                case Not(inner=ExactlyOne() as inner):
                    choices.append(self._none_or_two_cases(inner))
                case _:
                    pass
            facts[part] = None
        return True

    def _live_alternatives(
        self, choice: Sequence[Formula], facts: dict[Formula, None], known: Sequence[Formula] | None
    ) -> Sequence[Formula] | None:
        """Return the alternatives that are not refuted, or ``None`` if one of them holds already.

        ``known`` are the literals of the facts where each alternative is compared with them.
        """
        alive: list[Formula] = []
        self._algebra.spend_on(len(choice))
        for part in choice:
            inside = part.parts if isinstance(part, AllOf) else (part,)
            if all(each in facts for each in inside):
                return None
            if part.opposite in facts or any(each.opposite in facts for each in inside):
                continue
            if known is not None and not self._can_hold(inside, known):
                continue
            alive.append(part)
        return alive

    def _can_hold(self, inside: Sequence[Formula], known: Sequence[Formula]) -> bool:
        fresh = _literals(inside)
        # each look reads all literals, which few schemas have many of; few literals are read for each of many choices
        self._algebra.spend_on((len(known) + 1) * max(len(fresh), 1))
        return all(self._finder.is_possible(self._type, known, each) for each in fresh)

    def _exactly_one_cases(self, formula: ExactlyOne) -> list[Formula]:
        algebra = self._algebra
        return [
            algebra.all_of([part, *[self._negate(other) for other in formula.parts if other is not part]])
            for part in formula.parts
        ]

    def _none_or_two_cases(self, formula: ExactlyOne) -> list[Formula]:
        algebra = self._algebra
        parts = formula.parts
        algebra.spend_many(len(parts) ** 2 // _PAIRS_OF_STEP)
        pairs = [algebra.all_of([left, right]) for i, left in enumerate(parts) for right in parts[:i]]
        return [
            algebra.all_of([self._negate(part) for part in parts]),
            *[each for each in pairs if each is not algebra.never],
        ]

    def _negate(self, formula: Formula) -> Formula:
        return self._algebra.restrict_to_type(self._algebra.negate(formula), self._type)


def _literals(facts: Iterable[Formula]) -> list[Formula]:
    """Return the atoms and negated atoms among the facts; the others are choices, which are split separately."""
    return [
        fact
        for fact in facts
        if not isinstance(fact, AllOf | AnyOf | ExactlyOne | TypeIs)
        and not (isinstance(fact, Not) and isinstance(fact.inner, ExactlyOne))
    ]
