"""Which subschemas of a schema apply to which location of an instance; no other module decides this.

References, ``allOf``, unions and conditions spread the description of one object over many subschemas. The caller
chooses how far to go: through unions, where a subschema applies in some branches only; through conditions, where it
applies to some instances only. Keywords that the dialect ignores apply nowhere: the siblings of ``$ref`` up to
draft-07, and the keywords of other dialects.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, wraps
from typing import TypeVar

from msgspec.structs import replace

from conformance.documents.pointers import child, parent, split
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, texts_in
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.patterns.matching import matches
from conformance.schema.positions import Position, SubschemaRole, children
from conformance.schema.references import REFERENCE_KEYWORDS, References
from conformance.schema.unions import UNIONS
from conformance.schema.vocabulary import effective_keywords

Computed = TypeVar("Computed")

# One kind of rules after another goes through all tools of a list, which in all but a few lists are no more than these.
_KEPT = 1024
CONDITIONS = ("then", "else", "dependentSchemas", "dependencies")


class Subschemas:
    """The subschemas of one schema, each named by its JSON Pointer; every answer is computed once."""

    def __init__(self, schema: JsonValue) -> None:
        self.references = References(schema)
        self.dialect = dialect_of(schema) or DEFAULT
        self._keywords: dict[str, JsonObject] = {}
        self._at: dict[str, list[str]] = {}
        self._children: dict[str, Sequence[Position]] = {}
        self._targets: dict[str, Sequence[str]] = {}
        self._members: dict[tuple[str, str], Sequence[str]] = {}
        self._open: dict[str, bool] = {}
        self._types: dict[str, list[str]] = {}
        self._values: dict[str, list[JsonValue] | None] = {}

    def keywords_of(self, pointer: str) -> JsonObject:
        """Return the keywords of a subschema that its dialect reads; empty for booleans and non-schemas."""
        if pointer not in self._keywords:
            schema = as_object(self.references.pointers.get(pointer))
            self._keywords[pointer] = effective_keywords(schema, self.dialect)
        return self._keywords[pointer]

    def targets_of(self, pointer: str) -> Sequence[str]:
        """Return the pointers that the references of a subschema lead to."""
        if pointer not in self._targets:
            keywords = self.keywords_of(pointer)
            present = [keyword for keyword in REFERENCE_KEYWORDS if keyword in keywords]
            found = [self.references.follow(pointer, {keyword: keywords[keyword]}) for keyword in present]
            self._targets[pointer] = tuple(target[0] for target in found if target is not None)
        return self._targets[pointer]

    def children_of(self, pointer: str) -> Sequence[Position]:
        """Return the subschemas directly inside a subschema."""
        if pointer not in self._children:
            self._children[pointer] = tuple(children(self.keywords_of(pointer), pointer))
        return self._children[pointer]

    def closure(self, pointers: Iterable[str], *, unions: bool = True, conditions: bool = True) -> list[str]:
        """Return the subschemas that apply to the same instance: the given ones, then those they include.

        References and ``allOf`` are always followed, ``anyOf`` and ``oneOf`` with ``unions``, and ``then``, ``else``
        and ``dependentSchemas`` with ``conditions``.
        """
        followed = ("allOf", *(UNIONS if unions else ()), *(CONDITIONS if conditions else ()))
        found: dict[str, None] = {}
        pending = list(pointers)[::-1]
        while pending:
            pointer = pending.pop()
            if pointer not in found:
                found[pointer] = None
                inside = [part.pointer for part in self.children_of(pointer) if part.keyword in followed]
                pending.extend(reversed([*self.targets_of(pointer), *inside]))
        return list(found)

    def inplace_of(self, pointer: str) -> list[str]:
        """Return the direct subschemas and targets that apply to the same instance, including ``if`` and ``not``."""
        inside = [part.pointer for part in self.children_of(pointer) if part.role.is_inplace]
        return [*inside, *self.targets_of(pointer)]

    def conjuncts_of(self, pointer: str) -> list[str]:
        """Return the subschemas that must hold whenever a subschema holds: its reference targets and its ``allOf``."""
        return [*self.targets_of(pointer), *self.members_of(pointer, "allOf")]

    def unions_of(self, pointers: Iterable[str]) -> Iterator[Sequence[str]]:
        """Yield the branches of each ``anyOf`` and ``oneOf``."""
        for pointer in pointers:
            yield from (branches for union in UNIONS if (branches := self.members_of(pointer, union)))

    def conditions_of(self, pointers: Iterable[str]) -> Iterator[str]:
        """Yield the subschemas that hold under a condition."""
        for pointer in pointers:
            yield from (part.pointer for part in self.children_of(pointer) if part.keyword in CONDITIONS)

    def members_of(self, pointer: str, keyword: str) -> Sequence[str]:
        """Return the pointers of the subschemas in a list such as ``allOf``."""
        if keyword not in self.keywords_of(pointer):
            return ()
        # each member of an object asks for all branches of its schema, of which there may be thousands
        if (pointer, keyword) not in self._members:
            branches = as_array(self.keywords_of(pointer)[keyword])
            self._members[pointer, keyword] = [child(pointer, keyword, index) for index in range(len(branches))]
        return self._members[pointer, keyword]

    def conjunction(self, pointer: str) -> list[JsonObject]:
        """Return the keywords that apply where a subschema applies, its own first, through references and unions."""
        return [self.keywords_of(one) for one in self.closure([pointer], conditions=False)]

    def leaves_open(self, pointer: str) -> bool:
        """Say whether a subschema depends on ``if``, ``not``, a dynamic reference or an unresolved one."""
        if pointer not in self._open:
            self._open[pointer] = self._depends_on_more(pointer)
        return self._open[pointer]

    def _depends_on_more(self, pointer: str) -> bool:
        return any(
            not {"if", "not", "$dynamicRef", "$recursiveRef"}.isdisjoint(keywords)
            or ("$ref" in keywords and not self.targets_of(one))
            for one in self.closure([pointer], conditions=False)
            for keywords in [self.keywords_of(one)]
        )

    def types_of(self, pointer: str) -> list[str]:
        """Return the JSON types that a subschema names in any branch of its unions; empty if it restricts none."""
        if pointer not in self._types:
            self._types[pointer] = self._find_types(pointer)
        return self._types[pointer]

    def _find_types(self, pointer: str) -> list[str]:
        found: dict[str, None] = {}
        for holders in self._alternatives_of(pointer, lambda keywords: bool(texts_in(keywords.get("type")))):
            named = (texts_in(self.keywords_of(one).get("type")) for one in holders)
            found.update(dict.fromkeys(next((types for types in named if types), ())))
        return list(found)

    def values_of(self, pointer: str) -> list[JsonValue] | None:
        """Return the values that ``enum`` or ``const`` allow, ``None`` if others are allowed too.

        A branch of a union that only allows null adds no value.
        """
        if pointer not in self._values:
            self._values[pointer] = self._find_values(pointer)
        return self._values[pointer]

    def _find_values(self, pointer: str) -> list[JsonValue] | None:
        found: list[JsonValue] = []
        for holders in self._alternatives_of(pointer, _lists_values):
            listed = next((keywords for keywords in map(self.keywords_of, holders) if _lists_values(keywords)), None)
            if listed is not None:
                found.extend([listed["const"]] if "const" in listed else as_array(listed["enum"]))
            elif holders[0] == pointer or self.types_of(holders[0]) != ["null"]:
                return None
        return found or None

    def _alternatives_of(self, pointer: str, answers: Callable[[JsonObject], bool]) -> Iterator[list[str]]:
        """Yield the subschemas that hold together in each branch, not descending below those of which one answers."""
        pending, seen = [pointer], set[str]()
        while pending:
            head = pending.pop()
            if head in seen:
                continue
            seen.add(head)
            holders = self.closure([head], unions=False, conditions=False)
            branches = [branch for union in self.unions_of(holders) for branch in union]
            if branches and not any(map(answers, map(self.keywords_of, holders))):
                pending.extend(reversed(branches))
            else:
                yield holders

    def outermost(self, pointer: str) -> frozenset[str]:
        """Return the outermost subschemas that apply a subschema to the same instance, through references as well."""
        pending, seen, found = [pointer], set[str](), set[str]()
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            above = self._appliers.get(current, ())
            pending.extend(above)
            if not above:
                found.add(current)
        return frozenset(found or seen)

    def appliers_of(self, pointer: str) -> Sequence[str]:
        """Return the subschemas that apply a subschema to the same instance, directly or by a reference to it."""
        return self._appliers.get(pointer, ())

    def enclosing(self, pointer: str) -> str:
        """Return the outermost subschema that textually contains a subschema and applies to the same instance."""
        while pointer in self._inplace_holders:
            pointer = self._inplace_holders[pointer]
        return pointer

    def positions(self) -> Sequence[Position]:
        """Return every subschema with the keywords that are read, outer ones first, those behind references last."""
        return self._positions

    def reachable_positions(self) -> Iterator[Position]:
        """Yield every subschema that can apply to something, leaving out unused definitions."""
        yield from self._walk(definitions=False)

    def pointers_at(self, location: str) -> list[str]:
        """Return the subschemas that may apply at a location of an instance, given as a JSON Pointer."""
        if location not in self._at:
            self._at[location] = self.closure(self._heads_at(location) if location else [""])
        return self._at[location]

    def schemas_at(self, location: str) -> list[JsonObject]:
        """Return the keywords of the subschemas that may apply at a location; ``true`` and ``false`` have none."""
        schemas = self.references.pointers
        return [self.keywords_of(one) for one in self.pointers_at(location) if isinstance(schemas[one], Mapping)]

    def properties_at(self, location: str) -> dict[str, str]:
        """Return the declared names of an object at a location, each with the pointer of its first declaration."""
        found: dict[str, str] = {}
        for pointer in self.pointers_at(location):
            for name in as_object(self.keywords_of(pointer).get("properties")):
                found.setdefault(name, child(pointer, "properties", name))
        return found

    def names_at(self, location: str) -> list[str]:
        """Return the declared names of an object at a location, in the order of the schema."""
        return list(self.properties_at(location))

    def nearest_pointer(self, location: str) -> str:
        """Return the first subschema for a location, or for its nearest ancestor that has one."""
        while location and not self.pointers_at(location):
            location = parent(location)
        return self.pointers_at(location)[0] if location else ""

    def hints_at(self, location: str) -> list[JsonValue]:
        """Return the values that the schema suggests for a location: examples first, then defaults."""
        schemas = self.schemas_at(location)
        examples = [value for schema in schemas for value in as_array(schema.get("examples"))]
        singles = [schema[key] for key in ("example", "default") for schema in schemas if key in schema]
        return [*examples, *singles]

    def is_map(self, location: str) -> bool:
        """Say whether an object is meant as a dictionary: it declares no member, or types the undeclared ones."""
        schemas = self.schemas_at(location)
        rest = [schema.get(key) for schema in schemas for key in ("additionalProperties", "unevaluatedProperties")]
        typed = any(isinstance(value, Mapping) and value for value in rest)
        patterned = any(as_object(schema.get("patternProperties")) for schema in schemas)
        return typed or patterned or (bool(location) and not self.names_at(location) and False not in rest)

    def is_array(self, location: str) -> bool:
        """Say whether the schema describes elements at a location."""
        return any("items" in schema or "prefixItems" in schema for schema in self.schemas_at(location))

    def _heads_at(self, location: str) -> list[str]:
        token = split(location)[-1]
        holders = self.pointers_at(parent(location))
        found = [head for holder in holders for head in self._heads_in(holder, token)]
        # An unevaluated member is one that nothing else describes; whether that holds is decided for the whole object.
        rest = (child(holder, key) for key in ("unevaluatedProperties", "unevaluatedItems") for holder in holders)
        return found or [one for one in rest if isinstance(self.references.pointers.get(one), Mapping)]

    def _heads_in(self, pointer: str, token: str) -> Iterator[str]:
        keywords = self.keywords_of(pointer)
        # Without the instance, "3" may be an index or a name.
        if token.isdigit():
            yield from element_pointers(keywords, pointer, int(token))
        yield from member_pointers(keywords, pointer, token)

    def _walk(self, *, definitions: bool) -> Iterator[Position]:
        # Children go to the right end and come next, targets of references to the left end and come last.
        pending = deque([Position("", self.references.schema_at(""), SubschemaRole.ROOT, "")])
        seen: set[str] = set()
        while pending:
            position = pending.pop()
            if position.pointer in seen:
                continue
            seen.add(position.pointer)
            read = self.keywords_of(position.pointer) if isinstance(position.schema, Mapping) else position.schema
            yield position if read is position.schema else replace(position, schema=read)
            inside = [
                part
                for part in self.children_of(position.pointer)
                if definitions or part.role is not SubschemaRole.DEFINITION
            ]
            pending.extend(reversed(inside))
            targets = [target for target in self.targets_of(position.pointer) if target not in seen]
            pending.extendleft(
                Position(target, self.references.schema_at(target), SubschemaRole.INPLACE, "$ref") for target in targets
            )

    @cached_property
    def _positions(self) -> Sequence[Position]:
        return tuple(self._walk(definitions=True))

    @cached_property
    def _inplace_holders(self) -> Mapping[str, str]:
        parts = ((part, position) for position in self.positions() for part in self.children_of(position.pointer))
        return {part.pointer: position.pointer for part, position in parts if part.role.is_inplace}

    @cached_property
    def _appliers(self) -> Mapping[str, list[str]]:
        """The subschemas that apply each subschema to the same instance."""
        found: dict[str, list[str]] = {}
        for position in self.positions():
            for pointer in self.inplace_of(position.pointer):
                found.setdefault(pointer, []).append(position.pointer)
        return found


class IdentityKey:
    """A schema compared by identity, as a key of caches; it keeps the schema alive, so its id is not reused."""

    def __init__(self, schema: JsonValue) -> None:
        self.schema = schema

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.schema is self.schema

    def __hash__(self) -> int:
        return id(self.schema)


def once_per_schema(compute: Callable[[JsonValue], Computed]) -> Callable[[JsonValue], Computed]:
    """Return a function of a schema that nobody changes, whose answer is kept for who asks soon after another."""

    @lru_cache(maxsize=_KEPT)
    def look_up(same: IdentityKey) -> Computed:
        return compute(same.schema)

    @wraps(compute)
    def answer(schema: JsonValue) -> Computed:
        return look_up(IdentityKey(schema))

    return answer


@once_per_schema
def subschemas_of(schema: JsonValue) -> Subschemas:
    """Return the subschemas of a schema that nobody changes; who asks soon after another gets the same."""
    return Subschemas(schema)


def member_pointers(keywords: JsonObject, pointer: str, name: str) -> Iterator[str]:
    """Yield the direct subschemas that apply to the member of a name; unreadable patterns match nothing."""
    patterns = [pattern for pattern in as_object(keywords.get("patternProperties")) if matches(pattern, name)]
    yield from (child(pointer, "patternProperties", pattern) for pattern in patterns)
    if name in as_object(keywords.get("properties")):
        yield child(pointer, "properties", name)
    elif not patterns and isinstance(keywords.get("additionalProperties"), Mapping):
        yield child(pointer, "additionalProperties")


def _lists_values(keywords: JsonObject) -> bool:
    return "const" in keywords or "enum" in keywords


def element_pointers(keywords: JsonObject, pointer: str, index: int) -> Iterator[str]:
    """Yield the direct subschema that applies to the element at an index."""
    for keyword in ("prefixItems", "items"):
        if index < len(as_array(keywords.get(keyword))):
            yield child(pointer, keyword, index)
            return
    # Before 2020-12 a list of items leaves the other elements to `additionalItems`.
    rest = "additionalItems" if isinstance(keywords.get("items"), list) else "items"
    if isinstance(keywords.get(rest), Mapping):
        yield child(pointer, rest)
