"""Numbers as receipts state them: with commas, rounded, in a larger unit, as a percentage, counted from 1."""

import re
from collections.abc import Collection, Iterator

from conformance.documents.pointers import split
from conformance.documents.values import JsonValue
from conformance.lazy_patterns import LazyPattern

# "1,234", "45.5" or "$5.25": a number that is converted to another unit ("12 kB") is no contradiction.
NUMBER = LazyPattern(r"[$€£]?(?P<number>-?(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,15})(?:\.(?P<decimals>\d{1,15}))?) ?%?")
"""A value that is nothing but a number."""
# A number other than an integer may be shown as a percentage, or in a unit a thousand times as large or small.
_SCALES = (1, 100, 1_000, 1_000_000, 1_000_000_000)
LARGER_UNIT = 900
"""A unit is larger by this or more than the smaller one, even if what is stated in it was rounded up."""
# A reader in JavaScript rounds larger numbers.
_MOST_EXACT = 2**53
# No number of a receipt is as large in any unit, and no fraction of a larger one is a double.
_LARGEST = 10**100
# What is counted from 0 or from 1, and what is given in a smaller unit than people use.
_POSITIONS = (
    *("line", "character", "column", "col", "row", "page", "index", "position", "offset", "start", "end"),
    *("epoch", "step", "iteration", "attempt", "round", "batch", "first", "last", "current"),
    *("rank", "slide", "question", "chapter", "month"),
)
_AMOUNT = LazyPattern(r"(?:^|_)(?:amount|price|cost|fee|balance)$")
_TIME = LazyPattern(r"(?:^|_)(?:timeout|duration|delay|interval|ttl)$")
# What is left of a number of these is stated beside that of the larger unit: "1 minute, 35 seconds" of 95 seconds.
_CYCLES = {"seconds": 60, "minutes": 60, "hours": 24}
# Degrees that are not stated may be Celsius or Fahrenheit.
_DEGREES = LazyPattern(r"(?:^|_)(?:temp\w{0,10}|feels_like|dew_point)(?:$|_)")
_HOTTEST = 10_000
# What is less by a number: "Removed: -4" of 4 lines.
_LOSS = LazyPattern(
    r"(?:^|_)(?:remov|delet|behind|los[st]|drop|decreas|minus|spen[dt]|fee|discount|refund|debit|withdraw|changed)"
)
OUTGOING = LazyPattern(
    r"debit|withdraw\w{0,5}|expenses?|outgoing|charge|purchase|payment|refund|fee|loss", re.IGNORECASE
)
"""What money is that goes: an amount of it may have a minus."""
# A year of four digits, which may be shown by its last two.
_YEAR = LazyPattern(r"(?:^|_)years?$")
_SHORT_YEARS = range(1900, 2100)
# What a heading states numbers in, and the units that it may mean: thousands, larger ones of bytes or of time, cents.
_IN_UNIT = LazyPattern(
    r"\bin (?:(?:thousand|million|billion)s?|[kmgtp]i?b|(?:kilo|mega|giga|tera)bytes?|ms"
    r"|(?:(?:milli)?second|minute|hour|day|dollar|euro)s?)\b",
    re.IGNORECASE,
)
_UNITS = (*(1000**power for power in (1, 2, 3)), *(1024**power for power in (1, 2, 3)), 100, 60, 3600, 86400)
# The rights of a file, which everybody writes in octal digits: 420 is "0644".
_RIGHTS = LazyPattern(r"(?:mode|umask|permissions?)$")


def number_of(value: JsonValue) -> int | float:
    """Return the number that a receipt states of a value that is not a word: of a list its length."""
    found = NUMBER.fullmatch(value) if isinstance(value, str) else None
    if found is not None:
        digits = found["number"].replace(",", "")
        return float(digits) if found["decimals"] else int(digits)
    if isinstance(value, list | tuple):
        return len(value)
    return value if isinstance(value, int | float) else int(str(value))


