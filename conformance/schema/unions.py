"""Decides which branch of a union an instance was meant for, by the faults of each branch.

"``'promoted_to_task'`` was expected" does not help the author of a completed command: the useful faults are those of
the branch that the instance selects, by a member whose values identify the branches.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object

UNIONS = ("anyOf", "oneOf")
_VALUES = ("const", "enum")
# Keywords by which an object has not the members of a branch.
_MEMBERS = ("required", "additionalProperties", "unevaluatedProperties")
# Levels of `allOf` in which the identifying members of a branch are looked up.
_MOST_HOPS = 8

Follow = Callable[[JsonValue], JsonValue]
"""Returns the target of a schema with ``$ref``, and any other value as it is."""


class UnknownVariant(Struct, frozen=True):
    """A union whose branches all reject the value of the same member, so the instance selects no branch."""

    union: Any
    name: str | int
    allowed: Sequence[JsonValue]


class _Branch(Struct, frozen=True):
    """The faults that one branch finds; ``matched_members`` counts the identifying members with the expected value."""

    faults: "Sequence[Any | UnknownVariant]"
    depth: int
    matched_members: int = 0

    @property
    def refuses_type(self) -> bool:
        """Say whether the instance itself has another type than the branch, or fits none of its inner branches."""
        return any(self._is_at(fault, 0) and fault.validator in ("type", *UNIONS) for fault in self._errors)

    @property
    def refuses_value(self) -> bool:
        """Say whether the instance itself is not the value that the branch expects."""
        return any(self._is_at(fault, 0) and fault.validator in _VALUES for fault in self._errors)

    @property
    def refused_members(self) -> dict[str | int, list[JsonValue]]:
        """The members whose value the branch rejects, each with the allowed values."""
        wrong = [fault for fault in self._errors if self._is_at(fault, 1) and fault.validator in _VALUES]
        return {fault.absolute_path[-1]: _allowed_values(fault) for fault in wrong}

    @property
    def refuses_members(self) -> bool:
        """Say whether the instance has not the members of the branch: it lacks one, or has one more."""
        return any(self._is_at(fault, 0) and fault.validator in _MEMBERS for fault in self._errors)

    @property
    def rank(self) -> tuple[int, bool, int, int, int]:
        """A sort key: the branch that the instance selects first, then the one in which it got deepest."""
        deepest = max((len(fault.absolute_path) for fault in self._errors), default=0)
        return (-self.matched_members, self.refuses_members, len(self.refused_members), -deepest, len(self.faults))

    @property
    def _errors(self) -> list[Any]:
        return [fault for fault in self.faults if not isinstance(fault, UnknownVariant)]

    def _is_at(self, fault: Any, below: int) -> bool:
        return len(fault.absolute_path) == self.depth + below


def faults_of(error: Any, follow: Follow) -> "Sequence[Any | UnknownVariant]":
    """Return the faults behind an error of the reference validator: for a union, those of the intended branch."""
    if error.validator not in UNIONS or not error.context:
        return [error]
    branches = list(_branches(error, follow))
    # Branches of another type were not meant. If none is left, or all compare the complete value, the union says more.
    open_to_it = [branch for branch in branches if not branch.refuses_type]
    if not open_to_it or (len(open_to_it) > 1 and all(branch.refuses_value for branch in open_to_it)):
        return [error]
    unknown = _unknown_variant(error, open_to_it)
    return [unknown] if unknown else min(open_to_it, key=lambda branch: branch.rank).faults


def _allowed_values(error: Any) -> list[JsonValue]:
    return [error.validator_value] if error.validator == "const" else list(as_array(error.validator_value))


def _branches(union: Any, follow: Follow) -> Iterator[_Branch]:
    found: dict[int, list[Any]] = {}
    for inner in union.context:
        if inner.relative_schema_path:  # the branch `false` has none; nobody means it
            found.setdefault(inner.relative_schema_path[0], []).extend(faults_of(inner, follow))
    depth, instance = len(union.absolute_path), as_object(union.instance)
    for index, faults in found.items():
        branch = _Branch(faults, depth)
        names = _discriminator_names(union.validator_value[index], follow)
        yield replace(branch, matched_members=len(names & set(instance) - set(branch.refused_members)))


def _unknown_variant(union: Any, branches: Sequence[_Branch]) -> UnknownVariant | None:
    """Return the member whose value no branch accepts; with a single branch its own fault says more."""
    first, *others = [branch.refused_members for branch in branches]
    shared = [name for name in first if all(name in other for other in others)]
    if not others or not shared:
        return None
    return UnknownVariant(union, shared[0], [value for values in (first, *others) for value in values[shared[0]]])


def _discriminator_names(schema: JsonValue, follow: Follow, hops: int = _MOST_HOPS) -> set[Any]:
    """Return the names of the members for which a branch lists values."""
    members = as_object(follow(schema))
    properties = as_object(members.get("properties"))
    names = {name for name, value in properties.items() if _restricts_values(as_object(follow(value)))}
    parts = as_array(members.get("allOf")) if hops else ()
    return names.union(*(_discriminator_names(part, follow, hops - 1) for part in parts))


def _restricts_values(schema: JsonObject) -> bool:
    return any(keyword in schema for keyword in _VALUES)
