"""Schemas in one stable form, saying exactly what they said before.

Local references are inlined where they don't recurse, nullable unions become type lists, titles and discriminators go,
bounds lose their idle ``.0``, and lists that are sets are sorted: two generators that mean the same write the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from conformance.documents.pointers import child, resolve, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, equal, texts_in
from conformance.schema.dialects import dialect_of
from conformance.schema.positions import children, positions
from conformance.schema.references import REFERENCE_KEYWORDS, References

MAX_NODES = 20_000
"""A schema that would grow larger than this by inlining keeps its references."""

_DROPPED = frozenset({"title", "discriminator"})
_ANNOTATIONS = frozenset({"description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"})
_BOUNDS = frozenset(
    """minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
    minProperties maxProperties minContains maxContains""".split()  # noqa: SIM905  one a line would say no more
)
_JUDGES_NULL = frozenset({*REFERENCE_KEYWORDS, "const", "not", "allOf", "anyOf", "oneOf", "if"})
_EXACT = 1 << 53
_MOVING = frozenset({"$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor"})
_DEFINITIONS = ("$defs", "definitions")


def normalise(schema: JsonValue) -> JsonValue:
    """Return the schema in its stable form; what is no schema object is returned as it is."""
    if not isinstance(schema, Mapping):
        return schema
    if any(not _MOVING.isdisjoint(as_object(position.schema)) for position in positions(schema)):
        return _Normaliser(schema, inlining=False).whole()
    try:
        return _Normaliser(schema, inlining=True).whole()
    except (_TooLargeError, RecursionError):
        return _Normaliser(schema, inlining=False).whole()


class _TooLargeError(Exception):
    """Internal signal: inlining multiplies this schema."""


class _Normaliser:
    """Rebuilds one schema; ``inlining`` replaces references by what they lead to."""

    def __init__(self, root: JsonObject, *, inlining: bool) -> None:
        self._root = root
        self._inlining = inlining
        self._references = References(root)
        self._recursive = self._on_cycles() if inlining else frozenset[str]()
        self._kept: dict[str, str] = {}
        self._nodes = 0
        dialect = dialect_of(root)
        self._ref_alone = dialect is not None and dialect.ref_hides_siblings

    def whole(self) -> JsonValue:
        """Return the root, with the definitions that it still needs."""
        if not self._inlining:
            return self._rebuilt("", self._root)
        top = {key: value for key, value in self._root.items() if key not in _DEFINITIONS}
        result = self._node("", top)
        definitions: dict[str, JsonValue] = {}
        while missing := [pointer for pointer, name in self._kept.items() if name not in definitions]:
            for pointer in missing:
                definitions[self._kept[pointer]] = self._node(pointer, resolve(self._root, pointer))
        return {**as_object(result), "$defs": definitions} if definitions else result

    def _node(self, pointer: str, schema: JsonValue) -> JsonValue:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise _TooLargeError
        if not isinstance(schema, Mapping):
            return schema
        target = self._references.follow(pointer, schema) if self._inlining else None
        return self._rebuilt(pointer, schema) if target is None else self._inlined(pointer, schema, target[0])

    def _inlined(self, pointer: str, schema: JsonObject, target: str) -> JsonValue:
        if target == "" or target in self._recursive:
            rest = {key: value for key, value in schema.items() if key not in REFERENCE_KEYWORDS}
            beside = self._rebuilt(pointer, {} if self._ref_alone else rest)
            place = child("", "$defs", self._name(target)) if target else ""
            return {**as_object(beside), "$ref": f"#{quote(place, safe='/~$')}"}
        found = self._node(target, resolve(self._root, target))
        if self._ref_alone:
            return found
        rest = self._rebuilt(pointer, {key: value for key, value in schema.items() if key not in REFERENCE_KEYWORDS})
        return _merged(found, as_object(rest))

    def _rebuilt(self, pointer: str, schema: JsonValue) -> JsonValue:
        if not isinstance(schema, Mapping):
            return schema
        result: dict[str, Any] = {key: value for key, value in schema.items() if key not in _DROPPED}
        for position in children(schema, pointer):
            keyword, *inner = split(position.pointer[len(pointer) :])
            if inner and result[keyword] is schema[keyword]:
                result[keyword] = _copied(schema[keyword])
            rebuilt = self._node(position.pointer, position.schema)
            if not inner:
                result[keyword] = rebuilt
            elif isinstance(result[keyword], list):
                result[keyword][int(inner[0])] = rebuilt
            else:
                result[keyword][inner[0]] = rebuilt
        return _tidied(result)

    def _name(self, target: str) -> str:
        if target not in self._kept:
            wanted = split(target)[-1] or "definition"
            taken = set(self._kept.values())
            names = (wanted, *(f"{wanted}_{number}" for number in range(2, len(taken) + 3)))
            self._kept[target] = next(name for name in names if name not in taken)
        return self._kept[target]

    def _on_cycles(self) -> frozenset[str]:
        """The targets of references from which they can be reached again."""
        graph = {target: set(self._leads_to(target)) for target in self._targets("")}
        return frozenset(target for target in graph if target in _reachable(graph, target))

    def _targets(self, start: str) -> set[str]:
        found: set[str] = set()
        pending = [start]
        while pending:
            for target in self._leads_to(pending.pop()):
                if target not in found:
                    found.add(target)
                    pending.append(target)
        return found

    def _leads_to(self, start: str) -> Iterator[str]:
        for position in positions(resolve(self._root, start)):
            pointer = start + position.pointer
            if isinstance(position.schema, Mapping) and not (start == "" and _is_definition(pointer)):
                target = self._references.follow(pointer, position.schema)
                if target is not None:
                    yield target[0]


def _is_definition(pointer: str) -> bool:
    return split(pointer)[0] in _DEFINITIONS if pointer else False


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    pending = list(graph.get(start, ()))
    while pending:
        target = pending.pop()
        if target not in found:
            found.add(target)
            pending.extend(graph.get(target, ()))
    return found


def _copied(value: JsonValue) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(as_array(value))


def _merged(found: JsonValue, beside: JsonObject) -> JsonValue:
    """What a reference leads to, together with what stands beside it; only remarks may be laid over it."""
    if not beside:
        return found
    if isinstance(found, Mapping) and beside.keys() <= _ANNOTATIONS:
        return {**found, **beside}
    return {**beside, "allOf": [*as_array(beside.get("allOf")), found]}


def _tidied(schema: dict[str, Any]) -> JsonValue:
    for key in _BOUNDS & schema.keys():
        if isinstance(schema[key], float) and schema[key].is_integer() and abs(schema[key]) < _EXACT:
            schema[key] = int(schema[key])
    if _is_list_of_texts(schema.get("required")):
        schema["required"] = sorted(set(schema["required"]))
    if _is_list_of_texts(schema.get("type")):
        names = sorted(set(schema["type"]), key=lambda name: (name == "null", name))
        schema["type"] = names if len(names) != 1 else names[0]
    return _nullable(schema)


def _is_list_of_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and len(texts_in(value)) == len(value)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """``anyOf`` of one typed schema and null, as that schema with a type list."""
    for union in ("anyOf", "oneOf"):
        branches = as_array(schema.get(union))
        others = [branch for branch in branches if not equal(branch, {"type": "null"})]
        if len(branches) == 2 and len(others) == 1:
            taken = _with_null(as_object(others[0]))
            rest = {key: value for key, value in schema.items() if key != union}
            if taken is not None and rest.keys() <= _ANNOTATIONS:
                return {**taken, **rest}
    return schema


def _with_null(schema: JsonObject) -> dict[str, Any] | None:
    names = texts_in(schema.get("type"))
    if not names or "null" in names or not _JUDGES_NULL.isdisjoint(schema):
        return None
    nullable: dict[str, Any] = {**schema, "type": [*names, "null"]}
    if "enum" in schema:
        nullable["enum"] = [*as_array(schema["enum"]), None]
    return nullable
