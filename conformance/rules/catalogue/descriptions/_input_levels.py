"""The objects of an input, each with its fields, with the values that may decide which of these apply, and with what
says that a call may do without one of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import child, parent, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal, is_number, texts_in
from conformance.inventory import Tool
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.cases import SELECTING, compared_values
from conformance.inventory.prose.conditions import Conditional
from conformance.inventory.prose.field_values import listed_values
from conformance.inventory.prose.passages import entries_of
from conformance.inventory.prose.reading import sentences_of, sentences_of_tool
from conformance.inventory.prose.sample_values import accepted_instance, sample
from conformance.inventory.prose.shown_values import shown_values_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

INPUT = "/input_schema"
"""Where the whole input is."""
COMPOSITION = frozenset(("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"))
"""Keywords whose objects are already variants."""
ON_ONE = frozenset(
    (
        *("get", "read", "describe", "fetch", "retrieve", "download", "open", "load", "inspect", "delete", "remove"),
        "cancel",
    )
)
"""What tools do with one thing that is there."""
UPDATING = frozenset(("update", "edit", "modify"))
"""What changes parts of a thing, of which a call may leave each out on purpose."""
OF_PARTS = LazyPattern(
    r"\W{0,3}(?:partial(?:ly)? )?(?:updat|edit|modif|patch|chang|configur|manag|adjust|creat|add|mak|start|build"
    r"|generat|search|find|quer)(?:es?|s|y|ies)?\b",
    re.IGNORECASE,
)
"""How a sentence begins on what makes or changes a thing, of which a call says some part, or searches."""
# Where schemas are that others refer to.
_DEFINITIONS = ("$defs", "definitions")
# Matches "(optional)", "if omitted", "to clear it"; not "your notes".
SPARED = LazyPattern(
    r"\b(?:optional\w*|defaults?\b|omit\w*|without|empty|if|when|unless|clears?|unset|resets?|removes?|null|none"
    r"|instead|either|or from|templates?|additional|extra)\b",
    re.IGNORECASE,
)
"""What says that something may be left out."""
MEANS = LazyPattern(
    r"\b(?:optional\w*|default\w*|omit\w*|all|every|each|current\w*|active|latest|recent|last|first|any|whole|entire|own"
    r"|my|your|random|without|not (?:provided|given|specified|set)|no (?:id|name|url)|empty|if|when|either|both|one of"
    r"|none|filter\w*|unless|instead|automatic\w*|guess\w*|detect\w*|infer\w*|environment"
    r"|opcional\w*|facultat\w*|por defecto|padr[ãa]o|par défaut|actual|tod[ao]s|tou(?:te)?s)\b"
    r"|选|默认|省略|不[传填]|留空|当前|所有|全部|或|至少|任意|デフォルト|現在|すべて|全て|선택|기본|현재|모든",
    re.IGNORECASE,
)
"""What says that a call without inputs means something: "the current user", "all pages", "if omitted"."""
# A sentence on the items of a list. Matches "Each must", "- Every one needs"; not "At each".
_OF_EACH = LazyPattern(r"\W{0,3}(?:each|every)\b", re.IGNORECASE)
# A sentence on what comes back, in which "all" and "current" say nothing about the inputs.
_OF_RESULT = LazyPattern(r"\W{0,3}(?:returns?|shows?|includes?|the (?:result|response|output))\b", re.IGNORECASE)
# What a sentence may do with all that there is of the thing that a field names. Matches "Get all runs of"; not "all".
_ALL_OF_IT = LazyPattern(r"(?P<verb>\W{0,3}[A-Za-z]+) (?:all|every)(?: of)?(?: the)? ")


class InputLevel(Struct, frozen=True):
    """One object of the input: its schema, pointer and fields, and the values of fields that may select a variant."""

    schema: JsonValue
    pointer: str
    fields: Mapping[str, Field]
    values: Mapping[str, Sequence[JsonValue]]
    description: str = ""
    """What an object inside the input says of itself, or the text of a list of each of its items."""


def sample_of(field: Field) -> JsonValue:
    """Return a value of a field that is not its default: clients send defaults unasked, and nothing is wrong then."""
    value = sample(field.subschemas, field.position)
    defaults = [part["default"] for part in field.parts if "default" in part]
    if not any(equal(value, default) for default in defaults):
        return value
    if isinstance(value, bool):
        return not value
    if is_number(value):
        return value - 1 if any(part.get("maximum") == value for part in field.parts) else value + 1
    if isinstance(value, list):
        return [*value, sample(field.subschemas, child(field.position, "items"))]
    if isinstance(value, str):
        return next((other for other in field.text_values if other not in defaults), f"{value} x")
    return value


def input_levels(tool: Tool) -> Iterator[InputLevel]:
    """Yield each object of a tool's input that is not one of several variants."""
    by_holder: dict[str, dict[str, Field]] = {}
    for field in fields_of(tool):
        by_holder.setdefault(parent(parent(field.pointer)), {})[field.name] = field
    root = as_object(resolve(tool.raw, INPUT))
    definitions = {key: root[key] for key in _DEFINITIONS if key in root}
    for pointer, fields in by_holder.items():
        if not _is_variant(tool, pointer):
            # References of an object are to the definitions of the whole input.
            schema = {**definitions, **as_object(resolve(tool.raw, pointer))}
            values = {name: known for name, field in fields.items() if (known := _values(field))}
            own = "" if pointer == INPUT else as_text(as_object(schema).get("description")) or ""
            yield InputLevel(schema, pointer, fields, values, own or _text_of_items(tool, pointer))


