"""Judges each edit on its own: does it reject what was accepted, or accept what was rejected?

A narrowing edit comes with an instance that the old schema accepts, the new one rejects, and the old one with only
this edit applied rejects too. What the edits that break do not reject together is reported for the complete schema, so
that whoever accepts them accepts no other break.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from conformance.documents.values import JsonValue
from conformance.drift.attribution.edits import MOST_EDITS
from conformance.drift.attribution.location_pair import Edit
from conformance.drift.attribution.partial_change import PartialChange
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.containment.prover import Answer, Verdict
from conformance.schema.containment.questions import Comparison
from conformance.schema.containment.witness import Witness, first_violation
from conformance.schema.references import References

# Attributing all edits of one schema may take this much longer than the verdict on the complete schema, which has a
# budget of its own.
_TIMES_FOR_ALL_EDITS = 1.5


class Direction(StrEnum):
    """Which side must stay compatible: callers that send inputs, or readers of outputs."""

    INPUT = "input"
    OUTPUT = "output"


Refusal: TypeAlias = Callable[[JsonValue, Meter], bool | None]
"""Says of an instance that was accepted whether an edit alone refuses it, ``None`` where the meter does not last."""


class JudgedEdit(Struct, frozen=True):
    """An edit with its verdict in one direction.

    ``refuses`` is ``None`` where no formula is known for the edit.
    """

    edit: Edit
    verdict: Verdict
    refuses: Refusal | None = None


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


class _Rest(Struct, frozen=True):
    """What the edits do not explain one by one: the place in which some break it together, or the schema itself."""

    verdict: Verdict
    pointer: str = ""
    edits: Sequence[Sequence[Edit]] = ()


class _EditJudge:
    def __init__(
        self, old: JsonValue, new: JsonValue, direction: Direction, whole: Verdict, budget: ProofBudget
    ) -> None:
        self._old = old
        self._new = new
        self._direction = direction
        self._whole = whole
        self._budget = budget

    def edits(self) -> Iterator[JudgedEdit]:
        """Yield every edit with its verdict, then the complete schema if the edits do not explain its verdict."""
        limit = ProofBudget(self._budget.steps, self._budget.seconds * _TIMES_FOR_ALL_EDITS)
        try:
            change = PartialChange(self._old, self._new, limit, is_input=self._direction is Direction.INPUT)
        except (UndecidableError, RecursionError):
            yield JudgedEdit(self._whole_edit(self._whole.witness), self._whole.short_form())
            return
        verdicts, rests = self._verdicts(change)
        for edit, verdict in zip(change.edits, verdicts, strict=True):
            yield JudgedEdit(edit[0], verdict.short_form(), self._refusal(change, [edit], is_refused=True))
        explained = _breaks(change, verdicts)
        for rest in rests:
            yield self._judged_rest(change, rest, explained, is_last=rest is rests[-1])
            explained = [*explained, *rest.edits]

    def _judged_rest(
        self, change: PartialChange, rest: _Rest, explained: Sequence[Sequence[Edit]], *, is_last: bool
    ) -> JudgedEdit:
        """Return what the edits do not explain as a change of the complete schema."""
        why = f"it has more than {MOST_EDITS} edits, and not all are listed" if change.is_cut else ""
        verdict = replace(rest.verdict, reason="; ".join(filter(None, [rest.verdict.reason, why])))
        edits = explained if is_last else rest.edits
        refuses = self._refusal(change, edits, is_refused=not is_last)
        edit = self._whole_edit(rest.verdict.witness)
        return JudgedEdit(replace(edit, pointer=rest.pointer), verdict.short_form(), refuses)

    def _verdicts(self, change: PartialChange) -> tuple[list[Verdict], list[_Rest]]:
        """Return the verdicts on the edits, and what they do not explain, if there is such a thing."""
        whole = self._whole
        if whole.answer is Answer.COMPATIBLE:
            # Nothing breaks, so no part of the change does.
            found = [Verdict(Answer.COMPATIBLE, methods=whole.methods) for _ in change.edits]
            return found, [_Rest(whole)] if change.is_cut or not found else []
        found = change.verdicts()
        if whole.answer is Answer.BREAKING:
            return found, self._explain(change, found)
        answers = {each.answer for each in found}
        # Where the verdict on the complete schema needs too much work, a break may hide in an edit without one.
        spent = [one.answer is Answer.UNKNOWN and (one.is_spent or whole.is_spent) for one in found]
        hiding = [replace(one, is_spent=each) for one, each in zip(found, spent, strict=True)]
        return hiding, [_Rest(whole)] if change.is_cut or Answer.UNKNOWN not in answers else []

    def _explain(self, change: PartialChange, verdicts: list[Verdict]) -> list[_Rest]:
        """Attribute what the change refuses to edits until nothing is left, and return what they do not explain."""
        change.restart(self._budget)
        found: list[_Rest] = []
        while True:
            together = [edit for one in found for edit in one.edits]
            rest = self._remainder(change, [*_breaks(change, verdicts), *together])
            if rest.answer is not Answer.BREAKING or rest.witness is None:
                break
            cause = self._find_cause(change, verdicts, rest.witness)
            if cause is not None:
                verdicts[cause] = rest
                continue
            # What breaks in one field must not hide what breaks in another, so the question is asked without it.
            known = [*_breaks(change, verdicts), *together]
            found.append(self._locate(change, rest, rest.witness, known))
            if not found[-1].edits:
                return found
        # An edit beside it may be unknown for the same reason, and unknown it is then.
        is_stated = any(one.answer is Answer.UNKNOWN for one in verdicts) and not rest.is_spent
        is_open = change.is_cut or (rest.answer is Answer.UNKNOWN and not is_stated)
        return [*found, _Rest(rest)] if is_open else found

    def _locate(self, change: PartialChange, rest: Verdict, witness: Witness, known: Sequence[Sequence[Edit]]) -> _Rest:
        """Return what is not explained with the innermost field around its place whose edits refuse the witness."""
        place = self._whole_edit(witness).pointer
        for index, field in enumerate(_fields_around(place)):
            edits = [edit for edit in change.edits if f"{edit[0].pointer}/".startswith(f"{field}/")]
            if edits and change.accepts(witness.instance, [*known, *edits]) is False:
                # An entry for one position of a field must not accept what breaks at its other positions.
                return _Rest(rest, _common([place, *(e[0].pointer for e in edits)]) if index == 0 else field, edits)
        return _Rest(rest)

    def _find_cause(self, change: PartialChange, verdicts: Sequence[Verdict], witness: Witness) -> int | None:
        """Return the index of an edit that refuses the witness alone; those where it is refused come first."""
        place = self._whole_edit(witness).pointer
        others = [index for index, one in enumerate(verdicts) if one.answer is not Answer.BREAKING]
        others.sort(key=lambda index: not place.startswith(change.edits[index][0].pointer))
        return next((i for i in others if change.accepts(witness.instance, [change.edits[i]]) is False), None)

    def _remainder(self, change: PartialChange, breaks: Sequence[Sequence[Edit]]) -> Verdict:
        known = self._whole.witness
        if known is None or (breaks and change.accepts(known.instance, breaks) is not True):
            return change.remainder(breaks)
        return self._whole

    def _refusal(self, change: PartialChange, edits: Sequence[Sequence[Edit]], *, is_refused: bool) -> Refusal | None:
        """Return what says of an instance whether these edits refuse it, or do not; none does where nothing breaks."""
        if self._whole.answer is Answer.COMPATIBLE:
            return None

        def refuses(instance: JsonValue, meter: Meter) -> bool | None:
            accepted = change.accepts_still(instance, edits, meter)
            return None if accepted is None else accepted is not is_refused

        return refuses

    def _whole_edit(self, witness: Witness | None) -> Edit:
        """Return the complete schema as one edit, located where the reference validator rejects the witness."""
        pointer, is_gone = "", False
        if witness is not None:
            is_gone = self._direction is Direction.OUTPUT
            pointer = _violation_pointer(witness, self._old if is_gone else self._new)
        return whole_change(self._old, self._new, pointer, is_gone=is_gone)


def _breaks(change: PartialChange, verdicts: Sequence[Verdict]) -> list[Sequence[Edit]]:
    return [edit for edit, one in zip(change.edits, verdicts, strict=True) if one.answer is Answer.BREAKING]


def _common(pointers: Sequence[str]) -> str:
    """Return the innermost place that holds all places."""
    tokens = zip(*(pointer.split("/") for pointer in pointers), strict=False)
    return "/".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, tokens))


def _fields_around(pointer: str) -> Iterator[str]:
    """Yield the fields that hold a place in a schema, the innermost first, then its keyword."""
    tokens = pointer.split("/")
    for end in range(len(tokens), 2, -1):
        if tokens[end - 2] == "properties":
            yield "/".join(tokens[:end])
    if len(tokens) > 1 and tokens[1] != "properties":
        yield "/".join(tokens[:2])


def whole_change(old: JsonValue, new: JsonValue, pointer: str = "", *, is_gone: bool = False) -> Edit:
    """Return the edit that states only that a schema changed, here or somewhere below.

    It holds both complete schemas: whoever accepts it by its fingerprint accepts no later break elsewhere in them.
    """
    return Edit("schema_changed", pointer, is_gone, old, new)


def _violation_pointer(witness: Witness, schema: JsonValue) -> str:
    violation = first_violation(witness, schema)
    return "" if violation is None else References(schema).place_of(violation.schema_pointer)
