"""The texts and numbers of a complete result that its canonical form has nowhere.

A canonical result is kept as it is, so each of its values is still at its pointer or has moved. Of any other complete
result, a value is only missed where the canonical form has a place for it: an emptied list, a null, another number.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from conformance.display import LONE_SURROGATE
from conformance.documents.pointers import nearest, resolve, split, walk
from conformance.documents.values import JsonObject, JsonValue, equal, is_number

# A text of this length is only shown once: a report that repeats the output is left out.
_LARGE = 20


class DroppedValue(Struct, frozen=True):
    """One value at its pointer in the complete result, and what the canonical result has there, if anything."""

    pointer: str
    value: JsonValue
    now: JsonValue

    @property
    def name(self) -> str:
        """The member that has the value, itself or in an array; empty where no object has it."""
        return next((token for token in reversed(split(self.pointer)) if not token.isdigit()), "")


def dropped_values(complete: JsonObject, canonical: JsonObject, *, is_kept: bool) -> Iterator[DroppedValue]:
    """Yield the values that are missing; ``is_kept`` if the complete result is canonical already."""
    moved = [value for pointer, value in _leaves(canonical) if not equal(_value_at(complete, pointer), value)]
    texts = [_plain(value) for _, value in _leaves(canonical) if isinstance(value, str)]
    for pointer, value in _leaves(complete):
        now = _value_at(canonical, pointer)
        is_there = (
            equal(now, value)
            or any(_contains(other, value, is_kept=is_kept) for other in moved)
            or _is_repeated(value, texts)
        )
        if not is_there and (is_kept or _has_place(canonical, pointer)):
            yield DroppedValue(pointer, value, now)


def _leaves(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Yield the texts and numbers, without blank texts and those that no JSON can hold."""
    for pointer, inner in walk(value):
        is_text = isinstance(inner, str) and inner.strip() and not LONE_SURROGATE.search(inner)
        if is_text or is_number(inner):
            yield pointer, inner


def _value_at(value: JsonValue, pointer: str) -> JsonValue:
    try:
        return resolve(value, pointer)
    except KeyError:
        return None


def _contains(other: JsonValue, value: JsonValue, *, is_kept: bool) -> bool:
    """Say whether a new value is or contains this one, or is the end of this path or a rounded number.

    The path of a canonical result is kept, except for the folder in front that makes one absolute.
    """
    if isinstance(value, str) and isinstance(other, str):
        plain, shown = _plain(value), _plain(other)
        is_end = plain.endswith(f"/{shown}") and (not is_kept or plain.startswith("/") or ":" in plain)
        return plain in shown or is_end
    if isinstance(value, int | float) and isinstance(other, int | float):
        return other == value or other == round(value)
    return isinstance(other, str) and str(value) in other


def _is_repeated(value: JsonValue, texts: list[str]) -> bool:
    return isinstance(value, str) and len(value) >= _LARGE and any(_plain(value) in text for text in texts)


def _has_place(canonical: JsonObject, pointer: str) -> bool:
    """Say whether the canonical form names the member: it has another value, is null, or a list that lost an item."""
    found = nearest(canonical, pointer)
    if found == pointer:
        return True
    return not isinstance(resolve(canonical, found), Mapping)


def _plain(text: str) -> str:
    """Return a text in one case and with single blanks: a projection may tidy both."""
    return " ".join(text.casefold().split())
