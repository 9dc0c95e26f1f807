"""Which branch of a union an instance was meant for, told by what each branch holds against it.

"``'promoted_to_task'`` was expected" helps nobody who returned a completed command: a reader needs the faults of the
branch that the instance itself names, by a member whose values tell the branches apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance.documents.values import JsonObject, JsonValue, as_array, as_object

UNIONS = ("anyOf", "oneOf")
_VALUES = ("const", "enum")
_MOST_HOPS = 8

Follow = Callable[[JsonValue], JsonValue]
"""Returns the schema that a ``$ref`` leads to, and any other value as it is."""


@dataclass(frozen=True, slots=True)
class UnknownVariant:
    """A union of which every branch refuses one and the same member by its value: the instance names no branch."""

    union: Any
    name: str | int
    allowed: Sequence[JsonValue]


@dataclass(frozen=True, slots=True)
class _Branch:
    """What one branch holds against the instance; ``told`` are the members whose value is one that it asks for."""

    faults: "Sequence[Any | UnknownVariant]"
    depth: int
    matched_members: int = 0

    @property
    def refuses_type(self) -> bool:
        """Say whether the instance as a whole has another type than the branch, or no branch within it."""
        return any(self._is_at(fault, 0) and fault.validator in ("type", *UNIONS) for fault in self._errors)

    @property
    def refuses_value(self) -> bool:
        """Say whether the instance as a whole is not the value that the branch asks for."""
        return any(self._is_at(fault, 0) and fault.validator in _VALUES for fault in self._errors)

    @property
    def refused_members(self) -> dict[str | int, list[JsonValue]]:
        """The members that have another value than the branch asks for, each with the values that it allows."""
        wrong = [fault for fault in self._errors if self._is_at(fault, 1) and fault.validator in _VALUES]
        return {fault.absolute_path[-1]: _allowed_values(fault) for fault in wrong}

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Order branches: the one that the instance names comes first, then the one in which it got furthest."""
        deepest = max((len(fault.absolute_path) for fault in self._errors), default=0)
        return (-self.matched_members, len(self.refused_members), -deepest, len(self.faults))

    @property
    def _errors(self) -> list[Any]:
        return [fault for fault in self.faults if not isinstance(fault, UnknownVariant)]

    def _is_at(self, fault: Any, below: int) -> bool:
        return len(fault.absolute_path) == self.depth + below


def faults_of(error: Any, follow: Follow) -> "Sequence[Any | UnknownVariant]":
    """Return the faults that an error of the reference validator stands for: of a union those of the meant branch."""
    if error.validator not in UNIONS or not error.context:
        return [error]
    branches = list(_branches(error, follow))
    open_to_it = [branch for branch in branches if not branch.refuses_type]
    if not open_to_it or (len(open_to_it) > 1 and all(branch.refuses_value for branch in open_to_it)):
        return [error]
    stranger = _unknown_variant(error, open_to_it)
    return [stranger] if stranger else min(open_to_it, key=lambda branch: branch.rank).faults


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
        told = _discriminator_names(union.validator_value[index], follow) & set(instance) - set(branch.refused_members)
        yield replace(branch, matched_members=len(told))


def _unknown_variant(union: Any, branches: Sequence[_Branch]) -> UnknownVariant | None:
    """The member that no branch accepts; where there is one branch only, its own fault says more."""
    first, *others = [branch.refused_members for branch in branches]
    shared = [name for name in first if all(name in other for other in others)]
    if not others or not shared:
        return None
    return UnknownVariant(union, shared[0], [value for values in (first, *others) for value in values[shared[0]]])


def _discriminator_names(schema: JsonValue, follow: Follow, hops: int = _MOST_HOPS) -> set[Any]:
    """The names of the members for which a branch asks for certain values."""
    members = as_object(follow(schema))
    properties = as_object(members.get("properties"))
    names = {name for name, value in properties.items() if _restricts_values(as_object(follow(value)))}
    parts = as_array(members.get("allOf")) if hops else ()
    return names.union(*(_discriminator_names(part, follow, hops - 1) for part in parts))


def _restricts_values(schema: JsonObject) -> bool:
    return any(keyword in schema for keyword in _VALUES)
