"""A witness: an instance that one schema accepts and another rejects, confirmed by the reference validator.

Our own reading found the instance; it counts only when the reference validator, which knows nothing of that reading,
says the same. What could make the reference validator hang or crash is not given to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.schema.containment.workload import Workload
from conformance.schema.plain_validation import PlainValidation
from conformance.schema.validation import Violation, is_valid, violations

# Where alternatives multiply, one judgement could take minutes; an instance that costs more than this is not judged.
_MOST_EVALUATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Witness:
    """An instance that breaks: valid under one schema, invalid under the other."""

    instance: JsonValue


class Judge:
    """The reference validator for some schemas that must accept and some that must reject.

    It is asked only what it can answer soon.
    """

    def __init__(self, accepting: Sequence[JsonValue], rejecting: Sequence[JsonValue] = ()) -> None:
        self._accepting = accepting
        self._rejecting = rejecting
        self._plain_accepting = [PlainValidation(schema) for schema in accepting]
        self._plain_rejecting = [PlainValidation(schema) for schema in rejecting]
        self._loads = [Workload(schema, _MOST_EVALUATIONS) for schema in (*accepting, *rejecting)]
        self.refusals: dict[str, None] = {}
        """Why instances could not be judged."""

    def confirms(self, instance: JsonValue) -> bool:
        """Say whether the reference validator accepts and rejects the instance as it must."""
        if any(load.exceeds_limit(instance) for load in self._loads):
            self.refusals[f"the reference validator would need more than {_MOST_EVALUATIONS:,} evaluations"] = None
            return False
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
        """Other runtimes use Python's ``re`` and floats; an instance that they read otherwise convinces nobody."""
        refused = any(side.accepts(instance) is False for side in self._plain_accepting)
        if refused or any(side.accepts(instance) is True for side in self._plain_rejecting):
            self.refusals["the instances that break do not break under Python's re and floats"] = None
            return False
        return True


def first_violation(witness: Witness, schema: JsonValue) -> Violation | None:
    """Return what the reference validator holds against a witness under the schema that rejects it."""
    return next(violations(witness.instance, schema), None)
