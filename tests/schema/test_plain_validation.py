"""The plain reference validator is asked only what it answers soon."""

import warnings

import pytest

from conformance.schema.plain_validation import PlainValidation


def test_it_judges_as_python_does() -> None:
    assert PlainValidation({"pattern": "^a$"}).accepts("a\n") is True
    assert PlainValidation({"multipleOf": 0.1}).accepts(0.3) is False


def test_it_is_not_asked_where_it_could_hang() -> None:
    assert PlainValidation({"pattern": "^(a+)+$"}).accepts("a" * 60 + "!") is None
    assert PlainValidation({"patternProperties": {".*.*.*.*.*=": {}}}).accepts({"x" * 500: 1}) is None


def test_it_is_not_asked_what_it_cannot_read() -> None:
    assert PlainValidation({"pattern": r"\p{L}"}).accepts("a") is None
    assert PlainValidation({"$ref": "https://example.com", "multipleOf": 0.5}).accepts("a") is None


def test_the_dialect_of_the_schema_counts() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [False], "items": {"pattern": "a"}}
    assert PlainValidation(schema).accepts([1]) is True


def test_it_is_not_asked_what_python_reads_like_everybody() -> None:
    assert PlainValidation({"type": "string"}).accepts(1) is None


DRAFTS = {
    "http://json-schema.org/draft-04/schema#": ("exclusiveMinimum", True, {"minimum": 1}, 1),
    "http://json-schema.org/draft-06/schema#": ("const", 1, {}, 2),
    "http://json-schema.org/draft-07/schema#": ("if", True, {"then": False}, 1),
    "https://json-schema.org/draft/2019-09/schema": ("dependentRequired", {"a": ["b"]}, {}, {"a": 1}),
    "https://json-schema.org/draft/2020-12/schema": ("prefixItems", [False], {}, [1]),
}


@pytest.mark.parametrize("uri", DRAFTS)
def test_each_dialect_is_judged_by_its_own_validator(uri: str) -> None:
    keyword, value, beside, instance = DRAFTS[uri]
    schema = {"$schema": uri, keyword: value, **beside, "properties": {"name": {"pattern": "^x"}}}
    assert PlainValidation(schema).accepts(instance) is False
    without = {name: member for name, member in schema.items() if name != keyword}
    assert PlainValidation(without).accepts([]) is True


def test_a_pattern_is_quick_while_the_ways_through_it_are_few() -> None:
    # two anchors and a loop are three copies, and the ways are the square of the length and one: 3 * 816 ** 2
    assert PlainValidation({"pattern": "^a*$"}).accepts("a" * 815) is True
    assert PlainValidation({"pattern": "^a*$"}).accepts("a" * 816) is None
    # fifty rounds are counted as copies, fifty-one as a loop
    assert PlainValidation({"pattern": "^a{0,50}$"}).accepts("a" * 3_000) is False
    assert PlainValidation({"pattern": "^a{0,51}$"}).accepts("a" * 3_000) is None


def test_a_pattern_of_many_copies_is_not_expanded() -> None:
    assert PlainValidation({"pattern": "(?:a{20}){50}"}).accepts("a") is False
    assert PlainValidation({"pattern": "(?:a{20}){51}"}).accepts("a") is None
    assert PlainValidation({"pattern": "(?:(?:a|b){20}|(?=c{10})){20}"}).accepts("a") is False
    assert PlainValidation({"pattern": "(?:(?:a|b){20}|(?=c{10})){21}"}).accepts("a") is None


def test_names_of_members_are_texts_too_and_need_quick_patterns() -> None:
    schema = {"pattern": "^(?:a*)*$"}
    assert PlainValidation(schema).accepts({"deep": [{"name": 1}]}) is None
    assert PlainValidation(schema).accepts([1]) is True


@pytest.mark.parametrize("pattern", ["^[[:alpha:]]+$", "^[a-z--[aeiou]]$"])
def test_a_pattern_at_which_python_warns_is_left_to_whoever_reads_it_alike_everywhere(pattern: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert PlainValidation({"pattern": pattern}).accepts("a") is None
