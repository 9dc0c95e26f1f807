"""Among alike elements only how many are chosen makes a difference, and no choice that matters is left out."""

import random
from itertools import combinations, product
from typing import Any

from conformance.schema.containment.budget import ProofBudget
from conformance.schema.containment.prover import Answer
from conformance.schema.containment.questions import containment_verdict, is_satisfiable
from conformance.schema.containment.solving.choices import distinct_choices, distributions, group_alike
from conformance.schema.validation import is_valid
from tests.cases import check_each

VALUES = (0, 1, "a")
ARRAYS = [list(values) for length in range(5) for values in product(VALUES, repeat=length)]


def test_alike_elements_are_grouped_in_the_order_of_their_first() -> None:
    assert list(group_alike("abcab").items()) == [("a", [0, 3]), ("b", [1, 4]), ("c", [2])]


def test_distributions_are_all_ways_to_reach_a_total() -> None:
    ranges = [range(3), range(1, 3), range(4)]
    for total in range(9):
        expected = [numbers for numbers in product(*ranges) if sum(numbers) == total]
        assert list(distributions(total, ranges)) == sorted(expected, reverse=True)
    assert list(distributions(0, [])) == [()]
    assert list(distributions(1, [])) == []


def test_distinct_choices_are_every_set_of_different_values_once() -> None:
    found = list(distinct_choices("aab", {"a": [1, 2, 3], "b": [3, 4]}, lambda: None))
    assert {frozenset(values) for values in found} == {
        frozenset((*pair, last)) for pair in combinations((1, 2, 3), 2) for last in (3, 4) if last not in pair
    }
    assert list(distinct_choices("aa", {"a": [1, 1.0]}, lambda: None)) == []
    assert list(distinct_choices("", {}, lambda: None)) == [[]]


def _array_schema(rng: random.Random) -> dict[str, Any]:
    def values() -> dict[str, Any]:
        return {"enum": rng.sample(VALUES, rng.randint(1, 3))}

    contains = [
        {"contains": values(), "minContains": (least := rng.randint(0, 3)), "maxContains": least + rng.randint(0, 2)}
        for _ in range(rng.randint(0, 2))
    ]
    return {
        "type": "array",
        "maxItems": rng.randint(0, 4),
        "minItems": rng.randint(0, 3),
        "prefixItems": [values() for _ in range(rng.randint(1, 2))],
        "items": values(),
        "uniqueItems": rng.random() < 0.3,
        "allOf": [*contains, True],
        **({"not": {"uniqueItems": True}} if rng.random() < 0.2 else {}),
    }


@check_each("seed", range(300))
def test_an_array_is_found_if_and_only_if_there_is_one(seed: int) -> None:
    schema = _array_schema(random.Random(seed))
    exists = any(is_valid(array, schema) for array in ARRAYS)
    assert is_satisfiable(schema, budget=ProofBudget(seconds=60)).holds is exists


def test_of_many_alternatives_two_that_hold_together_are_found_and_so_is_that_there_are_none() -> None:
    far = [{"const": 100 + number} for number in range(30)]
    schema = {"type": "integer", "not": {"oneOf": [{"minimum": 0}, {"maximum": 5}, *far]}}
    budget = ProofBudget(seconds=60)
    assert is_satisfiable({**schema, "maximum": 90}, budget=budget).holds is True
    assert is_satisfiable({**schema, "minimum": 6, "maximum": 90}, budget=budget).holds is False
    assert is_satisfiable({**schema, "minimum": 6, "maximum": 100}, budget=budget).holds is True


def contained(least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "contains": {"const": "a"}, "minContains": least, "maxContains": most}


LARGE_BREAKS: dict[str, tuple[Any, Any]] = {
    "a maxLength of a long text": (
        {"type": "string", "maxLength": 3_000_000},
        {"type": "string", "maxLength": 100_001},
    ),
    "a minLength of a long text": ({"type": "string", "minLength": 100_001}, {"type": "string", "minLength": 900_000}),
    "minContains": (contained(1000, 3000), contained(1001, 3000)),
    "maxContains": (contained(1, 1001), contained(1, 1000)),
    "maxItems": (
        {"type": "array", "items": {"type": "string"}, "maxItems": 30_000},
        {"type": "array", "items": {"type": "string"}, "maxItems": 20_000},
    ),
    "maxItems of different elements": (
        {"type": "array", "items": {"type": "integer"}, "uniqueItems": True},
        {"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "maxItems": 2000},
    ),
    "maxLength of a path": (
        {"type": "string", "pattern": "^/"},
        {"type": "string", "pattern": "^/", "maxLength": 4096},
    ),
    "maxLength with a look-ahead": (
        {"type": "string", "pattern": "^(?!x)(?=.*b).*$"},
        {"type": "string", "pattern": "^(?!x)(?=.*b).*$", "maxLength": 50_000},
    ),
}


@check_each("name", LARGE_BREAKS)
def test_a_break_of_which_only_the_size_is_large_is_shown(name: str) -> None:
    old, new = LARGE_BREAKS[name]
    verdict = containment_verdict(old, new, budget=ProofBudget(seconds=60))
    assert verdict.answer is Answer.BREAKING, verdict.reason
    assert verdict.witness is not None
    assert is_valid(verdict.witness.instance, old)
    assert not is_valid(verdict.witness.instance, new)


def test_texts_that_are_too_long_together_are_not_built() -> None:
    texts = {"type": "array", "uniqueItems": True, "minItems": 100, "items": {"type": "string", "minLength": 1_000_000}}
    verdict = containment_verdict(texts, {"type": "null"})
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason == "texts of more than 20,000,000 characters in all were not built"


def test_a_report_has_the_whole_witness_unless_a_text_is_too_long_for_it() -> None:
    old = {"type": "string", "maxLength": 3_000_000}
    whole = containment_verdict(old, {"type": "string", "maxLength": 100_001})
    assert whole.short_form() == whole
    cut = containment_verdict({"properties": {"a": old}}, {"properties": {"a": {"maxLength": 900_000}}}).short_form()
    assert cut.witness is not None
    instance: Any = cut.witness.instance
    assert len(instance["a"]) < 201_000
    assert "700,001 characters" in instance["a"]
