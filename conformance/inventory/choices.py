"""What holds at one place of an instance: schemas that hold together, and choices of which one holds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

MAX_DEPTH = 3
"""Choices inside choices deeper than this are forgotten, which leaves places open rather than closed."""


@dataclass(frozen=True, slots=True)
class Disjunction:
    """One of several places holds."""

    options: "frozenset[Conjunction]"


Conjunction: TypeAlias = frozenset["str | Disjunction"]
"""What holds at one place of an instance: schemas by pointer, and choices; an empty set says nothing."""


def schemas_in(choice: Disjunction) -> Iterator[str]:
    """Yield the schemas of every way of a choice, inner choices included."""
    for way in choice.options:
        for atom in way:
            yield from schemas_in(atom) if isinstance(atom, Disjunction) else (atom,)


def remove_implied(place: Conjunction, given: Iterable[str]) -> Conjunction:
    """Return a place without what ``given`` already says: the schemas themselves, and each choice that they fulfil."""
    known = frozenset(given)
    rest = place - known
    return frozenset(
        atom for atom in rest if not (isinstance(atom, Disjunction) and any(way <= known for way in atom.options))
    )


def depth_of(place: Conjunction) -> int:
    """Return how deep choices stand inside choices."""
    return 1 + max((max(map(depth_of, atom.options)) for atom in place if isinstance(atom, Disjunction)), default=0)
