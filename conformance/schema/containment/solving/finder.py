"""What the modules for single types need of the search that joins them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from conformance.documents.values import JsonValue
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import Formula


@dataclass(frozen=True, slots=True)
class Sample:
    """Some instances of a formula; ``all_of_them`` says that there are no others."""

    values: Sequence[JsonValue]
    requested_count: int
    is_complete: bool


class Finder(Protocol):
    """The search, as seen from below."""

    algebra: Algebra

    def doubt(self, reason: str) -> None:
        """Note that something was left out: finding nothing no longer proves that there is nothing."""
        ...

    def has_instance(self, formula: Formula) -> bool:
        """Say whether an instance was found."""
        ...

    def sample(self, formula: Formula, wanted: int) -> Sample:
        """Return up to ``wanted`` different instances."""
        ...

    def may_hold(self, literals: Sequence[Formula], value: JsonValue) -> bool:
        """Say whether no literal is known to exclude the value."""
        ...

    def is_possible(self, of_type: int, literals: Sequence[Formula], fresh: Formula) -> bool:
        """Say whether ``fresh`` is not quickly seen to contradict the literals."""
        ...
