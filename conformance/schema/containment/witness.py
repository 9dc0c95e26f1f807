"""A witness: an instance that one schema accepts and another rejects, confirmed by the reference validator.

Our own reading found the instance; it counts only when the reference validator, which knows nothing of that reading,
says the same. What could make the reference validator hang or crash is not given to it.
"""

from dataclasses import dataclass

from conformance.documents.values import JsonValue
from conformance.errors import ConformanceError
from conformance.schema.containment.workload import Workload
from conformance.schema.plain_validation import PlainValidation
from conformance.schema.validation import Violation, is_valid, violations

_MOST_EVALUATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Witness:
    """An instance that breaks: valid under one schema, invalid under the other."""

    instance: JsonValue


class Judge:
    """The reference validator for one pair of schemas, asked only what it can answer soon."""

    def __init__(self, old: JsonValue, new: JsonValue) -> None:
        self._old = old
        self._new = new
        self._plain = (PlainValidation(old), PlainValidation(new))
        self._loads = (Workload(old, _MOST_EVALUATIONS), Workload(new, _MOST_EVALUATIONS))
        self.refusals: dict[str, None] = {}
        """Why instances could not be judged."""

    def confirms(self, instance: JsonValue) -> bool:
        """Say whether the reference validator accepts the instance under old and rejects it under new."""
        if any(load.exceeds_limit(instance) for load in self._loads):
            self.refusals[f"the reference validator would need more than {_MOST_EVALUATIONS:,} evaluations"] = None
            return False
        try:
            if not is_valid(instance, self._old) or is_valid(instance, self._new):
                return False
        except ConformanceError as error:
            self.refusals[error.message] = None
            return False
        except Exception as error:  # noqa: BLE001  the library raises whatever referencing or recursion raise
            self.refusals[f"the reference validator failed: {type(error).__name__}"] = None
            return False
        return self._plain_validation_agrees(instance)

    def _plain_validation_agrees(self, instance: JsonValue) -> bool:
        before, after = (side.accepts(instance) for side in self._plain)
        if before is False or after is True:
            self.refusals["the instances that break do not break under Python's re and floats"] = None
            return False
        return True


def first_violation(witness: Witness, schema: JsonValue) -> Violation | None:
    """Return what the reference validator holds against a witness under the schema that rejects it."""
    return next(violations(witness.instance, schema), None)
