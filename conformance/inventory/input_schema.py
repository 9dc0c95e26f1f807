"""The object levels of an input schema.

An object level is a place in the *input* that may hold an object, whatever combination of ``$ref``, ``allOf`` and
``anyOf`` describes it. ``if`` and ``not`` are conditions, not objects: they describe no level of their own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.inventory.model import Tool
from conformance.json_schema.dialects import dialect_of
from conformance.json_schema.positions import Position, Role
from conformance.json_schema.references import References
from conformance.json_values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.pointers import child

_OBJECT_KEYWORDS = frozenset(("properties", "additionalProperties", "patternProperties", "unevaluatedProperties"))
_ANY_NAME = frozenset(("", ".*", "^.*$", "^", ".+", "^.+$", "^(.*)$"))


@dataclass(frozen=True)
class ObjectLevel:
    """One place of a tool's input that may hold an object; ``pointer`` is the schema's, relative to the tool."""

    tool: Tool
    pointer: str
    schema: JsonObject
    closed: bool
    opened_by: str
    """Pointer of the keyword that opens the level, or of the schema that fails to close it; relative to the tool."""


def object_levels_of(tool: Tool) -> Iterator[ObjectLevel]:
    """Yield every object level of the input schema, also through references, unions and arrays."""
    if isinstance(tool.input_schema, Mapping):
        yield from _Levels(tool).walk()


class _Levels:
    """Walks the places of an instance: all schemas that judge one place are taken together."""

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self._root = as_object(tool.input_schema)
        self._references = References(self._root)
        dialect = dialect_of(self._root)
        self._ref_alone = dialect is not None and dialect.ref_hides_siblings
        self._visited: set[frozenset[str]] = set()

    def walk(self) -> Iterator[ObjectLevel]:
        yield from self._visit([Position("", self._root, Role.ROOT, "")])

    def _visit(self, nodes: list[Position], context: tuple[Position, ...] = ()) -> Iterator[ObjectLevel]:
        """``nodes`` are judged, ``context`` holds schemas that also apply to the same place."""
        together = self._conjunction(nodes)
        key = frozenset(node.pointer for node in (*together, *context))
        if not together or key in self._visited:
            return
        self._visited.add(key)
        everything = [*together, *self._conjunction(list(context))]
        closed = any(self._denies(node, frozenset()) for node in everything)
        branches = [branch for node in together for key in ("anyOf", "oneOf") for branch in _listed(node, key)]
        if any(_speaks_of_objects(node.schema) for node in together):
            level = self._level(together, branches, closed=closed)
            if level is not None:
                yield level
        for branch in branches:
            yield from self._visit([branch], tuple(everything))
        yield from self._inside([*together, *_consequences(together)], everything)

    def _level(self, together: list[Position], branches: list[Position], *, closed: bool) -> ObjectLevel | None:
        main = next((node for node in together if "properties" in as_object(node.schema)), None)
        main = main or next(node for node in together if _speaks_of_objects(node.schema))
        if not closed and any(_speaks_of_objects(self._target(branch)) for branch in branches):
            return None  # the branches are levels of their own and carry the verdict
        opener = next((node for node in together if _opening_keyword(node.schema)), main)
        keyword = _opening_keyword(opener.schema)
        pointer = f"/input_schema{opener.pointer}"
        return ObjectLevel(
            self._tool,
            f"/input_schema{main.pointer}",
            as_object(main.schema),
            closed or all(_is_map(node.schema) for node in together if _speaks_of_objects(node.schema)),
            child(pointer, keyword) if keyword else f"/input_schema{main.pointer}",
        )

    def _target(self, node: Position) -> JsonValue:
        followed = self._references.follow(node.pointer, as_object(node.schema))
        return followed[1] if followed else node.schema

    def _conjunction(self, nodes: list[Position]) -> list[Position]:
        """All schemas that must hold together with ``nodes``: through ``allOf`` and references."""
        found: dict[str, Position] = {}
        pending = list(reversed(nodes))
        while pending:
            node = pending.pop()
            if node.pointer in found or not isinstance(node.schema, Mapping):
                continue
            target = self._references.follow(node.pointer, node.schema)
            if target:
                pending.append(Position(*target, Role.SAME_PLACE, "$ref"))
            if not (target and self._ref_alone):
                found[node.pointer] = node
                pending.extend(reversed(_listed(node, "allOf")))
        return list(found.values())

    def _inside(self, together: list[Position], everything: list[Position]) -> Iterator[ObjectLevel]:
        for step, found in _members(together).items():
            others = [other for other in _members(everything).get(step, []) if other not in found]
            yield from self._visit(found, tuple(others))

    def _denies(self, node: Position, seen: frozenset[str]) -> bool:
        """Say whether a schema rejects an object for having a member that it does not name."""
        if node.schema is False:
            return True
        if not isinstance(node.schema, Mapping) or node.pointer in seen:
            return False
        seen = seen | {node.pointer}
        target = self._references.follow(node.pointer, node.schema)
        if target and self._denies(Position(*target, Role.SAME_PLACE, "$ref"), seen):
            return True
        if target and self._ref_alone:
            return False
        return _denies_by_itself(node.schema) or self._denies_by_parts(node, seen)

    def _denies_by_parts(self, node: Position, seen: frozenset[str]) -> bool:
        members = as_object(node.schema)
        if any(self._denies(part, seen) for part in _listed(node, "allOf")):
            return True
        for union in ("anyOf", "oneOf"):
            branches = _listed(node, union)
            if branches and all(self._denies(branch, seen) for branch in branches):
                return True
        ways = [Position(child(node.pointer, key), members.get(key), Role.SAME_PLACE, key) for key in ("then", "else")]
        return "if" in members and all(self._denies(way, seen) for way in ways)


def _listed(node: Position, keyword: str) -> list[Position]:
    parts = as_array(as_object(node.schema).get(keyword))
    return [Position(child(node.pointer, keyword, i), part, Role.SAME_PLACE, keyword) for i, part in enumerate(parts)]


def _consequences(nodes: list[Position]) -> list[Position]:
    """The ``then`` and ``else`` of the nodes: no levels of their own, but what they say of members counts."""
    return [
        Position(child(node.pointer, key), as_object(node.schema)[key], Role.SAME_PLACE, key)
        for node in nodes
        for key in ("then", "else")
        if key in as_object(node.schema)
    ]


def _members(nodes: list[Position]) -> dict[tuple[str, str], list[Position]]:
    """The schemas of each member or element, by the step that leads to it."""
    found: dict[tuple[str, str], list[Position]] = {}
    for node in nodes:
        schema = as_object(node.schema)
        for keyword in ("properties", "patternProperties"):
            for name, value in as_object(schema.get(keyword)).items():
                place = Position(child(node.pointer, keyword, name), value, Role.PROPERTY, keyword)
                found.setdefault((keyword, name), []).append(place)
        for keyword in ("additionalProperties", "items", "contains", "unevaluatedItems"):
            if isinstance(schema.get(keyword), Mapping):
                place = Position(child(node.pointer, keyword), schema[keyword], Role.ITEM, keyword)
                found.setdefault((keyword, ""), []).append(place)
        for keyword in ("prefixItems", "items"):
            for index, value in enumerate(as_array(schema.get(keyword))):
                place = Position(child(node.pointer, keyword, index), value, Role.ITEM, keyword)
                found.setdefault((keyword, str(index)), []).append(place)
    return found


def _speaks_of_objects(schema: JsonValue) -> bool:
    members = as_object(schema)
    types = texts_in(members.get("type"))
    return "object" in types if types else not _OBJECT_KEYWORDS.isdisjoint(members)


def _denies_by_itself(schema: JsonObject) -> bool:
    types = texts_in(schema.get("type"))
    if (types and "object" not in types) or "const" in schema or "enum" in schema:
        return True
    if schema.get("maxProperties") == 0 or _names_are_listed(schema.get("propertyNames")):
        return True
    patterns = as_object(schema.get("patternProperties"))
    if not _ANY_NAME.isdisjoint(patterns):
        return False
    if schema.get("additionalProperties") is False:
        return True
    return schema.get("unevaluatedProperties") is False and "additionalProperties" not in schema


def _names_are_listed(names: JsonValue) -> bool:
    return names is False or not {"enum", "const"}.isdisjoint(as_object(names))


def _opening_keyword(schema: JsonValue) -> str | None:
    members = as_object(schema)
    return next((key for key in ("additionalProperties", "unevaluatedProperties") if key in members), None)


def _is_map(schema: JsonValue) -> bool:
    """A dictionary on purpose: no named members, and a schema that says what every value is."""
    members = as_object(schema)
    value_schemas = [members.get("additionalProperties"), *as_object(members.get("patternProperties")).values()]
    return not members.get("properties") and any(isinstance(value, Mapping) and value for value in value_schemas)
