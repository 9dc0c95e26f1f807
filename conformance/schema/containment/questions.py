"""The questions about whole schemas that the rest of the house asks, each answered by the one prover.

A decision is a proof, or a witness that the reference validator confirms, or an honest "unknown" with its reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from conformance.documents.values import JsonValue, equal
from conformance.schema.containment.budget import Budget
from conformance.schema.containment.prover import Answer, Prover, Verdict
from conformance.schema.containment.witness import Witness

_OLD, _NEW, _GIVEN = "the old schema", "the new schema", "the schema"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether something holds; ``None`` when that could not be decided, and then ``reason`` says why.

    One of the two decided answers has a witness, the instance that shows it; the other one is proved.
    """

    holds: bool | None
    witness: Witness | None = None
    reason: str = ""


def contains(old: JsonValue, new: JsonValue, *, budget: Budget | None = None) -> Decision:
    """Say whether ``new`` accepts every instance that ``old`` accepts; the witness is one that it rejects."""
    return _decision(containment_verdict(old, new, budget=budget), holds_without_instance=True)


def is_satisfiable(schema: JsonValue, *, budget: Budget | None = None) -> Decision:
    """Say whether any instance fits the schema; the witness is one that does."""
    prover = Prover({_GIVEN: schema}, budget)
    return _decision(prover.fault() or prover.search([_GIVEN]), holds_without_instance=False)


def are_disjoint(schemas: Sequence[JsonValue], *, budget: Budget | None = None) -> Decision:
    """Say whether no instance fits two of the schemas; the witness is one that does.

    ``budget`` is for each pair. The first pair that is not proved to be disjoint decides.
    """
    named = {f"schema {number}": schema for number, schema in enumerate(schemas, 1)}
    prover = Prover(named, budget)
    fault = prover.fault()
    if fault is not None:
        return Decision(None, reason=fault)
    decisions = (_decision(prover.search(pair), holds_without_instance=True) for pair in combinations(named, 2))
    return next((decision for decision in decisions if not decision.holds), Decision(True))


def _decision(found: Verdict | str, *, holds_without_instance: bool) -> Decision:
    """Turn what became of a search into an answer; a text is the reason why there was no search."""
    if isinstance(found, str):
        return Decision(None, reason=found)
    if found.answer is Answer.UNKNOWN:
        return Decision(None, reason=found.reason)
    return Decision(holds_without_instance is (found.answer is Answer.COMPATIBLE), found.witness)


def containment_verdict(old: JsonValue, new: JsonValue, *, budget: Budget | None = None) -> Verdict:
    """Answer ``contains`` in the words of a change: compatible, breaking or unknown."""
    return Comparison(old, new, budget=budget).forward_verdict()


class Comparison:
    """Two schemas, read once, and the containment of each in the other."""

    def __init__(self, old: JsonValue, new: JsonValue, *, budget: Budget | None = None) -> None:
        self._prover = Prover({_OLD: old, _NEW: new}, budget)
        self._are_equal = equal(old, new)
        self.fault = None if self._are_equal else self._prover.fault()
        """Why the schemas can't be compared at all, or ``None``."""

    def forward_verdict(self) -> Verdict:
        """Say whether new accepts everything that old does."""
        return self._verdict(_OLD, _NEW)

    def backward_verdict(self) -> Verdict:
        """Say whether old accepts everything that new does."""
        return self._verdict(_NEW, _OLD)

    def _verdict(self, accepted: str, accepting: str) -> Verdict:
        # Equal schemas accept the same, whatever they say and whether or not they can be read.
        if self._are_equal:
            return Verdict(Answer.COMPATIBLE, methods=("equality",))
        if self.fault is not None:
            return Verdict(Answer.UNKNOWN, reason=self.fault)
        return self._prover.search([accepted], [accepting])
