"""Turns a schema into the form that one provider accepts, and records what is lost on the way.

The inventory keeps the full contract. What a provider does not understand is dropped before sending; the model may then
make calls that the runtime rejects, which users need to know.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.inventory.lowering.intersections import merge_intersections
from conformance.inventory.lowering.losses import Loss, LossKind
from conformance.inventory.lowering.nulls import exclude_null
from conformance.inventory.lowering.objections import OPEN_KEYWORDS
from conformance.inventory.lowering.steps import AFTER_PARTS, BEFORE_PARTS
from conformance.inventory.lowering.work import DEFINITIONS, GatheredSchema, Lowering, Step
from conformance.inventory.normalise import normalise
from conformance.schema.rewriting import map_children
from conformance.schema.subschemas import Subschemas
from conformance.settings.profiles.provider import ProviderDialect

__all__ = ["Loss", "LossKind", "LoweredSchema", "lower"]


class LoweredSchema(Struct, frozen=True):
    """The schema that is sent, or ``None``, and the losses with pointers into the original schema."""

    schema: JsonValue
    losses: Sequence[Loss]


def lower(schema: JsonValue, dialect: ProviderDialect) -> LoweredSchema:
    """Return the form of an input schema that a dialect accepts; what it cannot express at all is left unchanged."""
    gathered = _gather_references(schema, dialect)
    root = normalise(gathered.schema) if dialect.inlines_references else gathered.schema
    lowering = Lowering(dialect, root)
    lowered = _lower(lowering, "", root)
    if dialect.inlines_references and not as_object(as_object(lowered).get("properties")):
        lowered = None
    losses = _effective_losses(root, lowering.losses)
    return LoweredSchema(lowered, tuple(replace(loss, pointer=gathered.origin_of(loss.pointer)) for loss in losses))


def _gather_references(schema: JsonValue, dialect: ProviderDialect) -> GatheredSchema:
    if not dialect.keywords:  # nothing is dropped or rewritten that a reference may lead to
        return GatheredSchema(schema)
    from conformance.inventory.lowering.definitions import gather_references

    return gather_references(schema, dialect)


def _effective_losses(root: JsonValue, losses: Sequence[Loss]) -> Iterator[Loss]:
    """Return the losses without those in definitions that nothing refers to."""
    unused = _unused_definitions(root) if losses else ()
    yield from (loss for loss in losses if not any(f"{loss.pointer}/".startswith(f"{head}/") for head in unused))


def _unused_definitions(root: JsonValue) -> tuple[str, ...]:
    """Return the pointers of the root definitions that are never applied."""
    reached = [position.pointer for position in Subschemas(root).reachable_positions()]
    heads = [child("", key, name) for key in DEFINITIONS for name in as_object(as_object(root).get(key))]
    return tuple(head for head in heads if not any(f"{one}/".startswith(f"{head}/") for one in reached))


def _lower(lowering: Lowering, pointer: str, schema: JsonValue) -> JsonValue:
    """Drop unsupported keywords before their parts are visited, so that each is reported once."""
    if not isinstance(schema, Mapping):
        return schema
    part: JsonObject = schema
    for step in (*_composing(lowering.dialect), *BEFORE_PARTS):
        part = step(lowering, pointer, part)
    part = map_children(part, lambda at, inner: _lower_part(lowering, pointer, at, inner))
    for step in AFTER_PARTS:
        part = step(lowering, pointer, part)
    return exclude_null(lowering, schema, part)


def _composing(dialect: ProviderDialect) -> Sequence[Step]:
    if dialect.closed != "required":
        return ()
    from conformance.inventory.lowering.compositions import compose_objects

    if not dialect.bare_references:
        return (compose_objects,)
    from conformance.inventory.lowering.described_references import open_described_references

    return (compose_objects, merge_intersections, open_described_references)


def _lower_part(lowering: Lowering, pointer: str, at: str, inner: JsonValue) -> JsonValue:
    if inner is True and not lowering.dialect.boolean_schemas and at.lstrip("/") not in OPEN_KEYWORDS:
        return {}
    return _lower(lowering, pointer + at, inner)
