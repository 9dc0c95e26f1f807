"""Instances are built or proved not to exist; what was left out is a doubt."""

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from conformance.schema.containment.algebra import Algebra
from conformance.schema.containment.formulas import Formula
from conformance.schema.containment.solving import objects
from conformance.schema.containment.solving.finder import InstanceSample
from conformance.schema.containment.solving.numbers import instances_of_numbers
from conformance.schema.containment.solving.search import Search
from conformance.schema.containment.translation import SchemaTranslation
from conformance.schema.dialects import DEFAULT
from conformance.schema.validation import is_valid
from tests.cases import check_each


def search_of(schema: Any, width: int = 1) -> tuple[list[Any], list[str]]:
    """Some instances of a schema, and the doubts of the search."""
    algebra = Algebra(lambda: None)
    search = Search(algebra)
    found = list(islice(search.instances(SchemaTranslation(algebra, "any", schema, DEFAULT).root(), width), 30))
    return found, list(search.doubts)


EMPTY = {
    "no integer in between": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "no multiple in a window": {"type": "number", "multipleOf": 7, "minimum": 8, "maximum": 13},
    "every integer is a half": {"type": "integer", "not": {"multipleOf": 0.5}},
    "two grids that fill a third": {"type": "integer", "multipleOf": 2, "not": {"multipleOf": 2}},
    "a pattern too long": {"type": "string", "pattern": "^.{5}$", "maxLength": 3},
    "all words of a language excluded": {"type": "string", "pattern": "^[ab]$", "not": {"enum": ["a", "b"]}},
    "three different booleans": {"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": True},
    "more different booleans than anybody builds": {
        "type": "array",
        "items": {"type": "boolean"},
        "minItems": 30_000,
        "uniqueItems": True,
    },
    "two equal ones among one": {"type": "array", "maxItems": 1, "not": {"uniqueItems": True}},
    "more matches than elements": {"type": "array", "maxItems": 1, "contains": {"type": "null"}, "minContains": 2},
    "an element of both kinds": {
        "type": "array",
        "maxItems": 1,
        "allOf": [{"contains": {"type": "null"}}, {"contains": {"type": "string"}}],
    },
    "a misfit behind the last element": {
        "type": "array",
        "maxItems": 1,
        "not": {"prefixItems": [{}], "items": {"type": "string"}},
    },
    "a required forbidden member": {"type": "object", "required": ["a"], "properties": {"a": False}},
    "a required member of a closed object": {"type": "object", "required": ["a"], "additionalProperties": False},
    "more members than names": {
        "type": "object",
        "propertyNames": {"pattern": "^[ab]$"},
        "minProperties": 3,
    },
    "a recursion without an end": {"type": "object", "required": ["k"], "properties": {"k": {"$ref": "#"}}},
    "two recursions without an end": {
        "$defs": {
            "A": {"type": "object", "required": ["b"], "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/A"}},
        },
        "$ref": "#/$defs/A",
    },
    "equal branches of oneOf": {"oneOf": [{"type": "string"}, {"type": "string"}]},
}


@check_each("name", EMPTY)
def test_that_nothing_fits_is_proved(name: str) -> None:
    assert search_of(EMPTY[name]) == ([], [])


