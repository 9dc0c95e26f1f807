"""The steps that turn one subschema into what a dialect takes; each does one thing and notes what it loses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from conformance.json_values import JsonObject, JsonValue, as_array, as_object, compact, texts_in
from conformance.lowering.disjoint import are_disjoint
from conformance.lowering.losses import CONDITIONS, Loss, LossKind, loss_of
from conformance.pointers import child
from conformance.profiles.provider import Dialect

_OUTSIDE = ("title", "description", "default", "examples")
_NULL: JsonObject = {"type": "null"}


@dataclass
class Lowering:
    """One lowering at work: the dialect, the whole schema as it was, and what was lost so far."""

    dialect: Dialect
    root: JsonValue
    losses: list[Loss] = field(default_factory=list[Loss])

    def lose(self, kind: LossKind, pointer: str, said: str) -> None:
        """Note one loss."""
        self.losses.append(Loss(kind, pointer, said))

    def knows(self, keyword: str) -> bool:
        """Say whether the dialect takes a keyword and means it."""
        known = not self.dialect.keywords or keyword in self.dialect.keywords
        return known and keyword not in self.dialect.refused


def merge_intersections(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Fold the plain parts of an ``allOf`` into the schema where the dialect has no place for it."""
    refused = not lowering.knows("allOf") or (not pointer and "allOf" in lowering.dialect.refused_at_root)
    if "allOf" not in schema or not refused:
        return schema
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    rest: list[JsonValue] = []
    for part in as_array(schema["allOf"]):
        folded = _folded(merged, as_object(part)) if isinstance(part, Mapping) else None
        rest.extend([part] if folded is None else [])
        merged = merged if folded is None else folded
    return {**merged, "allOf": rest} if rest else merged


def _folded(schema: JsonObject, part: JsonObject) -> dict[str, JsonValue] | None:
    """Both schemas as one, where they speak of different things."""
    fields, others = as_object(schema.get("properties")), as_object(part.get("properties"))
    if CONDITIONS & part.keys() or set(fields) & set(others):
        return None
    if any(key in schema and schema[key] != part[key] for key in part.keys() - {"properties", "required", *_OUTSIDE}):
        return None
    joined: dict[str, JsonValue] = {**part, **schema}
    if fields or others:
        joined["properties"] = {**fields, **others}
    required = dict.fromkeys((*texts_in(schema.get("required")), *texts_in(part.get("required"))))
    return {**joined, "required": list(required)} if required else joined


