"""Solves arrays: what each element must satisfy, which elements must exist, how many may, and whether they differ.

An array needs no more elements than its bounds and obligations demand: any other element after the individually
described ones can be dropped. So there are few lengths to try, and trying all of them is a proof.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from conformance.documents.values import JsonValue, identity
from conformance.schema.containment.formulas import AtLeast, Distinct, ElementAt, ElementsFrom, Formula, Not, Size
from conformance.schema.containment.solving.finder import Finder, InstanceSample

# The ways to assign obligations to elements grow with the length, so lengths far beyond `minItems` are not tried.
_LONGEST_WITH_CHOICES = 40
# A witness with more elements would help nobody, and no call is that long.
_LONGEST = 9_000
# A formula with at most this many values (booleans, short enums) cannot fill a longer array of distinct elements.
_FEW_VALUES = 100


@dataclass(frozen=True, slots=True)
class _Obligation:
    """``count`` elements at or after index ``start`` must satisfy ``inner``."""

    start: int
    count: int
    inner: Formula


@dataclass(frozen=True, slots=True)
class _ArrayConstraints:
    least: int
    most: int | None
    element_formulas: dict[int, list[Formula]]
    tail_formulas: list[tuple[int, Formula]]
    obligations: tuple[_Obligation, ...]
    limits: tuple[tuple[int, Formula], ...]
    """Pairs of a number and a formula: at most that many elements satisfy it."""
    distinct: bool
    needs_repetition: bool


def instances_of_arrays(finder: Finder, literals: Sequence[Formula], width: int) -> Iterator[JsonValue]:
    """Yield arrays that satisfy all literals."""
    wanted = _read_constraints(finder, literals)
    if wanted is None:
        return
    first_free = max(
        [0, *(index + 1 for index in wanted.element_formulas), *(start for start, _ in wanted.tail_formulas)]
    )
    first_free = max([first_free, *(owed.start for owed in wanted.obligations)])
    # From here on all elements are alike. Each obligation needs one more, a repetition two.
    needed = sum(owed.count for owed in wanted.obligations) + (2 if wanted.needs_repetition else 0)
    longest = max(wanted.least, first_free + needed)
    if wanted.most is not None:
        longest = min(longest, wanted.most)
    if wanted.least > _LONGEST and wanted.distinct and _has_too_few_values(finder, wanted, first_free):
        return
    if wanted.least > _LONGEST or longest > wanted.least + _LONGEST_WITH_CHOICES:
        finder.doubt(f"an array of {max(wanted.least, longest):,} elements was not built")
        return
    for length in range(wanted.least, longest + 1 + (width > 1)):
        if wanted.most is None or length <= wanted.most:
            yield from _Builder(finder, wanted, width).build(length)


def _read_constraints(finder: Finder, literals: Sequence[Formula]) -> _ArrayConstraints | None:
    joined = finder.algebra.all_of([literal for literal in literals if isinstance(literal, Size)])
    if not isinstance(joined, Size) and joined is not finder.algebra.always:
        return None
    least, most = (joined.least, joined.most) if isinstance(joined, Size) else (0, None)
    at: dict[int, list[Formula]] = {}
    behind: list[tuple[int, Formula]] = []
    owed: list[_Obligation] = []
    limited: list[tuple[int, Formula]] = []
    negate = finder.algebra.negate
    for literal in literals:
        match literal:
            case ElementAt():
                at.setdefault(literal.index, []).append(literal.inner)
            case ElementsFrom():
                behind.append((literal.index, literal.inner))
            case AtLeast():
                owed.append(_Obligation(0, literal.count, literal.inner))
            case Not(inner=ElementAt() as inner):
                at.setdefault(inner.index, []).append(negate(inner.inner))
                # "Not every such element fits" demands that the element exists.
                least = max(least, inner.index + 1)
            case Not(inner=ElementsFrom() as inner):
                owed.append(_Obligation(inner.index, 1, negate(inner.inner)))
            case Not(inner=AtLeast() as inner):
                limited.append((inner.count - 1, inner.inner))
            case _:
                pass
    distinct = any(isinstance(literal, Distinct) for literal in literals)
    repeated = any(isinstance(literal, Not) and isinstance(literal.inner, Distinct) for literal in literals)
    return _ArrayConstraints(least, most, at, behind, tuple(owed), tuple(limited), distinct, repeated)


def _has_too_few_values(finder: Finder, wanted: _ArrayConstraints, first_free: int) -> bool:
    """Say whether the remaining elements certainly have too few values to be distinct."""
    tail = finder.algebra.all_of([inner for _, inner in wanted.tail_formulas])
    sample = finder.sample(tail, _FEW_VALUES)
    return len(sample.values) < min(_FEW_VALUES, wanted.least - first_free) and _holds_all(finder, tail, sample)


def _holds_all(finder: Finder, formula: Formula, sample: InstanceSample) -> bool:
    """Say whether a formula has no other instance than those of a sample.

    Of arrays and objects a sample does not know it. An element that is not found here leaves a doubt if it may exist,
    so that "there is no other" is as good as every other proof; `{}` is the only value of an empty closed object.
    """
    return sample.is_complete or not finder.has_other_instance(formula, sample.values)


class _Builder:
    """Builds the arrays of one length."""

    def __init__(self, finder: Finder, wanted: _ArrayConstraints, width: int) -> None:
        self._finder = finder
        self._wanted = wanted
        self._width = width

    def build(self, length: int) -> Iterator[JsonValue]:
        every = self._finder.algebra.all_of
        positions = [
            every(
                [
                    *self._wanted.element_formulas.get(index, []),
                    *(inner for start, inner in self._wanted.tail_formulas if index >= start),
                ]
            )
            for index in range(length)
        ]
        if all(self._finder.has_instance(formula) for formula in dict.fromkeys(positions)):
            yield from self._meet_obligations(
                positions, [each for owed in self._wanted.obligations for each in [owed] * owed.count], ()
            )

    def _meet_obligations(
        self, positions: list[Formula], owed: list[_Obligation], taken: tuple[int, ...]
    ) -> Iterator[JsonValue]:
        """Assign an element to every obligation; the elements of one obligation are assigned in rising order."""
        if not owed:
            yield from self._apply_limits(positions, 0)
            return
        first, *rest = owed
        same_next = bool(rest) and rest[0] is first
        tried: set[tuple[Formula, int]] = set()
        for index in range(max(first.start, taken[-1] + 1 if taken else 0), len(positions)):
            # Elements with the same formula that can meet the same other obligations are interchangeable.
            like = (positions[index], sum(index >= other.start for other in rest))
            if like in tried and not same_next and not taken:
                continue
            tried.add(like)
            both = self._finder.algebra.all_of([positions[index], first.inner])
            if self._finder.has_instance(both):
                changed = [*positions[:index], both, *positions[index + 1 :]]
                yield from self._meet_obligations(changed, rest, (*taken, index) if same_next else ())

    def _apply_limits(self, positions: list[Formula], index: int) -> Iterator[JsonValue]:
        """For every limited formula choose the elements that satisfy it; all others must not satisfy it."""
        if index == len(self._wanted.limits):
            yield from self._apply_repetition(positions)
            return
        most, inner = self._wanted.limits[index]
        outside = self._finder.algebra.negate(inner)
        for chosen in self._choices(positions, outside, inner, most):
            yield from self._apply_limits(chosen, index + 1)

    def _choices(
        self, positions: list[Formula], outside: Formula, inner: Formula, most: int
    ) -> Iterator[list[Formula]]:
        if not positions:
            yield []
            return
        self._finder.algebra.spend()
        formula, *rest = positions
        for addition, left in ((outside, most), (inner, most - 1)):
            both = self._finder.algebra.all_of([formula, addition])
            if left >= 0 and self._finder.has_instance(both):
                yield from ([both, *chosen] for chosen in self._choices(rest, outside, inner, left))

    def _apply_repetition(self, positions: list[Formula]) -> Iterator[JsonValue]:
        if not self._wanted.needs_repetition:
            yield from self._fill(positions)
            return
        tried: set[tuple[Formula, Formula]] = set()
        for right in range(len(positions)):
            for left in range(right):
                pair = (positions[left], positions[right])
                both = self._finder.algebra.all_of(pair)
                if pair not in tried and self._finder.has_instance(both):
                    tried.add(pair)
                    for value in self._finder.sample(both, self._width).values:
                        yield from self._fill(positions, {left: value, right: value})

    def _fill(self, positions: list[Formula], fixed: dict[int, JsonValue] | None = None) -> Iterator[JsonValue]:
        given = fixed or {}
        if self._wanted.distinct:
            yield from self._fill_distinct(positions)
            return
        options = [
            [given[index]] if index in given else self._finder.sample(formula, self._width).values
            for index, formula in enumerate(positions)
        ]
        for values in product(*options):
            yield list(values)

    def _fill_distinct(self, positions: list[Formula]) -> Iterator[JsonValue]:
        samples = {
            formula: self._finder.sample(formula, len(positions) + self._width - 1)
            for formula in dict.fromkeys(positions)
        }
        found = False
        for values in self._distinct_choices([samples[formula].values for formula in positions], set()):
            found = True
            yield values
        if not found and not all(
            len(sample.values) >= len(positions) or _holds_all(self._finder, formula, sample)
            for formula, sample in samples.items()
        ):
            self._finder.doubt("too few different elements were found for an array of unique ones")

    def _distinct_choices(self, options: list[Sequence[JsonValue]], used: set[object]) -> Iterator[list[JsonValue]]:
        if not options:
            yield []
            return
        self._finder.algebra.spend()
        for value in options[0]:
            key = identity(value)
            if key not in used:
                yield from ([value, *rest] for rest in self._distinct_choices(options[1:], used | {key}))
