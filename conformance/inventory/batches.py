"""A batch tool and the single tool that each of its items calls: the fields of each, and their pointers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.documents.pointers import child
from conformance.inventory.model import INPUT_SCHEMA, Inventory, Tool
from conformance.schema.subschemas import Subschemas


class Batch(Struct, frozen=True):
    """A batch tool with its single tool; field pointers are relative to the tool that has the field."""

    tool: Tool
    single: Tool
    item_list: str
    """Name of the field that holds the items."""
    item_fields: Mapping[str, str]
    fields: Mapping[str, str]
    single_fields: Mapping[str, str]


def batches_of(inventory: Inventory, ending: str) -> Iterator[Batch]:
    """Yield every tool whose name is another tool's name plus the ending, and that accepts a list of objects."""
    for tool in inventory.tools:
        single = inventory.tool(tool.name.removesuffix(ending)) if ending and tool.name.endswith(ending) else None
        if single is not None:
            single_fields = _fields(single.input_subschemas, "")
            fields = _fields(tool.input_subschemas, "")
            chosen = _item_list(_object_lists(tool.input_subschemas, fields), single_fields)
            if chosen is not None:
                yield Batch(tool, single, *chosen, fields, single_fields)


def _fields(subschemas: Subschemas, location: str) -> dict[str, str]:
    return {name: INPUT_SCHEMA + pointer for name, pointer in subschemas.properties_at(location).items()}


def _object_lists(subschemas: Subschemas, fields: Iterable[str]) -> dict[str, dict[str, str]]:
    lists = [name for name in fields if subschemas.is_array(child("", name))]
    return {name: found for name in lists if (found := _fields(subschemas, child("", name, 0)))}


def _item_list(lists: Mapping[str, dict[str, str]], single: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
    """Return the array most similar to calls of the single tool, except structured arrays that both tools have."""

    def shared_count(item_fields: Sequence[str]) -> int:
        return len(set(item_fields) & set(single))

    likely = {
        name: found for name, found in lists.items() if name not in single or 2 * shared_count([*found]) >= len(found)
    }
    if not likely:
        return None
    name = max(likely, key=lambda name: shared_count([*likely[name]]))
    return (name, likely[name]) if shared_count([*likely[name]]) or len(likely) == 1 else None
