"""Proves which subschemas of one schema have no instance; all positions share the formulas and results.

A position that cannot be decided is skipped, and takes no more than its share of the budget from the others.
"""

from collections.abc import Callable, Collection

from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import Replacement, SchemaTranslation
from conformance.schema.dialects import DEFAULT, dialect_of

# The largest of 826 published tools costs 650 steps for all its positions together, in about 5 milliseconds.
_ONE_POSITION = ProofBudget(steps=5_000)
_ALL_POSITIONS = ProofBudget(steps=50_000, seconds=2.0)


def whole_meter() -> Meter:
    """Return a new budget for all positions of one schema."""
    return Meter(_ALL_POSITIONS)


class Emptiness:
    """Proves that subschemas of one valid schema have no instance.

    The subschemas at the ``ignored`` pointers are treated as ``true``. ``whole`` is what a caller counts for several.
    """

    def __init__(self, schema: JsonValue, ignored: Collection[str] = (), whole: Meter | None = None) -> None:
        self._whole = whole_meter()
        self._share = Meter(_ONE_POSITION)
        self._algebra = Algebra(self._spend)
        self._search = Search(self._algebra)
        replaced: dict[str, Replacement] = dict.fromkeys(ignored, lambda translation: translation.algebra.always)
        self._translation = SchemaTranslation(self._algebra, "", schema, dialect_of(schema) or DEFAULT, replaced)
        # The first formulas are made in any case: only questions end.
        self._whole = whole or self._whole

    def is_proved(self, pointer: str, schema: JsonValue) -> bool:
        """Say whether the subschema at a pointer is proved to have no instance."""
        return self._is_empty(lambda: self._translation.formula_at(pointer, schema))

    def is_proved_of(self, pointer: str, schema: JsonValue, keywords: Collection[str]) -> bool:
        """Say whether some keywords of a subschema, taken alone, are proved to have no instance."""
        kept: JsonObject = {keyword: value for keyword, value in as_object(schema).items() if keyword in keywords}
        return self.is_proved_together(pointer, kept)

    def is_proved_together(
        self, pointer: str, keywords: JsonObject, branch: tuple[str, JsonValue] | None = None
    ) -> bool:
        """Say whether keywords at a pointer, with the subschema of a branch if given, are proved to have no instance.

        The keywords may have other values than at the pointer, unless these contain subschemas.
        """
        members = self._translation.members_of(keywords)

        def formula() -> Formula:
            narrowed = self._translation.formula_of_keywords(pointer, members)
            return self._algebra.all_of([narrowed, self._translation.formula_at(*branch)]) if branch else narrowed

        return self._is_empty(formula)

    def is_proved_included(self, branch: tuple[str, JsonValue], other: tuple[str, JsonValue]) -> bool:
        """Say whether each instance of a subschema is proved to be one of another; each is a pointer and its schema."""

        def formula() -> Formula:
            inside, outside = self._translation.formula_at(*branch), self._translation.formula_at(*other)
            return self._algebra.all_of([inside, self._algebra.negate(outside)])

        return self._is_empty(formula)

    def _is_empty(self, read: Callable[[], Formula]) -> bool:
        self._share = Meter(_ONE_POSITION)
        try:
            has_instance = self._search.has_instance(read())
        except (UndecidableError, RecursionError):
            # The interrupted search still holds assumptions about formulas under examination, so it is replaced.
            self._search = Search(self._algebra)
            return False
        if not self._search.doubts:
            return not has_instance
        # Something was left out, so formulas that seemed empty may not be: nothing may be remembered.
        self._search = Search(self._algebra)
        return False

    def _spend(self) -> None:
        self._share.spend()
        self._whole.spend()
