"""Boundary values of strings and numbers, the simplest first.

Some strings look like another type: a runtime that coerces before it validates rejects ``"true"`` where a string is
allowed.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from conformance.documents.values import JsonValue
from conformance.schema.formats import conforms_to, format_samples
from conformance.schema.generation.patterns import matches, shortest_match
from conformance.schema.generation.size_limits import LONGEST_TEXT

PLAIN_TEXT = "text"
# Beyond ASCII and beyond the basic plane: one code point that is two UTF-16 units.
_FOREIGN_TEXT = "naïve 😀"
_TYPICAL_TEXTS = (PLAIN_TEXT, "", _FOREIGN_TEXT, "true", "5", "null", "{}")
# Texts at a larger `maxLength` would only make the inputs large.
_LONGEST_EDGE = 4096

PLAIN: dict[str, Sequence[JsonValue]] = {
    "string": _TYPICAL_TEXTS,
    "integer": (1, 0, -1),
    "number": (1, 0.5, 0, -1),
    "boolean": (True, False),
    "null": (None,),
    "array": ([],),
    "object": ({},),
}
"""The values of each JSON type if the schema does not restrict it."""


def texts(view: Any) -> list[str]:
    """Return strings at the boundaries of a canonical string node, all of which it allows."""
    low, high = view.min_length or 0, view.max_length
    lengths = [low, low + 1, *([high - 1, high] if high is not None and high <= _LONGEST_EDGE else [])]
    made = [*_TYPICAL_TEXTS, *(_text_of_length(length) for length in lengths if 0 <= length <= LONGEST_TEXT)]
    if view.patterns:
        shortest = shortest_match(tuple(view.patterns), low, high)
        made = [*shortest, *(f"{text}{_FOREIGN_TEXT}" for text in shortest), *made]
    # Where a format has samples only they are used: libraries disagree on its corner cases.
    typical = [text for text in format_samples(view.formats) if _is_allowed(text, view)]
    return typical or [text for text in made if _is_allowed(text, view)]


def _text_of_length(length: int) -> str:
    return ("text" * (length // 4 + 1))[:length]


def _is_allowed(text: str, view: Any) -> bool:
    if len(text) < (view.min_length or 0) or (view.max_length is not None and len(text) > view.max_length):
        return False
    if text in view.excluded or not all(conforms_to(name, text) for name in view.formats):
        return False
    return all(matches(p, text) for p in view.patterns) and not any(matches(p, text) for p in view.excluded_patterns)


def numbers(view: Any, *, integral: bool) -> list[JsonValue]:
    """Return numbers at the boundaries of a canonical integer or number node, not yet validated."""
    low, high = _exact(view.minimum), _exact(view.maximum)
    step = _step(view, integral=integral)
    edges = [
        low,
        high,
        None if low is None else low + step,
        None if high is None else high - step,
        *_midpoint(low, high),
        *_multiples(low, step),
    ]
    candidates = [*PLAIN["integer" if integral else "number"], *(_to_json(edge) for edge in edges if edge is not None)]
    return [value for value in candidates if not integral or (isinstance(value, int | float) and value == int(value))]


def _exact(bound: Any) -> Fraction | None:
    """Return a bound as a fraction: no double holds a number of 399 digits, or half of a step at 1e300."""
    return None if bound is None else Fraction(str(bound) if isinstance(bound, float) else bound)


def _to_json(number: Fraction) -> int | float:
    try:
        return int(number) if number.denominator == 1 else float(number)
    except OverflowError:
        return int(number)


def _step(view: Any, *, integral: bool) -> Fraction:
    divisors = (_exact(divisor) for divisor in view.multiple_of)
    return next((divisor for divisor in divisors if divisor), Fraction(1) if integral else Fraction(1, 2))


def _midpoint(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    if low is not None and high is not None:
        yield (low + high) / 2


def _multiples(low: Fraction | None, step: Fraction) -> Iterable[Fraction]:
    start = Fraction(0) if low is None else low // step * step
    return (start, start + step, start + 2 * step)
