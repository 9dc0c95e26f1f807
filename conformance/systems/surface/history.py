"""Counts over many results: how often each declared field had a value, and which errors each tool returned.

Only counts are kept, so a log of any length fits into memory.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, as_text, equal, texts_in
from conformance.inventory import Inventory, Tool

_UNIONS = ("anyOf", "oneOf")
# Fields nested deeper are not counted: a result may be nested without end.
_MAX_DEPTH = 8


@dataclass
class ToolHistory:
    """Counts over the results of one tool, by pointer into the schema of its success payload.

    ``object_counts`` is the number of objects at each pointer, ``value_counts`` how often each property was present and
    not null, and ``error_counts`` the number of failures by kind.
    """

    tool: Tool
    object_counts: Counter[str] = field(default_factory=Counter[str])
    value_counts: Counter[str] = field(default_factory=Counter[str])
    error_counts: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True)
class HistoryCounts:
    """The counts of one tool without the tool: those of a part of a log, to be added to those of the others."""

    objects: Counter[str]
    values: Counter[str]
    errors: Counter[str]


class History:
    """Counts over the results of every tool of an inventory."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory
        self._histories: defaultdict[str, ToolHistory | None] = defaultdict(lambda: None)

    def add(self, envelope: JsonValue) -> None:
        """Count one envelope; an envelope of an unknown tool is ignored."""
        members = as_object(envelope)
        tool = self._inventory.tool(as_text(members.get("tool_name")) or "")
        if tool is None:
            return
        history = self._histories[tool.name] or ToolHistory(tool)
        self._histories[tool.name] = history
        kind = as_text(as_object(members.get("error")).get("kind"))
        if kind is not None:
            history.error_counts[kind] += 1
        elif isinstance(tool.success_result_schema, Mapping):
            _count(history, as_object(tool.success_result_schema), members.get("result"), "", 0)

    def counts(self) -> dict[str, HistoryCounts]:
        """Return the counts by tool."""
        return {
            one.tool.name: HistoryCounts(one.object_counts, one.value_counts, one.error_counts)
            for one in self.tool_histories()
        }

    def add_counts(self, counts: Mapping[str, HistoryCounts]) -> None:
        """Add the counts of other results of the same tools."""
        for name, more in counts.items():
            tool = self._inventory.tool(name)
            if tool is not None:
                history = self._histories[name] or ToolHistory(tool)
                self._histories[name] = history
                history.object_counts.update(more.objects)
                history.value_counts.update(more.values)
                history.error_counts.update(more.errors)

    def tool_histories(self) -> Iterator[ToolHistory]:
        """Yield the history of every tool that has results, in the order of the inventory."""
        for tool in self._inventory.tools:
            history = self._histories[tool.name]
            if history is not None:
                yield history


def _count(history: ToolHistory, schema: JsonObject, value: JsonValue, pointer: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        return
    for union in _UNIONS:
        for index, branch in enumerate(as_array(schema.get(union))):
            if _matches_branch(as_object(branch), value):
                _count(history, as_object(branch), value, child(pointer, union, index), depth + 1)
    if isinstance(value, Mapping):
        history.object_counts[pointer] += 1
        for name, inner in as_object(schema.get("properties")).items():
            position = child(pointer, "properties", name)
            if value.get(name) is not None:
                history.value_counts[position] += 1
                _count(history, as_object(inner), value[name], position, depth + 1)
    elif isinstance(value, list) and isinstance(schema.get("items"), Mapping):
        for item in value:
            _count(history, as_object(schema["items"]), item, child(pointer, "items"), depth + 1)


def _matches_branch(schema: JsonObject, value: JsonValue) -> bool:
    """Whether a value may match this branch of a union, judged by its type, its constants and its required members."""
    if not isinstance(value, Mapping):
        return "properties" not in schema and schema.get("type") not in ("object", "null")
    if any(name not in value for name in texts_in(schema.get("required"))):
        return False
    constants = {
        name: [part["const"]] if "const" in part else as_array(part.get("enum"))
        for name, part in ((name, as_object(part)) for name, part in as_object(schema.get("properties")).items())
        if "const" in part or "enum" in part
    }
    return all(name not in value or any(equal(value[name], one) for one in known) for name, known in constants.items())
