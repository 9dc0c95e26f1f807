"""The numbers of a record as they are beside each other: in an object, in a list, in texts, and times among them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from operator import mul

from msgspec import Struct

from conformance.documents.values import JsonValue, as_object, is_number
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.receipts._stated_numbers import NUMBER, number_of
from conformance.systems.surface.quantities import time_of

# The numbers in a text, with a sign or without: of versions and times each part, and the whole of a decimal.
_IN_TEXT = LazyPattern(r"(?:(?<![\w.])[-\u2212])?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:[.,]\d{1,9})?")
_PART = LazyPattern(r"\d{1,15}")
# Is all of "+44 20 7946 0018", "(030) 123-456"; not "2026-05-27 10:00", "1.5".
_APART = LazyPattern(r"\+?[\d() /-]{7,30}")
# A moment, and a time of the day.
_MOMENT = LazyPattern(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_CLOCK = LazyPattern(r"(?<!\d)(\d{1,2}):(\d\d)(?!\d)(?P<zone> ?(?:UTC|GMT|Z\b|[A-Z]{2,4}T\b|[+-]\d\d))?")
# Shorter words in a name may be anything, as "y" and "w" are, but for these.
_SHORTEST, _SHORT_UNITS = 3, frozenset(("s", "h", "ms", "us", "ns"))
# What names of measured times have; and what sizes end with, in bytes.
_ELAPSED = frozenset(("took", "elapsed", "duration", "latency", "runtime"))
_SIZES: Mapping[str, Sequence[float]] = {
    f"{letter}{end}": (1e3**power, 1024.0**power) for power, letter in enumerate("kmgt", 1) for end in ("b", "ib", "")
}
_DEGREES = LazyPattern(r"(?i:temp|feels|dew|high|low|min|max|_c$|_f$|celsius)")
# Moments as numbers, in seconds and in milliseconds.
_EPOCH = (1_000_000_000, 2_200_000_000)
# So many numbers are read of an object or a list, of so many columns for products; larger numbers are ids.
MOST_ROWS, MOST_NUMBER = 60, 10.0**18
_FEW = 4
# So much of a text is read; a longer one than a line has words that may be counted.
_MOST_CHARS, _LONG = 4_000, 80


class RecordNumbers(Struct, frozen=True):
    """What is found in values: all numbers, those beside each other in an object or of one name in a list, and times.

    ``lengths`` are lines and words of texts, ``bare`` the numbers whose names state no unit of time, ``timed`` the
    columns of those that do, in seconds; ``clocks`` are minutes of a day, each with whether its zone is known.
    """

    numbers: list[float] = []
    groups: list[list[float]] = []
    columns: list[list[float]] = []
    products: list[float] = []
    in_texts: list[float] = []
    parts: list[float] = []
    lengths: list[float] = []
    moments: list[float] = []
    seconds: list[float] = []
    timed: list[list[float]] = []
    sizes: list[float] = []
    measures: list[str] = []
    degrees: list[float] = []
    bare: list[float] = []
    clocks: list[tuple[int, bool]] = []

    @property
    def measures_call(self) -> bool:
        """Whether a member says how long something took."""
        return bool(self.measures)

    def read(self, value: JsonValue) -> None:
        """Read a value, the outermost objects first."""
        waiting = [value]
        for one in waiting:
            if isinstance(one, Mapping):
                group = [number for key, inner in one.items() for number in self._read_member(key, inner)]
                self.groups.append(group[:MOST_ROWS])
                self.numbers.extend(group)
                waiting.extend(one.values())
            elif isinstance(one, list | tuple):
                self._read_list(one)
                waiting.extend(one)
            elif isinstance(one, str):
                self._read_text(one)

    def _read_list(self, items: Sequence[JsonValue]) -> None:
        columns = _columns_of(items)
        for name, column in columns.items():
            self.columns.append(column)
            unit = _unit_in(name)
            if unit:
                self.timed.append([unit * number for number in column])
            self.numbers.extend(column)
        self.lengths.extend(number for counts in _counts_of(items) for number in counts)
        named = [column for column in columns.values() if len(column) == len(items)][:_FEW]
        pairs = combinations(named, 2)
        self.products.extend(sum(map(mul, one, other)) for one, other in pairs)

    def _read_member(self, key: str, value: JsonValue) -> Iterator[float]:
        number = _number_in(value)
        if number is not None:
            yield number
            unit, words = _unit_in(key), words_of(key)
            self.sizes.extend(number * one for word in words[-1:] for one in _SIZES.get(word, ()))
            self.degrees.extend((number,) if _DEGREES.search(key) else ())
            self.measures.extend(word for word in words if word in _ELAPSED)
            if unit:
                self.seconds.append(number * unit)
            else:
                self.bare.append(number)
            self._read_epoch(number)
        elif isinstance(value, list | tuple):
            yield float(len(value))
        else:
            inner = as_object(value)
            yield from (number for one in inner.values() if (number := _number_in(one)) is not None)
            yield from (float(len(one)) for one in inner.values() if isinstance(one, list | tuple))

    def _read_epoch(self, number: float) -> None:
        seconds = number / 1e3 if number > 1e11 else number
        if _EPOCH[0] < seconds < _EPOCH[1]:
            self._read_moment(datetime.fromtimestamp(seconds, UTC), has_zone=True)

    def _read_moment(self, moment: datetime, *, has_zone: bool) -> None:
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        self.moments.append(aware.timestamp())
        utc = aware.astimezone(UTC)
        self.clocks.append((60 * utc.hour + utc.minute, has_zone))
        self.clocks.append((60 * moment.hour + moment.minute, has_zone))

    def _read_text(self, text: str) -> None:
        for found in _IN_TEXT.finditer(_MOMENT.sub("", text[:_MOST_CHARS])):
            self.in_texts.append(_read_number(found[0]))
            self.parts.extend(float(part) for part in _PART.findall(found[0]))
        # the number of a telephone, a card or an account, however it is set apart
        if _APART.fullmatch(text):
            self.in_texts.append(float("".join(_PART.findall(text))))
        if "\n" in text or len(text) > _LONG:
            self.lengths.extend(map(float, (text.count("\n"), text.count("\n") + 1, len(text), len(text.split()))))
        for found in _MOMENT.finditer(text[:_MOST_CHARS]):
            try:
                moment = datetime.fromisoformat(found[0])
            except ValueError:
                continue
            self._read_moment(moment, has_zone=moment.tzinfo is not None)
        for found in _CLOCK.finditer(text[:_MOST_CHARS]):
            self.clocks.append((60 * int(found[1]) + int(found[2]), found["zone"] is not None))


def _read_number(text: str) -> float:
    """Return the number of a text; a comma before one or two digits, or more than three, is before decimals."""
    head, _, tail = text.replace("\u2212", "-").rpartition(",")
    return float(head.replace(",", "") + ("" if len(tail.partition(".")[0]) == 3 or not head else ".") + tail)


def _number_in(value: JsonValue) -> float | None:
    """Return the number that a value is, also as a text; ``None`` for other values, and for a very large one."""
    if is_number(value):
        return float(value) if abs(value) < MOST_NUMBER else None
    found = NUMBER.fullmatch(value) if isinstance(value, str) else None
    return float(number_of(value)) if found is not None else None


def _unit_in(name: object) -> float:
    words = words_of(name) if isinstance(name, str) else ()
    units = (time_of(word) for word in reversed(words) if len(word) >= _SHORTEST or word in _SHORT_UNITS)
    return next(filter(None, units), 0.0)


def _cells_of(item: JsonValue) -> Iterable[tuple[object, JsonValue]]:
    if isinstance(item, Mapping):
        return item.items()
    return enumerate(item) if isinstance(item, list | tuple) else [(None, item)]


def _columns_of(items: Sequence[JsonValue]) -> Mapping[object, list[float]]:
    """Return the numbers of each name or place in a list, and the lengths of lists."""
    columns: defaultdict[object, list[float]] = defaultdict(list)
    for item in items:
        for name, value in _cells_of(item):
            number = float(len(value)) if isinstance(value, list | tuple) else _number_in(value)
            if number is not None:
                columns[name].append(number)
    return columns


def _counts_of(items: Sequence[JsonValue]) -> Iterator[list[float]]:
    """Yield how many items a list has, any number of which may be alike, and how many have one value."""
    yield [*map(float, range(min(len(items), MOST_ROWS) + 1))]
    equal: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for item in items if len(items) > MOST_ROWS else ():
        for name, value in _cells_of(item):
            if value is None or isinstance(value, str | int):
                equal[name][str(value)[:_LONG]] += 1
    yield from ([*map(float, (*one.values(), len(one)))] for one in equal.values() if len(one) <= MOST_ROWS)
