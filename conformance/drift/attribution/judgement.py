"""Judges each edit on its own: does it reject what was accepted, or accept what was rejected?

A narrowing edit comes with an instance that the old schema accepts, the new one rejects, and the old one with only
this edit applied rejects too. A verdict that no single edit explains is reported for the complete schema.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.pointers import resolve
from conformance.documents.values import JsonValue
from conformance.drift.attribution.edits import edits_between
from conformance.drift.attribution.layers import Reading
from conformance.drift.attribution.location_pair import Edit
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.prover import Answer, Verdict, search_instance
from conformance.schema.containment.questions import Comparison
from conformance.schema.containment.witness import Judge, Witness, first_violation
from conformance.schema.references import References

# Attributing all edits of one schema may take this much longer than the verdict on the complete schema, which has a
# budget of its own.
_TIMES_FOR_ALL_EDITS = 1.5


class Direction(StrEnum):
    """Which side must stay compatible: callers that send inputs, or readers of outputs."""

    INPUT = "input"
    OUTPUT = "output"


class JudgedEdit(Struct, frozen=True):
    """An edit with its verdict in one direction.

    ``refuses`` says of an instance that the accepting side accepted whether this edit alone refuses it; ``None`` where
    no formula is known for the edit.
    """

    edit: Edit
    verdict: Verdict
    refuses: Callable[[JsonValue], bool] | None = None


def judge_edits(
    old: JsonValue, new: JsonValue, direction: Direction, budget: ProofBudget | None = None
) -> list[JudgedEdit]:
    """Return what changed between two schemas; empty when both accept the same instances, however they are written."""
    comparison = Comparison(old, new, budget=budget)
    if comparison.fault is not None:
        return [JudgedEdit(whole_change(old, new), comparison.forward_verdict())]
    forward, backward = comparison.forward_verdict(), comparison.backward_verdict()
    if forward.answer is backward.answer is Answer.COMPATIBLE:
        return []
    whole = forward if direction is Direction.INPUT else backward
    return list(_EditJudge(old, new, direction, whole, budget or ProofBudget()).edits())


class _EditJudge:
    def __init__(
        self, old: JsonValue, new: JsonValue, direction: Direction, whole: Verdict, budget: ProofBudget
    ) -> None:
        self._old = old
        self._new = new
        self._direction = direction
        self._whole = whole
        self._budget = ProofBudget(budget.steps, budget.seconds * _TIMES_FOR_ALL_EDITS)
        self._meter = Meter(self._budget)
        # Inputs that were accepted must stay accepted; outputs that are produced now must have been allowed before.
        accepted, accepting = (old, new) if direction is Direction.INPUT else (new, old)
        self._judge = Judge([accepted], [accepting])

    def edits(self) -> Iterator[JudgedEdit]:
        """Yield every edit with its verdict, then the complete schema if no edit explains its verdict."""
        found = [replace(one, verdict=self._inherit(one.verdict)) for one in self._individual_edits()]
        yield from found
        answers = {each.verdict.answer for each in found}
        if self._whole.answer not in answers and (self._whole.answer is not Answer.COMPATIBLE or not found):
            yield JudgedEdit(self._whole_edit(), self._whole.short_form())

    def _inherit(self, verdict: Verdict) -> Verdict:
        """Return the verdict on an edit: where that on the complete schema needs too much work, a break may hide."""
        return replace(verdict, is_spent=verdict.answer is Answer.UNKNOWN and self._whole.is_spent)

    def _individual_edits(self) -> list[JudgedEdit]:
        try:
            algebra = Algebra(lambda: self._meter.spend())
            old, new = Reading(algebra, "old", self._old), Reading(algebra, "new", self._new)
            edits = edits_between(old, new)
        except (UndecidableError, RecursionError):
            return []
        # Reversed twice: of edits with the same key the first is kept, in the original order.
        unlike = {(edit.kind, edit.pointer, edit.name): edit for edit in reversed(edits)}
        judged = [
            JudgedEdit(one, self._verdict_on(old, new, one).short_form(), self._refusal(old, new, one))
            for one in unlike.values()
        ]
        return judged[::-1]

    def _refusal(self, old: Reading, new: Reading, edit: Edit) -> Callable[[JsonValue], bool] | None:
        """Return what says of an instance whether this edit alone refuses it; nothing does where nothing breaks."""
        if self._whole.answer is Answer.COMPATIBLE:
            return None
        is_input = self._direction is Direction.INPUT
        reading, replaced = (old, edit.old_replacements) if is_input else (new, edit.new_replacements)
        edited: list[Formula] = []

        def refuses(instance: JsonValue) -> bool:
            self._meter = Meter(self._budget)  # each instance is a question of its own
            try:
                if not edited:
                    edited.append(reading.root_with_replacements(dict(replaced)))
                return reading.algebra.evaluation.holds(edited[0], instance) is False
            except (UndecidableError, RecursionError):
                return False

        return refuses

    def _verdict_on(self, old: Reading, new: Reading, edit: Edit) -> Verdict:
        # Nothing breaks, so no part of the change does.
        if self._whole.answer is Answer.COMPATIBLE:
            return Verdict(Answer.COMPATIBLE, methods=self._whole.methods)
        self._meter.reset_steps()
        try:
            # Steps come after a look at the whole location, which each of many edits would take after the deadline too.
            self._meter.check_deadline()
            if self._direction is Direction.INPUT:
                return self._search(
                    old.root(), old.root_with_replacements(dict(edit.old_replacements)), new.root(), old.algebra
                )
            return self._search(
                new.root(), new.root_with_replacements(dict(edit.new_replacements)), old.root(), old.algebra
            )
        except UndecidableError as error:
            return Verdict(Answer.UNKNOWN, reason=error.reason)
        except RecursionError:
            return Verdict(Answer.UNKNOWN, reason="the schemas are nested too deeply")

    def _search(self, accepted: Formula, edited: Formula, accepting: Formula, algebra: Algebra) -> Verdict:
        """Look for an instance that this edit alone breaks, then for one that other edits break as well."""
        # An instance that this edit rejects may be accepted again by another edit, and is then not confirmed.
        alone = algebra.all_of([accepted, algebra.negate(edited)])
        found = search_instance(algebra, alone, self._judge)
        if found.answer is not Answer.UNKNOWN:
            return found
        return search_instance(algebra, algebra.all_of([alone, algebra.negate(accepting)]), self._judge)

    def _whole_edit(self) -> Edit:
        """Return the complete schema as one edit, located where the reference validator rejects the witness."""
        pointer, is_gone = "", False
        if self._whole.witness is not None:
            is_gone = self._direction is Direction.OUTPUT
            pointer = _violation_pointer(self._whole.witness, self._old if is_gone else self._new)
        return whole_change(self._old, self._new, pointer, is_gone=is_gone)


def whole_change(old: JsonValue, new: JsonValue, pointer: str = "", *, is_gone: bool = False) -> Edit:
    """Return the edit that states only that a schema changed, here or somewhere below."""
    return Edit("schema_changed", pointer, is_gone, _value(old, pointer), _value(new, pointer), {}, {})


def _violation_pointer(witness: Witness, schema: JsonValue) -> str:
    violation = first_violation(witness, schema)
    return "" if violation is None else References(schema).place_of(violation.schema_pointer)


def _value(schema: JsonValue, pointer: str) -> JsonValue:
    try:
        return resolve(schema, pointer)
    except KeyError:
        return None
