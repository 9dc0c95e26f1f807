"""The questions about complete schemas that other packages ask, all answered by the prover.

A decision is a proof, a witness that the reference validator confirms, or "unknown" with a reason.
"""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from conformance.documents.values import JsonValue, equal
from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.prover import Answer, Prover, Verdict
from conformance.schema.containment.witness import Witness
from conformance.schema.safe_validation import is_sound

_OLD, _NEW, _GIVEN = "the old schema", "the new schema", "the schema"


class Decision(Struct, frozen=True):
    """Whether something holds; ``None`` if it could not be decided, with the ``reason``.

    One of the two decided answers comes with a witness, the other one is proved.
    """

    holds: bool | None
    witness: Witness | None = None
    reason: str = ""


def contains(old: JsonValue, new: JsonValue, *, budget: ProofBudget | None = None) -> Decision:
    """Say whether ``new`` accepts every instance that ``old`` accepts; the witness is one that it rejects."""
    decision = _decision(containment_verdict(old, new, budget=budget), holds_without_instance=True)
    if decision.holds and not is_sound(new):
        # By the words of its keywords alone it may allow all, but nobody can ask it.
        return Decision(None, reason="no value can be judged by the new schema")
    return decision


def is_satisfiable(schema: JsonValue, *, budget: ProofBudget | None = None) -> Decision:
    """Say whether the schema has an instance; the witness is one."""
    prover = Prover({_GIVEN: schema}, budget)
    return _decision(prover.fault() or prover.search([_GIVEN]), holds_without_instance=False)


def are_disjoint(schemas: Sequence[JsonValue]) -> Decision:
    """Say whether no instance is accepted by two of the schemas; the witness is one that is.

    The first pair that is not proved disjoint decides the answer.
    """
    named = {f"schema {number}": schema for number, schema in enumerate(schemas, 1)}
    prover = Prover(named)
    fault = prover.fault()
    if fault is not None:
        return Decision(None, reason=fault)
    decisions = (_decision(prover.search(pair), holds_without_instance=True) for pair in combinations(named, 2))
    return next((decision for decision in decisions if not decision.holds), Decision(True))


def _decision(found: Verdict | str, *, holds_without_instance: bool) -> Decision:
    """Convert a verdict into a decision; a text is the reason why no search was made."""
    if isinstance(found, str):
        return Decision(None, reason=found)
    if found.answer is Answer.UNKNOWN:
        return Decision(None, reason=found.reason)
    return Decision(holds_without_instance is (found.answer is Answer.COMPATIBLE), found.witness)


def containment_verdict(old: JsonValue, new: JsonValue, *, budget: ProofBudget | None = None) -> Verdict:
    """Answer ``contains`` in terms of a schema change: compatible, breaking or unknown."""
    return Comparison(old, new, budget=budget).forward_verdict()


class Comparison:
    """Two schemas that are read once and compared in both directions."""

    def __init__(self, old: JsonValue, new: JsonValue, *, budget: ProofBudget | None = None) -> None:
        self._prover = Prover({_OLD: old, _NEW: new}, budget)
        self._are_equal = equal(old, new)
        self.fault = None if self._are_equal else self._prover.fault()
        """Why the schemas cannot be compared at all, or ``None``."""

    def forward_verdict(self) -> Verdict:
        """Say whether the new schema accepts everything that the old one does."""
        return self._verdict(_OLD, _NEW)

    def backward_verdict(self) -> Verdict:
        """Say whether the old schema accepts everything that the new one does."""
        return self._verdict(_NEW, _OLD)

    def _verdict(self, accepted: str, accepting: str) -> Verdict:
        # Equal schemas accept the same instances, even if they cannot be read.
        if self._are_equal:
            return Verdict(Answer.COMPATIBLE, methods=("equality",))
        if self.fault is not None:
            return Verdict(Answer.UNKNOWN, reason=self.fault)
        return self._prover.search([accepted], [accepting])
