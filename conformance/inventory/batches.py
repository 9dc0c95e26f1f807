"""A batch tool and the single tool that each of its items calls: what fields each has, and where they stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.documents.pointers import child
from conformance.documents.values import as_object
from conformance.inventory.model import Inventory, Tool
from conformance.inventory.places import InstanceLocations


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch tool with its single tool; field pointers are relative to the tool that has the field."""

    tool: Tool
    single: Tool
    item_list: str
    """Name of the field that holds the items."""
    item_fields: Mapping[str, str]
    fields: Mapping[str, str]
    single_fields: Mapping[str, str]


def batches_of(inventory: Inventory, ending: str) -> Iterator[Batch]:
    """Yield every tool whose name is another tool's name with the ending, and that takes a list of objects."""
    for tool in inventory.tools:
        single = inventory.tool(tool.name.removesuffix(ending)) if ending and tool.name.endswith(ending) else None
        if single is not None:
            single_fields = _fields(InstanceLocations(single.input_schema), "")
            places = InstanceLocations(tool.input_schema)
            fields = _fields(places, "")
            chosen = _item_list(_object_lists(places, fields), single_fields)
            if chosen is not None:
                yield Batch(tool, single, *chosen, fields, single_fields)


def _fields(places: InstanceLocations, place: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in places.joined_positions(place):
        for name in as_object(as_object(node.schema).get("properties")):
            found.setdefault(name, child(f"/input_schema{node.pointer}", "properties", name))
    return found


def _object_lists(places: InstanceLocations, fields: Mapping[str, str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for name, pointer in fields.items():
        for node in places.joined_positions(pointer.removeprefix("/input_schema")):
            item_fields = _fields(places, child(node.pointer, "items"))
            if item_fields:
                found[name] = item_fields
    return found


def _item_list(lists: Mapping[str, dict[str, str]], single: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
    """The list that most resembles calls of the single tool; a structured list that both tools take is none."""

    def shared_count(item_fields: Sequence[str]) -> int:
        return len(set(item_fields) & set(single))

    likely = {
        name: found for name, found in lists.items() if name not in single or 2 * shared_count([*found]) >= len(found)
    }
    if not likely:
        return None
    name = max(likely, key=lambda name: shared_count([*likely[name]]))
    return (name, likely[name]) if shared_count([*likely[name]]) or len(likely) == 1 else None