def say_unions_once(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Write ``oneOf`` as ``anyOf`` where only that is known."""
    if "oneOf" not in schema or "anyOf" in schema or lowering.knows("oneOf") or not lowering.knows("anyOf"):
        return schema
    if not pointer and "anyOf" in lowering.dialect.refused_at_root:
        return schema
    if not are_disjoint(schema, lowering.root):
        lowering.lose(LossKind.REQUIREMENT, child(pointer, "oneOf"), "oneOf (no two of its branches at once)")
    return {("anyOf" if key == "oneOf" else key): value for key, value in schema.items()}


def say_constants(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Write ``const`` as an enum of one where only enums are known; give up enums of what is no text."""
    dialect = lowering.dialect
    result = dict(schema)
    if "const" in result and not lowering.knows("const") and lowering.knows("enum"):
        result["enum"] = [result.pop("const")]
    values = as_array(result.get("enum"))
    if dialect.text_enums and any(not isinstance(value, str | None) for value in values):
        lowering.lose(LossKind.CONSTRAINT, child(pointer, "enum"), f"enum {compact(list(values))[:80]}")
        del result["enum"]
    if dialect.text_enums and "enum" in result and "type" not in result:
        result["type"] = ["string", "null"] if None in values else "string"
    return result


def say_one_type(lowering: Lowering, _pointer: str, schema: JsonObject) -> JsonObject:
    """Write a list of types as ``nullable`` or as a union, where ``type`` is one name."""
    if not lowering.dialect.one_type:
        return schema
    types = schema.get("type")
    names = [name for name in texts_in(types) if name != "null"]
    if isinstance(types, str) or not names:
        return _without_null_branch(lowering, schema)
    nullable = "null" in texts_in(types)
    inside = {key: value for key, value in schema.items() if key not in (*_OUTSIDE, "type")}
    if len(names) == 1 and (lowering.dialect.nullable_keyword or not nullable):
        marked: JsonObject = {"nullable": True} if nullable else {}
        return {**schema, "type": names[0], **_without_null(inside), **marked}
    branches: list[JsonValue] = [{**_of_type(_without_null(inside), name), "type": name} for name in names]
    outside = {key: value for key, value in schema.items() if key in _OUTSIDE}
    union: JsonObject = {**outside, "anyOf": [*branches, *([_NULL] if nullable else [])]}
    return _without_null_branch(lowering, union)


def _without_null(schema: JsonObject) -> dict[str, JsonValue]:
    values = schema.get("enum")
    kept: list[JsonValue] = [value for value in as_array(values) if value is not None]
    return {**schema, "enum": kept} if values is not None else dict(schema)


_ONLY_FOR: Mapping[str, frozenset[str]] = {
    "object": frozenset(("properties", "required", "additionalProperties", "minProperties", "maxProperties")),
    "array": frozenset(("items", "minItems", "maxItems", "uniqueItems", "prefixItems")),
    "string": frozenset(("minLength", "maxLength", "pattern", "format")),
    "number": frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
}


def _of_type(schema: JsonObject, name: str) -> dict[str, JsonValue]:
    own = "number" if name == "integer" else name
    foreign = {key for kind, keys in _ONLY_FOR.items() if kind != own for key in keys}
    return {key: value for key, value in schema.items() if key not in foreign or (key == "format" and own == "number")}


def _without_null_branch(lowering: Lowering, schema: JsonObject) -> JsonObject:
    """Write a null branch of a union as ``nullable``, where that is how null is said."""
    branches = as_array(schema.get("anyOf"))
    others = [branch for branch in branches if as_object(branch).get("type") != "null"]
    if not lowering.dialect.nullable_keyword or len(others) in (0, len(branches)):
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(others) == 1:
        return {**as_object(others[0]), **rest, "nullable": True}
    return {**rest, "anyOf": others, "nullable": True}


def close_objects(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Close an object, or leave the keyword out, as the dialect wants it."""
    is_object = "object" in texts_in(schema.get("type")) or "properties" in schema
    extra = schema.get("additionalProperties")
    if lowering.dialect.closed == "required" and is_object and extra is not False:
        if (isinstance(extra, Mapping) and extra) or not schema.get("properties"):
            lowering.lose(LossKind.DICTIONARY, pointer, "an object of any names")
        return {**schema, "additionalProperties": False}
    if lowering.dialect.closed == "dropped" and "additionalProperties" in schema:
        place = child(pointer, "additionalProperties")
        if extra is False:
            lowering.lose(LossKind.OPENNESS, place, "additionalProperties")
        elif isinstance(extra, Mapping) and extra:
            lowering.lose(LossKind.DICTIONARY, place, "an object of any names")
        return {key: value for key, value in schema.items() if key != "additionalProperties"}
    return schema


def require_everything(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Require every property; one that was optional may be null instead."""
    properties = as_object(schema.get("properties"))
    if not lowering.dialect.all_required or "properties" not in schema:
        return schema
    required = set(texts_in(schema.get("required")))
    made: dict[str, JsonValue] = {}
    for name, value in properties.items():
        if name not in required and not _takes_null(value):
            lowering.lose(LossKind.NULL, child(pointer, "properties", name), name)
        made[name] = value if name in required or _takes_null(value) else _with_null(as_object(value))
    return {**schema, "properties": made, "required": list(properties)}


def _takes_null(schema: JsonValue) -> bool:
    members = as_object(schema)
    if "type" in members and "null" not in texts_in(members["type"]):
        return False
    if "enum" in members and None not in as_array(members["enum"]):
        return False
    branches = as_array(members.get("anyOf"))
    return "type" in members or "enum" in members or any(_takes_null(branch) for branch in branches)


def _with_null(schema: JsonObject) -> JsonValue:
    names = texts_in(schema.get("type"))
    if names and not CONDITIONS & schema.keys() and "const" not in schema and "$ref" not in schema:
        nullable: dict[str, JsonValue] = {**schema, "type": [*names, "null"]}
        return {**nullable, "enum": [*as_array(schema["enum"]), None]} if "enum" in schema else nullable
    outside = {key: value for key, value in schema.items() if key in ("title", "description", "default")}
    inside = {key: value for key, value in schema.items() if key not in outside}
    return {**outside, "anyOf": [inside, _NULL]}


def drop_unknown(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Leave out what the dialect does not know, or refuses here, and note what that asserted."""
    dialect = lowering.dialect
    kept: dict[str, JsonValue] = {}
    told: dict[str, JsonValue] = {}
    for keyword, value in schema.items():
        if _is_known(lowering, pointer, keyword, value):
            kept[keyword] = value
            continue
        told[keyword] = value
        lost = loss_of(keyword, value, child(pointer, keyword))
        lowering.losses.extend([lost] if lost else [])
    if dialect.unsupported_into_text:
        return _told(kept, told)
    return kept


def _is_known(lowering: Lowering, pointer: str, keyword: str, value: JsonValue) -> bool:
    dialect = lowering.dialect
    if not pointer and keyword in dialect.refused_at_root:
        return False
    if keyword == "format" and dialect.formats and value not in dialect.formats:
        return False
    if keyword == "minItems" and dialect.least_items and value not in dialect.least_items:
        return False
    return lowering.knows(keyword)


def _told(kept: dict[str, JsonValue], told: dict[str, JsonValue]) -> JsonObject:
    """What is not understood goes into the description, as the provider's own library writes it."""
    if "enum" in kept or "const" in kept:
        kept.pop("type", None)
    if "object" in texts_in(kept.get("type")):
        kept.setdefault("properties", {})
    if told:
        text: Sequence[Any] = [f"{key}: {value}" for key, value in told.items()]
        own = kept.get("description")
        kept["description"] = (f"{own}\n\n" if own is not None else "") + "{" + ", ".join(text) + "}"
    return kept


def name_items(lowering: Lowering, _pointer: str, schema: JsonObject) -> JsonObject:
    """Say that a list may hold anything, where a list must say what it holds."""
    lacks = lowering.dialect.needs_items and "array" in texts_in(schema.get("type")) and "items" not in schema
    return {**schema, "items": {}} if lacks and not lowering.dialect.needs_type else schema


Step: TypeAlias = Callable[[Lowering, str, JsonObject], JsonObject]

BEFORE_PARTS: Sequence[Step] = (merge_intersections, say_unions_once, say_constants, close_objects, drop_unknown)
AFTER_PARTS: Sequence[Step] = (require_everything, say_one_type, name_items)
