"""Decides whether a schema accepts everything that an earlier one did.

``compatible`` is a proof: the search for an instance of "old and not new" came to its end without finding one.
``breaking`` comes with such an instance, confirmed by the reference validator. Everything else is ``unknown``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice

from conformance.display import quote_text
from conformance.documents.values import JsonValue, as_object, equal, type_name
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.boundary import near_misses
from conformance.schema.containment.budget import Budget, Meter, UndecidableError
from conformance.schema.containment.canonical_opinion import covers
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import Translation
from conformance.schema.containment.witness import Judge, Witness
from conformance.schema.dialects import DEFAULT, dialect_of, known_uris
from conformance.schema.validation import schema_violations

_WIDTHS = ((1, 12), (4, 60))
"""How many values a place may take, and how many instances the judge is shown at that width."""
_MOST_NEAR_MISSES = 1_500
_SEEDS = 6


class Answer(StrEnum):
    """What can be said of a pair of schemas."""

    COMPATIBLE = "compatible"
    BREAKING = "breaking"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer; ``breaking`` has a witness, ``unknown`` a reason, and ``tried`` names what was done."""

    answer: Answer
    witness: Witness | None = None
    reason: str = ""
    methods: tuple[str, ...] = ()


def containment_verdict(old: JsonValue, new: JsonValue, *, budget: Budget | None = None) -> Verdict:
    """Say whether ``new`` accepts every instance that ``old`` accepts."""
    return Comparison(old, new, budget=budget).forward_verdict()


class Comparison:
    """Two schemas, read once, and both questions about them."""

    def __init__(self, old: JsonValue, new: JsonValue, *, budget: Budget | None = None) -> None:
        self._old = old
        self._new = new
        self._budget = budget or Budget()
        self._meter = Meter(self._budget)

    def forward_verdict(self) -> Verdict:
        """Say whether new accepts everything that old does."""
        return self._decide(0)

    def backward_verdict(self) -> Verdict:
        """Say whether old accepts everything that new does."""
        return self._decide(1)

    def _decide(self, side: int) -> Verdict:
        if self._are_equal:
            return Verdict(Answer.COMPATIBLE, methods=("equality",))
        if self.fault is not None:
            return Verdict(Answer.UNKNOWN, reason=self.fault)
        accepted, accepting = (self._old, self._new) if side == 0 else (self._new, self._old)
        self._meter = Meter(self._budget)
        question = _Question(accepted, accepting, self._meter)
        try:
            return question.search_formulas(self._algebra, self._formulas[side], self._formulas[1 - side])
        except UndecidableError as error:
            reason = error.reason
        except RecursionError:
            reason = "the schemas are nested too deeply"
        self.__dict__.pop("_formulas", None)
        self.__dict__.pop("_algebra", None)
        return question.fall_back(reason)

    @cached_property
    def _are_equal(self) -> bool:
        return equal(self._old, self._new)

    @cached_property
    def fault(self) -> str | None:
        """Why the schemas cannot be compared at all, or ``None``."""
        return next((fault for side in ("old", "new") for fault in _faults(side, getattr(self, f"_{side}"))), None)

    @cached_property
    def _algebra(self) -> Algebra:
        return Algebra(lambda: self._meter.spend())

    @cached_property
    def _formulas(self) -> tuple[Formula, Formula]:
        return _read(self._algebra, "old", self._old), _read(self._algebra, "new", self._new)


class _Question:
    """Does one schema accept everything that another one does?"""

    def __init__(self, accepted: JsonValue, accepting: JsonValue, meter: Meter) -> None:
        self._accepted = accepted
        self._accepting = accepting
        self._meter = meter
        self._judge = Judge(accepted, accepting)

    def search_formulas(self, algebra: Algebra, left: Formula, right: Formula) -> Verdict:
        """Search for an instance of the difference; a search that ends without one is a proof."""
        if left is right:
            return Verdict(Answer.COMPATIBLE, methods=("formulas",))
        found = search(algebra, algebra.all_of([left, algebra.negate(right)]), self._judge)
        if found.answer is Answer.COMPATIBLE:
            return self._confirm_proof()
        return found if found.answer is Answer.BREAKING else self.fall_back(found.reason)

    def _confirm_proof(self) -> Verdict:
        tried = ("formulas", "canonical forms")
        if covers(self._accepting, self._accepted) is False:
            return Verdict(Answer.UNKNOWN, reason="the canonical forms contradict the proof", methods=tried)
        return Verdict(Answer.COMPATIBLE, methods=tried)

    def fall_back(self, reason: str) -> Verdict:
        """Ask the canonical forms, then look near the limits."""
        tried = ("formulas", "canonical forms", "boundaries")
        if covers(self._accepting, self._accepted):
            return Verdict(Answer.COMPATIBLE, methods=tried[:2])
        self._meter.reset_steps()
        try:
            for instance in islice(near_misses((self._accepted, self._accepting), self._seeds()), _MOST_NEAR_MISSES):
                self._meter.check_deadline()
                if self._judge.confirms(instance):
                    return Verdict(Answer.BREAKING, Witness(instance), methods=tried)
        except (UndecidableError, RecursionError):
            pass
        return Verdict(Answer.UNKNOWN, reason=reason, methods=tried)

    def _seeds(self) -> list[JsonValue]:
        """Some instances of the accepted schema; none where it cannot be read."""
        try:
            algebra = Algebra(self._meter.spend)
            formula = _read(algebra, "old", self._accepted)
            return list(islice(Search(algebra).instances(formula, 2), _SEEDS))
        except (UndecidableError, RecursionError):
            return []


def search(algebra: Algebra, difference: Formula, judge: Judge) -> Verdict:
    """Look for an instance of a difference that the judge confirms; ``compatible`` means that there is none."""
    shown = 0
    reason = ""
    for width, most in _WIDTHS:
        finder = Search(algebra)
        for instance in islice(finder.instances(difference, width), most):
            shown += 1
            if judge.confirms(instance):
                return Verdict(Answer.BREAKING, Witness(instance), methods=("formulas",))
        if not shown and not finder.doubts:
            return Verdict(Answer.COMPATIBLE, methods=("formulas",))
        reason = next(iter(finder.doubts), f"none of {shown} instances was confirmed")
    return Verdict(Answer.UNKNOWN, reason=next(iter(judge.refusals), reason), methods=("formulas",))


def _read(algebra: Algebra, label: str, schema: JsonValue) -> Formula:
    return Translation(algebra, label, schema, dialect_of(schema) or DEFAULT).root()


def _faults(side: str, schema: JsonValue) -> Iterator[str]:
    """Yield why a schema cannot be compared at all."""
    if not isinstance(schema, Mapping | bool):
        yield f"the {side} schema is no JSON Schema but {type_name(schema)}"
        return
    if dialect_of(schema) is None:
        uri = quote_text(str(as_object(schema).get("$schema")))
        yield f"the dialect {uri} of the {side} schema is not one of {', '.join(known_uris())}"
        return
    for violation in schema_violations(schema):
        yield f"the {side} schema is invalid at {quote_text(violation.pointer)}: {quote_text(violation.message, 120)}"
