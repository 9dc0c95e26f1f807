"""The size of a schema as providers count it: depth, properties, enum values, characters, optional and union fields."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from conformance.documents.values import JsonValue, as_array, as_object, compact_json, texts_in
from conformance.schema.positions import SubschemaRole, children, positions
from conformance.schema.references import References

_DEEPEST = 100


class Measures(Struct, frozen=True):
    """The size of one schema; ``depth`` counts nested objects and arrays, the root being 1."""

    depth: int
    properties: int
    enum_values: int
    characters: int
    optional_fields: int
    union_fields: int
    large_enums: tuple[tuple[int, int], ...]
    """For each enum, the number of its strings and of their characters in total."""


def measures_of(schema: JsonValue) -> Measures:
    """Return the size of a schema; each definition counts once."""
    nodes = [as_object(position.schema) for position in positions(schema)]
    names = [(name, node) for node in nodes for name in as_object(node.get("properties"))]
    enums = [as_array(node.get("enum")) for node in nodes]
    values = [*(value for enum in enums for value in enum), *(node["const"] for node in nodes if "const" in node)]
    texts = [[value for value in enum if isinstance(value, str)] for enum in enums]
    return Measures(
        depth=_depth(schema),
        properties=len(names),
        enum_values=sum(len(enum) for enum in enums),
        characters=sum(len(name) for name, _ in names) + sum(_length(value) for value in values),
        optional_fields=sum(
            len(as_object(node.get("properties")).keys() - set(texts_in(node.get("required")))) for node in nodes
        ),
        union_fields=sum(_is_union(as_object(node["properties"])[name]) for name, node in names),
        large_enums=tuple((len(enum), sum(map(len, enum))) for enum in texts if enum),
    )


def _length(value: JsonValue) -> int:
    return len(value) if isinstance(value, str) else len(compact_json(value))


def _is_union(schema: JsonValue) -> bool:
    members = as_object(schema)
    return "anyOf" in members or "oneOf" in members or isinstance(members.get("type"), list | tuple)


def _depth(schema: JsonValue) -> int:
    """Return the longest path from the root through objects and arrays; a recursive definition is entered once."""
    references = References(schema)
    deepest = 0
    pending: list[_Step] = [_Step("", schema, 1, frozenset())]
    seen: dict[str, int] = {}
    while pending:
        step = pending.pop()
        if step.depth > _DEEPEST or seen.get(step.pointer, 0) >= step.depth:
            continue
        seen[step.pointer] = step.depth
        deepest = max(deepest, step.depth)
        pending.extend(_next_steps(references, step))
    return deepest


class _Step(Struct, frozen=True):
    pointer: str
    schema: JsonValue
    depth: int
    entered: frozenset[str]
    """Return the targets of the references on the path to this position."""


def _next_steps(references: References, step: _Step) -> Iterator[_Step]:
    if not isinstance(step.schema, Mapping):
        return
    for target in references.targets_of(step.pointer):
        if target not in step.entered:
            yield _Step(target, references.schema_at(target), step.depth, step.entered | {target})
    for part in children(step.schema, step.pointer):
        if part.role is not SubschemaRole.DEFINITION and part.role is not SubschemaRole.NAME:
            holds = _is_container(part.schema) and not part.role.is_inplace
            yield _Step(part.pointer, part.schema, step.depth + holds, step.entered)


def _is_container(schema: JsonValue) -> bool:
    members = as_object(schema)
    types = texts_in(members.get("type"))
    return "object" in types or "array" in types or "properties" in members or "items" in members