def _text_of_items(tool: Tool, pointer: str) -> str:
    """Return what the text of a list says of each of its items: "Each must include the id"."""
    if not pointer.endswith("/items"):
        return ""
    text = as_text(as_object(resolve(tool.raw, parent(pointer))).get("description")) or ""
    return " ".join(sentence for sentence in sentences_of(text) if _OF_EACH.match(sentence))


def deciding_fields(level: InputLevel) -> list[str]:
    """Return the fields that may decide which others apply: each required one with values, and an optional selector.

    Of several optional ones, any may be the one that does so.
    """
    required = [name for name in texts_in(as_object(level.schema).get("required")) if name in level.values]
    optional = [name for name in level.values if name not in required and _is_selector(level.fields[name])]
    return [*required, *(optional if len(optional) == 1 else ())]


def _is_selector(field: Field) -> bool:
    is_named_so = not SELECTING.isdisjoint(words_of(field.name)[-1:])
    return is_named_so and field.types == ["string"] and field.values is not None


def _is_variant(tool: Tool, pointer: str) -> bool:
    """Say whether an object is one of several; that of "an object or null" is not."""
    path = split(pointer)
    for index, key in enumerate(path):
        if key not in COMPOSITION:
            continue
        branches = as_array(resolve(tool.raw, child("", *path[: index + 1])))
        if sum(_is_object(branch) for branch in branches) != 1:
            return True
    return False


def _is_object(schema: JsonValue) -> bool:
    keywords = as_object(schema)
    return "object" in texts_in(keywords.get("type")) or not {"properties", "$ref"}.isdisjoint(keywords)


def _values(field: Field) -> Sequence[JsonValue]:
    """Return the values that may decide something: all of them, or those that texts show or compare the field with."""
    if field.types == ["boolean"]:
        return True, False
    if field.values:
        return field.text_values
    listed = field.once(listed_values)
    if listed is None and field.has_only_types("string") and not SELECTING.isdisjoint(words_of(field.name)[-1:]):
        listed = field.once(shown_values_of)
        return field.once(_values_in_comparisons) if listed is None else listed.values
    return listed.values if listed is not None and len(listed.values) > 1 else ()


def _values_in_comparisons(field: Field) -> Sequence[str]:
    texts = (as_text(as_object(sibling).get("description")) or "" for sibling in field.siblings.values())
    return compared_values((*texts, field.tool.description or ""), field.name)


def text_of(field: Field) -> str:
    """Return all that texts say of a field."""
    return " ".join((field.description, *entries_of(field)))


def statements(tool: Tool) -> Sequence[str]:
    """Return what a description says of a tool, without what it says of the result."""
    return [text for text in sentences_of_tool(tool.description or "") if not _OF_RESULT.match(text)]


def has_default(field: Field) -> bool:
    """Say whether a field has a value for whoever gives none; null, an empty text or list, and false, name nothing."""
    return any(part.get("default") not in (None, False, "", [], {}) for part in field.parts)


def omit_all(sentence: str) -> str:
    """Return a sentence without the "all" of what comes back: "Get all runs of an agent" is about one agent."""
    found = _ALL_OF_IT.match(sentence)
    return sentence if found is None else f"{found['verb']} {sentence[found.end() :]}"


def witness_against(claim: Conditional, level: InputLevel) -> JsonObject | None:
    """Return an object that the schema accepts although the text forbids it, if one was found."""
    present = {claim.field: sample_of(level.fields[claim.field])}
    for case in claim.cases:
        if claim.kind == "required":
            found = accepted_instance(level.schema, case, frozenset({claim.field}))
        elif claim.kind == "refused":
            found = accepted_instance(level.schema, {**present, **case}, frozenset())
        else:
            found = _witness_elsewhere(claim, level, present)
        if found is not None:
            return found
    return None


def _witness_elsewhere(claim: Conditional, level: InputLevel, present: JsonObject) -> JsonObject | None:
    """Return an object with the field under a value of the deciding field that the text does not allow it for."""
    deciding = next(iter(claim.cases[0]))
    named = [case[deciding] for case in claim.cases]
    other = next((value for value in level.values[deciding] if value not in named), None)
    return None if other is None else accepted_instance(level.schema, {**present, deciding: other}, frozenset())
