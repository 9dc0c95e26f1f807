"""The interface of the search that the modules for single types use."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import Formula


class InstanceSample(Struct, frozen=True):
    """Some instances of a formula; ``is_complete`` says that there are no others."""

    values: Sequence[JsonValue]
    requested_count: int
    is_complete: bool


class Finder(Protocol):
    """The search, as the modules for single types see it."""

    algebra: Algebra

    def doubt(self, reason: str) -> None:
        """Note that something was left out: finding nothing no longer proves that there is nothing."""
        ...

    def may_keep(self, text: str) -> bool:
        """Count a text that was built; false, with a doubt, if all texts together are too long to be kept."""
        ...

    def has_instance(self, formula: Formula) -> bool:
        """Say whether an instance of the formula was found."""
        ...

    def sample(self, formula: Formula, wanted: int) -> InstanceSample:
        """Return up to ``wanted`` distinct instances."""
        ...

    def has_other_instance(self, formula: Formula, values: Sequence[JsonValue]) -> bool:
        """Say whether an instance of the formula was found that equals none of the values."""
        ...

    def may_hold(self, literals: Sequence[Formula], value: JsonValue) -> bool:
        """Say whether no literal is known to exclude the value."""
        ...

    def is_possible(self, of_type: int, literals: Sequence[Formula], fresh: Formula) -> bool:
        """Return false if a quick check shows that ``fresh`` contradicts the literals."""
        ...
