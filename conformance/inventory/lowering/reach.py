"""Which definitions of a schema judge anything: those that its root, or another one of them, refers to."""

from conformance.documents.pointers import child
from conformance.documents.values import JsonValue, as_object
from conformance.inventory.lowering.work import DEFINITIONS
from conformance.schema.positions import Role, children
from conformance.schema.references import References


def unused_definitions(root: JsonValue) -> tuple[str, ...]:
    """Return the pointers of the definitions at the root that nothing leads to."""
    reached = _reachable_pointers(References(root))
    heads = [child("", key, name) for key in DEFINITIONS for name in as_object(as_object(root).get(key))]
    return tuple(head for head in heads if not any(f"{one}/".startswith(f"{head}/") for one in reached))


def _reachable_pointers(references: References) -> set[str]:
    """The subschemas that a value may come to."""
    found: set[str] = set()
    pending = [""]
    while pending:
        pointer = pending.pop()
        if pointer in found:
            continue
        found.add(pointer)
        inside = children(as_object(references.pointers.get(pointer)), pointer)
        pending += [part.pointer for part in inside if part.role is not Role.DEFINITION]
        pending += references.targets_of(pointer)
    return found
