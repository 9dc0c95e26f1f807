"""What a lowering loses, kind by kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conformance.documents.values import JsonValue, as_array, equal, texts_in


class LossKind(StrEnum):
    """What the sent schema no longer says."""

    REQUIREMENT = "requirement"
    """A condition, a choice or a negation: what is required in some cases only."""
    CONSTRAINT = "constraint"
    """A bound, a pattern, a format, a value."""
    NULL = "null"
    """An optional field had to be made nullable, and the contract refuses null."""
    DICTIONARY = "dictionary"
    """An object of any names had to be closed: nothing can be put into it."""
    OPENNESS = "openness"
    """Unknown fields are refused by the runtime and no longer by what is sent."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that is lost: its kind, the pointer of the keyword or field, and what it said."""

    kind: LossKind
    pointer: str
    description: str


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
"""Keywords that assert nothing about a value; ``nullable`` is none of JSON Schema."""
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
"""Values with which a keyword asserts nothing either."""


def loss_of(keyword: str, value: JsonValue, pointer: str) -> Loss | None:
    """Return what is lost with a keyword, ``None`` where it asserted nothing."""
    if keyword in NON_ASSERTING_KEYWORDS or keyword.startswith("x-") or keyword in ("$defs", "definitions"):
        return None
    if any(equal(value, idle) for idle in _VACUOUS.get(keyword, ())):
        return None
    if keyword == "patternProperties":  # who does not know it has closed the object, or takes no names but listed ones
        return Loss(LossKind.DICTIONARY, pointer, "an object of names by pattern")
    kind = LossKind.REQUIREMENT if keyword in CONDITIONS else LossKind.CONSTRAINT
    names = sorted(set(_required_names(value)))
    return Loss(kind, pointer, f"{keyword} (requires {', '.join(names)})" if names else keyword)


def _required_names(value: JsonValue, depth: int = 0) -> list[str]:
    """The names that some schema inside requires."""
    if isinstance(value, Mapping) and depth < 20:
        own = texts_in(value.get("required"))
        return [*own, *(name for member in value.values() for name in _required_names(member, depth + 1))]
    return [name for item in as_array(value) for name in _required_names(item, depth + 1)] if depth < 20 else []
