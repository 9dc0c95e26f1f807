"""What is left of a formula beside one that holds says the same of each instance for which that one holds."""

from collections.abc import Callable
from typing import Any

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.budget import Meter, ProofBudget, UndecidableError
from conformance.schema.containment.difference import difference
from conformance.schema.containment.formulas import AnyOf, Formula, Member
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT, dialect_of
from tests.schema.containment.test_hunt import instances, pair


def _read(algebra: Algebra, label: str, schema: JsonValue) -> Formula:
    return SchemaTranslation(algebra, label, schema, dialect_of(schema) or DEFAULT).root()


def _agrees(seed: int) -> int:
    """Compare the answers for some instances that the old schema accepts, and return how many these were."""
    old, new = pair(seed)
    algebra = Algebra(Meter(ProofBudget(50_000, 20.0)).spend)
    try:
        given, wanted = _read(algebra, "old", old), _read(algebra, "new", new)
        left = difference(algebra, wanted, given)
        holds = algebra.evaluation.holds
        accepted = [one for one in instances(old, seed) if holds(given, one)]
        for one in accepted:
            whole = holds(wanted, one)
            assert whole is None or holds(left, one) is whole, (old, new, one)
    except UndecidableError:
        return 0
    return len(accepted)


def test_what_is_left_says_of_each_accepted_instance_what_the_whole_says() -> None:
    assert sum(map(_agrees, range(400))) > 1_000


AROUND: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda inner: inner,
    "a member": lambda inner: {"properties": {"o": inner}},
    "null": lambda inner: {"properties": {"o": {"anyOf": [inner, {"type": "null"}]}}},
    "another type": lambda inner: {"properties": {"o": {"oneOf": [inner, {"type": "string", "maxLength": 3}]}}},
    "items": lambda inner: {"items": inner},
    "one item": lambda inner: {"prefixItems": [{}, inner]},
    "members by pattern": lambda inner: {"patternProperties": {"^x": inner}},
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
def test_one_changed_field_is_all_that_is_left_wherever_it_is(around: Callable[[Any], Any]) -> None:
    algebra = Algebra(lambda: None)
    others = {f"f{index}": {"minLength": 1} for index in range(9)}
    given, wanted = (
        _read(algebra, kind, around({"type": "object", "properties": {"a": {"type": kind}, **others}}))
        for kind in ("string", "integer")
    )
    assert _names(wanted) - {"o"} == {"a", *others}
    assert _names(difference(algebra, wanted, given)) - {"o"} == {"a"}


def _names(formula: Formula) -> set[str]:
    """The members of which a formula says something."""
    inner = [getattr(formula, "inner", None), *getattr(formula, "parts", ())]
    own = {formula.name} if isinstance(formula, Member) else set[str]()
    return own.union(*(_names(one) for one in inner if isinstance(one, Formula)))


def test_of_two_changed_alternatives_none_is_known_to_have_held() -> None:
    algebra = Algebra(lambda: None)
    choices: list[Any] = [
        {"anyOf": [{"type": "string", "minLength": least}, {"type": "array", "minItems": least}]} for least in (1, 2)
    ]
    given, wanted = (_read(algebra, str(index), one) for index, one in enumerate(choices))
    left = difference(algebra, wanted, given)
    assert isinstance(left, AnyOf)
    assert left is wanted
