"""Solves arrays: what each element must satisfy, which elements must exist, how many may, and whether they differ.

An array needs no more elements than its bounds and obligations demand: any other element after the individually
described ones can be dropped. So there are few lengths to try, and trying all of them is a proof.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.schema.containment.formulas import AtLeast, Distinct, ElementAt, ElementsFrom, Formula, Not, Size
from conformance.schema.containment.solving.choices import distinct_choices, distributions, group_alike
from conformance.schema.containment.solving.finder import Finder, InstanceSample

# The ways to assign obligations to elements grow with the length, so lengths far beyond `minItems` are not tried.
_LONGEST_WITH_CHOICES = 40
LONGEST = 25_000
"""Elements of one array; the reference validator needs about a second for more of them."""
# To look at so many elements takes about as long as one step.
_ELEMENTS_PER_STEP = 100
# A formula with at most this many values (booleans, short enums) cannot fill a longer array of distinct elements.
_FEW_VALUES = 100


class _Obligation(Struct, frozen=True):
    """``count`` elements at or after index ``start`` must satisfy ``inner``."""

    start: int
    count: int
    inner: Formula


class _ArrayConstraints(Struct, frozen=True):
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
    if wanted.least > LONGEST and wanted.distinct and _has_too_few_values(finder, wanted, first_free):
        return
    if wanted.least > LONGEST or longest > wanted.least + _LONGEST_WITH_CHOICES:
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
                least = max(least, literal.count)
                owed.append(_Obligation(0, literal.count, literal.inner))
            case Not(inner=ElementAt() as inner):
                at.setdefault(inner.index, []).append(negate(inner.inner))
                # "Not every such element fits" demands that the element exists.
                least = max(least, inner.index + 1)
            case Not(inner=ElementsFrom() as inner):
                least = max(least, inner.index + 1)
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


def _steps_for(positions: Sequence[Formula]) -> int:
    """Return how many steps it is worth to look at every element of an array once."""
    return 1 + len(positions) // _ELEMENTS_PER_STEP


class _Builder:
    """Builds the arrays of one length."""

    def __init__(self, finder: Finder, wanted: _ArrayConstraints, width: int) -> None:
        self._finder = finder
        self._wanted = wanted
        self._width = width

    def build(self, length: int) -> Iterator[JsonValue]:
        positions = self._positions(length)
        if all(self._finder.has_instance(formula) for formula in dict.fromkeys(positions)):
            yield from self._meet_obligations(positions, self._wanted.obligations)

    def _positions(self, length: int) -> list[Formula]:
        """Return what each element must satisfy by its index alone."""
        known: dict[tuple[int, int], Formula] = {}
        found: list[Formula] = []
        for index in range(length):
            own = self._wanted.element_formulas.get(index, [])
            tails = [inner for start, inner in self._wanted.tail_formulas if index >= start]
            key = (index if own else -1, len(tails))
            if key not in known:
                known[key] = self._finder.algebra.all_of([*own, *tails])
            found.append(known[key])
        return found

    def _meet_obligations(self, positions: list[Formula], owed: Sequence[_Obligation]) -> Iterator[JsonValue]:
        """Assign elements to every obligation.

        Elements with the same formula that can meet the same other obligations are interchangeable, so only their
        number makes a difference.
        """
        if not owed:
            yield from self._apply_limits(positions, self._wanted.limits)
            return
        self._finder.algebra.spend_many(_steps_for(positions))
        first, *rest = owed
        alike = group_alike(
            [
                (formula, sum(index >= other.start for other in rest)) if index >= first.start else None
                for index, formula in enumerate(positions)
            ]
        )
        every = self._finder.algebra.all_of
        able = [(every([key[0], first.inner]), indexes) for key, indexes in alike.items() if key is not None]
        able = [(both, indexes) for both, indexes in able if self._finder.has_instance(both)]
        for counts in distributions(first.count, [range(len(indexes) + 1) for _, indexes in able]):
            changed = list(positions)
            for (both, indexes), count in zip(able, counts, strict=True):
                for index in indexes[:count]:
                    changed[index] = both
            yield from self._meet_obligations(changed, rest)

    def _apply_limits(self, positions: list[Formula], limits: Sequence[tuple[int, Formula]]) -> Iterator[JsonValue]:
        """For every limited formula choose how many elements satisfy it, few first; no other may satisfy it."""
        if not limits:
            yield from self._apply_repetition(positions)
            return
        (most, inner), *rest = limits
        every, outside = self._finder.algebra.all_of, self._finder.algebra.negate(inner)
        alike = group_alike(positions)
        split = {formula: (every([formula, inner]), every([formula, outside])) for formula in alike}
        ranges: list[range] = []
        for formula, indexes in alike.items():
            can_satisfy, can_fail = map(self._finder.has_instance, split[formula])
            ranges.append(range(0 if can_fail else len(indexes), 1 + (len(indexes) if can_satisfy else 0)))
        for total in range(sum(each.start for each in ranges), min(most, len(positions)) + 1):
            for counts in distributions(total, ranges):
                self._finder.algebra.spend_many(_steps_for(positions))
                changed = list(positions)
                for (formula, indexes), count in zip(alike.items(), counts, strict=True):
                    for number, index in enumerate(indexes):
                        changed[index] = split[formula][number >= count]
                yield from self._apply_limits(changed, rest)

    def _apply_repetition(self, positions: list[Formula]) -> Iterator[JsonValue]:
        if not self._wanted.needs_repetition:
            yield from self._fill(positions)
            return
        # Elements with the same formula are interchangeable, so two of each are enough to choose from.
        chosen = sorted(index for indexes in group_alike(positions).values() for index in indexes[:2])
        for left, right in combinations(chosen, 2):
            both = self._finder.algebra.all_of([positions[left], positions[right]])
            if self._finder.has_instance(both):
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
        wanted = len(positions) + self._width - 1
        samples = {formula: self._finder.sample(formula, wanted) for formula in dict.fromkeys(positions)}
        values = {formula: sample.values for formula, sample in samples.items()}
        found = False
        for chosen in distinct_choices(positions, values, self._finder.algebra.spend):
            found = True
            yield chosen
        if not found and not all(
            len(sample.values) >= len(positions) or _holds_all(self._finder, formula, sample)
            for formula, sample in samples.items()
        ):
            self._finder.doubt("too few different elements were found for an array of unique ones")