def agrees_as_number(shown: str, value: int | float) -> bool:
    """Say whether a text states a number, as far as its digits go; any other text states none."""
    found = NUMBER.fullmatch(shown)
    if found is None:
        return True
    number, unit = float(found["number"].replace(",", "")), _unit_of(found)
    is_exact = not found["decimals"] and shown == found["number"]
    if isinstance(value, int) and (is_exact or abs(value) > _LARGEST):
        return number == value
    scaled = (scaled for scale in _SCALES for scaled in (value * scale, value / scale))
    return any(abs(number - one) < unit for one in scaled)


def _unit_of(found: re.Match[str]) -> float:
    """Return one unit of the last digit: what is rounded or cut off is less than that away."""
    return 10.0 ** -len(found["decimals"] or "") * (1 + 1e-9)


def agrees_in_json(shown: float, pointer: str, value: float) -> bool:
    """Say whether a number of JSON states that of a member, as a label would."""
    if max(abs(shown), abs(value)) > _MOST_EXACT:
        is_float = not (isinstance(shown, int) and isinstance(value, int))
        return is_float or abs(shown - value) * _MOST_EXACT <= 2 * abs(value)
    text = f"{shown:,}"
    return agrees_as_number(text, value) or is_in_other_terms(text, pointer, value)


def is_share(shown: str, value: int, others: Collection[int]) -> bool:
    """Say whether a percentage is that of a number in another one, in its sum with another one or in the sum of all."""
    found = NUMBER.fullmatch(shown)
    if found is None or not shown.endswith("%"):
        return False
    wholes = (*others, *(value + one for one in others if one > 0), value + sum(others))
    shares = (100 * value / one for one in wholes if one >= value > 0 and others)
    return any(abs(float(found["number"].replace(",", "")) - one) < _unit_of(found) for one in shares)


def names_unit(line: str) -> bool:
    """Say whether a line says in which unit numbers are: "Sizes in MB", "USD in thousands"."""
    return _IN_UNIT.search(line) is not None


def is_in_unit(shown: str, value: float) -> bool:
    """Say whether a number is that of a value in some larger unit, as far as its digits go."""
    found = NUMBER.fullmatch(shown)
    number = float(found["number"].replace(",", "")) if found is not None else 0
    return abs(value) <= _LARGEST and any(found and abs(number - value / unit) < _unit_of(found) for unit in _UNITS)


def is_in_other_terms(shown: str, pointer: str, value: JsonValue) -> bool:
    """Say whether a number is what people write for that of a member.

    That is a position counted from 1, an amount in a larger unit or what is left beside one, degrees on the other
    scale, a whole number rounded to hundreds, a year of two digits, a loss with a minus, or the rights of a file.
    """
    found, name = NUMBER.fullmatch(shown), (split(pointer) or [""])[-1].lower()
    if found is None or not isinstance(value, int | float):
        return False
    if shown.startswith("-") and _LOSS.search(name) is not None and agrees_as_number(shown[1:], value):
        return True
    if abs(value) <= _HOTTEST and _DEGREES.search(name) is not None:
        number = float(found["number"].replace(",", ""))
        return any(abs(number - one) < _unit_of(found) for one in (value * 1.8 + 32, (value - 32) / 1.8))
    return isinstance(value, int) and not found["decimals"] and any(_whole_terms(found["number"], name, value))


def _whole_terms(shown: str, name: str, value: int) -> Iterator[bool]:
    number = int(shown.replace(",", ""))
    zeros = len(str(number)) - len(str(number).rstrip("0"))
    yield number == value + 1 and name.rpartition("_")[2] in _POSITIONS
    yield zeros > 1 and "," in shown and round(value, -zeros) == number
    yield _AMOUNT.search(name) is not None and value in (number * 100, number * 1000)
    yield _TIME.search(name) is not None and value == number * 1000
    yield _YEAR.search(name) is not None and value in _SHORT_YEARS and number == value % 100
    yield name in _CYCLES and number == value % _CYCLES[name] < value
    is_octal = _RIGHTS.search(name) is not None and re.fullmatch("[0-7]{3,7}", shown) is not None
    yield is_octal and int(shown, 8) in (value, value & 0o7777)
