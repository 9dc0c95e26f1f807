"""Small instances that show what a schema lets through: a claim of a text is held against what validation says.

An instance is proposed and then judged; one that cannot be made proves nothing and is not reported.
"""

import re
from collections.abc import Mapping

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, is_number, texts_in
from conformance.inventory.prose.schema_side import schemas_of
from conformance.schema.safe_validation import validate_instance

_MISSING = re.compile(r"\A'(?P<name>[^'\n]{1,100})' is a required property")
_ROUNDS = 8
_DEEPEST = 4
_SAMPLES: Mapping[str, JsonValue] = {"boolean": True, "string": "x", "array": [], "object": {}, "null": None}


def accepted_instance(schema: JsonValue, given: JsonObject, without: frozenset[str]) -> JsonObject | None:
    """Return an object that the schema accepts, with the given members and without the named ones, or ``None``.

    Other required members are filled in.
    """
    members = as_object(schema)
    properties = as_object(members.get("properties"))
    instance = {name: sample(properties.get(name)) for name in texts_in(members.get("required"))} | dict(given)
    for _ in range(_ROUNDS):
        if without & instance.keys():
            return None
        found = validate_instance(instance, schema, 1)
        if not found:
            return instance
        missing = _MISSING.match(found[0].message) if not isinstance(found, str) and not found[0].pointer else None
        if missing is None:
            return None
        instance[missing["name"]] = sample(properties.get(missing["name"]))
    return None


def sample(schema: JsonValue, depth: int = 0) -> JsonValue:
    """Return a plain value that the schema probably accepts, never null where another type is allowed."""
    for members in schemas_of(schema):
        shown = [
            members.get("const"),
            *as_array(members.get("enum")),
            *as_array(members.get("examples")),
            members.get("default"),
        ]
        value = next((value for value in shown if value is not None), None)
        if value is not None:
            return value
    types = [name for members in schemas_of(schema) for name in texts_in(members.get("type")) if name != "null"]
    return _sample_of_type(types[0] if types else "string", schema, depth)


def _sample_of_type(name: str, schema: JsonValue, depth: int) -> JsonValue:
    members = next((part for part in schemas_of(schema) if name in texts_in(part.get("type"))), as_object(schema))
    if name in ("integer", "number"):
        lowest = members.get("minimum", members.get("exclusiveMinimum", 0))
        number = lowest if is_number(lowest) and isinstance(lowest, int | float) else 0
        return int(number) + (1 if "exclusiveMinimum" in members or not number else 0)
    if name == "string":
        least = members.get("minLength", 1)
        return "x" * min(max(least if isinstance(least, int) else 1, 1), 1000)
    if name == "array":
        return [sample(members.get("items"), depth + 1)] if depth < _DEEPEST and members.get("items") else []
    if name == "object" and depth < _DEEPEST:
        properties = as_object(members.get("properties"))
        return {key: sample(properties.get(key), depth + 1) for key in texts_in(members.get("required"))}
    return _SAMPLES.get(name)
