"""Where a schema contains subschemas, and the role of each."""

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct

from conformance.documents.pointers import child, escape
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object


class SubschemaRole(Enum):
    """The role of a subschema in the schema that contains it."""

    ROOT = "root"
    INPLACE = "same_place"
    """Judges the same instance: allOf, anyOf, oneOf, then, else, dependentSchemas."""
    CONDITION = "condition"
    """Judges the same instance without asserting it: if, not."""
    PROPERTY = "property"
    """Judges a member of the instance: properties, patternProperties, additionalProperties, unevaluatedProperties."""
    ITEM = "item"
    """Judges an element of the instance: items, prefixItems, contains, additionalItems, unevaluatedItems."""
    NAME = "name"
    """Judges the names of members: propertyNames."""
    DEFINITION = "definition"
    """Judges nothing until it is referenced: $defs, definitions."""

    @property
    def is_inplace(self) -> bool:
        """Say whether the subschema applies to the same instance as the schema that contains it."""
        return self in (SubschemaRole.INPLACE, SubschemaRole.CONDITION)


# Keywords whose value is one subschema, a list of subschemas, or a map to subschemas.
_SINGLE = {
    "additionalItems": SubschemaRole.ITEM,
    "contains": SubschemaRole.ITEM,
    "unevaluatedItems": SubschemaRole.ITEM,
    "additionalProperties": SubschemaRole.PROPERTY,
    "unevaluatedProperties": SubschemaRole.PROPERTY,
    "propertyNames": SubschemaRole.NAME,
    "if": SubschemaRole.CONDITION,
    "not": SubschemaRole.CONDITION,
    "then": SubschemaRole.INPLACE,
    "else": SubschemaRole.INPLACE,
}
_LISTS = {
    "allOf": SubschemaRole.INPLACE,
    "anyOf": SubschemaRole.INPLACE,
    "oneOf": SubschemaRole.INPLACE,
    "prefixItems": SubschemaRole.ITEM,
}
_MAPS = {
    "properties": SubschemaRole.PROPERTY,
    "patternProperties": SubschemaRole.PROPERTY,
    "dependentSchemas": SubschemaRole.INPLACE,
    "$defs": SubschemaRole.DEFINITION,
    "definitions": SubschemaRole.DEFINITION,
}

_IRREGULAR = frozenset(("items", "dependencies"))

KEYWORDS = frozenset(
    """$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary
    additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema
    default definitions dependencies dependentRequired dependentSchemas deprecated description divisibleBy else enum
    examples exclusiveMaximum exclusiveMinimum format id if items maxContains maxItems maxLength maxProperties maximum
    minContains minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems
    properties propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems
    writeOnly""".split()  # noqa: SIM905  one keyword a line would hide how few they are
)


class Position(Struct, frozen=True):
    """One subschema: its pointer from the root schema, its role, and the keyword that contains it."""

    pointer: str
    schema: JsonValue
    role: SubschemaRole
    keyword: str


def children(schema: JsonObject, pointer: str = "") -> Iterator[Position]:
    """Yield the subschemas directly inside ``schema``, whose own pointer is ``pointer``."""
    for keyword, value in schema.items():
        if keyword in _SINGLE:
            yield Position(f"{pointer}/{keyword}", value, _SINGLE[keyword], keyword)
        elif keyword in _LISTS:
            for index, item in enumerate(as_array(value)):
                yield Position(f"{pointer}/{keyword}/{index}", item, _LISTS[keyword], keyword)
        elif keyword in _MAPS:
            for name, member in as_object(value).items():
                yield Position(f"{pointer}/{keyword}/{escape(name)}", member, _MAPS[keyword], keyword)
        elif keyword in _IRREGULAR:
            yield from _irregular_children(keyword, value, pointer)


def _irregular_children(keyword: str, value: JsonValue, pointer: str) -> Iterator[Position]:
    if keyword == "items":
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield Position(child(pointer, keyword, index), item, SubschemaRole.ITEM, keyword)
        else:
            yield Position(child(pointer, keyword), value, SubschemaRole.ITEM, keyword)
    else:
        for name, member in as_object(value).items():
            # The other form of `dependencies` lists required names.
            if isinstance(member, Mapping | bool):
                yield Position(child(pointer, keyword, name), member, SubschemaRole.INPLACE, keyword)


def positions(schema: JsonValue) -> Iterator[Position]:
    """Yield the schema itself and all subschemas, outer ones first; takes linear time."""
    pending = [Position("", schema, SubschemaRole.ROOT, "")]
    while pending:
        position = pending.pop()
        yield position
        if isinstance(position.schema, Mapping):
            pending.extend(reversed(list(children(position.schema, position.pointer))))


def asserted_positions(schema: JsonValue) -> Iterator[Position]:
    """Yield the positions outside of ``if`` and ``not``, outer ones first: those that assert something."""
    pending = [Position("", schema, SubschemaRole.ROOT, "")]
    while pending:
        position = pending.pop()
        yield position
        if isinstance(position.schema, Mapping):
            inside = children(position.schema, position.pointer)
            pending.extend(reversed([part for part in inside if part.role is not SubschemaRole.CONDITION]))


def is_conditional(pointer: str) -> bool:
    """Say whether a position is inside ``if`` or ``not``, where it only repeats what is declared elsewhere."""
    if "/if" not in pointer and "/not" not in pointer:  # nearly no pointer has either
        return False
    tokens = pointer.split("/")
    # A property may be called "if" or "not".
    return any(token in ("if", "not") and tokens[index - 1] != "properties" for index, token in enumerate(tokens))
