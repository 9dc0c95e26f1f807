"""Which names an object may have, by all the schemas that describe one place of an instance together.

A place is a set of schemas that all hold there; a union inside it holds by one of its branches. What holds for a member
follows from what holds for the object, so that a branch far above still closes what stands far below.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_object, texts_in
from conformance.inventory.choices import MAX_DEPTH, Conjunction, Disjunction, depth_of
from conformance.inventory.steps import (
    CLOSING,
    ITEM_STEPS,
    Step,
    accepts_any_name,
    excludes_type,
    members_in,
    schemas_for,
    subschema_pointers,
)
from conformance.schema.dialects import DEFAULT, dialect_of
from conformance.schema.positions import children
from conformance.schema.references import References
from conformance.schema.vocabulary import ANNOTATIONS


class Openness:
    """Answers about the places of one schema; every answer about one subschema is computed once."""

    def __init__(self, schema: JsonValue) -> None:
        self.references = References(schema)
        dialect = dialect_of(schema) or DEFAULT
        self._ref_alone = dialect.ref_hides_siblings
        self._knows_unevaluated = dialect.draft >= 19
        self._rejections: dict[str, bool] = {}
        self._objects: dict[str, bool] = {}
        self._derived: dict[tuple[str, Step], Conjunction | None] = {}

    def joined_pointers(self, heads: Iterable[str]) -> list[str]:
        """Return the schemas that hold wherever the heads hold: through ``allOf`` and references."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        pending = list(reversed(list(heads)))
        while pending:
            pointer = pending.pop()
            schema = self.references.pointers[pointer]
            if pointer in seen or not isinstance(schema, Mapping):
                continue
            seen.add(pointer)
            targets = self.references.targets_of(pointer)
            pending.extend(reversed(targets))
            if targets and (self._ref_alone or ANNOTATIONS.issuperset(schema.keys() - {"$ref"})):
                continue
            found[pointer] = None
            pending.extend(reversed(subschema_pointers(schema, pointer, "allOf")))
        return list(found)

    def unions_of(self, pointers: Iterable[str]) -> Iterator[list[str]]:
        """Yield the branches of each ``anyOf`` and ``oneOf``."""
        for pointer in pointers:
            for keyword in ("anyOf", "oneOf"):
                branches = subschema_pointers(self._schema(pointer), pointer, keyword)
                if branches:
                    yield branches

    def consequences_of(self, pointers: Iterable[str]) -> Iterator[str]:
        """Yield the schemas that hold under a condition: ``then``, ``else``, ``dependentSchemas``."""
        for pointer in pointers:
            for position in children(self._schema(pointer), pointer):
                if position.keyword in ("then", "else", "dependentSchemas", "dependencies"):
                    yield position.pointer

    def steps_of(self, pointers: Iterable[str]) -> dict[Step, list[str]]:
        """Return the steps that the schemas speak of, each with what they say of the member."""
        found: dict[Step, list[str]] = {}
        for pointer in pointers:
            for step, member in members_in(self._schema(pointer), pointer):
                found.setdefault(step, []).append(member)
        return found

    def derive_member(self, place: Conjunction, step: Step) -> Conjunction:
        """Return what holds for the member of an instance when ``place`` holds for the instance."""
        found: set[str | Disjunction] = set()
        for atom in place:
            derived = (
                self._derive_from_disjunction(atom, step)
                if isinstance(atom, Disjunction)
                else self._derive_from_schema(atom, step)
            )
            found.update(derived or ())
        return frozenset(found)

    def rejects_unknown(self, place: Conjunction) -> bool:
        """Say whether an object is rejected for having a member that nothing here names."""
        return any(
            all(self.rejects_unknown(way) for way in atom.options)
            if isinstance(atom, Disjunction)
            else self._schema_rejects_unknown(atom)
            for atom in place
        )

    def accepts_only_objects(self) -> bool:
        """Say whether the schema names one type for the whole instance, itself or by what it joins: object."""
        return self._is_object_schema("")

    def _is_object_schema(self, pointer: str) -> bool:
        if pointer not in self._objects:
            types = texts_in(self._schema(pointer).get("type"))
            self._objects[pointer] = types == ["object"]
            self._objects[pointer] = self._objects[pointer] or (not types and self._is_object_by_composition(pointer))
        return self._objects[pointer]

    def _is_object_by_composition(self, pointer: str) -> bool:
        schema = self._schema(pointer)
        joined = (*self.references.targets_of(pointer), *subschema_pointers(schema, pointer, "allOf"))
        alternatives = [ways for ways in self._alternatives(schema, pointer) if ways]
        return any(map(self._is_object_schema, joined)) or any(
            all(map(self._is_object_schema, ways)) for ways in alternatives
        )

    def _schema(self, pointer: str) -> JsonObject:
        return as_object(self.references.pointers[pointer])

    def _derive_from_disjunction(self, atom: Disjunction, step: Step) -> Conjunction:
        return self._disjunction([self.derive_member(way, step) for way in atom.options])

    def _disjunction(self, ways: Sequence[Conjunction | None]) -> Conjunction:
        """The choice between the ways that are possible; a way that is a choice itself adds its own."""
        possible: set[Conjunction] = set()
        for way in ways:
            only = next(iter(way)) if way is not None and len(way) == 1 else None
            possible.update(only.options if isinstance(only, Disjunction) else () if way is None else (way,))
        if not possible or not all(possible) or max(map(depth_of, possible)) > MAX_DEPTH:
            return frozenset()
        return next(iter(possible)) if len(possible) == 1 else frozenset([Disjunction(frozenset(possible))])

    def _derive_from_schema(self, pointer: str, step: Step) -> Conjunction | None:
        """What a schema says of a member; ``None`` where it takes no instance that has members."""
        key = (pointer, step)
        if key not in self._derived:
            self._derived[key] = frozenset()
            self._derived[key] = self._derive(pointer, step)
        return self._derived[key]

    def _derive(self, pointer: str, step: Step) -> Conjunction | None:
        schema = self.references.pointers[pointer]
        if schema is False or excludes_type(schema, "array" if step[0] in ITEM_STEPS else "object"):
            return None
        found: set[str | Disjunction] = set()
        targets = self.references.targets_of(pointer)
        members = as_object(None if targets and self._ref_alone else schema)
        for part in (*targets, *subschema_pointers(members, pointer, "allOf")):
            inner = self._derive_from_schema(part, step)
            if inner is None:
                return None
            found.update(inner)
        found.update(schemas_for(members, pointer, step))
        for branches in self._alternatives(members, pointer):
            found.update(self._derive_from_branches(branches, step))
        return frozenset(found)

    def _derive_from_branches(self, branches: Sequence[str], step: Step) -> Conjunction:
        ways: list[Conjunction | None] = []
        for branch in branches:
            ways.append(self._derive_from_schema(branch, step))
            if ways[-1] == frozenset():
                return frozenset()
        return self._disjunction(ways)

    def _alternatives(self, schema: JsonObject, pointer: str) -> Iterator[Sequence[str]]:
        """The lists of schemas of which one holds in any case."""
        for keyword in ("anyOf", "oneOf"):
            yield subschema_pointers(schema, pointer, keyword)
        if "if" in schema and "then" in schema and "else" in schema:
            yield child(pointer, "then"), child(pointer, "else")

    def _schema_rejects_unknown(self, pointer: str) -> bool:
        if pointer not in self._rejections:
            self._rejections[pointer] = False
            self._rejections[pointer] = self._compute_rejection(pointer)
        return self._rejections[pointer]

    def _compute_rejection(self, pointer: str) -> bool:
        schema = self.references.pointers[pointer]
        if not isinstance(schema, Mapping):
            return schema is False
        targets = self.references.targets_of(pointer)
        if any(self._schema_rejects_unknown(target) for target in targets):
            return True
        if targets and self._ref_alone:
            return False
        if self._rejects_by_own_keywords(schema, pointer):
            return True
        if any(self._schema_rejects_unknown(part) for part in subschema_pointers(schema, pointer, "allOf")):
            return True
        alternatives = [branches for branches in self._alternatives(schema, pointer) if branches]
        return any(all(self._schema_rejects_unknown(branch) for branch in branches) for branches in alternatives)

    def _rejects_by_own_keywords(self, schema: JsonObject, pointer: str) -> bool:
        if excludes_type(schema, "object") or "const" in schema or "enum" in schema or schema.get("maxProperties") == 0:
            return True
        if self._restricts_names(child(pointer, "propertyNames")):
            return True
        if accepts_any_name(schema):
            return False
        if "additionalProperties" in schema:
            return schema["additionalProperties"] is False
        closed = self._knows_unevaluated and schema.get("unevaluatedProperties") is False
        return closed and not self._evaluates_rest(pointer)

    def _restricts_names(self, pointer: str) -> bool:
        names = self.references.pointers.get(pointer, True)
        if names is False or not {"enum", "const"}.isdisjoint(as_object(names)):
            return True
        return any(self._restricts_names(target) for target in self.references.targets_of(pointer) if target != pointer)

    def _evaluates_rest(self, pointer: str) -> bool:
        """Say whether a part of the schema takes members of any name, so that none is left unevaluated."""
        pending = list(self._parts(pointer))
        seen = {pointer}
        for part in pending:
            if part in seen:
                continue
            seen.add(part)
            schema = self._schema(part)
            rest = [schema.get(keyword, False) for keyword in CLOSING]
            if any(value is not False for value in rest) or accepts_any_name(schema):
                return True
            pending.extend(self._parts(part))
        return False

    def _parts(self, pointer: str) -> Iterator[str]:
        inside = children(self._schema(pointer), pointer)
        yield from (position.pointer for position in inside if position.role.is_inplace and position.keyword != "not")
        yield from self.references.targets_of(pointer)
