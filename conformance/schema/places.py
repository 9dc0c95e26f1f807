"""What a schema says of one place of an instance: the subschemas that judge it, and the names it knows there."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.documents.pointers import child, parent, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.references import References

_INPLACE_LISTS = ("allOf", "anyOf", "oneOf")
_INPLACE_KEYWORDS = ("then", "else")


class Subschemas:
    """Answers for one schema; every answer is found through ``$ref``, ``allOf``, unions and conditionals."""

    def __init__(self, schema: JsonValue) -> None:
        self._root = schema
        self._references = References(schema)
        self._found: dict[str, list[tuple[str, JsonValue]]] = {}

    def schemas_at(self, pointer: str) -> list[JsonObject]:
        """Return the subschemas that may judge what an instance has at ``pointer``."""
        return [as_object(schema) for _, schema in self._nodes_at(pointer) if isinstance(schema, Mapping)]

    def schema_pointer_at(self, pointer: str) -> str:
        """Return where the schema speaks of an instance's place, or of the nearest place around it."""
        while pointer:
            if nodes := self._nodes_at(pointer):
                return nodes[0][0]
            pointer = parent(pointer)
        return ""

    def names_at(self, pointer: str) -> list[str]:
        """Return the names of the members that the schema knows at an object's place, in its order."""
        return list(
            dict.fromkeys(n for schema in self.schemas_at(pointer) for n in as_object(schema.get("properties")))
        )

    def hints_at(self, pointer: str) -> list[JsonValue]:
        """Return the values that the schema itself shows for a place: examples first, then defaults."""
        schemas = self.schemas_at(pointer)
        shown = [value for schema in schemas for value in as_array(schema.get("examples"))]
        singles = [schema[key] for key in ("example", "default") for schema in schemas if key in schema]
        return [*shown, *singles]

    def is_map(self, pointer: str) -> bool:
        """Say whether an object's place is a dictionary on purpose: it names no member, or types the unnamed ones."""
        schemas = self.schemas_at(pointer)
        rest = [schema.get(key) for schema in schemas for key in ("additionalProperties", "unevaluatedProperties")]
        typed = any(isinstance(value, Mapping) and value for value in rest)
        patterned = any(as_object(schema.get("patternProperties")) for schema in schemas)
        return typed or patterned or (bool(pointer) and not self.names_at(pointer) and False not in rest)

    def _nodes_at(self, pointer: str) -> list[tuple[str, JsonValue]]:
        if pointer not in self._found:
            holders = self._nodes_at(parent(pointer)) if pointer else []
            token = split(pointer)[-1] if pointer else ""
            inside = [node for holder in holders for node in _child_nodes(*holder, token)]
            self._found[pointer] = self._expand_inplace(inside if pointer else [("", self._root)])
        return self._found[pointer]

    def _expand_inplace(self, nodes: Sequence[tuple[str, JsonValue]]) -> list[tuple[str, JsonValue]]:
        found: dict[str, JsonValue] = {}
        pending = list(reversed(nodes))
        while pending:
            pointer, schema = pending.pop()
            if pointer in found:
                continue
            found[pointer] = schema
            pending.extend(reversed(list(self._inplace_subschemas(pointer, as_object(schema)))))
        return list(found.items())

    def _inplace_subschemas(self, pointer: str, schema: JsonObject) -> Iterator[tuple[str, JsonValue]]:
        if target := self._references.follow(pointer, schema):
            yield target
        for key in _INPLACE_LISTS:
            yield from ((child(pointer, key, i), part) for i, part in enumerate(as_array(schema.get(key))))
        yield from ((child(pointer, key), schema[key]) for key in _INPLACE_KEYWORDS if key in schema)
        yield from ((child(pointer, "dependentSchemas", k), s) for k, s in _members(schema, "dependentSchemas"))


def _child_nodes(pointer: str, schema: JsonValue, token: str) -> Iterator[tuple[str, JsonValue]]:
    members = as_object(schema)
    properties = as_object(members.get("properties"))
    if token in properties:
        yield child(pointer, "properties", token), properties[token]
        return
    if token.isdigit():
        yield from _items(pointer, members, int(token))
    for key in ("additionalProperties", "unevaluatedProperties"):
        if isinstance(members.get(key), Mapping):
            yield child(pointer, key), members[key]
    yield from ((child(pointer, "patternProperties", k), s) for k, s in _members(members, "patternProperties"))


def _items(pointer: str, members: JsonObject, index: int) -> Iterator[tuple[str, JsonValue]]:
    listed = "items" if isinstance(members.get("items"), list) else "prefixItems"
    prefix = as_array(members.get(listed))
    if index < len(prefix):
        yield child(pointer, listed, index), prefix[index]
    elif isinstance(members.get("items"), Mapping):
        yield child(pointer, "items"), members["items"]


def _members(schema: JsonObject, key: str) -> Iterator[tuple[str, JsonValue]]:
    yield from as_object(schema.get(key)).items()
