"""Numbers with their units in a line: "30 GiB", "1 min 30 s", "two weeks", "-7 °C", "12 751.44", "15:00"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern

_TIMES: Mapping[str, float] = {
    **dict.fromkeys(("ns", "nanos", "nanosecond"), 1e-9),
    **dict.fromkeys(("us", "µs", "μs", "micros", "microsecond"), 1e-6),
    **dict.fromkeys(("ms", "msec", "millis", "millisecond"), 1e-3),
    **dict.fromkeys(("s", "sec", "second"), 1),
    **dict.fromkeys(("min", "minute"), 60),
    **dict.fromkeys(("h", "hr", "hour"), 3_600),
    **dict.fromkeys(("d", "day"), 86_400),
    **dict.fromkeys(("w", "wk", "week"), 604_800),
    **dict.fromkeys(("mo", "month"), 2_629_800),
    **dict.fromkeys(("y", "yr", "year"), 31_557_600),
}
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DIGITS = r"\d{1,3}(?:[,.'\u2019 \u202f\u00a0]\d{3}){1,5}(?:[.,]\d{1,9})?(?!\d)|\d{1,15}(?:[.,]\d{1,9})?"
_UNIT = r"%|percent\b|per cent\b|°[CFK]?|(?:[kKMGT]i?B?|B|[Bb]ytes?)\b|million\b|billion\b|thousand\b|[^\W\d_]{1,12}"
# A number that is not part of a name, a path, a version or a date, with the unit behind it.
_AMOUNT = LazyPattern(
    rf"(?<![\w.,@&=\\])(?<![\w)][-/:#'\u2019])(?P<sign>[-\u2212+±])?[$€£¥#~≈]?(?P<digits>{_DIGITS})"
    rf"(?![\d_])(?!(?:[-/:.,@'\u2019]|\.\.)[\w/])(?:(?P<gap>[ \u00a0\u202f]?)(?P<unit>{_UNIT})(?![\w/-]))?"
    r"(?![\w\\@=]|[-:/.][A-Za-z])"
)
# "1 min 30 s", "1m35s", "13 h 5 min", "1 hour and 20 minutes".
_PART = r"\d{1,6}(?:\.\d{1,3})? ?(?:[hmsd]|ms|mins?|secs?|hrs?|(?:minute|second|hour|day|week)s?)"
_COMPOSITE = LazyPattern(rf"(?<![\w.,:/-]){_PART}(?:(?:,? (?:and )?)?{_PART}){{1,3}}(?![\w:])")
_ONE_PART = LazyPattern(r"(?P<number>[\d.]+) ?(?P<unit>[a-z]+)")
# "two weeks"; "one of two days" and "one second" may be anything.
_IN_WORDS = LazyPattern(
    rf"\b(?P<word>{'|'.join(_NUMBER_WORDS[1:])}) (?P<unit>(?:second|minute|hour|day|week|month|year)s)\b", re.IGNORECASE
)
# "10:30", "7:45 pm", "05:58:11"; a score or a ratio is read as one too.
_CLOCK = LazyPattern(
    r"(?<![\w:.,/-])(?P<hours>\d{1,2})[:h](?P<minutes>[0-5]\d)(?::(?P<seconds>[0-5]\d))?(?![\d:/])"
    r"(?: ?(?P<half>[ap])\.?m\b)?(?P<utc> ?(?:UTC|GMT|Z)\b)?",
    re.IGNORECASE,
)
_DOTTED = LazyPattern(r"(\d{1,2})\.([0-5]\d)(?: ?[Uu]hr| ?h)?")
# "10 Uhr", "7 pm", "5 o'clock": a time of the day without minutes.
_HOUR = LazyPattern(r"(?<![\d:.,])\d{1,2} ?(?:[ap]\.?m\b\.?|uhr\b|o['\u2019]clock\b)", re.IGNORECASE)
# Dates and what is dated, which may be written in any way; a number beside a month is a day or a year.
_MONTH = r"(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]{0,7}\b\.?"
_DAY, _MONTH_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_DATE = LazyPattern(
    rf"\b\d{{4}}-\d\d(?:-\d\d)?(?:T[\d:.]{{4,15}}(?:Z|[+-]\d\d:?\d\d)?)?\b|\b{_DAY}\.{_MONTH_NUMBER}\.(?:\d{{2,4}}\b|(?=\W|$))|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b"
    rf"|\b\d{{4}}/\d\d/\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?{_MONTH}(?:,? \d{{4}}\b)?"
    rf"|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?|\b{_MONTH} \d{{4}}\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
# What separates two numbers that are compared: "40-42", "17/20", "3d6".
_BETWEEN = LazyPattern(
    r"(?<=\d)(?:…|\.\.\.?|[\u2013\u2014\u00d7\u2192x]|/(?=\d+(?![\d/]))|-(?=\d+(?![\d-]))|d(?=\d))(?=\d)"
)
# What separates thousands, and a number without it.
_BY_COMMA, _BY_POINT = (LazyPattern(rf"[{mark} '\u2019\u202f\u00a0](?=\d{{3}}(?!\d))") for mark in ",.")
_PLAIN = LazyPattern(r"\d+(?:\.\d+)?")
_SCALES: Mapping[str, float] = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
_BINARY: Mapping[str, float] = {"k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_LARGE: Mapping[str, float] = {"thousand": 1e3, "million": 1e6, "billion": 1e9}


class Measure(Enum):
    """What a quantity measures; ``PLAIN`` is a number alone or with an unknown unit."""

    PLAIN = "plain"
    TIME = "time"
    BYTES = "bytes"
    SHARE = "share"
    DEGREES = "degrees"


class Quantity(Struct, frozen=True):
    """A number of a line: its text, the numbers as which it can be read, and in which units each may be.

    ``readings`` are pairs of a number and one unit of its last digit; ``units`` what they may have to be multiplied by,
    to seconds for times. ``is_scaled`` says that an unknown unit may be a larger or smaller one.
    """

    text: str
    start: int
    measure: Measure
    readings: Sequence[tuple[float, float]]
    units: Sequence[float] = (1.0,)
    is_negative: bool = False
    is_scaled: bool = False

    @property
    def clock_reading(self) -> "Clock | None":
        """The time of the day as which a number alone can be read: "08.30"."""
        found = _DOTTED.fullmatch(self.text)
        return Clock(self.text, self.start, int(found[1]), int(found[2]), None, False, False) if found else None


class Clock(Struct, frozen=True):
    """A time of the day, or a time in minutes and seconds, in a line."""

    text: str
    start: int
    first: int
    second: int
    third: int | None
    is_afternoon: bool
    is_utc: bool


def quantities_in(line: str) -> Iterator[Quantity]:
    """Yield the numbers of a line that are in no name, path, date or time of the day."""
    rest = _blanks(_HOUR, _blanks(_DATE, line))
    rest = _BETWEEN.sub(lambda found: ";" * len(found[0]), rest)
    for found in _COMPOSITE.finditer(rest):
        parts = [*_ONE_PART.finditer(found[0])]
        numbers = [
            (float(one["number"]), _TIMES["min"] if one["unit"] == "m" else time_of(one["unit"])) for one in parts
        ]
        total, units = sum(number * unit for number, unit in numbers), [unit for _, unit in numbers]
        yield Quantity(found[0].strip(), found.start(), Measure.TIME, [(total, min(units) or 1)])
    rest = _blanks(_CLOCK, _blanks(_COMPOSITE, rest))
    for found in _IN_WORDS.finditer(rest):
        number = _NUMBER_WORDS.index(found["word"].lower()) + 1.0
        yield Quantity(found[0], found.start(), Measure.TIME, [(number, 1.0)], [time_of(found["unit"].lower())])
    for found in _AMOUNT.finditer(rest):
        yield _quantity(found)


def clocks_in(line: str) -> Iterator[Clock]:
    """Yield the times of the day in a line."""
    for found in _CLOCK.finditer(_blanks(_DATE, line)):
        first, second = int(found["hours"]), int(found["minutes"])
        third = None if found["seconds"] is None else int(found["seconds"])
        is_afternoon = (found["half"] or "").lower() == "p"
        yield Clock(found[0].strip(), found.start(), first, second, third, is_afternoon, found["utc"] is not None)


def _blanks(pattern: LazyPattern, line: str) -> str:
    return pattern.sub(lambda found: " " * len(found[0]), line)


def _quantity(found: re.Match[str]) -> Quantity:
    unit, text = (found["unit"] or "").strip(), found[0].strip()
    measure, units = _unit_of(unit, bool(found["gap"]))
    is_negative = (found["sign"] or "") in ("-", "\u2212") and bool(found["sign"])
    is_scaled = len(unit) <= 3 and bool(unit)
    return Quantity(text, found.start(), measure, [*_readings_of(found["digits"])], units, is_negative, is_scaled)


def _unit_of(unit: str, is_apart: bool) -> tuple[Measure, Sequence[float]]:
    low = unit.lower()
    if low in ("%", "percent", "per cent"):
        return Measure.SHARE, (1.0,)
    if low[:1] == "°" or low in ("degree", "degrees"):
        return Measure.DEGREES, (1.0,)
    if unit != "M" and (time := time_of(low)):
        return Measure.TIME, (time,)
    if low in ("b", "byte", "bytes"):
        return Measure.BYTES, (1.0,)
    if low in _LARGE:
        return Measure.PLAIN, (_LARGE[low],)
    if low[:1] in _SCALES and low[1:] in ("b", "i", "ib"):
        return Measure.BYTES, (_BINARY[low[0]],) if "i" in low else (_SCALES[low[0]], _BINARY[low[0]])
    if unit in ("k", "K", "M", "G", "T") or (unit == "m" and not is_apart):
        # "90m" may be minutes as well
        return Measure.PLAIN, (1.0, _SCALES[low], _BINARY[low], *([_TIMES["min"]] if unit == "m" else []))
    return Measure.PLAIN, (1.0,)


def time_of(unit: str) -> float:
    """Return a unit of time in seconds, 0 for any other word."""
    return _TIMES.get(unit) or _TIMES.get(unit.removesuffix("s"), 0.0)


def _readings_of(digits: str) -> Iterator[tuple[float, float]]:
    """Yield the numbers that digits may be: a comma or a point may be before thousands or before decimals."""
    for thousands, point in ((_BY_COMMA, "."), (_BY_POINT, ",")):
        text = thousands.sub("", digits).replace(point, ".")
        if _PLAIN.fullmatch(text):
            decimals = len(text.partition(".")[2])
            zeros = 0 if decimals else len(text) - len(text.rstrip("0"))
            # Who writes 1,800 may mean 1,804.
            yield float(text), 10.0**zeros / 2 if zeros > 1 and float(text) >= 1_000 else 10.0**-decimals
