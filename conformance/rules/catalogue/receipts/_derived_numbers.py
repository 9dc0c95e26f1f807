"""Numbers that a receipt computes from those of its result: sums, products, shares, rests, and other units."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, combinations, islice, takewhile
from math import isclose

from msgspec import Struct

from conformance.documents.pointers import parent, split
from conformance.documents.values import JsonValue, as_text, is_integer, is_number
from conformance.names import singularize, words_of
from conformance.rules.catalogue.receipts._stated_numbers import (
    NUMBER,
    OUTGOING,
    agrees_as_number,
    is_in_unit,
    is_share,
    names_unit,
    number_of,
)
from conformance.systems.surface.labels import LabelledValue
from conformance.systems.surface.statements import Statements

# So many other counts may be the whole of a percentage, and so many rows be summed up; and what a sum is called.
_MOST_WHOLES, _MOST_ROWS, _TOTALS = 50, 200, frozenset(("total", "subtotal", "sum", "amount"))
# What an amount of money is called that goes or comes; a balance does neither.
_SUMS = frozenset(("amount", "total", "sum", "value", "net"))
# What names of what is measured end with; no such number is the whole of a count.
_MEASURES = frozenset(
    ("ms", "s", "seconds", "minutes", "hours", "days", "bytes", "kb", "mb", "gb", "id", "year", "port")
)
# So many objects of a result are looked at for products, of so many numbers each; larger numbers are ids.
_MOST_LEVELS, _MOST_FACTORS, _MOST_FACTOR = 200, 8, 10**15


class DerivedNumbers(Struct, frozen=True, dict=True):
    """What a receipt may compute from the numbers of its result, or from those in the lines above."""

    statements: Statements

    def has(self, stated: LabelledValue, pointer: str, value: JsonValue) -> bool:
        """Say whether what a label states is computed, from the member at a pointer or from others."""
        if NUMBER.fullmatch(stated.value) is None:
            return False
        if not _TOTALS.isdisjoint(stated.label.split()) and self._is_total(stated):
            return True
        if not is_number(value):
            return False
        return (
            self._is_share(stated.value, pointer, value)
            or _is_behind_a_minus(stated, value)
            or (self._has_plus and agrees_as_number(stated.value.removeprefix("-"), value))
            or self._is_debit(stated.value, pointer, value)
            or (self._has_unit and is_in_unit(stated.value, value))
            or self._is_sum_of_noun(stated, pointer, value)
        )

    def is_rest(self, shown: str, pointer: str, value: JsonValue) -> bool:
        """Say whether a number is what is left of that of a member without another one: lines without blank ones."""
        if NUMBER.fullmatch(shown) is None or not is_number(value):
            return False
        part = value - number_of(shown)
        return 1 < part < value and part in self._numbers_by_level.get(parent(pointer), {}).values()

    def _is_share(self, shown: str, pointer: str, value: float) -> bool:
        """Say whether a number is the percentage of a count beside the others of its object and of the one above."""
        if not is_integer(value) or not shown.endswith("%"):
            return False
        own, above = (self._counts_at(one) for one in (parent(pointer), parent(parent(pointer))))
        at = own.index(value) if value in own else len(own)
        return is_share(shown, value, (*own[:at], *own[at + 1 :], *above))

    def _is_sum_of_noun(self, stated: LabelledValue, pointer: str, value: float) -> bool:
        """Say whether a number is that of a member and of another one of the same noun: all comments of two kinds."""
        noun, key = stated.label.rpartition(" ")[2], split(pointer)[-1]
        others = self._numbers_by_noun.get((parent(pointer), noun), {}).items()
        alike = (one for name, one in others if name != key)
        return any(isclose(number_of(stated.value), value + one, abs_tol=1e-9) for one in islice(alike, _MOST_WHOLES))

    def _is_total(self, stated: LabelledValue) -> bool:
        """Say whether a total is that of two or more labelled numbers just above it, or of prices and quantities."""
        at = self._places[stated]
        above = self.statements.labelled_values[max(at - _MOST_ROWS, 0) : at]
        rows = takewhile(NUMBER.fullmatch, (one.value for one in reversed(above)))
        sums = islice(accumulate(map(number_of, rows)), 1, None)
        return any(isclose(one, number_of(stated.value), abs_tol=0.005) for one in (*sums, *self._products))

    def _counts_at(self, pointer: str) -> Sequence[int]:
        members = self._numbers_by_level.get(pointer, {}).items()
        counts = (one for key, one in members if is_integer(one) and _MEASURES.isdisjoint(words_of(key)[-1:]))
        return [*islice(counts, _MOST_WHOLES)]

    @cached_property
    def _has_unit(self) -> bool:
        return any(map(names_unit, self.statements.own_lines))

    @cached_property
    def _has_plus(self) -> bool:
        """Whether a number has a plus, so that the minus of another one only says that it is a loss."""
        return any(re.match(r"\+\d", one.value) for one in self.statements.labelled_values)

    def _is_debit(self, shown: str, pointer: str, value: float) -> bool:
        """Say whether a number is an amount of money that goes, with a minus."""
        is_sum = not _SUMS.isdisjoint(words_of(split(pointer)[-1])[-1:])
        return shown.startswith("-") and is_sum and self._is_outgoing and agrees_as_number(shown[1:], value)

    @cached_property
    def _is_outgoing(self) -> bool:
        """Whether the tool or a word of the result says that money goes."""
        record = self.statements.record
        values = (one for level in record.record.levels[:_MOST_LEVELS] for one in level.members.values())
        words = (*words_of(as_text(record.envelope.get("tool_name")) or ""), *(one for one in values if as_text(one)))
        return any(OUTGOING.fullmatch(str(one)) for one in words)

    @cached_property
    def _numbers_by_level(self) -> Mapping[str, Mapping[str, float]]:
        levels = self.statements.record.record.levels
        return {
            one.pointer: {
                key: value for key, value in one.members.items() if is_number(value) and abs(value) < _MOST_FACTOR
            }
            for one in levels
        }

    @cached_property
    def _numbers_by_noun(self) -> Mapping[tuple[str, str], Mapping[str, float]]:
        """The numbers of each object by the plural that their names end with.

        "count" is no plural, and cached segments are some of the segments.
        """
        found: defaultdict[tuple[str, str], dict[str, float]] = defaultdict(dict)
        for pointer, numbers in self._numbers_by_level.items():
            for name, number in numbers.items():
                words = words_of(name)
                if words and not words[0].endswith("ed") and singularize(words[-1]) != words[-1]:
                    found[pointer, words[-1]][name] = number
        return found

    @cached_property
    def _places(self) -> Mapping[LabelledValue, int]:
        return {one: at for at, one in enumerate(self.statements.labelled_values)}

    @cached_property
    def _products(self) -> frozenset[float]:
        """What two numbers of an object make together, as price and quantity, and the sum of it over a list."""
        sums: dict[tuple[str, str, str], float] = defaultdict(float)
        products: set[float] = set()
        for pointer, numbers in islice(self._numbers_by_level.items(), _MOST_LEVELS):
            for names, product in _products_of(numbers):
                sums[parent(pointer), *names] += product
                products.add(product)
        return frozenset((*products, *sums.values()))


def _products_of(numbers: Mapping[str, float]) -> Iterator[tuple[tuple[str, str], float]]:
    few = [*islice(numbers.items(), _MOST_FACTORS)]
    for (key, one), (other_key, other) in combinations(few, 2):
        yield (key, other_key), one * other


def _is_behind_a_minus(stated: LabelledValue, value: float) -> bool:
    """Say whether the dash between a label and a number is the sign of the number: "Balance - 5" of -5."""
    return f"- {stated.value}" in stated.line and value < 0 and agrees_as_number(f"-{stated.value}", value)