FILLED = {
    "a fraction": {"type": "number", "exclusiveMinimum": 0.1, "exclusiveMaximum": 0.2},
    "off a grid": {"type": "number", "not": {"multipleOf": 1}, "minimum": 3, "maximum": 4},
    "a large integer": {"type": "integer", "minimum": 2**63, "multipleOf": 7},
    "a word that ends a pattern": {"type": "string", "pattern": "a+b{2}$", "minLength": 9},
    "unique integers": {"type": "array", "items": {"type": "integer"}, "minItems": 5, "uniqueItems": True},
    "unique objects": {"type": "array", "items": {"type": "object"}, "minItems": 3, "uniqueItems": True},
    "a repeated element": {"type": "array", "not": {"uniqueItems": True}, "items": {"type": "string"}},
    "few matches": {"type": "array", "contains": {"type": "null"}, "maxContains": 1, "minItems": 3},
    "a misfit behind a free head": {"type": "array", "not": {"prefixItems": [{}], "items": {"type": "string"}}},
    "a name of a pattern": {"type": "object", "patternProperties": {"^x_": {"type": "null"}}, "minProperties": 2},
    "a dependency": {"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}},
    "a list of lists": {"type": "array", "items": {"$ref": "#"}, "minItems": 1, "maxItems": 1} | {"minItems": 0},
    "a look-behind": {"type": "string", "pattern": "(?<=x)y"},
}


@check_each("width", [1, 3])
@check_each("name", FILLED)
def test_what_is_built_is_valid(name: str, width: int) -> None:
    found, _ = search_of(FILLED[name], width)
    assert found
    assert [value for value in found if not is_valid(value, FILLED[name])] == []


@pytest.mark.parametrize(
    ("schema", "doubt"),
    [
        ({"type": "string", "minLength": 10**9}, "a string of more than 2,000,000 characters was not built"),
        ({"type": "array", "minItems": 10**8}, "an array of 100,000,000 elements was not built"),
        (
            {"type": "array", "minItems": 30_000, "uniqueItems": True, "items": {"type": "integer"}},
            "an array of 30,000 elements was not built",
        ),
        ({"type": "object", "minProperties": 10**6}, "an object of 1,000,000 members was not built"),
        (
            {"type": "string", "pattern": r"^(a+)b\1b\1$", "maxLength": 4},
            "a pattern is not regular, so only some of its strings were tried",
        ),
    ],
)
def test_what_was_not_tried_is_a_doubt(schema: Any, doubt: str) -> None:
    found, doubts = search_of(schema)
    assert found == []
    assert doubts == [doubt]


def test_a_common_period_that_is_too_long_to_walk_is_a_doubt() -> None:
    none: Any = {"type": "integer", "not": {"anyOf": [{"multipleOf": 0.5}, {"multipleOf": 999_983}]}}
    assert search_of(none) == ([], ["more than 20,000 multiples were tried"])


def test_an_interval_of_one_number_has_that_number_or_none() -> None:
    one: Any = {"type": "number", "minimum": 1.5, "maximum": 1.5}
    assert search_of(one) == ([1.5], [])
    assert search_of({**one, "not": {"multipleOf": 0.5}}) == ([], [])


def test_a_long_text_of_a_pattern_is_stretched_or_doubted() -> None:
    found, _ = search_of({"type": "string", "minLength": 5_000, "pattern": "^ab*$"})
    assert found[0] == "a" + "b" * 4_999
    for length in (5_000, 300_000):
        found, doubts = search_of({"type": "string", "minLength": length, "pattern": "^(ab)*$"})
        assert found == []
        assert doubts == ["a string of more than 4,000 characters with a pattern was not built"]
    # no longer text fits than the pattern allows, which is a proof
    assert search_of({"type": "string", "minLength": 5_000, "pattern": "^a{3}$"}) == ([], [])


def built(schema: Any, most: int) -> list[Any]:
    algebra = Algebra(lambda: None)
    formula = SchemaTranslation(algebra, "any", schema, DEFAULT).root()
    return list(islice(Search(algebra).instances(formula, 1), most))


def test_texts_of_a_length_are_neither_shorter_nor_longer() -> None:
    assert built({"type": "string", "maxLength": 0}, 9) == [""]
    assert {len(text) for text in built({"type": "string", "minLength": 2, "maxLength": 2}, 200)} == {2}
    assert {len(text) for text in built({"type": "string", "minLength": 1, "maxLength": 3}, 200)} == {1, 2, 3}
    any_length = built({"type": "string"}, 200)
    assert any_length.index("") == 50  # first what is short and readable
    assert max(map(len, any_length)) > 20


def test_numbers_between_bounds_go_on_from_integers_to_fractions() -> None:
    assert built({"type": "number", "minimum": 3}, 61)[-2:] == [62, 3.5]
    assert built({"type": "number", "maximum": 3}, 61)[-2:] == [-56, 2.5]
    assert built({"type": "number"}, 61)[-2:] == [30, 0.5]
    assert built({"type": "number", "exclusiveMinimum": 3, "exclusiveMaximum": 4}, 3) == [3.5, 3.2, 3.25]
    between = built({"type": "number", "minimum": 0, "maximum": 1}, 300)
    assert len(set(between)) == len(between)
    assert {0, 1, 0.5, 0.25, 0.1} <= set(between)


def test_ranges_that_contradict_each_other_hold_no_number() -> None:
    algebra = Algebra(lambda: None)
    atoms = algebra.atoms
    apart = [atoms.number_range(Fraction(2), False, None, False), atoms.number_range(None, False, Fraction(1), False)]
    for grid in ([], [atoms.multiple_of(Fraction(1))]):
        search = Search(algebra)
        assert list(instances_of_numbers(search, [*apart, *grid], 1)) == []
        assert list(search.doubts) == []


class _PoorSearch(Search):
    """Finds one instance of whatever is asked for, and knows that there are others."""

    def sample(self, formula: Formula, wanted: int) -> InstanceSample:
        return InstanceSample(super().sample(formula, wanted).values[:1], wanted, is_complete=False)


def test_too_few_different_elements_are_a_doubt_and_all_of_them_a_proof() -> None:
    algebra = Algebra(lambda: None)
    for items, doubts in (
        ("integer", ["too few different elements were found for an array of unique ones"]),
        ("null", []),
    ):
        schema = {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": items}}
        search = _PoorSearch(algebra)
        assert list(search.instances(SchemaTranslation(algebra, items, schema, DEFAULT).root(), 1)) == []
        assert list(search.doubts) == doubts


@check_each(
    ("schema", "texts"),
    [
        ({"pattern": r"^(a|b)\1$"}, ["aa", "bb"]),
        ({"pattern": r"^(a|b|c)\1$", "not": {"enum": ["aa"]}}, ["bb", "cc"]),
        ({"pattern": r"^(a|b)x\1$", "not": {"pattern": "^a"}}, ["bxb"]),
    ],
)
def test_of_the_texts_that_a_pattern_may_have_only_those_that_it_has_are_instances(
    schema: Any, texts: list[str]
) -> None:
    assert search_of({"type": "string", **schema})[0] == texts


@check_each(
    ("schema", "first"),
    [
        ({"not": {"prefixItems": [{"type": "null"}]}, "items": {"enum": [None, 1]}}, [1]),
        ({"not": {"prefixItems": [True, {"minimum": 1}]}, "items": {"type": "integer", "minimum": 0}}, [0, 0]),
        (
            {"not": {"items": {"type": "null"}}, "prefixItems": [{"type": "null"}], "items": {"enum": [None, 1]}},
            [None, 1],
        ),
        ({"contains": {"const": 1}, "maxContains": 1, "minItems": 2, "items": {"enum": [1, 2]}}, [1, 2]),
    ],
)
def test_an_array_has_an_element_where_one_has_to_be_another(schema: Any, first: list[Any]) -> None:
    found, doubts = search_of({"type": "array", **schema})
    assert found[0] == first
    assert doubts == []
    assert all(is_valid(one, {"type": "array", **schema}) for one in found)


def test_as_many_members_are_added_as_may_be_and_not_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "_MOST_ADDED", 3)
    found, doubts = search_of({"type": "object", "minProperties": 3})
    assert (len(found[0]), doubts) == (3, [])
    assert search_of({"type": "object", "minProperties": 4}) == ([], ["an object of 4 members was not built"])


def test_no_text_is_found_twice() -> None:
    for schema in ({"type": "string"}, {"type": "string", "minLength": 2, "maxLength": 3}):
        search = Search(algebra := Algebra(lambda: None))
        formula = SchemaTranslation(algebra, "any", schema, DEFAULT).root()
        texts = list(islice(search.instances(formula, 1), 2_000))
        assert len({*map(str, texts)}) == len(texts) == 2_000


def test_of_a_language_without_a_word_that_all_engines_read_alike_its_own_words_are_tried() -> None:
    found, doubts = search_of({"type": "string", "pattern": "^[\u4e00\u4e01]$"}, 3)
    assert (sorted(found), doubts) == (["\u4e00", "\u4e01"], [])
