"""Objects: which members must exist or must not, what their values are like, what unnamed ones are like, how many.

Only the names that a formula mentions are told apart one by one; all others fall into the few classes that patterns
make.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from conformance.documents.values import JsonValue
from conformance.schema.containment.formulas import STRING, Formula, Has, Member, MembersIn, Not, Size
from conformance.schema.containment.solving.finder import Finder

_MOST_ADDED = 2_000
_READABLE_NAMES = ("extra", "other", "x")


@dataclass(slots=True)
class _Wanted:
    least: int = 0
    most: int | None = None
    must: dict[str, None] = field(default_factory=dict[str, None])
    must_not: set[str] = field(default_factory=set[str])
    members: dict[str, list[Formula]] = field(default_factory=dict[str, list[Formula]])
    classes: list[tuple[Formula, Formula]] = field(default_factory=list[tuple[Formula, Formula]])
    owed: list[tuple[Formula, Formula]] = field(default_factory=list[tuple[Formula, Formula]])
    """For each, a member must exist whose name satisfies the first and whose value the second."""


class Objects:
    """Builds objects."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def is_possible(self, literals: Sequence[Formula], fresh: Formula) -> bool:
        """Say whether the member that ``fresh`` speaks of can still have a value."""
        bare = fresh.inner if isinstance(fresh, Not) else fresh
        if not isinstance(bare, Has | Member):
            return True
        wanted = self._wanted([*literals, fresh])
        if wanted is None:
            return False
        return bare.name not in wanted.must or self._finder.has_instance(self._value(wanted, bare.name))

    def instances(self, literals: Sequence[Formula], width: int) -> Iterator[JsonValue]:
        """Yield objects that satisfy all literals."""
        wanted = self._wanted(literals)
        if wanted is None:
            return
        members = {name: self._value(wanted, name) for name in wanted.must}
        if all(self._finder.has_instance(value) for value in members.values()):
            for chosen in self._with_owed(wanted, members, wanted.owed):
                yield from self._filled(wanted, chosen, width)

    def _wanted(self, literals: Sequence[Formula]) -> _Wanted | None:
        wanted = _Wanted()
        negate = self._finder.algebra.negate
        sizes = self._finder.algebra.every([literal for literal in literals if isinstance(literal, Size)])
        if isinstance(sizes, Size):
            wanted.least, wanted.most = sizes.least, sizes.most
        elif sizes is not self._finder.algebra.always:
            return None
        for literal in literals:
            match literal:
                case Has():
                    wanted.must[literal.name] = None
                case Member():
                    wanted.members.setdefault(literal.name, []).append(literal.inner)
                case MembersIn():
                    wanted.classes.append((literal.names, literal.inner))
                case Not(inner=Has() as inner):
                    wanted.must_not.add(inner.name)
                case Not(inner=Member() as inner):
                    wanted.must[inner.name] = None
                    wanted.members.setdefault(inner.name, []).append(negate(inner.inner))
                case Not(inner=MembersIn() as inner):
                    wanted.owed.append((inner.names, negate(inner.inner)))
                case _:
                    pass
        too_many = wanted.most is not None and len(wanted.must) > wanted.most
        return None if too_many or not wanted.must_not.isdisjoint(wanted.must) else wanted

    def _value(self, wanted: _Wanted, name: str, *more: Formula) -> Formula:
        """What the member of a name must be like."""
        by_class = [inner for names, inner in wanted.classes if self._is_named(names, name) is True]
        return self._finder.algebra.every([*wanted.members.get(name, []), *by_class, *more])

    def _is_named(self, names: Formula, name: str) -> bool | None:
        return self._finder.algebra.evaluation.holds(names, name)

    def _with_owed(
        self, wanted: _Wanted, members: dict[str, Formula], owed: Sequence[tuple[Formula, Formula]]
    ) -> Iterator[dict[str, Formula]]:
        """Give every obligation a member: one that exists, one that is mentioned, or one of another name."""
        if wanted.most is not None and len(members) > wanted.most:
            return
        if not owed:
            yield from self._with_enough(wanted, members)
            return
        (names, inner), *rest = owed
        for name in dict.fromkeys((*members, *wanted.members)):
            if name not in wanted.must_not and self._is_named(names, name) is not False:
                value = self._value(wanted, name, inner, *([members[name]] if name in members else []))
                if self._finder.has_instance(value):
                    yield from self._with_owed(wanted, {**members, name: value}, rest)
        for name, value in self._unmentioned(wanted, members, names, inner):
            yield from self._with_owed(wanted, {**members, name: value}, rest)

    def _unmentioned(
        self, wanted: _Wanted, members: dict[str, Formula], names: Formula, inner: Formula
    ) -> Iterator[tuple[str, Formula]]:
        """Yield one member for every class of names that the formulas do not tell apart."""
        algebra = self._finder.algebra
        mentioned = algebra.one_of([*members, *wanted.members, *wanted.must_not])
        fresh = algebra.every([algebra.type_is(STRING), names, algebra.negate(mentioned)])
        for among, value in self._name_classes(fresh, [inner], wanted.classes):
            if self._finder.has_instance(value):
                yield self._name(among), value

    def _name_classes(
        self, among: Formula, values: list[Formula], classes: Sequence[tuple[Formula, Formula]]
    ) -> Iterator[tuple[Formula, Formula]]:
        algebra = self._finder.algebra
        if not self._finder.has_instance(among):
            return
        if not classes:
            yield among, algebra.every(values)
            return
        (names, inner), *rest = classes
        if inner is not algebra.never:
            yield from self._name_classes(algebra.every([among, names]), [*values, inner], rest)
        yield from self._name_classes(algebra.every([among, algebra.negate(names)]), values, rest)

    def _name(self, among: Formula) -> str:
        for name in _READABLE_NAMES:
            if self._finder.algebra.evaluation.holds(among, name):
                return name
        return str(self._finder.sample(among, 1).values[0])

    def _with_enough(self, wanted: _Wanted, members: dict[str, Formula]) -> Iterator[dict[str, Formula]]:
        """Add members until there are enough; any will do, so the first that fit are taken."""
        missing = wanted.least - len(members)
        if missing > _MOST_ADDED:
            self._finder.doubt(f"an object of {wanted.least:,} members was not built")
            return
        for name, value in islice(self._optional(wanted, members), max(missing, 0)):
            members = {**members, name: value}
        while len(members) < wanted.least:
            algebra = self._finder.algebra
            added = next(self._unmentioned(wanted, members, algebra.always, algebra.always), None)
            if added is None:
                return
            members = {**members, added[0]: added[1]}
        yield members

    def _optional(self, wanted: _Wanted, members: dict[str, Formula]) -> Iterator[tuple[str, Formula]]:
        for name in wanted.members:
            if name not in members and name not in wanted.must_not:
                value = self._value(wanted, name)
                if self._finder.has_instance(value):
                    yield name, value

    def _filled(self, wanted: _Wanted, members: dict[str, Formula], width: int) -> Iterator[JsonValue]:
        yield from self._products(members, width)
        if width > 1:
            for name, value in self._optional(wanted, members):
                if wanted.most is None or len(members) < wanted.most:
                    yield from self._products({**members, name: value}, width)
            always = self._finder.algebra.always
            for name, value in self._unmentioned(wanted, members, always, always):
                if wanted.most is None or len(members) < wanted.most:
                    yield from self._products({**members, name: value}, width)

    def _products(self, members: dict[str, Formula], width: int) -> Iterator[JsonValue]:
        options = [self._finder.sample(value, width).values for value in members.values()]
        for values in product(*options):
            yield dict(zip(members, values, strict=True))
