"""Looks for an instance that some schemas accept and others reject, or proves that no such instance exists.

Every question of this package reduces to this one: ``new`` accepts all that ``old`` does if no instance is accepted by
``old`` and rejected by ``new``; a schema is satisfiable if some instance is accepted by it; two are disjoint if no
instance is accepted by both.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text, quote_text
from conformance.documents.values import JsonValue, as_object, type_name
from conformance.schema.canonical import covers
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.boundary import near_misses
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget, UndecidableError
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.containment.witness import Judge, Witness
from conformance.schema.dialects import DEFAULT, dialect_of, known_uris
from conformance.schema.validation import schema_violations

_WIDTHS = ((1, 12), (4, 60))
"""For each pass: how many values a location may take, and how many instances the judge gets.

The first pass decides almost every question; the second is for instances on which the reference validator disagrees.
"""
# Each near miss costs two runs of the reference validator; this many take about as long as the search before them.
_MOST_NEAR_MISSES = 1_500
# Instances to derive near misses from: each is changed at every location, so a few are enough.
_SEEDS = 6


class Answer(StrEnum):
    """The outcome of a search, in terms of a schema change."""

    COMPATIBLE = "compatible"
    """No such instance exists."""
    BREAKING = "breaking"
    """Such an instance was found and confirmed."""
    UNKNOWN = "unknown"


class Verdict(Struct, frozen=True):
    """An answer; ``breaking`` has a witness, ``unknown`` has a reason, and ``methods`` lists the methods used."""

    answer: Answer
    witness: Witness | None = None
    reason: str = ""
    methods: tuple[str, ...] = ()
    is_spent: bool = False
    """Whether the question needed more work than its budget allows."""

    def short_form(self) -> "Verdict":
        """Return the verdict for a report, with a witness that is not too long for one."""
        return self if self.witness is None else replace(self, witness=self.witness.short_form())


class Prover:
    """Answers questions about named schemas; each schema is read at most once, and each question has a budget."""

    def __init__(self, schemas: Mapping[str, JsonValue], budget: ProofBudget | None = None) -> None:
        self._schemas = schemas
        self._budget = budget or ProofBudget()
        self._meter = Meter(self._budget)
        # The algebra outlives the meter of one question, so it asks for the current one at each step.
        self._algebra = Algebra(lambda: self._meter.spend())
        self._formulas: dict[str, Formula] = {}

    def fault(self) -> str | None:
        """Return why the schemas cannot be read at all, or ``None``."""
        faults = (_fault(name, schema) for name, schema in self._schemas.items())
        return next((fault for fault in faults if fault is not None), None)

    def search(self, accepting: Sequence[str], rejecting: Sequence[str] = ()) -> Verdict:
        """Look for an instance that all ``accepting`` schemas accept and all ``rejecting`` schemas reject."""
        self._meter = Meter(self._budget)
        judge = Judge(self._schemas_of(accepting), self._schemas_of(rejecting))
        try:
            required = [self._formula(name) for name in accepting]
            excluded = [self._formula(name) for name in rejecting]
            # The same formula cannot both hold and not hold, so neither a search nor a second opinion is needed.
            if not set(map(id, required)).isdisjoint(map(id, excluded)):
                return Verdict(Answer.COMPATIBLE, methods=("formulas",))
            wanted = self._algebra.all_of([*required, *map(self._algebra.negate, excluded)])
            found = search_instance(self._algebra, wanted, judge)
        except UndecidableError as error:
            found = Verdict(Answer.UNKNOWN, reason=error.reason, is_spent=isinstance(error, BudgetSpentError))
        except RecursionError:
            found = Verdict(Answer.UNKNOWN, reason="the schemas are nested too deeply")
        if found.answer is Answer.COMPATIBLE:
            return self._confirm_proof(accepting, rejecting)
        return found if found.answer is Answer.BREAKING else self._fall_back(accepting, rejecting, judge, found)

    def _formula(self, name: str) -> Formula:
        if name not in self._formulas:
            schema = self._schemas[name]
            self._formulas[name] = SchemaTranslation(self._algebra, name, schema, dialect_of(schema) or DEFAULT).root()
        return self._formulas[name]

    def _schemas_of(self, names: Sequence[str]) -> list[JsonValue]:
        return [self._schemas[name] for name in names]

    def _confirm_proof(self, accepting: Sequence[str], rejecting: Sequence[str]) -> Verdict:
        """Return the proof unless the canonical forms contradict it."""
        methods = ("formulas", "canonical forms")
        if self._second_opinion(accepting, rejecting) is False:
            return Verdict(Answer.UNKNOWN, reason="the canonical forms contradict the proof", methods=methods)
        return Verdict(Answer.COMPATIBLE, methods=methods)

    def _second_opinion(self, accepting: Sequence[str], rejecting: Sequence[str]) -> bool | None:
        """Ask ``jsonschema_rs``, which compares two schemas; a single schema is compared with ``false``."""
        accepted, rejected = self._schemas_of(accepting), self._schemas_of(rejecting) or [False]
        return covers(rejected[0], accepted[0]) if len(accepted) == len(rejected) == 1 else None

    def _fall_back(self, accepting: Sequence[str], rejecting: Sequence[str], judge: Judge, found: Verdict) -> Verdict:
        """Ask the canonical forms, then look for near misses at the bounds of the schemas."""
        methods = ("formulas", "canonical forms", "boundaries")
        if self._second_opinion(accepting, rejecting):
            return Verdict(Answer.COMPATIBLE, methods=methods[:2])
        self._meter.reset_steps()
        schemas = [*self._schemas_of(accepting), *self._schemas_of(rejecting)]
        try:
            # The time of the question is over already where it is long: nothing is begun that takes as long again.
            self._meter.check_deadline()
            for instance in islice(near_misses(schemas, self._seeds(accepting[0])), _MOST_NEAR_MISSES):
                self._meter.check_deadline()
                if judge.confirms(instance):
                    return Verdict(Answer.BREAKING, Witness(instance), methods=methods)
        except (UndecidableError, RecursionError):
            pass
        return replace(found, methods=methods)

    def _seeds(self, name: str) -> list[JsonValue]:
        """Return some instances of a schema; empty if it cannot be read."""
        try:
            return list(islice(Search(self._algebra).instances(self._formula(name), 2), _SEEDS))
        except (UndecidableError, RecursionError):
            return []


def search_instance(algebra: Algebra, wanted: Formula, judge: Judge) -> Verdict:
    """Look for an instance of a formula that the judge confirms; ``compatible`` means that none exists."""
    tried = 0
    reason = ""
    for width, most in _WIDTHS:
        finder = Search(algebra)
        try:
            for instance in islice(finder.instances(wanted, width), most):
                tried += 1
                if judge.confirms(instance, algebra.spend_many):
                    return Verdict(Answer.BREAKING, Witness(instance), methods=("formulas",))
        finally:
            finder.forget()
        # Nothing was left out and nothing was found: that is the proof.
        if not tried and not finder.doubts:
            return Verdict(Answer.COMPATIBLE, methods=("formulas",))
        reason = next(iter(finder.doubts), f"the reference validator confirmed none of {tried} candidate instances")
    refused = next(iter(judge.refusals), reason)
    return Verdict(Answer.UNKNOWN, reason=refused, methods=("formulas",), is_spent=judge.is_overloaded)


def _fault(name: str, schema: JsonValue) -> str | None:
    """Return the reason why a schema cannot be read at all, or ``None``."""
    if not isinstance(schema, Mapping | bool):
        return f"{name} is not a JSON Schema but of type {type_name(schema)}"
    if dialect_of(schema) is None:
        uri = code_text(str(as_object(schema).get("$schema")))
        return f"{name} uses the unknown dialect {uri} (known: {', '.join(known_uris())})"
    violation = next(iter(schema_violations(schema)), None)
    if violation is None:
        return None
    return f"{name} is invalid at {code_text(violation.pointer)}: {quote_text(violation.message, 120)}"
