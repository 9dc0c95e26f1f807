"""Values and names to try in place of good ones; which of them are wrong, and why, the reference validator says."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from conformance.json_values import JsonObject, JsonValue, as_array, is_number, type_name
from conformance.words import snake_case, words_of

OUTSIDER = "conformance_not_a_member"
_LONGEST = 100_000
_MOST_ITEMS = 2_000


def misspellings(name: str, known: Iterable[str]) -> list[str]:
    """Return names that a model would write for ``name`` and that the schema does not know."""
    camel = "".join(word if i == 0 else word.capitalize() for i, word in enumerate(words_of(name)))
    one_letter_off = name[:-1] if len(name) > 2 else f"{name}{name[-1:]}"
    taken = {name, "", *known}
    return [twin for twin in dict.fromkeys([snake_case(name), camel, one_letter_off]) if twin not in taken]


def other_types(value: JsonValue, _schemas: Sequence[JsonObject]) -> list[JsonValue]:
    """Return values of types that no coercion makes of ``value``'s type."""
    unlike: dict[str, list[JsonValue]] = {
        "string": [{}, []],
        "integer": [{}, [], OUTSIDER],
        "number": [{}, [], OUTSIDER],
        "boolean": [{}, [], OUTSIDER],
        "array": [{}, 7],
        "object": [7, OUTSIDER],
        "null": [{}, []],
    }
    return unlike[type_name(value)]


def nulls(value: JsonValue, _schemas: Sequence[JsonObject]) -> list[JsonValue]:
    """Return null in place of anything else."""
    return [] if value is None else [None]


def look_alikes(value: JsonValue, _schemas: Sequence[JsonObject]) -> list[JsonValue]:
    """Return values of another type that a lenient runtime turns into ``value``'s type."""
    if isinstance(value, bool):
        return ["true" if value else "false", 1 if value else 0, "yes" if value else "no"]
    if is_number(value):
        return [json.dumps(value), cast("float", value) + 0.5]
    if isinstance(value, str):
        return [5, True]
    if isinstance(value, Mapping) or as_array(value) or value == []:
        return [json.dumps(value)]
    return []


def beyond_bounds(value: JsonValue, schemas: Sequence[JsonObject]) -> list[JsonValue]:
    """Return values just beyond each bound that the schemas name."""
    return [made for schema in schemas for made in _beyond(value, schema)]


def outsiders(value: JsonValue, schemas: Sequence[JsonObject]) -> list[JsonValue]:
    """Return values that no enum lists: a stranger, and a member in other letters."""
    listed = [item for schema in schemas for item in (*as_array(schema.get("enum")), schema.get("const"))]
    if isinstance(value, str):
        shouted = [item.upper() if item != item.upper() else item.lower() for item in listed if isinstance(item, str)]
        return [OUTSIDER, *shouted[:1]]
    if is_number(value):
        return [max((cast("float", item) for item in listed if is_number(item)), default=0) + 1]
    return [not value] if isinstance(value, bool) else []


def _beyond(value: JsonValue, schema: JsonObject) -> Iterator[JsonValue]:
    if is_number(value):
        yield from _numbers_beyond(schema)
    elif isinstance(value, str):
        yield from _texts_beyond(value, schema)
    elif isinstance(value, list | tuple):
        yield from _arrays_beyond(as_array(value), schema)
    elif isinstance(value, Mapping) and _whole(schema, "minProperties"):
        yield {}


def _numbers_beyond(schema: JsonObject) -> Iterator[JsonValue]:
    for key, step in (("minimum", -1), ("maximum", 1), ("exclusiveMinimum", 0), ("exclusiveMaximum", 0)):
        bound = schema.get(key)
        if isinstance(bound, int | float) and not isinstance(bound, bool):
            yield _tidy(bound + step)
    divisor = schema.get("multipleOf")
    if isinstance(divisor, int | float) and not isinstance(divisor, bool) and divisor != 1:
        yield from (_tidy(divisor + 1), _tidy(divisor * 1.5))


def _tidy(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _texts_beyond(value: str, schema: JsonObject) -> Iterator[JsonValue]:
    shortest, longest = _whole(schema, "minLength"), _whole(schema, "maxLength")
    if shortest:
        yield (value or "t")[: shortest - 1]
    if longest is not None and longest < _LONGEST:
        filler = value[-1:] or "t"
        yield value + filler * (longest + 1 - len(value))
    if "pattern" in schema:
        yield from ("", " ", "!", "conformance no match", "0", f"{value}\n!", f"!{value}")


def _arrays_beyond(items: Sequence[JsonValue], schema: JsonObject) -> Iterator[JsonValue]:
    fewest, most = _whole(schema, "minItems"), _whole(schema, "maxItems")
    if fewest:
        yield list(items[: fewest - 1])
    if most is not None and most < _MOST_ITEMS and items:
        yield [items[i % len(items)] for i in range(most + 1)]
    if schema.get("uniqueItems") is True and items:
        yield [*items, items[0]]
    if "contains" in schema:
        yield []


def _whole(schema: JsonObject, key: str) -> int | None:
    bound = schema.get(key)
    return int(bound) if isinstance(bound, int | float) and not isinstance(bound, bool) else None
