"""What a field's own schema says of the things that texts speak of, also through nullable unions.

A schema that refers elsewhere is left alone: what it says is not to be seen here.
"""

from collections.abc import Iterator

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, is_number, texts_in
from conformance.inventory.fields import Field

_UNIONS = ("anyOf", "oneOf", "allOf")


def schemas_of(schema: JsonValue, depth: int = 3) -> Iterator[JsonObject]:
    """Yield the schema and the branches of its unions."""
    members = as_object(schema)
    yield members
    if depth:
        for union in _UNIONS:
            for branch in as_array(members.get(union)):
                yield from schemas_of(branch, depth - 1)


def has_indirection(schema: JsonValue) -> bool:
    """Say whether the schema leaves something to a reference or to a condition."""
    return any({"$ref", "$dynamicRef", "if", "not"} & set(members) for members in schemas_of(schema))


def numbers_of(schema: JsonValue, *keywords: str) -> list[float]:
    """Return the numbers that the keywords hold."""
    found = [members.get(keyword) for members in schemas_of(schema) for keyword in keywords]
    return [float(value) for value in found if is_number(value) and isinstance(value, int | float)]


def values_of(schema: JsonValue) -> list[JsonValue] | None:
    """Return the values that an enum or const allows, ``None`` where the schema allows others too."""
    members = as_object(schema)
    if "const" in members:
        return [members["const"]]
    if "enum" in members:
        return list(as_array(members["enum"]))
    branches = as_array(members.get("anyOf")) or as_array(members.get("oneOf"))
    parts = [values_of(branch) for branch in branches if as_object(branch).get("type") != "null"]
    if not parts or any(part is None for part in parts):
        return None
    return [value for part in parts for value in part or ()]


def text_values(schema: JsonValue) -> list[str]:
    """Return the strings among the values that the schema allows; none where it is open."""
    return texts_in(values_of(schema) or ())


def is_constrained_text(schema: JsonValue) -> bool:
    """Say whether some keyword besides the type restricts a string."""
    return any({"enum", "const", "pattern", "format"} & set(members) for members in schemas_of(schema))


def has_only_types(field: Field, *types: str) -> bool:
    """Say whether the field holds one of these JSON types and no other."""
    return bool(field.types) and set(field.types) <= set(types)
