"""How large the smallest valid input is.

An input that is too large to write in one call is as impossible as one that no value satisfies.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, compact_json, texts_in
from conformance.schema.positions import SubschemaRole, is_conditional
from conformance.schema.subschemas import subschemas_of

MAX_LEAST_TEXT = 20_000
"""Characters of JSON, about 5,000 tokens: more than a model may write in one call."""

# Sizes multiply along nested arrays; beyond this the exact number does not matter.
_CAP = 10**12
# The shortest member with its comma.
_MEMBER = len('"a":0,')


class Excess(Struct, frozen=True):
    """A keyword that demands more than fits in one call: its pointer, and the least number of characters."""

    pointer: str
    least: int


def excesses(schema: JsonValue) -> Iterator[Excess]:
    """Yield the innermost keywords that make the smallest value longer than ``MAX_LEAST_TEXT`` characters."""
    if not isinstance(schema, Mapping):
        return
    sizes = _Sizes(schema)
    for pointer in sizes.asserted_pointers():
        own = sizes.own_demands(pointer)
        if own and sizes.least_size(pointer) > MAX_LEAST_TEXT and not sizes.is_excessive_inside(pointer):
            keyword, least = max(own.items(), key=lambda item: item[1])
            if least > MAX_LEAST_TEXT:
                yield Excess(child(pointer, keyword), least)


class _Sizes:
    """The least number of characters of JSON for a value of each subschema; a cycle counts as zero."""

    def __init__(self, root: JsonObject) -> None:
        self._subschemas = subschemas_of(root)
        self._known: dict[str, int] = {}

    def asserted_pointers(self) -> list[str]:
        """Return the subschemas outside of ``if`` and ``not``, which state what a value is not."""
        found = self._subschemas.positions()
        return [one.pointer for one in found if isinstance(one.schema, Mapping) and not is_conditional(one.pointer)]

    def least_size(self, pointer: str) -> int:
        if pointer not in self._known:
            self._known[pointer] = 0
            self._known[pointer] = min(self._measure(pointer), _CAP)
        return self._known[pointer]

    def is_excessive_inside(self, pointer: str) -> bool:
        """Say whether a part or a reference target exceeds the limit already."""
        inside = [
            part.pointer for part in self._subschemas.children_of(pointer) if part.role is not SubschemaRole.CONDITION
        ]
        targets = self._subschemas.targets_of(pointer)
        return any(self.least_size(part) > MAX_LEAST_TEXT for part in (*inside, *targets))

    def own_demands(self, pointer: str) -> dict[str, int]:
        """Return the least size that each keyword of the subschema demands, by keyword; empty for several types."""
        schema = self._schema(pointer)
        types = texts_in(schema.get("type"))
        if len(types) != 1:
            return {}
        if types == ["string"]:
            return {"minLength": 2 + _count(schema, "minLength")}
        if types == ["array"]:
            return {"minItems": 2 + _count(schema, "minItems") * (1 + self._least_item(pointer, schema))}
        if types == ["object"]:
            demands = [self._least_member(pointer, name) for name in texts_in(schema.get("required"))]
            return {"required": 2 + sum(demands), "minProperties": 2 + _count(schema, "minProperties") * _MEMBER}
        return {}

    def _measure(self, pointer: str) -> int:
        schema = self._schema(pointer)
        values = [schema["const"]] if "const" in schema else as_array(schema.get("enum"))
        listed = min((len(compact_json(value)) for value in values), default=1)
        # A value satisfies all conjuncts, so the largest demand counts; of a union the smallest branch will do.
        parts = map(self.least_size, self._subschemas.conjuncts_of(pointer))
        unions = [min(map(self.least_size, branches)) for branches in self._subschemas.unions_of([pointer])]
        return max([listed, *parts, *unions, *self.own_demands(pointer).values()])

    def _least_item(self, pointer: str, schema: JsonObject) -> int:
        return self.least_size(child(pointer, "items")) if isinstance(schema.get("items"), Mapping) else 1

    def _least_member(self, pointer: str, name: str) -> int:
        declared = child(pointer, "properties", name)
        value = self.least_size(declared) if name in as_object(self._schema(pointer).get("properties")) else 1
        return len(name) + len('"":,') + value

    def _schema(self, pointer: str) -> JsonObject:
        return self._subschemas.keywords_of(pointer)


def _count(schema: JsonObject, keyword: str) -> int:
    value = schema.get(keyword)
    return int(max(0, min(value, _CAP))) if isinstance(value, int | float) else 0
