"""Values and names to try in place of valid ones; the reference validator decides which of them are wrong."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from msgspec import Struct

from conformance.documents.values import JsonObject, JsonValue, as_array, is_number, type_name
from conformance.names import snake_case, words_of
from conformance.schema.formats import conforms_to, format_samples
from conformance.schema.generation.elements import Parts

NON_MEMBER = "conformance_not_a_member"
# A value like the listed ones ends with another of these.
_LAST_LETTERS = "zq7"
# Written as JSON writes it: "007" is not what 7 is turned into. A double has all integers of 15 digits.
_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}")


class MutationTarget(Struct, frozen=True):
    """A location of a valid input: its value, the schemas that apply, and what else it could contain."""

    value: JsonValue
    schemas: Sequence[JsonObject]
    parts: Parts


def misspellings(name: str, known: Iterable[str]) -> list[str]:
    """Return likely misspellings of ``name`` unknown to the schema: snake case, camel case, one letter off."""
    camel = "".join(word if i == 0 else word.capitalize() for i, word in enumerate(words_of(name)))
    # The last letter dropped; a name of one or two letters gets one doubled instead.
    one_letter_off = name[:-1] if len(name) > 2 else f"{name}{name[-1:]}"
    taken = {name, "", *known}
    return [twin for twin in dict.fromkeys([snake_case(name), camel, one_letter_off]) if twin not in taken]


def other_types(spot: MutationTarget) -> list[JsonValue]:
    """Return values of types that no lenient runtime coerces to the type of the value."""
    # Lenient runtimes coerce between scalars, but not to or from containers, nor a text of letters to a number.
    unlike: dict[str, list[JsonValue]] = {
        "string": [{}, []],
        "integer": [{}, [], NON_MEMBER],
        "number": [{}, [], NON_MEMBER],
        "boolean": [{}, [], NON_MEMBER],
        "array": [{}, 7],
        "object": [7, NON_MEMBER],
        "null": [{}, []],
    }
    return unlike[type_name(spot.value)]


def nulls(spot: MutationTarget) -> list[JsonValue]:
    """Return null, unless the value is null."""
    return [] if spot.value is None else [None]


def _fractions_near(number: int | float) -> list[JsonValue]:
    try:
        return [number + 0.5]
    except OverflowError:  # an integer of more digits than a double has
        return []


def equivalents(spot: MutationTarget) -> list[JsonValue]:
    """Return values of another type that a lenient runtime turns into the very value at the location."""
    value = spot.value
    if isinstance(value, bool):
        return ["true" if value else "false", 1 if value else 0, "yes" if value else "no"]
    if is_number(value):
        return [json.dumps(value), *(flag for flag in (True, False) if value == flag)]
    if isinstance(value, str):
        return [int(value)] if _WHOLE_NUMBER.fullmatch(value) else []
    if isinstance(value, Mapping | list):
        return [json.dumps(value)]
    return []


def look_alikes(spot: MutationTarget) -> list[JsonValue]:
    """Return values of another type that a lenient runtime turns into the value's type, the equivalents first.

    In Python ``True`` equals 1, so confusing booleans with numbers is the most common of these faults.
    """
    value, same = spot.value, equivalents(spot)
    if isinstance(value, bool):
        return [*same, 0 if value else 1]
    if is_number(value):
        return [*same, *_fractions_near(value), True, False]
    if isinstance(value, str):
        return [*same, 5, True]
    return same


def non_members(spot: MutationTarget) -> list[JsonValue]:
    """Return values that no enum lists: an unrelated one, and a listed one in the other case.

    Next to a format the first one has it too, if possible, since any other one may be rejected for that.
    """
    value = spot.value
    listed = [item for schema in spot.schemas for item in (*as_array(schema.get("enum")), schema.get("const"))]
    if isinstance(value, str):
        case_changed = [
            item.upper() if item != item.upper() else item.lower() for item in listed if isinstance(item, str)
        ]
        return [*_formatted_non_members(spot, listed)[:1], NON_MEMBER, *case_changed[:1]]
    if is_number(value):
        return [max((cast("float", item) for item in listed if is_number(item)), default=0) + 1]
    return [not value] if isinstance(value, bool) else []


def _formatted_non_members(spot: MutationTarget, listed: Sequence[JsonValue]) -> list[JsonValue]:
    formats = [name for schema in spot.schemas if isinstance(name := schema.get("format"), str)]
    texts = [*format_samples(formats), *lone_non_members(spot)] if formats else []
    return [text for text in texts if text not in listed and all(conforms_to(name, text) for name in formats)]


def lone_non_members(spot: MutationTarget) -> Iterator[JsonValue]:
    """Yield values that another list at the location has, or that are like a listed one in length and size."""
    value = spot.value
    listed = [item for schema in spot.schemas for item in (*as_array(schema.get("enum")), schema.get("const"))]
    alike = [item for item in (value, *listed) if type(item) is type(value)]
    yield from alike[1:]
    for item in alike:
        if isinstance(item, str):
            yield from (f"{item[:-1]}{last}" for last in _LAST_LETTERS)
        elif is_number(item):
            yield from (cast("float", item) + step for step in (-1, 1, 0.5))
        elif isinstance(item, list):
            yield from ([*item, *item[-1:]], [])
