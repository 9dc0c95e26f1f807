"""Looks for an instance that some schemas accept and others reject, or proves that there is none.

Every question of this package is this one. ``new`` accepts all that ``old`` does when nothing that ``old`` accepts is
rejected by ``new``; a schema is satisfiable when something is accepted by it; two are disjoint when nothing is accepted
by both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from conformance.display import quote_text
from conformance.documents.values import JsonValue, as_object, type_name
from conformance.schema.canonical import covers
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.boundary import near_misses
from conformance.schema.containment.budget import Budget, Meter, UndecidableError
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import Translation
from conformance.schema.containment.witness import Judge, Witness
from conformance.schema.dialects import DEFAULT, dialect_of, known_uris
from conformance.schema.validation import schema_violations

_WIDTHS = ((1, 12), (4, 60))
"""How many values a position may take, and how many instances the judge is given at that width.

The first pass settles almost every question; the second is for instances that the reference validator reads otherwise.
"""
# Each near miss costs two runs of the reference validator: these many take about as long as the search before them.
_MOST_NEAR_MISSES = 1_500
# Instances to start near misses from: each is changed at every position, so a few reach far.
_SEEDS = 6


class Answer(StrEnum):
    """What became of the search, in the words of a change of schema."""

    COMPATIBLE = "compatible"
    """There is no such instance."""
    BREAKING = "breaking"
    """There is one."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer; ``breaking`` has a witness, ``unknown`` a reason, and ``methods`` names what was done."""

    answer: Answer
    witness: Witness | None = None
    reason: str = ""
    methods: tuple[str, ...] = ()


class Prover:
    """Answers questions about some named schemas; each schema is read at most once, each question has its budget."""

    def __init__(self, schemas: Mapping[str, JsonValue], budget: Budget | None = None) -> None:
        self._schemas = schemas
        self._budget = budget or Budget()
        self._meter = Meter(self._budget)
        # The algebra outlives the meter of one question, so it asks for the current one at each step.
        self._algebra = Algebra(lambda: self._meter.spend())
        self._formulas: dict[str, Formula] = {}

    def fault(self) -> str | None:
        """Return why the schemas can't be read at all, or ``None``."""
        return next((fault for name, schema in self._schemas.items() for fault in _faults(name, schema)), None)

    def search(self, accepting: Sequence[str], rejecting: Sequence[str] = ()) -> Verdict:
        """Look for an instance that all schemas of the first names accept and all of the second reject."""
        self._meter = Meter(self._budget)
        judge = Judge(self._schemas_of(accepting), self._schemas_of(rejecting))
        try:
            required = [self._formula(name) for name in accepting]
            excluded = [self._formula(name) for name in rejecting]
            # One formula can't hold and not hold: no search, and no second opinion either.
            if not set(map(id, required)).isdisjoint(map(id, excluded)):
                return Verdict(Answer.COMPATIBLE, methods=("formulas",))
            wanted = self._algebra.all_of([*required, *map(self._algebra.negate, excluded)])
            found = search_instance(self._algebra, wanted, judge)
        except UndecidableError as error:
            found = Verdict(Answer.UNKNOWN, reason=error.reason)
        except RecursionError:
            found = Verdict(Answer.UNKNOWN, reason="the schemas are nested too deeply")
        if found.answer is Answer.COMPATIBLE:
            return self._confirm_proof(accepting, rejecting)
        return found if found.answer is Answer.BREAKING else self._fall_back(accepting, rejecting, judge, found.reason)

    def _formula(self, name: str) -> Formula:
        if name not in self._formulas:
            schema = self._schemas[name]
            self._formulas[name] = Translation(self._algebra, name, schema, dialect_of(schema) or DEFAULT).root()
        return self._formulas[name]

    def _schemas_of(self, names: Sequence[str]) -> list[JsonValue]:
        return [self._schemas[name] for name in names]

    def _confirm_proof(self, accepting: Sequence[str], rejecting: Sequence[str]) -> Verdict:
        """A proof by search counts unless the canonical forms know better."""
        methods = ("formulas", "canonical forms")
        if self._second_opinion(accepting, rejecting) is False:
            return Verdict(Answer.UNKNOWN, reason="the canonical forms contradict the proof", methods=methods)
        return Verdict(Answer.COMPATIBLE, methods=methods)

    def _second_opinion(self, accepting: Sequence[str], rejecting: Sequence[str]) -> bool | None:
        """What ``jsonschema_rs`` says, which compares two schemas; accepted by one alone is compared with ``false``."""
        accepted, rejected = self._schemas_of(accepting), self._schemas_of(rejecting) or [False]
        return covers(rejected[0], accepted[0]) if len(accepted) == len(rejected) == 1 else None

    def _fall_back(self, accepting: Sequence[str], rejecting: Sequence[str], judge: Judge, reason: str) -> Verdict:
        """Ask the canonical forms, then look near the limits of the schemas."""
        methods = ("formulas", "canonical forms", "boundaries")
        if self._second_opinion(accepting, rejecting):
            return Verdict(Answer.COMPATIBLE, methods=methods[:2])
        self._meter.reset_steps()
        schemas = [*self._schemas_of(accepting), *self._schemas_of(rejecting)]
        try:
            for instance in islice(near_misses(schemas, self._seeds(accepting[0])), _MOST_NEAR_MISSES):
                self._meter.check_deadline()
                if judge.confirms(instance):
                    return Verdict(Answer.BREAKING, Witness(instance), methods=methods)
        except (UndecidableError, RecursionError):
            pass
        return Verdict(Answer.UNKNOWN, reason=reason, methods=methods)

    def _seeds(self, name: str) -> list[JsonValue]:
        """Some instances of a schema; none where it can't be read."""
        try:
            return list(islice(Search(self._algebra).instances(self._formula(name), 2), _SEEDS))
        except (UndecidableError, RecursionError):
            return []


def search_instance(algebra: Algebra, wanted: Formula, judge: Judge) -> Verdict:
    """Look for an instance of a formula that the judge confirms; ``compatible`` means that there is none."""
    tried = 0
    reason = ""
    for width, most in _WIDTHS:
        finder = Search(algebra)
        for instance in islice(finder.instances(wanted, width), most):
            tried += 1
            if judge.confirms(instance):
                return Verdict(Answer.BREAKING, Witness(instance), methods=("formulas",))
        # Nothing was left out and nothing was found: that is the proof.
        if not tried and not finder.doubts:
            return Verdict(Answer.COMPATIBLE, methods=("formulas",))
        reason = next(iter(finder.doubts), f"none of {tried} instances was confirmed")
    return Verdict(Answer.UNKNOWN, reason=next(iter(judge.refusals), reason), methods=("formulas",))


def _faults(name: str, schema: JsonValue) -> Iterator[str]:
    """Yield why a schema can't be read at all."""
    if not isinstance(schema, Mapping | bool):
        yield f"{name} is not a JSON Schema but {type_name(schema)}"
        return
    if dialect_of(schema) is None:
        uri = quote_text(str(as_object(schema).get("$schema")))
        yield f"the dialect {uri} of {name} is not one of {', '.join(known_uris())}"
        return
    for violation in schema_violations(schema):
        yield f"{name} is invalid at {quote_text(violation.pointer)}: {quote_text(violation.message, 120)}"
