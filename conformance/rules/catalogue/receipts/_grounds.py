"""All numbers that a record has or gives: counts, sums, differences, shares, times between two moments, other units.

It is generous, as a receipt may compute anything: where much can be computed, no number is without a ground.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations, pairwise, permutations

from msgspec import Struct

from conformance.documents.values import JsonValue, is_number
from conformance.rules.catalogue.receipts._record_numbers import MOST_NUMBER, MOST_ROWS, RecordNumbers
from conformance.systems.surface.quantities import Clock, Measure, Quantity

# What an unknown unit may be larger by, besides cents; and in what bytes may be counted.
_LARGER, _MUCH_LARGER = (1e3, 1e6, 1e9, 100.0), (100.0, 1e6, 1e9, 1024.0**2, 1024.0**3)
# So many numbers are compared with each other in an object, in a list, and of all; records with more have all.
_MOST_BESIDE, _MOST_ACROSS, _MOST_NUMBERS = 14, 24, 400
_FEW, _TINY = 4, 1e-6
# Zones differ from each other by so many minutes.
_QUARTER = 15
_DAY = 1_440


class Grounds(Struct, frozen=True, dict=True):
    """What the values of a record, in the order in which they are given, ground."""

    values: Sequence[JsonValue]
    elapsed_ms: JsonValue = None

    @cached_property
    def is_open(self) -> bool:
        """Whether there are so many numbers that any other one may be computed from them."""
        return len(self._walk.numbers) > _MOST_NUMBERS

    @property
    def has_times(self) -> bool:
        """Whether a time that is stated can be compared: with moments, or with one that is measured."""
        return len(self._walk.moments) > 1 or bool(self._walk.seconds)

    @property
    def measures_call(self) -> bool:
        """Whether it is known how long the call took."""
        return is_number(self.elapsed_ms) or self._walk.measures_call

    def has(self, stated: Quantity) -> bool:
        """Say whether a quantity is there or can be computed."""
        for number, unit in stated.readings:
            for factor in stated.units:
                if self._has(stated, number * factor, unit * factor * (1 + 1e-9)):
                    return True
        return False

    def _has(self, stated: Quantity, number: float, unit: float) -> bool:
        if stated.measure is Measure.TIME:
            raw = (one for one, _ in stated.readings)
            return _is_near(self._seconds, number, unit) or any(_is_near(self._bare_numbers, one, 1e-6) for one in raw)
        if stated.measure is Measure.DEGREES:
            return _is_near(self._degrees, -number if stated.is_negative else number, unit)
        if stated.measure is Measure.SHARE:
            in_percent = any(_is_near(one, number, unit) for one in (self._shares, self._numbers))
            return in_percent or _is_near(self._numbers, number / 100, unit / 100)
        if stated.measure is Measure.BYTES:
            raw = any(_is_near(self._numbers, one, size) for one, size in stated.readings)
            return raw or any(_is_near(one, number, unit) for one in (self._numbers, self._products, self._bytes))
        if _is_near(self._numbers, number, _TINY) or _is_near(self._products, number, _TINY):
            return True
        if not _is_whole(unit) or stated.is_scaled:
            found = _is_near(self._numbers, number, unit) or _is_near(self._products, number, unit)
        else:
            found = _is_near(self._fractions, number, unit)
        return found or self._has_scaled(stated, number, unit)

    def _has_scaled(self, stated: Quantity, number: float, unit: float) -> bool:
        """Say whether a number is there in a larger or smaller unit than an unknown one, or in cents."""
        scales = _LARGER if stated.is_scaled or not _is_whole(unit) else _MUCH_LARGER
        known = (self._numbers,) if _is_whole(unit) else (self._numbers, self._products)
        larger = any(_is_near(every, number * one, unit * one) for one in scales for every in known)
        return larger or (stated.is_scaled and any(_is_near(self._numbers, number / one, unit / one) for one in scales))

    def has_clock(self, clock: Clock) -> bool:
        """Say whether a time is that of a moment in some zone, or so long as something."""
        hours = clock.first % 12 + 12 if clock.is_afternoon else clock.first
        minutes = 60 * hours + clock.second
        length = 3_600 * clock.first + 60 * clock.second + (clock.third or 0)
        if _is_near(self._seconds, length, 60) or _is_near(self._seconds, 60 * clock.first + clock.second, 1):
            return True
        if {float(clock.first), float(clock.second)} <= self._parts:
            return True
        for one, has_zone in self._walk.clocks:
            away = (minutes - one) % _DAY
            if away in (0, 1, _DAY // 2) or (has_zone and not clock.is_utc and away % _QUARTER in (0, 1)):
                return True
        return False

    @cached_property
    def _walk(self) -> RecordNumbers:
        walk = RecordNumbers()
        for one in self.values:
            walk.read(one)
        if is_number(self.elapsed_ms):
            walk.seconds.append(self.elapsed_ms / 1e3)
        return walk

    @cached_property
    def _numbers(self) -> Sequence[float]:
        """The numbers that are there, and the sums and differences of them."""
        walk = self._walk
        found = {*walk.numbers, *walk.in_texts, *walk.parts, *walk.lengths, 0.0, 1.0, 2.0}
        for column in walk.columns:
            found.update(_sums_of(column))
            found.update(one + 1 for one in accumulate(column))
        for group in walk.groups:
            found.update(_sums_beside(group))
        found.update(one + 1 for one in walk.numbers if one == int(one))
        return _magnitudes(found)

    @cached_property
    def _fractions(self) -> Sequence[float]:
        """The numbers that may be rounded to whole ones."""
        means = (sum(column) / len(column) for column in self._walk.columns if column)
        sums = (value for column in self._walk.columns for value in (sum(column), *column))
        return _magnitudes(one for one in (*self._walk.numbers, *means, *sums) if one != int(one))

    @cached_property
    def _products(self) -> Sequence[float]:
        """The products and quotients of numbers beside each other, and in a small record of those outside as well."""
        walk, found = self._walk, set[float]()
        for group in walk.groups:
            few = group[:_MOST_BESIDE]
            found.update(value for one, other in combinations(few, 2) for value in _results_of(one, other))
            found.update(12 * one - other for one, other in permutations(few[:_FEW], 2))
        for column in walk.columns:
            ordered = sorted(column)
            found.update(value for value in (sum(column) / len(column), ordered[len(column) // 2]))
            found.add((ordered[(len(column) - 1) // 2] + ordered[len(column) // 2]) / 2)
        outer = [*dict.fromkeys(one for group in walk.groups[:_FEW] for one in group)]
        if len(outer) <= _MOST_ACROSS and len(walk.numbers) <= _MOST_ACROSS:
            found.update(value for one in outer for other in walk.numbers for value in _results_of(one, other))
        found.update(walk.products)
        return _magnitudes(found)

    @cached_property
    def _shares(self) -> Sequence[float]:
        groups = [group[:MOST_ROWS] for group in (*self._walk.groups, *self._walk.columns)]
        wholes = [one for group in self._walk.groups[:_FEW] for one in group[:_MOST_BESIDE]]
        pairs = {
            (one, other)
            for group in groups
            for one in group
            for other in (*group[:_MOST_BESIDE], *wholes, sum(group))
            if other
        }
        shares = {100 * one / other for one, other in pairs}
        # Some of a few items, and one of the parts of two others.
        counts = [int(one) for one in self._walk.lengths if 0 < one <= _MOST_BESIDE]
        shares.update(100 * one / other for other in counts for one in range(other))
        few = [group[: _MOST_BESIDE // 2] for group in self._walk.groups]
        sums = ((one, two + three) for group in few for one, two, three in permutations(group, 3))
        shares.update(100 * one / other for one, other in sums if other)
        return sorted({abs(value) for one in shares for value in (one, 100 - one)} | {100.0, 50.0})

    @cached_property
    def _seconds(self) -> Sequence[float]:
        moments = self._walk.moments[:MOST_ROWS]
        near = moments if len(moments) <= _MOST_BESIDE else []
        between = {abs(one - other) for one, other in (*pairwise(moments), *combinations(near, 2))}
        few = self._walk.seconds[:MOST_ROWS]
        pairs = [*map(abs, _differences(few)), *(one + other for one, other in combinations(few[:_MOST_BESIDE], 2))]
        means = (value for column in self._walk.timed for value in (sum(column), sum(column) / len(column)))
        return _magnitudes((*self._walk.seconds, *between, *pairs, *means, *accumulate(few)))

    @cached_property
    def _bytes(self) -> Sequence[float]:
        """The sizes that are in larger units, and their sums."""
        sizes = self._walk.sizes[:MOST_ROWS]
        return _magnitudes((*sizes, *accumulate(sizes), *_differences(sizes)))

    @cached_property
    def _parts(self) -> frozenset[float]:
        """The numbers in texts, of which a time of the day may be made: 3:00 of "0 3 * * *"."""
        return frozenset(self._walk.parts)

    @cached_property
    def _bare_numbers(self) -> Sequence[float]:
        """The numbers that may be times in any unit."""
        return _magnitudes((*self._walk.bare, *self._walk.in_texts))

    @cached_property
    def _degrees(self) -> Sequence[float]:
        numbers = {*self._walk.numbers, *self._walk.in_texts}
        converted = ((one * 1.8 + 32, (one - 32) / 1.8) for one in self._walk.numbers)
        return sorted({*numbers, *_differences(self._walk.degrees), *(one for pair in converted for one in pair)})


def _sums_of(column: Sequence[float]) -> Iterator[float]:
    """Yield what is summed up of the numbers of one name in a list: all, the first ones, the largest, and the rests."""
    ordered = sorted(column)
    for row in (column, ordered):
        yield from accumulate(row)
        yield from accumulate(reversed(row))
    yield from (ordered[-1] - ordered[0], ordered[-1] - ordered[-2]) if len(column) > 1 else ()
    if len(column) <= _FEW:
        yield from _differences(column)
        yield from (one + other for one, other in combinations(column, 2))


def _sums_beside(group: Sequence[float]) -> Iterator[float]:
    """Yield the sums and differences of the numbers of an object."""
    few = group[:_MOST_BESIDE]
    yield sum(group)
    # what is left of one without all others
    yield from (2 * one - sum(group) for one in few)
    yield from _differences(few)
    yield from (one + other for one, other in combinations(few, 2))
    for one, other, third in combinations(few if len(few) <= _MOST_BESIDE // 2 else (), 3):
        yield from (one + other - third, one + third - other, other + third - one, one + other + third)


def _results_of(one: float, other: float) -> Iterator[float]:
    yield one * other
    yield from (value for rate in (one, other) if 0 < rate < 1 for value in (one + one * other, other + one * other))
    if one and other:
        yield from (one / other, other / one)


def _differences(numbers: Sequence[float]) -> Iterable[float]:
    few = numbers[:_MOST_BESIDE]
    return (value for one, other in combinations(few, 2) for value in (one - other, other - one))


def _is_whole(unit: float) -> bool:
    """Say whether a number with such a last digit is a whole one that is not rounded."""
    return 0.9 < unit < 1.5


def _magnitudes(numbers: Iterable[float]) -> Sequence[float]:
    return sorted({abs(one) for one in numbers if abs(one) < MOST_NUMBER})


def _is_near(numbers: Sequence[float], number: float, unit: float) -> bool:
    """Say whether one of some ordered numbers is rounded to a number, or cut off there."""
    at = bisect_left(numbers, number - 0.51 * unit)
    # to a very large number a small unit adds nothing
    return at < len(numbers) and (numbers[at] < number + unit or numbers[at] == number)
