"""What lowering a schema loses, kind by kind."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from conformance.documents.pointers import parent, resolve
from conformance.documents.values import JsonValue, as_array, equal, texts_in
from conformance.schema.references import REFERENCE_KEYWORDS


class LossKind(StrEnum):
    """What the sent schema no longer says."""

    REQUIREMENT = "requirement"
    """A condition, a choice or a negation, or all that a reference leads to."""
    CONSTRAINT = "constraint"
    """A bound, a pattern, a format or a value."""
    NULL = "null"
    """An optional field had to become nullable, but the contract rejects null."""
    DICTIONARY = "dictionary"
    """A free-form object had to be closed, so it is limited to its declared fields, or empty without any."""
    OPENNESS = "openness"
    """Unknown fields are rejected by the runtime only, no longer by the schema that is sent."""


class Loss(Struct, frozen=True):
    """One loss: its kind, the pointer of the keyword or field, and a description of what it asserted."""

    kind: LossKind
    pointer: str
    description: str


LOSS_ADVICE: Mapping[LossKind, str] = {
    LossKind.REQUIREMENT: "make one tool per variant, or one nested object with a `kind`",
    LossKind.NULL: "treat null as omitted in the runtime, or make the field nullable or required",
    LossKind.DICTIONARY: "use a list of objects with a name and a value instead",
    LossKind.CONSTRAINT: "state them in the description too, and reject violations in the runtime",
    LossKind.OPENNESS: "reject unknown fields in the runtime",
}
"""What to do about each kind of loss."""


def existing_pointer(schema: JsonValue, pointer: str) -> str:
    """Return the longest prefix of a pointer that exists in the schema; one into the lowered form may not."""
    while pointer:
        try:
            resolve(schema, pointer)
        except KeyError:
            pointer = parent(pointer)
        else:
            break
    return pointer


CONDITIONS = frozenset(
    ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies")
)
NON_ASSERTING_KEYWORDS = frozenset(
    (
        *("title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "$comment"),
        *("$schema", "$id", "$anchor", "id", "discriminator", "nullable"),
        *("contentMediaType", "contentEncoding", "contentSchema"),
    )
)
"""Keywords that assert nothing about a value; ``nullable`` is not part of JSON Schema."""
_VACUOUS: Mapping[str, Sequence[JsonValue]] = {
    "uniqueItems": (False,),
    "minItems": (0,),
    "minLength": (0,),
    "minProperties": (0,),
    "propertyNames": (True, {}, {"type": "string"}),
    "unevaluatedProperties": (True, {}),
    "unevaluatedItems": (True, {}),
    "additionalItems": (True, {}),
    "patternProperties": ({},),
    "dependentRequired": ({},),
    "dependentSchemas": ({},),
}
"""Values with which the keyword asserts nothing."""


def loss_of(keyword: str, value: JsonValue, pointer: str) -> Loss | None:
    """Return what is lost by dropping a keyword, ``None`` if it asserts nothing."""
    if keyword in NON_ASSERTING_KEYWORDS or keyword.startswith("x-") or keyword in ("$defs", "definitions"):
        return None
    if any(equal(value, idle) for idle in _VACUOUS.get(keyword, ())):
        return None
    # without the keyword the object is closed, or admits none but the listed names
    if keyword == "patternProperties":
        return Loss(LossKind.DICTIONARY, pointer, "an object with names by pattern")
    kind = LossKind.REQUIREMENT if keyword in CONDITIONS or keyword in REFERENCE_KEYWORDS else LossKind.CONSTRAINT
    names = sorted(set(_required_names(value)))
    return Loss(kind, pointer, f"{keyword} (requires {', '.join(names)})" if names else keyword)


def _required_names(value: JsonValue, depth: int = 0) -> list[str]:
    """Return the names that any schema within the value requires."""
    if isinstance(value, Mapping) and depth < 20:
        own = texts_in(value.get("required"))
        return [*own, *(name for member in value.values() for name in _required_names(member, depth + 1))]
    return [name for item in as_array(value) for name in _required_names(item, depth + 1)] if depth < 20 else []
