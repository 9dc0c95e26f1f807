"""Numbers that a text explains one by one, and a flag that has to be true: all values that a field may have."""

from collections.abc import Iterator, Sequence

from conformance.documents.edits import SetMember
from conformance.documents.values import JsonValue, as_array, compact_json, texts_in
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.numbered_values import is_unbroken, numbered_flag, numbered_lines, numbered_values
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.values import only_numbers, only_true
from conformance.names import words_of

# Quantities of which every number between two others is one too.
_SCALE = frozenset(
    ("temperature", "temp", "threshold", "score", "zoom", "speed", "volume", "opacity", "scale", "weight")
)


def numbers_and_flags(field: Field) -> Iterator[Problem]:
    """Yield a problem for numbers that are explained one by one, and for a flag that has to be true."""
    if field.values is not None or field.is_undetermined:
        return
    bounded = any(not {"minimum", "maximum", "exclusiveMaximum"}.isdisjoint(part) for part in field.parts)
    for passage in passages(field):
        numbered = _numbers(field, passage) if field.is_numeric and not bounded else None
        constant = only_true(passage) if field.types == ["boolean"] else None
        if numbered or constant:
            from conformance.inventory.prose.allowances import names_other_numbers  # few lists have such values

            others = _declared_others(field, numbered[0]) if numbered else []
            is_more = numbered is not None and names_other_numbers(field, numbered[0])
            key, value = ("enum", [*numbered[0], *others]) if numbered else ("const", True)
            # a default outside of the list shows that there are more, and what asks for a consent may be refused it
            is_unsure = any(other is not None for other in others) or numbered is None
            yield Problem(
                f"{field.label} has allowed values that only the description lists",
                f'add "{key}": {compact_json(value)} to its schema',
                field.pointer,
                {"quote": numbered[1] if numbered else constant},
                edits=[] if is_more else [SetMember(field.pointer, key, value)],
                max_level=Level.INFO if is_unsure else Level.WARNING,
            )
            return


def _declared_others(field: Field, numbers: Sequence[int]) -> list[JsonValue]:
    """Return what the schema has as a default or an example beside the numbers, and the null that it accepts."""
    written = [part["default"] for part in field.parts if "default" in part]
    written += [each for part in field.parts for each in as_array(part.get("examples"))]
    written += [None] if any("null" in texts_in(part.get("type")) for part in field.parts) else []
    return [value for index, value in enumerate(written) if value not in (*numbers, *written[:index])]


def _numbers(field: Field, passage: str) -> tuple[list[int], str] | None:
    """Return the only numbers that a sentence allows; those of a scale, 0 = exact and 1 = creative, are a few of it."""
    explained = numbered_values(passage) or numbered_lines(field.description)
    counted = explained is not None and is_unbroken(explained[0]) and not _SCALE.intersection(words_of(field.name))
    is_scale = not _SCALE.isdisjoint(words_of(field.name))
    return only_numbers(passage) or (explained if counted else None) or (None if is_scale else numbered_flag(passage))
