"""Which keywords of a schema bound the values of which type."""

from collections.abc import Iterator, Mapping

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, texts_in
from conformance.schema.subschemas import Subschemas

_OF_TYPE: Mapping[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern", "not"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "not"),
    "array": ("minItems", "maxItems", "uniqueItems", "contains"),
    "object": ("minProperties", "maxProperties", "propertyNames"),
}
# Values by which a keyword restricts nothing.
_NO_BOUND: Mapping[str, tuple[JsonValue, ...]] = {
    "minLength": (0,),
    "minItems": (0,),
    "minProperties": (0,),
    "uniqueItems": (False,),
    "propertyNames": (True, {}, {"type": "string"}),
}


def bounds_of(schema: JsonObject) -> Iterator[str]:
    """Yield the bounds that apply to the types of a schema; none for a schema that lists its values."""
    if "enum" in schema or "const" in schema:
        return
    types = texts_in(as_array(schema.get("type")) or [schema.get("type")])
    named = {_kind_of(name) for name in types} or set(_OF_TYPE)
    for name, keywords in _OF_TYPE.items():
        if name in named:
            yield from (key for key in keywords if key in schema and _restricts(schema, key))


def _restricts(schema: JsonObject, keyword: str) -> bool:
    # What `not` says of objects is a condition, and without a type it may be about them.
    if keyword == "not":
        return "type" in schema and "object" not in as_array(schema["type"]) and schema["type"] != "object"
    # An array without any element contains what it need not contain.
    if keyword == "contains" and schema.get("minContains") == 0:
        return False
    return not any(schema[keyword] == one and type(schema[keyword]) is type(one) for one in _NO_BOUND.get(keyword, ()))


def _kind_of(name: str) -> str:
    return "number" if name == "integer" else name


def value_bounds(schema: JsonObject, kind: str) -> Iterator[str]:
    """Yield the bounds of a schema that restrict values of one JSON type."""
    known = _OF_TYPE.get(_kind_of(kind), ())
    yield from (key for key in bounds_of(schema) if key in known)


def bound_places(subschemas: Subschemas, holder: str, keyword: str) -> list[str]:
    """Return the pointers of what a bound of a subschema demands: its own, or each bound of the names of members."""
    place = child(holder, keyword)
    if keyword != "propertyNames":
        return [place]
    return [
        child(rule, key)
        for rule in subschemas.closure([place], unions=False, conditions=False)
        for key in (*value_bounds(subschemas.keywords_of(rule), "string"), "enum", "const")
        if key in subschemas.keywords_of(rule)
    ]
