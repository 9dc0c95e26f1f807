"""The fields of a tool: every property at any depth of its input, or of its published result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from conformance.documents.pointers import child, parent
from conformance.documents.values import JsonValue, as_array, as_object, as_text, texts_in
from conformance.inventory.model import Tool
from conformance.schema.positions import positions


@dataclass(frozen=True)
class Field:
    """One property at any depth of a tool's input or result; ``pointer`` is relative to the tool."""

    tool: Tool
    name: str
    schema: JsonValue
    pointer: str
    siblings: Mapping[str, JsonValue] = field(repr=False)

    @property
    def description(self) -> str:
        """The field's own description, or an empty text."""
        return as_text(as_object(self.schema).get("description")) or ""

    @property
    def types(self) -> list[str]:
        """The JSON types that the field's own schema names, ``null`` left out, also through ``anyOf`` and ``oneOf``."""
        return [name for name in _types(self.schema) if name != "null"]

    @property
    def is_numeric(self) -> bool:
        """Say whether the field holds a number and nothing else."""
        return bool(self.types) and set(self.types) <= {"integer", "number"}


def fields_of(tool: Tool) -> Iterator[Field]:
    """Yield every property of the input schema, each at its own place; repeats inside conditions are left out."""
    yield from _fields_in(tool, tool.input_schema, "/input_schema")


def result_fields_of(tool: Tool) -> Iterator[Field]:
    """Yield every property of the published schema of the success payload, in the same way."""
    yield from _fields_in(tool, tool.success_result_schema, "/result_envelope/success_result_schema")


def _fields_in(tool: Tool, schema: JsonValue, base: str) -> Iterator[Field]:
    seen_at: dict[str, set[str]] = {}
    for position in positions(schema):
        properties = as_object(as_object(position.schema).get("properties"))
        if not properties or is_conditional(position.pointer):
            continue
        known = seen_at.setdefault(_instance_root(position.pointer), set())
        for name, value in properties.items():
            if name not in known:
                yield Field(tool, name, value, child(base + position.pointer, "properties", name), properties)
        known.update(properties)


def is_conditional(pointer: str) -> bool:
    """Say whether a position stands inside ``if`` or ``not``: it repeats what is declared elsewhere."""
    tokens = pointer.split("/")
    return any(token in ("if", "not") and tokens[index - 1] != "properties" for index, token in enumerate(tokens))


def _instance_root(pointer: str) -> str:
    """The nearest enclosing position that starts a new place of the instance."""
    while pointer:
        holder = parent(pointer)
        last = pointer.rpartition("/")[2]
        if last in ("then", "else") and not holder.endswith("/properties"):
            pointer = holder
        elif last.isdigit() and holder.rpartition("/")[2] in ("allOf", "anyOf", "oneOf"):
            pointer = parent(holder)
        else:
            return pointer
    return pointer


def _types(schema: JsonValue) -> list[str]:
    members = as_object(schema)
    own = texts_in(members.get("type"))
    if own:
        return own
    return [name for union in ("anyOf", "oneOf") for branch in as_array(members.get(union)) for name in _types(branch)]
