"""Translates a schema of any supported dialect into a formula; references are resolved, recursive ones kept.

This makes schemas of different dialects comparable: what a keyword means in its dialect is decided here, and no later
step knows about dialects.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.formulas import ARRAY, EVERY_TYPE, OBJECT, Formula, Recursion
from conformance.schema.containment.keywords import KNOWN_KEYWORDS, assertions
from conformance.schema.containment.unevaluated import unevaluated_formulas
from conformance.schema.dialects import Dialect, dialect_of
from conformance.schema.positions import positions
from conformance.schema.references import REFERENCE_KEYWORDS, References
from conformance.schema.vocabulary import effective_keywords

Replacement: TypeAlias = Callable[["SchemaTranslation"], Formula]
"""Makes the formula that replaces a subschema, out of what is inside it as that translation reads it."""


class SchemaTranslation:
    """The translation of one schema; ``label`` separates its recursive formulas from those of other schemas.

    A formula made by ``replaced`` is used instead of the subschema at its pointer.
    """

    def __init__(
        self,
        algebra: Algebra,
        label: str,
        schema: JsonValue,
        dialect: Dialect,
        replaced: Mapping[str, Replacement] | None = None,
    ) -> None:
        self.algebra = algebra
        self.dialect = dialect
        self._replacements = replaced or {}
        self._label = label
        self._schema = schema
        self._known_keywords = KNOWN_KEYWORDS[dialect.name]
        self._formulas: dict[str, Formula] = {}
        self._reading: dict[str, None] = {}
        """The pointers that are being read, from the outside to the inside."""
        self._users: dict[str, set[str]] = {}
        """For each pointer those whose formula contains its formula."""
        self._pending: dict[str, Recursion] = {}

    def root(self) -> Formula:
        """Return the formula of the complete schema; raises ``UndecidableError`` if it cannot be read."""
        return self.formula_at("", self._schema)

    def formula_at(self, pointer: str, schema: JsonValue) -> Formula:
        """Return the formula of the schema at a pointer."""
        if self._reading:
            self._users.setdefault(pointer, set()).add(next(reversed(self._reading)))
        if pointer in self._formulas:
            return self._formulas[pointer]
        # A schema inside itself becomes a recursion, whose target is set when the outer one has been read.
        if pointer in self._reading:
            return self._pending.setdefault(pointer, self.algebra.atoms.recursion((self._label, pointer)))
        self._reading[pointer] = None
        try:
            found = self._formula(pointer, schema)
        finally:  # if interrupted, the next question must not take this pointer for one that is being read
            del self._reading[pointer]
        self._formulas[pointer] = found
        if pointer in self._pending:
            self._pending[pointer].target = found
        return found

    def variant(self, label: str, replaced: Mapping[str, Replacement]) -> "SchemaTranslation":
        """Return a translation with formulas in place of some subschemas; it reads only what contains one of them."""
        changed, pending = set(replaced), list(replaced)
        while pending:
            fresh = self._users.get(pending.pop(), set()) - changed
            changed |= fresh
            pending += fresh
        made = SchemaTranslation(self.algebra, label, self._schema, self.dialect, replaced)
        made._formulas.update((at, formula) for at, formula in self._formulas.items() if at not in changed)
        return made

    def members_of(self, schema: JsonValue) -> JsonObject:
        """Return the keywords of a schema that have a meaning in its dialect."""
        members = effective_keywords(as_object(schema), self.dialect)
        return {keyword: value for keyword, value in members.items() if keyword in self._known_keywords}

    def reference_targets(self, pointer: str, members: JsonObject) -> Iterator[tuple[str, JsonValue]]:
        """Yield pointer and schema of the targets of a schema's references."""
        for keyword in REFERENCE_KEYWORDS:
            if keyword in members:
                yield self._target(pointer, keyword, members)

    @cached_property
    def _references(self) -> References:
        return References(self._schema)

    def _target(self, pointer: str, keyword: str, members: JsonObject) -> tuple[str, JsonValue]:
        found = self._references.follow(pointer, {keyword: members[keyword]})
        if found is None:
            place = f" at {code_text(pointer)}" if pointer else ""
            named = f"the reference {code_text(str(members[keyword]))}{place}"
            raise UndecidableError(f"{named} does not resolve within the schema")
        if keyword != "$ref" and _depends_on_dynamic_scope(self._schema, keyword, found[1]):
            raise UndecidableError(f"the target of `{keyword}` at {code_text(pointer)} depends on the dynamic scope")
        return found

    def _formula(self, pointer: str, schema: JsonValue) -> Formula:
        if pointer in self._replacements:
            return self._replacements[pointer](self)
        if isinstance(schema, bool):
            return self.algebra.always if schema else self.algebra.never
        if not isinstance(schema, Mapping):
            raise UndecidableError(f"{code_text(pointer)} is not a schema")
        if pointer and "$schema" in schema and dialect_of(schema) != self.dialect:
            raise UndecidableError(f"{code_text(pointer)} switches to another dialect inside the schema")
        return self.formula_of_keywords(pointer, self.members_of(schema))

    def formula_of_keywords(self, pointer: str, members: JsonObject) -> Formula:
        """Return the formula of some keywords of the schema at a pointer, taken alone."""
        return self.algebra.all_of(
            [*assertions(self.algebra, members, self.dialect), *self._applicator_formulas(pointer, members)]
        )

    def _applicator_formulas(self, pointer: str, members: JsonObject) -> Iterator[Formula]:
        """Yield the formulas of the keywords with subschemas."""
        for target, schema in self.reference_targets(pointer, members):
            yield self.formula_at(target, schema)
        yield from self._combinator_formulas(pointer, members)
        yield from self._conditions(pointer, members)
        yield from self._members(pointer, members)
        yield from self._elements(pointer, members)
        yield from unevaluated_formulas(self, pointer, members)

    def _combinator_formulas(self, pointer: str, members: JsonObject) -> Iterator[Formula]:
        if "allOf" in members:
            yield self.algebra.all_of(self.subschema_formulas(pointer, members, "allOf"))
        if "anyOf" in members:
            yield self.algebra.any_of(self.subschema_formulas(pointer, members, "anyOf"))
        if "oneOf" in members:
            yield self.algebra.exactly_one(self.subschema_formulas(pointer, members, "oneOf"))
        if "not" in members:
            yield self.algebra.negate(self.subschema_formula(pointer, members, "not"))

    def subschema_formulas(self, pointer: str, members: JsonObject, keyword: str) -> list[Formula]:
        """Return the formulas of a list of subschemas."""
        return [self.formula_at(child(pointer, keyword, i), part) for i, part in enumerate(as_array(members[keyword]))]

    def subschema_formula(self, pointer: str, members: JsonObject, keyword: str) -> Formula:
        """Return the formula of the single subschema of a keyword; without the keyword everything is allowed."""
        return self.formula_at(child(pointer, keyword), members[keyword]) if keyword in members else self.algebra.always

    def _conditions(self, pointer: str, members: JsonObject) -> Iterator[Formula]:
        algebra = self.algebra
        if "if" in members:
            condition = self.subschema_formula(pointer, members, "if")
            # "if A then B else C" is "(not A or B) and (A or C)".
            yield algebra.any_of([algebra.negate(condition), self.subschema_formula(pointer, members, "then")])
            yield algebra.any_of([condition, self.subschema_formula(pointer, members, "else")])
        for keyword in ("dependentSchemas", "dependencies"):
            for name, value in as_object(members.get(keyword)).items():
                needed = (
                    algebra.all_of([algebra.atoms.has_member(str(other)) for other in as_array(value)])
                    if isinstance(value, list)
                    else self.formula_at(child(pointer, keyword, name), value)
                )
                yield algebra.any_of([self.lacks_member(name), needed])

    def lacks_member(self, name: str) -> Formula:
        """Return "the instance has no member of this name", which includes every instance that is not an object."""
        algebra = self.algebra
        return algebra.any_of(
            [algebra.atoms.type_atom(EVERY_TYPE & ~OBJECT), algebra.negate(algebra.atoms.has_member(name))]
        )

    def _members(self, pointer: str, members: JsonObject) -> Iterator[Formula]:
        algebra = self.algebra
        for name, schema in as_object(members.get("properties")).items():
            yield algebra.atoms.member(name, self.formula_at(child(pointer, "properties", name), schema))
        for pattern, schema in as_object(members.get("patternProperties")).items():
            inner = self.formula_at(child(pointer, "patternProperties", pattern), schema)
            yield algebra.members_in(algebra.atoms.pattern(pattern), inner)
        if "additionalProperties" in members:
            yield algebra.members_in(
                self.undeclared_names(members), self.subschema_formula(pointer, members, "additionalProperties")
            )
        if "propertyNames" in members:
            names = self.subschema_formula(pointer, members, "propertyNames")
            # Members with other names must not exist: no value satisfies them.
            yield algebra.members_in(algebra.negate(names), algebra.never)

    def undeclared_names(self, members: JsonObject) -> Formula:
        """Return the formula of the names that neither ``properties`` nor ``patternProperties`` covers."""
        algebra = self.algebra
        patterns = [algebra.atoms.pattern(pattern) for pattern in as_object(members.get("patternProperties"))]
        names = algebra.enumeration(list(as_object(members.get("properties"))))
        return algebra.all_of([algebra.negate(names), *[algebra.negate(pattern) for pattern in patterns]])

    def _elements(self, pointer: str, members: JsonObject) -> Iterator[Formula]:
        algebra = self.algebra
        prefix, rest = self.item_keywords(members)
        parts = as_array(members.get(prefix)) if prefix else ()
        for index, schema in enumerate(parts):
            yield algebra.atoms.element_at(index, self.formula_at(child(pointer, prefix, index), schema))
        if rest in members:
            yield algebra.atoms.elements_from(len(parts), self.subschema_formula(pointer, members, rest))
        if "contains" in members:
            inner = self.subschema_formula(pointer, members, "contains")
            yield algebra.atoms.min_matching_elements(_count(members.get("minContains", 1)), inner)
            if "maxContains" in members:
                # "At most n" is "not at least n + 1".
                many = algebra.atoms.min_matching_elements(_count(members["maxContains"]) + 1, inner)
                yield algebra.any_of([algebra.atoms.type_atom(EVERY_TYPE & ~ARRAY), algebra.negate(many)])

    def item_keywords(self, members: JsonObject) -> tuple[str, str]:
        """Return the keywords for the leading and the remaining elements; the first one may be empty."""
        if "prefixItems" in self._known_keywords:
            return "prefixItems", "items"
        return ("items", "additionalItems") if isinstance(members.get("items"), list) else ("", "items")


def _depends_on_dynamic_scope(schema: JsonValue, keyword: str, target: JsonValue) -> bool:
    """Say whether a dynamic reference has several possible targets."""
    if keyword == "$recursiveRef":
        return sum("$recursiveAnchor" in as_object(each.schema) for each in positions(schema)) > 1
    name = as_object(target).get("$dynamicAnchor")
    if name is None:
        return False
    return sum(as_object(each.schema).get("$dynamicAnchor") == name for each in positions(schema)) > 1


def _count(value: JsonValue) -> int:
    return int(value) if isinstance(value, int | float) else 0
