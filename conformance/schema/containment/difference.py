"""What is left of a formula where another one holds anyway: of two large schemas with one difference, the difference.

Many questions about one instance then cost as much as the differences, and not as much as the schemas each time.
"""

from collections.abc import Sequence

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.atoms import subject_of
from conformance.schema.containment.formulas import AllOf, AnyOf, ElementAt, ElementsFrom, Formula, Member, MembersIn


def difference(algebra: Algebra, formula: Formula, given: Formula) -> Formula:
    """Return what holds exactly where ``formula`` does, for instances for which ``given`` is known to hold."""
    wanted, known = _parts(formula), _parts(given)
    left, spare = _rest(wanted, known), _rest(known, wanted)
    by_subject = {subject_of(part): part for part in spare}
    choices = [part for part in spare if isinstance(part, AnyOf)]
    is_paired = len(choices) == 1 == sum(isinstance(part, AnyOf) for part in left)
    found: list[Formula] = []
    for part in left:
        beside = choices[0] if is_paired and isinstance(part, AnyOf) else by_subject.get(subject_of(part))
        found.append(part if beside is None else _inside(algebra, part, beside))
    return algebra.all_of(found)


def _inside(algebra: Algebra, part: Formula, given: Formula) -> Formula:
    """Return what is left of a statement beside one about the same: what is left of that about the value inside."""
    match part, given:
        case Member(name=name), Member():
            return algebra.atoms.member(name, difference(algebra, part.inner, given.inner))
        case ElementAt(index=index), ElementAt():
            return algebra.atoms.element_at(index, difference(algebra, part.inner, given.inner))
        case ElementsFrom(index=index), ElementsFrom():
            return algebra.atoms.elements_from(index, difference(algebra, part.inner, given.inner))
        case MembersIn(names=names), MembersIn():
            return algebra.atoms.matching_members(names, difference(algebra, part.inner, given.inner))
        case AnyOf(), AnyOf():
            return _alternatives(algebra, part, given)
        case _:
            return part


def _alternatives(algebra: Algebra, choice: AnyOf, given: AnyOf) -> Formula:
    """Return what is left of a choice: where its one new alternative stands for an old one, that of the alternative.

    Where the old one does not hold, another one does that is in both. Of several nothing is known.
    """
    left, spare = _rest(choice.parts, given.parts), _rest(given.parts, choice.parts)
    if len(left) != 1 or len(spare) != 1:
        return choice
    shared = [part for part in choice.parts if part is not left[0]]
    return algebra.any_of([*shared, difference(algebra, left[0], spare[0])])


def _parts(formula: Formula) -> Sequence[Formula]:
    return formula.parts if isinstance(formula, AllOf) else (formula,)


def _rest(parts: Sequence[Formula], others: Sequence[Formula]) -> list[Formula]:
    known = frozenset(others)  # equal formulas are one object
    return [part for part in parts if part not in known]
