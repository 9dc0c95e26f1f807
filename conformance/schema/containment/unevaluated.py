"""What ``unevaluatedProperties`` and ``unevaluatedItems`` say, which depends on what the neighbours have looked at.

Every way in which the branches of a schema can match is one case, with what they look at then. More looked at is never
stricter, so a case need not say which branches did not match.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import UndecidableError
from conformance.schema.containment.formulas import Formula

_MOST_CASES = 256


class Reader(Protocol):
    """What this module needs of the translation of a schema."""

    @property
    def algebra(self) -> Algebra: ...
    def at(self, pointer: str, schema: JsonValue) -> Formula: ...
    def under(self, pointer: str, members: JsonObject, keyword: str) -> Formula: ...
    def members_of(self, schema: JsonValue) -> JsonObject: ...
    def referred(self, pointer: str, members: JsonObject) -> Iterator[tuple[str, JsonValue]]: ...
    def undeclared(self, members: JsonObject) -> Formula: ...
    def item_keywords(self, members: JsonObject) -> tuple[str, str]: ...
    def lacks(self, name: str) -> Formula: ...


@dataclass(frozen=True, slots=True)
class Case:
    """One way to match: its condition, and what has been looked at then.

    ``names`` are the member names that have not been, ``first`` how many elements have, ``looked_at`` what further
    elements must be like to have been.
    """

    condition: Formula
    names: Formula
    first: int = 0
    every_element: bool = False
    looked_at: tuple[Formula, ...] = ()


def unevaluated(reader: Reader, pointer: str, members: JsonObject) -> Iterator[Formula]:
    """Yield what the two keywords of a schema say; raises ``UndecidableError`` when the cases are too many."""
    algebra = reader.algebra
    if "unevaluatedProperties" in members:
        inner = reader.under(pointer, members, "unevaluatedProperties")
        yield algebra.some(
            [
                algebra.every([case.condition, algebra.members_in(case.names, inner)])
                for case in _Cases(reader).of(pointer, _without(members, "unevaluatedProperties"))
            ]
        )
    if "unevaluatedItems" in members:
        inner = reader.under(pointer, members, "unevaluatedItems")
        yield algebra.some(
            [
                algebra.every([case.condition, _elements(algebra, case, inner)])
                for case in _Cases(reader).of(pointer, _without(members, "unevaluatedItems"))
            ]
        )


def _without(members: JsonObject, keyword: str) -> JsonObject:
    return {key: value for key, value in members.items() if key != keyword}


def _elements(algebra: Algebra, case: Case, inner: Formula) -> Formula:
    if case.every_element:
        return algebra.always
    return algebra.elements_from(case.first, algebra.some([inner, *case.looked_at]))


class _Cases:
    """Collects the cases of one schema."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._algebra = reader.algebra
        self._open: set[str] = set()
        self._nothing = Case(self._algebra.always, self._algebra.always)

    def of(self, pointer: str, schema: JsonValue) -> list[Case]:
        if not isinstance(schema, Mapping):
            return [self._nothing]
        if pointer in self._open:
            raise UndecidableError(f"what '{pointer}' evaluates leads back to itself")
        self._open.add(pointer)
        members = self._reader.members_of(schema)
        cases = [self._own(pointer, members)]
        for ways in self._joined(pointer, members):
            if ways != [self._nothing]:
                cases = [self._together(left, right) for left in cases for right in ways]
            if len(cases) > _MOST_CASES:
                raise UndecidableError(f"more than {_MOST_CASES} ways to match decide what '{pointer}' evaluates")
        self._open.discard(pointer)
        return list(dict.fromkeys(cases))

    def _own(self, pointer: str, members: JsonObject) -> Case:
        everything = not {"additionalProperties", "unevaluatedProperties"}.isdisjoint(members)
        prefix, rest = self._reader.item_keywords(members)
        contains = ()
        if "contains" in members and prefix == "prefixItems":
            contains = (self._reader.under(pointer, members, "contains"),)
        return Case(
            self._algebra.always,
            self._algebra.never if everything else self._reader.undeclared(members),
            len(as_array(members.get(prefix))) if prefix else 0,
            rest in members or "unevaluatedItems" in members,
            contains,
        )

    def _together(self, left: Case, right: Case) -> Case:
        return Case(
            self._algebra.every([left.condition, right.condition]),
            self._algebra.every([left.names, right.names]),
            max(left.first, right.first),
            left.every_element or right.every_element,
            tuple(dict.fromkeys((*left.looked_at, *right.looked_at))),
        )

    def _joined(self, pointer: str, members: JsonObject) -> Iterator[list[Case]]:
        """Yield the alternatives of every neighbour that looks at the same place."""
        for target, schema in self._reader.referred(pointer, members):
            yield self.of(target, schema)
        for index, part in enumerate(as_array(members.get("allOf"))):
            yield self.of(child(pointer, "allOf", index), part)
        for branch in self._branches(pointer, members, "anyOf"):
            yield list(dict.fromkeys([self._nothing, *branch]))
        if "oneOf" in members:
            yield [case for branch in self._branches(pointer, members, "oneOf") for case in branch]
        if "if" in members:
            yield self._conditional(pointer, members)
        for name, schema in as_object(members.get("dependentSchemas")).items():
            inside = self.of(child(pointer, "dependentSchemas", name), schema)
            has = self._algebra.has(name)
            yield [*self._when(has, inside), self._nothing]

    def _branches(self, pointer: str, members: JsonObject, keyword: str) -> Iterator[list[Case]]:
        for index, part in enumerate(as_array(members.get(keyword))):
            place = child(pointer, keyword, index)
            inside = self.of(place, part)
            yield [self._nothing] if inside == [self._nothing] else self._when(self._reader.at(place, part), inside)

    def _conditional(self, pointer: str, members: JsonObject) -> list[Case]:
        condition = self._reader.under(pointer, members, "if")
        looked = self.of(child(pointer, "if"), members["if"])
        then = self.of(child(pointer, "then"), members.get("then"))
        otherwise = self.of(child(pointer, "else"), members.get("else"))
        matched = [self._together(left, right) for left in looked for right in then]
        return [*self._when(condition, matched), *self._when(self._algebra.negate(condition), otherwise)]

    def _when(self, condition: Formula, cases: list[Case]) -> list[Case]:
        return [replace(case, condition=self._algebra.every([condition, case.condition])) for case in cases]
