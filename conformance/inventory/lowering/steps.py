"""The steps that turn one subschema into a form that a dialect accepts, in order; each records what it loses."""

from collections.abc import Sequence
from typing import Any

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, texts_in
from conformance.inventory.lowering.disjoint import branches_are_disjoint
from conformance.inventory.lowering.elements import add_items, lower_tuples
from conformance.inventory.lowering.intersections import merge_intersections
from conformance.inventory.lowering.losses import LossKind, loss_of
from conformance.inventory.lowering.nulls import lower_type_lists
from conformance.inventory.lowering.objections import value_objection
from conformance.inventory.lowering.objects import (
    add_needed_properties,
    close_objects,
    drop_impossible,
    drop_undeclared_required,
    require_everything,
)
from conformance.inventory.lowering.values import drop_foreign, drop_implied_type, lower_constants, narrow_types
from conformance.inventory.lowering.work import Lowering, Step


def lower_one_of(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Write ``oneOf`` as ``anyOf``, if the dialect only supports that."""
    if "oneOf" not in schema or "anyOf" in schema or lowering.supports("oneOf") or not lowering.supports("anyOf"):
        return schema
    if not pointer and "anyOf" in lowering.dialect.refused_at_root:
        return schema
    if not (lowering.may_compare(schema) and branches_are_disjoint(schema, lowering.root)):
        lowering.record_loss(LossKind.REQUIREMENT, child(pointer, "oneOf"), "oneOf (at most one branch)")
    return {("anyOf" if key == "oneOf" else key): value for key, value in schema.items()}


def drop_unknown(lowering: Lowering, pointer: str, schema: JsonObject) -> JsonObject:
    """Drop keywords that the dialect does not support or rejects here, and record what they asserted."""
    kept: dict[str, JsonValue] = {}
    dropped: dict[str, JsonValue] = {}
    for keyword, value in schema.items():
        if _is_known(lowering, pointer, keyword, value):
            kept[keyword] = value
            continue
        dropped[keyword] = value
        lost = loss_of(keyword, value, child(pointer, keyword))
        lowering.losses.extend([lost] if lost else [])
    return _describe_dropped(kept, dropped) if lowering.dialect.unsupported_into_text else kept


def _is_known(lowering: Lowering, pointer: str, keyword: str, value: JsonValue) -> bool:
    dialect = lowering.dialect
    if not pointer and keyword in dialect.refused_at_root:
        return False
    if keyword == "format" and dialect.formats and value not in dialect.formats:
        return False
    if keyword == "minItems" and dialect.least_items and value not in dialect.least_items:
        return False
    if value_objection(keyword, value, dialect) is not None:
        return False
    return lowering.supports(keyword)


def _describe_dropped(kept: JsonObject, dropped: JsonObject) -> JsonObject:
    """Write dropped keywords into the description, in the form that the provider's own library uses."""
    result = drop_implied_type(kept)
    if "object" in texts_in(result.get("type")):
        result.setdefault("properties", {})
    if dropped:
        text: Sequence[Any] = [f"{key}: {value}" for key, value in dropped.items()]
        own = result.get("description")
        result["description"] = (f"{own}\n\n" if own is not None else "") + "{" + ", ".join(text) + "}"
    return result


BEFORE_PARTS: Sequence[Step] = (
    *(merge_intersections, drop_impossible, lower_one_of),
    *(drop_foreign, narrow_types, lower_constants),
    *(lower_tuples, close_objects, drop_undeclared_required, drop_unknown),
)
AFTER_PARTS: Sequence[Step] = (add_needed_properties, require_everything, lower_type_lists, add_items)
