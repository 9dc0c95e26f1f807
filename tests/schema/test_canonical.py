"""A canonical form is asked for only where the library, which nothing can stop, surely ends."""

from collections.abc import Callable

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.canonical import canonicalize, covers, is_tractable
from tests.cases import check_each


def _branches(count: int, values: int) -> JsonValue:
    numbers: list[JsonValue] = list(range(values))
    return {"oneOf": [{"properties": {"a": {"enum": numbers}, "b": {"const": branch}}} for branch in range(count)]}


def test_values_of_branches_that_exclude_each_other_are_counted_together() -> None:
    assert canonicalize(_branches(3, 100)) is not None
    with pytest.raises(ValueError, match="the canonical form is too large"):
        canonicalize(_branches(8, 501))


def test_a_form_that_is_too_large_leaves_the_question_open() -> None:
    assert covers(_branches(8, 501), {"type": "string"}) is None


def test_many_values_without_anything_that_excludes_are_few() -> None:
    assert canonicalize({"enum": list(range(20_000))}) is not None


def test_branches_beside_unevaluated_elements_are_few() -> None:
    def lists(count: int) -> JsonValue:
        return {"oneOf": [{"prefixItems": [{"const": one}]} for one in range(count)], "unevaluatedItems": False}

    assert canonicalize(lists(7)) is not None
    with pytest.raises(ValueError, match="the canonical form is too large"):
        canonicalize(lists(8))


def _texts(names: list[JsonValue]) -> dict[str, JsonValue]:
    return {str(name): {"type": "string"} for name in names}


@check_each(
    "naming",
    [
        lambda names: {"required": names},
        lambda names: {"properties": _texts(names)},
        lambda names: {"patternProperties": _texts(names)},
        lambda names: {"prefixItems": list(_texts(names).values())},
        lambda names: {"dependentRequired": {"a": names}},
        lambda names: {"properties": {"inside": {"required": names}}},
        lambda names: {"allOf": [{"required": names[:30]}, {"required": names[30:]}]},
        lambda names: {"anyOf": [{"required": names}, {"required": ["a"]}]},
        lambda names: {"$ref": "#/$defs/a", "required": names[30:], "$defs": {"a": {"required": names[:30]}}},
        lambda names: {"properties": {str(name): {"required": names[:58]} for name in names}},
    ],
)
def test_what_covers_what_is_asked_only_where_few_names_come_together(
    naming: Callable[[list[JsonValue]], JsonValue],
) -> None:
    few: list[JsonValue] = [f"name{number}" for number in range(59)]
    many: list[JsonValue] = [*few, "one", "more"]
    assert is_tractable(naming(few[:30]))
    assert not is_tractable(naming(many))
    assert covers(naming(many), naming(many)) is None


def _numbers(count: int) -> list[JsonValue]:
    return list(range(count))


@check_each(
    "naming",
    [
        lambda count: {"enum": _numbers(count)},
        lambda count: {"properties": {"a": {"enum": _numbers(count)}}},
        lambda count: {"anyOf": [{"enum": _numbers(count // 10)} for _ in range(10)]},
        lambda count: {"anyOf": [{"const": value} for value in range(count)]},
        lambda count: {"allOf": [{"enum": _numbers(count // 2)}, {"enum": _numbers(count // 2)}]},
        lambda count: {
            "properties": {f"p{at}": {"$ref": "#/$defs/a"} for at in range(50)},
            "$defs": {"a": {"enum": _numbers(count // 7)}},
        },
    ],
)
def test_what_covers_what_is_asked_only_where_few_values_come_together(naming: Callable[[int], JsonValue]) -> None:
    assert is_tractable(naming(600))
    assert not is_tractable(naming(1_200))


def _patterns(count: int, first: int = 0) -> list[JsonValue]:
    return [{"pattern": f"^a{first + at}"} for at in range(count)]


@check_each(
    "naming",
    [
        lambda count: {"anyOf": _patterns(count**2)},
        lambda count: {"properties": {"a": {"anyOf": _patterns(count**2)}}},
        lambda count: {"allOf": [{"anyOf": _patterns(count)}, {"anyOf": _patterns(count, 100)}]},
        lambda count: {"allOf": [{"oneOf": _patterns(count)}, {"anyOf": _patterns(count, 100)}]},
        lambda count: {"anyOf": [{"anyOf": _patterns(count, 100 * at)} for at in range(count)]},
        lambda count: {
            "anyOf": _patterns(count),
            "$ref": "#/$defs/a",
            "$defs": {"a": {"anyOf": _patterns(count, 100)}},
        },
    ],
)
def test_what_covers_what_is_asked_only_where_few_cases_come_together(naming: Callable[[int], JsonValue]) -> None:
    assert is_tractable(naming(9))
    assert not is_tractable(naming(11))
    assert covers(naming(11), naming(11)) is None


def test_a_member_that_requires_thousands_beside_it_has_no_form() -> None:
    names: list[JsonValue] = [f"name{number}" for number in range(501)]
    with pytest.raises(ValueError, match="the canonical form is too large"):
        canonicalize({"dependentRequired": {"a": names}})


def test_as_many_alternatives_as_are_said_to_be_bearable_have_a_form() -> None:
    def alternatives(count: int) -> JsonValue:
        return {"allOf": [{"not": {"const": one}} for one in range(count)]}

    assert canonicalize(alternatives(16)) is not None
    with pytest.raises(ValueError, match="the canonical form is too large"):
        canonicalize(alternatives(17))


def test_a_schema_with_more_dependencies_than_are_said_to_be_few_covers_nothing() -> None:
    def dependencies(count: int) -> JsonValue:
        return {"dependentRequired": {f"name{one}": ["a"] for one in range(count)}}

    assert is_tractable(dependencies(12))
    assert not is_tractable(dependencies(13))
