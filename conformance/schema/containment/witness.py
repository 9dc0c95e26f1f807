"""A witness: an instance that one schema accepts and another rejects, confirmed by the reference validator.

The search found the instance from formulas; it counts only if the reference validator, which does not use them, agrees.
Instances that could make the reference validator hang or crash are not passed to it.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from conformance.display import cut_middle
from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.schema.containment.workload import Workload
from conformance.schema.plain_validation import PlainValidation
from conformance.schema.validation import Violation, is_valid, violations

# Where alternatives multiply, one validation could take minutes; instances above this estimate are not validated.
_MOST_EVALUATIONS = 60_000
# Characters of one text in a report, which may have a witness for each of many fields.
_LONGEST_IN_REPORT = 200_000
# So many evaluations take about as long as one step of a search.
_EVALUATIONS_PER_STEP = 20


class Witness(Struct, frozen=True):
    """An instance that is valid under one schema and invalid under the other."""

    instance: JsonValue

    def short_form(self) -> "Witness":
        """Return the witness for a report, with the middle cut from texts that are too long for one."""
        return Witness(_shorten(self.instance))


def _shorten(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return cut_middle(value, _LONGEST_IN_REPORT)
    if isinstance(value, Mapping):
        return {cut_middle(name, _LONGEST_IN_REPORT): _shorten(one) for name, one in value.items()}
    return [_shorten(one) for one in value] if isinstance(value, list) else value


class Judge:
    """Runs the reference validator for schemas that must accept and schemas that must reject an instance.

    Instances that would take too long are refused.
    """

    def __init__(self, accepting: Sequence[JsonValue], rejecting: Sequence[JsonValue] = ()) -> None:
        self._accepting = accepting
        self._rejecting = rejecting
        self._plain_accepting = [PlainValidation(schema) for schema in accepting]
        self._plain_rejecting = [PlainValidation(schema) for schema in rejecting]
        self._loads = [Workload(schema, _MOST_EVALUATIONS) for schema in (*accepting, *rejecting)]
        self.refusals: dict[str, None] = {}
        """The reasons why instances could not be judged, in order and each once."""
        self.is_overloaded = False
        """Whether an instance needed more evaluations than the reference validator may take."""

    def confirms(self, instance: JsonValue, spend: Callable[[int], None] = lambda _: None) -> bool:
        """Say whether the reference validator accepts and rejects the instance as required.

        ``spend`` gets the number of steps of a search that this is worth, and may raise to end the search.
        """
        counts = [load.evaluations(instance) for load in self._loads]
        if max(counts, default=0) > _MOST_EVALUATIONS:
            self.is_overloaded = True
            self.refusals[f"the reference validator would need more than {_MOST_EVALUATIONS:,} evaluations"] = None
            return False
        spend(sum(counts) // _EVALUATIONS_PER_STEP)
        try:
            if not all(is_valid(instance, schema) for schema in self._accepting):
                return False
            if any(is_valid(instance, schema) for schema in self._rejecting):
                return False
        except ConformanceError as error:
            self.refusals[error.message] = None
            return False
        except Exception as error:  # noqa: BLE001  the library raises whatever referencing or recursion raise
            self.refusals[f"the reference validator failed: {type(error).__name__}"] = None
            return False
        return self._plain_validation_agrees(instance)

    def _plain_validation_agrees(self, instance: JsonValue) -> bool:
        """Say whether Python's ``re`` and floats agree; an instance on which they disagree would convince nobody."""
        refused = any(side.accepts(instance) is False for side in self._plain_accepting)
        if refused or any(side.accepts(instance) is True for side in self._plain_rejecting):
            self.refusals["the breaking instances found do not break under Python's `re` and floats"] = None
            return False
        return True


def first_violation(witness: Witness, schema: JsonValue) -> Violation | None:
    """Return the first violation that the reference validator finds in a witness, or ``None``."""
    return next(violations(witness.instance, schema), None)
