"""The subschemas that can judge something: definitions that nothing refers to are left out."""

from collections.abc import Iterator

from conformance.documents.values import JsonValue, as_object
from conformance.schema.positions import Position, Role, children
from conformance.schema.references import References


def reachable_positions(schema: JsonValue) -> Iterator[Position]:
    """Yield the schema and every subschema that it applies, also through references, each once."""
    references = References(schema)
    pending = [Position("", schema, Role.ROOT, "")]
    seen: set[str] = set()
    while pending:
        position = pending.pop()
        if position.pointer in seen:
            continue
        seen.add(position.pointer)
        yield position
        applied = [
            part for part in children(as_object(position.schema), position.pointer) if part.role is not Role.DEFINITION
        ]
        targets = references.targets_of(position.pointer)
        named = [Position(target, references.schema_at(target), Role.INPLACE, "$ref") for target in targets]
        pending.extend(reversed([*applied, *named]))
