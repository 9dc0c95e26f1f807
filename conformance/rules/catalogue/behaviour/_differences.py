"""The first place at which two JSON values differ, and the common check of what must not change when done again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_array, compact_json, equal
from conformance.findings import Problem

_SHOWN, _CONTEXT = 60, 15


@dataclass(frozen=True, slots=True)
class Difference:
    """One place with what stands there on either side, as texts to show."""

    pointer: str
    before: str
    after: str


def first_difference(before: JsonValue, after: JsonValue) -> Difference | None:
    """Return the first difference in document order, ``None`` where both are equal as JSON."""
    pointer = ""
    while not equal(before, after):
        step = _differing_member(before, after)
        if step is None:
            return Difference(pointer, *_format_pair(before, after))
        key, before, after = step
        pointer = child(pointer, key)
        if before is _ABSENT or after is _ABSENT:
            return Difference(pointer, _format_value(before), _format_value(after))
    return None


def repetition_problems(first: JsonValue, repeated: Sequence[JsonValue], done: str, hint: str) -> Iterator[Problem]:
    """Yield a problem for the first place at which each repetition differs; ``done`` says what was done again."""
    for again in repeated:
        found = first_difference(first, again)
        if found:
            what = f"{found.pointer or 'the envelope'} is no longer {found.before} but {found.after}"
            yield Problem(f"{done} a second time, {what}", hint, found.pointer)


_ABSENT = "\0absent"


def _differing_member(before: JsonValue, after: JsonValue) -> tuple[str | int, JsonValue, JsonValue] | None:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        pairs = ((key, before.get(key, _ABSENT), after.get(key, _ABSENT)) for key in {**before, **after})
        return next(pair for pair in pairs if not equal(pair[1], pair[2]))
    old, new = as_array(before), as_array(after)
    if not old or not new:
        return None
    return next(((i, a, b) for i, (a, b) in enumerate(zip(old, new, strict=False)) if not equal(a, b)), None)


def _format_pair(before: JsonValue, after: JsonValue) -> tuple[str, str]:
    """Two long texts are shown from shortly before the place where they part."""
    if isinstance(before, str) and isinstance(after, str):
        shorter = min(len(before), len(after))
        parting = next((place for place in range(shorter) if before[place] != after[place]), shorter)
        start = max(parting - _CONTEXT, 0)
        return quote_text(before[start:], _SHOWN), quote_text(after[start:], _SHOWN)
    return _format_value(before), _format_value(after)


def _format_value(value: JsonValue) -> str:
    if value is _ABSENT:
        return "absent"
    return quote_text(value, _SHOWN) if isinstance(value, str) else quote_text(compact_json(value), _SHOWN).strip("'")
