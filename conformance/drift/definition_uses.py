"""Where a change in a definition is felt: the places outside of definitions that references lead from to it.

The same edit of a definition breaks other inputs where more fields refer to it, so that who accepted the one break has
not accepted the other.
"""

from collections.abc import Mapping

from conformance.documents.values import JsonValue
from conformance.drift.changes import Change
from conformance.inventory import Tool
from conformance.inventory.model import INPUT_SCHEMA, RESULT_SCHEMA
from conformance.schema.subschemas import once_per_schema, subschemas_of

_DEFINITIONS = ("$defs", "definitions")
# Definitions between a place and the changed one; a schema of generated code has a dozen, a hostile one thousands.
_MOST_PASSED = 200


def uses_of(change: Change) -> list[list[str]]:
    """Return the places that lead to the changed definition, in the old and the new version; none outside of one."""
    pointer = change.pointer_in_tool
    for base in (INPUT_SCHEMA, RESULT_SCHEMA):
        head = _definition_of(pointer.removeprefix(base)) if pointer.startswith(f"{base}/") else None
        if head is not None:
            return [_places(tool, base, head) for tool in (change.old_tool, change.new_tool)]
    return []


def _places(tool: Tool | None, base: str, head: str) -> list[str]:
    if tool is None:
        return []
    leading = _leading(tool.input_schema if base == INPUT_SCHEMA else tool.success_result_schema)
    found, pending, passed = set[str](), [head], set[str]()
    while pending and len(passed) < _MOST_PASSED:
        current = pending.pop()
        passed.add(current)
        for place in leading.get(current, ()):
            holder = _definition_of(place)
            if holder is None:
                found.add(place)
            elif holder not in passed:
                pending.append(holder)
    return sorted(found)


@once_per_schema
def _leading(schema: JsonValue) -> Mapping[str, list[str]]:
    """Return the pointers of the references into each definition."""
    found: dict[str, list[str]] = {}
    for reference in subschemas_of(schema).references:
        target = None if reference.target is None else _definition_of(reference.target)
        if target is not None:
            found.setdefault(target, []).append(reference.pointer)
    return found


def _definition_of(pointer: str) -> str | None:
    parts = pointer.split("/")
    return "/".join(parts[:3]) if len(parts) > 2 and parts[1] in _DEFINITIONS else None
