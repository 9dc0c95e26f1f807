"""Limits for every list and text of a result that its family does not bound itself.

A projector bounds the fields that are large by nature. Any other field that turns out large is cut and flagged here,
and one artifact keeps the complete result. Applying the limits twice changes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence

from conformance.contract.bounds import Bounds
from conformance.contract.budgets import FIELD_CHARS, Budget, shares
from conformance.contract.free_texts import flag_of, free_texts, replace_texts, shorten
from conformance.contract.references import ROLE_ENDING, reference_faults
from conformance.display import quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, stable_text
from conformance.errors import ConformanceError, ErrorKind

FULL_RESULT = "full_result"
"""The role of the artifact that holds a result from before the cuts made here."""


def fit_result(result: JsonObject, bounds: Bounds, budget: Budget) -> JsonObject:
    """Return the result with all lists and texts bounded; ``budget`` is the family's own, not a narrowed one.

    Raises ``ConformanceError`` naming the field for a preview over the budget, or a wrong reference or index.
    """
    for pointer, reason in reference_faults(result):
        raise _field_error(pointer, reason)
    room = max(budget.preview_chars - _preview_chars(result, budget), FIELD_CHARS)
    fitting = as_object(_shorten_fields(_shorten_lists(result, budget.listed_items), room))
    if fitting == result:
        return result
    index = bounds.keep(FULL_RESULT, stable_text(result))
    if index is None or bounds.artifacts is None:
        return fitting
    artifacts = [{"path": artifact.path} for artifact in bounds.artifacts]
    return {**fitting, "artifacts": artifacts, FULL_RESULT + ROLE_ENDING: index}


def _preview_chars(result: JsonObject, budget: Budget) -> int:
    """Return the characters that the family's previews take."""
    previews = [text for text in free_texts(result) if text.is_preview]
    total = sum(len(text.text) for text in previews)
    if total > budget.preview_chars:
        largest = max(previews, key=lambda preview: len(preview.text))
        most = f"the previews of its family may have {budget.preview_chars:,} characters in total"
        raise _field_error(largest.pointer, f"is a preview of {len(largest.text):,} characters; {most}")
    return total


def _field_error(pointer: str, reason: str) -> ConformanceError:
    hint = "pass the full text and let the projection bound it, or pass an already projected result"
    return ConformanceError(
        ErrorKind.INVALID_VALUE, f"complete output: result field {quote_text(pointer, 200)} {reason}", hint
    )


def _shorten_lists(result: JsonObject, most: int) -> JsonValue:
    """Divide the listed items among the lists of one depth, outer ones first."""
    value: JsonValue = result
    depth = 0
    while inner := [found for found in _lists(value, "") if _depth(found[0]) > depth]:
        depth = min(_depth(place) for place, _ in inner)
        level = [(place, items) for place, items in inner if _depth(place) == depth]
        granted = shares([len(items) for _, items in level], most)
        sizes = {place: size for (place, items), size in zip(level, granted, strict=True) if size < len(items)}
        value = _truncate_lists(value, "", sizes) if sizes else value
    return value


def _depth(pointer: str) -> int:
    return pointer.count("/")


def _lists(value: JsonValue, pointer: str) -> Iterator[tuple[str, Sequence[JsonValue]]]:
    """Yield every non-empty list with its pointer, except the artifacts."""
    if isinstance(value, Mapping):
        for key, member in value.items():
            if key != "artifacts":
                yield from _lists(member, child(pointer, key))
    elif items := as_array(value):
        yield pointer, items
        for index, item in enumerate(items):
            yield from _lists(item, child(pointer, index))


def _truncate_lists(value: JsonValue, pointer: str, sizes: Mapping[str, int]) -> JsonValue:
    if isinstance(value, Mapping):
        changed = {key: _truncate_lists(member, child(pointer, key), sizes) for key, member in value.items()}
        flags = [flag_of(value, key) for key in value if child(pointer, key) in sizes]
        return {**changed, **{flag: True for flag in flags if flag is not None}}
    if isinstance(value, list | tuple):
        kept = as_array(value)[: sizes.get(pointer, len(value))]
        return [_truncate_lists(item, child(pointer, index), sizes) for index, item in enumerate(kept)]
    return value


def _shorten_fields(result: JsonValue, room: int) -> JsonValue:
    fields = [text for text in free_texts(result) if not text.is_preview]
    granted = shares([len(field.text) for field in fields], room)
    return replace_texts(
        result,
        {
            field.pointer: shorten(field, size)
            for field, size in zip(fields, granted, strict=True)
            if size < len(field.text)
        },
    )
