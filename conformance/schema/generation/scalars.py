"""Boundary values of strings and numbers, the simplest first.

Some strings look like another type: a runtime that coerces before it validates rejects ``"true"`` where a string is
allowed.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
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
    low, high = _to_number(view.minimum), _to_number(view.maximum)
    step = _step(view, integral=integral)
    usual = PLAIN["integer" if integral else "number"]
    edges = [
        low,
        high,
        *_neighbours(low, step),
        *_neighbours(high, -step),
        *_midpoint(low, high),
        *_multiples(low, step),
    ]
    candidates = [*usual, *(edge for edge in edges if edge is not None)]
    return [value for value in candidates if not integral or value == int(_number(value))]


def _number(value: JsonValue) -> float:
    return value if isinstance(value, int | float) else 0


def _to_number(bound: Any) -> int | float | None:
    if bound is None:
        return None
    number = float(bound) if isinstance(bound, Decimal) else bound
    return int(number) if number == int(number) else number


def _step(view: Any, *, integral: bool) -> int | float:
    divisors = [_to_number(divisor) for divisor in view.multiple_of]
    return next((divisor for divisor in divisors if divisor), 1 if integral else 0.5)


def _neighbours(edge: int | float | None, step: int | float) -> Iterator[int | float]:
    if edge is not None:
        yield edge + step


def _midpoint(low: int | float | None, high: int | float | None) -> Iterator[int | float]:
    if low is not None and high is not None:
        yield (low + high) / 2 if isinstance(low + high, float) or (low + high) % 2 else (low + high) // 2


def _multiples(low: int | float | None, step: int | float) -> Iterable[int | float]:
    start = 0 if low is None else low // step * step
    return (start, start + step, start + 2 * step)
