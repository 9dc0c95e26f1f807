"""The fields of a tool: every property at any depth of its input, or of its published result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from conformance.display import code_text
from conformance.documents.pointers import child, parent
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text, texts_in
from conformance.inventory.model import INPUT_SCHEMA, RESULT_SCHEMA, Computed, Tool
from conformance.schema.positions import is_conditional
from conformance.schema.subschemas import Subschemas

_MOST_PLACES = 200


class Field(Struct, frozen=True, dict=True):
    """One property at any depth of a tool's input or result; ``pointer`` is relative to the tool."""

    tool: Tool
    name: str
    schema: JsonValue
    """The schema written at the property itself; ``parts`` has everything else that applies to it."""
    pointer: str
    siblings: Mapping[str, JsonValue]
    subschemas: Subschemas
    position: str
    """The pointer of the property in its own schema."""
    source: Literal["description", "guidance"] = "description"
    """Where its description stands."""

    @property
    def is_result(self) -> bool:
        """Say whether it is a field of the result, not of the input."""
        return self.pointer.startswith(RESULT_SCHEMA)

    @property
    def label(self) -> str:
        """What a message calls it: a parameter at the top level of the input, a field elsewhere."""
        at_top = not self.is_result and not self.holder
        return f"{'parameter' if at_top else 'field'} {code_text(self.name)}"

    @property
    def holder(self) -> str:
        """The pointer of the object that has the field, empty for the whole input or result."""
        return self.subschemas.enclosing(parent(parent(self.position)))

    @cached_property
    def description(self) -> str:
        """The field's own description, or an empty text."""
        return as_text(as_object(self.schema).get("description")) or ""

    def once(self, compute: Callable[["Field"], Computed]) -> Computed:
        """Return what a function computes of this field; it is computed once, however many rules ask for it."""
        known = self._analyses
        if compute not in known:
            known[compute] = compute(self)
        return known[compute]

    @cached_property
    def _analyses(self) -> dict[Callable[["Field"], Any], Any]:
        return {}

    @cached_property
    def parts(self) -> Sequence[JsonObject]:
        """All subschemas of the field, its own first, through references, ``allOf`` and unions."""
        return self.subschemas.conjunction(self.position)

    @cached_property
    def types(self) -> list[str]:
        """The JSON types that the field may have, ``null`` left out; none where its schema names none."""
        return [name for name in self.subschemas.types_of(self.position) if name != "null"]

    @cached_property
    def items(self) -> str | None:
        """The pointer of the schema of its items, through references and unions; ``None`` where there is not one."""
        heads = self.subschemas.closure([self.position], conditions=False)
        found = [one for one in heads if "items" in self.subschemas.keywords_of(one)]
        return child(found[0], "items") if len(found) == 1 else None

    @cached_property
    def values(self) -> list[JsonValue] | None:
        """The values that an enum or const allows, ``None`` where the schema allows others too."""
        return self.subschemas.values_of(self.position)

    @property
    def text_values(self) -> list[str]:
        """The strings among the values that the schema allows; none where it is open."""
        return texts_in(self.values or ())

    @property
    def is_undetermined(self) -> bool:
        """Say whether a condition or an unresolved reference may constrain the field further."""
        return self.subschemas.leaves_open(self.position)

    @cached_property
    def is_numeric(self) -> bool:
        """Say whether the field holds a number and nothing else."""
        return self.has_only_types("integer", "number")

    def has_only_types(self, *types: str) -> bool:
        """Say whether the field holds one of these JSON types and no other."""
        return bool(self.types) and set(types).issuperset(self.types)


class NamedField(Struct, frozen=True):
    """A field of a tool by its name and pointer, for whoever needs no more of it: a whole list has thousands."""

    tool: Tool
    name: str
    pointer: str
    """Relative to the tool."""

    @property
    def place(self) -> str:
        """The JSON Pointer of the field in its inventory."""
        return self.tool.pointer + self.pointer


def places_of(fields: Sequence[NamedField]) -> list[JsonValue]:
    """Return the JSON Pointers of the first of some fields: more help nobody, and a list may have thousands."""
    return [field.place for field in fields[:_MOST_PLACES]]


def tool_names_of(fields: Iterable[NamedField]) -> list[str]:
    """Return the name of each tool that has one of some fields, once."""
    return list(dict.fromkeys(field.tool.name for field in fields))


def fields_of(tool: Tool) -> Iterator[Field]:
    """Yield every property of the input schema, each at its own location; repeats inside conditions are left out."""
    yield from tool.once(_input_fields)


def is_used(field: Field) -> bool:
    """Say whether a field is no part of a definition that nothing refers to."""
    reachable = field.subschemas.reachable_positions()
    return "defs/" not in field.position or any(one.pointer == field.position for one in reachable)


def result_fields_of(tool: Tool) -> Iterator[Field]:
    """Yield every property of the published schema of the success payload, in the same way."""
    yield from tool.once(_result_fields)


def _input_fields(tool: Tool) -> Sequence[Field]:
    return tuple(_fields_in(tool, tool.input_subschemas, INPUT_SCHEMA))


def _result_fields(tool: Tool) -> Sequence[Field]:
    return tuple(_fields_in(tool, tool.result_subschemas, RESULT_SCHEMA))


def _fields_in(tool: Tool, subschemas: Subschemas, base: str) -> Iterator[Field]:
    seen_at: dict[str, set[str]] = {}
    for position in subschemas.positions():
        properties = as_object(as_object(position.schema).get("properties"))
        if not properties or is_conditional(position.pointer):
            continue
        known = seen_at.setdefault(subschemas.enclosing(position.pointer), set())
        for name, value in properties.items():
            if name not in known:
                pointer = child(position.pointer, "properties", name)
                yield Field(tool, name, value, base + pointer, properties, subschemas, pointer)
        known.update(properties)
