"""Solves objects: required and forbidden members, formulas of named and unnamed members, and their number.

Only the names that a formula mentions are distinguished individually; all others fall into the few classes that its
patterns define.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from msgspec import Struct, field

from conformance.documents.values import JsonValue
from conformance.schema.containment.formulas import STRING, Formula, Has, Member, MembersIn, Not, Size
from conformance.schema.containment.solving.finder import Finder

# Members that are added to reach `minProperties`.
_MOST_ADDED = 2_000
# Tried first for a name that only has to avoid others.
_READABLE_NAMES = ("extra", "other", "x")


class _ObjectConstraints(Struct):
    least: int = 0
    most: int | None = None
    required: dict[str, None] = field(default_factory=dict[str, None])
    forbidden: set[str] = field(default_factory=set[str])
    members: dict[str, list[Formula]] = field(default_factory=dict[str, list[Formula]])
    classes: list[tuple[Formula, Formula]] = field(default_factory=list[tuple[Formula, Formula]])
    obligations: list[tuple[Formula, Formula]] = field(default_factory=list[tuple[Formula, Formula]])
    """Pairs of formulas: a member must exist whose name satisfies the first and whose value satisfies the second."""


class Objects:
    """Builds objects."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def is_possible(self, literals: Sequence[Formula], fresh: Formula) -> bool:
        """Say whether the member that ``fresh`` is about can still have a value."""
        bare = fresh.inner if isinstance(fresh, Not) else fresh
        if not isinstance(bare, Has | Member):
            return True
        wanted = self._read_constraints([*literals, fresh])
        if wanted is None:
            return False
        return bare.name not in wanted.required or self._finder.has_instance(self._member_formula(wanted, bare.name))

    def instances(self, literals: Sequence[Formula], width: int) -> Iterator[JsonValue]:
        """Yield objects that satisfy all literals."""
        wanted = self._read_constraints(literals)
        if wanted is None:
            return
        members = {name: self._member_formula(wanted, name) for name in wanted.required}
        if all(self._finder.has_instance(value) for value in members.values()):
            for chosen in self._meet_obligations(wanted, members, wanted.obligations):
                yield from self._fill(wanted, chosen, width)

    def _read_constraints(self, literals: Sequence[Formula]) -> _ObjectConstraints | None:
        wanted = _ObjectConstraints()
        negate = self._finder.algebra.negate
        sizes = self._finder.algebra.all_of([literal for literal in literals if isinstance(literal, Size)])
        if isinstance(sizes, Size):
            wanted.least, wanted.most = sizes.least, sizes.most
        elif sizes is not self._finder.algebra.always:
            return None
        for literal in literals:
            match literal:
                case Has():
                    wanted.required[literal.name] = None
                case Member():
                    wanted.members.setdefault(literal.name, []).append(literal.inner)
                case MembersIn():
                    wanted.classes.append((literal.names, literal.inner))
                case Not(inner=Has() as inner):
                    wanted.forbidden.add(inner.name)
                # "Not every such member fits" demands that the member exists.
                case Not(inner=Member() as inner):
                    wanted.required[inner.name] = None
                    wanted.members.setdefault(inner.name, []).append(negate(inner.inner))
                case Not(inner=MembersIn() as inner):
                    wanted.obligations.append((inner.names, negate(inner.inner)))
                case _:
                    pass
        too_many = wanted.most is not None and len(wanted.required) > wanted.most
        return None if too_many or not wanted.forbidden.isdisjoint(wanted.required) else wanted

    def _member_formula(self, wanted: _ObjectConstraints, name: str, *more: Formula) -> Formula:
        """Return the conjunction of all formulas that apply to the member of a name."""
        by_class = [inner for names, inner in wanted.classes if self._matches_name(names, name) is True]
        return self._finder.algebra.all_of([*wanted.members.get(name, []), *by_class, *more])

    def _matches_name(self, names: Formula, name: str) -> bool | None:
        return self._finder.algebra.evaluation.holds(names, name)

    def _meet_obligations(
        self, wanted: _ObjectConstraints, members: dict[str, Formula], owed: Sequence[tuple[Formula, Formula]]
    ) -> Iterator[dict[str, Formula]]:
        """Assign a member to every obligation: an existing one, a mentioned one, or one with a new name."""
        if wanted.most is not None and len(members) > wanted.most:
            return
        if not owed:
            yield from self._add_missing_members(wanted, members)
            return
        (names, inner), *rest = owed
        for name in dict.fromkeys((*members, *wanted.members)):
            if name not in wanted.forbidden and self._matches_name(names, name) is not False:
                value = self._member_formula(wanted, name, inner, *([members[name]] if name in members else []))
                if self._finder.has_instance(value):
                    yield from self._meet_obligations(wanted, {**members, name: value}, rest)
        for name, value in self._unmentioned_members(wanted, members, names, inner):
            yield from self._meet_obligations(wanted, {**members, name: value}, rest)

    def _unmentioned_members(
        self, wanted: _ObjectConstraints, members: dict[str, Formula], names: Formula, inner: Formula
    ) -> Iterator[tuple[str, Formula]]:
        """Yield one member for every class of names that the formulas do not distinguish."""
        algebra = self._finder.algebra
        mentioned = algebra.enumeration([*members, *wanted.members, *wanted.forbidden])
        fresh = algebra.all_of([algebra.atoms.type_atom(STRING), names, algebra.negate(mentioned)])
        for among, value in self._name_classes(fresh, [inner], wanted.classes):
            if self._finder.has_instance(value):
                yield self._choose_name(among), value

    def _name_classes(
        self, among: Formula, values: list[Formula], classes: Sequence[tuple[Formula, Formula]]
    ) -> Iterator[tuple[Formula, Formula]]:
        algebra = self._finder.algebra
        if not self._finder.has_instance(among):
            return
        if not classes:
            yield among, algebra.all_of(values)
            return
        (names, inner), *rest = classes
        # Each pattern splits the names in two: those that it matches, whose values it restricts, and the others.
        if inner is not algebra.never:
            yield from self._name_classes(algebra.all_of([among, names]), [*values, inner], rest)
        yield from self._name_classes(algebra.all_of([among, algebra.negate(names)]), values, rest)

    def _choose_name(self, among: Formula) -> str:
        for name in _READABLE_NAMES:
            if self._finder.algebra.evaluation.holds(among, name):
                return name
        return str(self._finder.sample(among, 1).values[0])

    def _add_missing_members(
        self, wanted: _ObjectConstraints, members: dict[str, Formula]
    ) -> Iterator[dict[str, Formula]]:
        """Add members until there are enough; any will do, so the first possible ones are taken."""
        missing = wanted.least - len(members)
        if missing > _MOST_ADDED:
            self._finder.doubt(f"an object of {wanted.least:,} members was not built")
            return
        for name, value in islice(self._optional_members(wanted, members), max(missing, 0)):
            members = {**members, name: value}
        while len(members) < wanted.least:
            algebra = self._finder.algebra
            added = next(self._unmentioned_members(wanted, members, algebra.always, algebra.always), None)
            if added is None:
                return
            members = {**members, added[0]: added[1]}
        yield members

    def _optional_members(
        self, wanted: _ObjectConstraints, members: dict[str, Formula]
    ) -> Iterator[tuple[str, Formula]]:
        for name in wanted.members:
            if name not in members and name not in wanted.forbidden:
                value = self._member_formula(wanted, name)
                if self._finder.has_instance(value):
                    yield name, value

    def _fill(self, wanted: _ObjectConstraints, members: dict[str, Formula], width: int) -> Iterator[JsonValue]:
        yield from self._products(members, width)
        if width > 1:
            for name, value in self._optional_members(wanted, members):
                if wanted.most is None or len(members) < wanted.most:
                    yield from self._products({**members, name: value}, width)
            always = self._finder.algebra.always
            for name, value in self._unmentioned_members(wanted, members, always, always):
                if wanted.most is None or len(members) < wanted.most:
                    yield from self._products({**members, name: value}, width)

    def _products(self, members: dict[str, Formula], width: int) -> Iterator[JsonValue]:
        options = [self._finder.sample(value, width).values for value in members.values()]
        for values in product(*options):
            yield dict(zip(members, values, strict=True))
