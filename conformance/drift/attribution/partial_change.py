"""A change of a schema of which only some edits are made, on the side whose instances must stay accepted.

An edit breaks what it refuses beside the edits that refuse nothing, unless the edits of its field accept it: then it is
refused for another field. A set of edits explains what it refuses together. What is refused and not explained is a
break of the complete schema.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from conformance.documents.values import JsonValue
from conformance.drift.attribution.edits import edits_between
from conformance.drift.attribution.layers import Reading
from conformance.drift.attribution.location_pair import Alteration, Edit, altered_root
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import BudgetSpentError, Meter, ProofBudget, UndecidableError
from conformance.schema.containment.difference import difference
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.prover import Answer, Verdict, search_instance
from conformance.schema.containment.witness import Judge

# Keywords of which each subschema must hold for itself, and how many tokens of a pointer lead into one.
_CONJUNCTS = {"properties": 2, "items": 1, "allOf": 2}


class _Finding(Struct, frozen=True):
    """The verdict on an edit alone, and whether it is proved that this edit alone refuses nothing."""

    verdict: Verdict
    is_harmless: bool = False


class PartialChange:
    """The edits from one schema to another; raises ``UndecidableError`` if the schemas cannot be read.

    ``edits`` has each edit with all the locations that it applies to, ``is_cut`` says whether there are more.
    """

    def __init__(self, old: JsonValue, new: JsonValue, budget: ProofBudget, *, is_input: bool) -> None:
        self._meter = Meter(budget)
        self._algebra = Algebra(lambda: self._meter.spend())
        before, after = Reading(self._algebra, "old", old), Reading(self._algebra, "new", new)
        found = edits_between(before, after)
        self.edits, self.is_cut = found.edits, found.is_cut
        # Inputs that were accepted must stay accepted; outputs that are produced now must have been allowed before.
        self._is_input = is_input
        self._reading, accepting = (before, after) if is_input else (after, before)
        self._accepted, self._accepting = self._reading.root(), accepting.root()
        self._made: dict[tuple[int, ...], Formula] = {(): self._accepted}
        self._left: dict[tuple[int, ...], Formula | None] = {}
        self._budget = budget
        self._meter_of_left: Meter | None = None
        self._judge = Judge([self._reading.schema], [accepting.schema])

    def restart(self, budget: ProofBudget) -> None:
        """Give another question a budget of its own."""
        self._meter = Meter(budget)

    def verdicts(self) -> list[Verdict]:
        """Return the verdict on each edit: whether it refuses what no edit that refuses nothing accepts again."""
        found = [self._judge_alone(edit) for edit in self.edits]
        self._acquit_locations(found)
        harmless = [edit for edit, one in zip(self.edits, found, strict=True) if one.is_harmless]
        companies: dict[str, list[Sequence[Edit]]] = {}
        for edit in self.edits:
            companies.setdefault(_own_field(edit[0].pointer), []).append(edit)
        return [
            self._judge_beside(edit, harmless, companies[_own_field(edit[0].pointer)], one.verdict)
            if one.verdict.answer is Answer.BREAKING
            else one.verdict
            for edit, one in zip(self.edits, found, strict=True)
        ]

    def remainder(self, edits: Sequence[Sequence[Edit]]) -> Verdict:
        """Look for an instance that the change refuses, and these edits together do not."""

        def ask() -> Verdict:
            made = self.formula(edits)
            # The same formula refuses the same, so no search is needed.
            return Verdict(Answer.COMPATIBLE) if made is self._accepting else self._search_broken(made)

        return self._decide(ask)

    def accepts(self, instance: JsonValue, edits: Sequence[Sequence[Edit]]) -> bool | None:
        """Say whether the schema with these edits accepts an instance; ``None`` where that is not known."""
        try:
            self._meter.check_deadline()
            return self._algebra.evaluation.holds(self.formula(edits), instance)
        except (UndecidableError, RecursionError):
            return None

    def accepts_still(self, instance: JsonValue, edits: Sequence[Sequence[Edit]], meter: Meter) -> bool | None:
        """Say of an instance that was accepted whether it is with these edits; ``None`` where that is not known.

        Many edits are asked about each of many instances, so only what they change is evaluated.
        """
        left = self._left_of(edits)
        self._meter = meter
        try:
            meter.spend()
            return None if left is None else self._algebra.evaluation.holds(left, instance)
        except (UndecidableError, RecursionError):
            return None

    def _left_of(self, edits: Sequence[Sequence[Edit]]) -> Formula | None:
        """Return what these edits ask of an accepted instance; ``None`` where that takes longer than all verdicts."""
        key = tuple(map(id, edits))
        if key not in self._left:
            self._meter = self._meter_of_left = self._meter_of_left or Meter(self._budget)
            self._meter.reset_steps()
            try:
                self._meter.check_deadline()
                self._left[key] = difference(self._algebra, self.formula(edits), self._accepted)
            except (UndecidableError, RecursionError):
                self._left[key] = None
        return self._left[key]

    def formula(self, edits: Sequence[Sequence[Edit]]) -> Formula:
        """Return the formula of the accepted schema with these edits."""
        key = tuple(map(id, edits))
        if key not in self._made:
            made = [found for edit in edits for one in edit if (found := self._alteration(one)) is not None]
            self._made[key] = altered_root(self._reading, made)
        return self._made[key]

    def _alteration(self, edit: Edit) -> Alteration | None:
        return edit.in_old if self._is_input else edit.in_new

    def _judge_alone(self, edit: Sequence[Edit]) -> _Finding:
        is_harmless = False

        def ask() -> Verdict:
            nonlocal is_harmless
            refused = self._algebra.negate(self.formula([edit]))
            found = self._search(refused)
            is_harmless = found.answer is Answer.COMPATIBLE
            # An instance that this edit refuses may be accepted again by another edit, and is then not confirmed.
            return found if found.answer is not Answer.UNKNOWN else self._search_broken(refused)

        verdict = self._decide(ask)
        return _Finding(verdict, is_harmless)

    def _acquit_locations(self, found: list[_Finding]) -> None:
        """Mark the edits of one location as harmless that refuse something alone, and nothing together."""
        by_location: dict[tuple[str, ...], list[int]] = {}
        for index, (first, *_) in enumerate(self.edits):
            made = self._alteration(first)
            if made is not None:
                by_location.setdefault(tuple(node[0] for node in made.nodes), []).append(index)
        for together in by_location.values():
            if len(together) > 1 and not all(found[index].is_harmless for index in together):
                edits = [self.edits[index] for index in together]
                verdict = self._decide(lambda edits=edits: self._search(self._algebra.negate(self.formula(edits))))
                if verdict.answer is Answer.COMPATIBLE:
                    for index in together:
                        found[index] = _Finding(verdict, is_harmless=True)

    def _judge_beside(
        self,
        edit: Sequence[Edit],
        harmless: Sequence[Sequence[Edit]],
        company: Sequence[Sequence[Edit]],
        verdict: Verdict,
    ) -> Verdict:
        """Judge an edit once more, beside those that refuse nothing and beside those of its own field.

        Either may accept again what it refuses alone; such an instance is refused for another field, if it is.
        """

        def ask() -> Verdict:
            beside = [self.formula(edits) for edits in ([*harmless, edit], company)]
            witness = verdict.witness
            if witness and all(self._algebra.evaluation.holds(one, witness.instance) is False for one in beside):
                return verdict
            return self._search_broken(*map(self._algebra.negate, beside))

        return self._decide(ask)

    def _search_broken(self, *refused: Formula) -> Verdict:
        return self._search(*refused, self._algebra.negate(self._accepting))

    def _search(self, *wanted: Formula) -> Verdict:
        return search_instance(self._algebra, self._algebra.all_of([self._accepted, *wanted]), self._judge)

    def _decide(self, ask: Callable[[], Verdict]) -> Verdict:
        self._meter.reset_steps()
        try:
            # Steps come after a look at the whole location, which each of many edits would take after the deadline too.
            self._meter.check_deadline()
            return ask()
        except UndecidableError as error:
            return Verdict(Answer.UNKNOWN, reason=error.reason, is_spent=isinstance(error, BudgetSpentError))
        except RecursionError:
            return Verdict(Answer.UNKNOWN, reason="the schemas are nested too deeply")


def _own_field(pointer: str) -> str:
    """Return the pointer of the innermost field that an edit changes for every instance that has the field.

    An edit below a choice or a condition may be made up for by another edit of that field.
    """
    tokens, end = pointer.split("/"), 1
    while end < len(tokens) and (size := _CONJUNCTS.get(tokens[end])):
        end += size
    return "/".join(tokens[:end])
