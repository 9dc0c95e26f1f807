"""A canonical form is asked for only where the library, which nothing can stop, surely ends."""

import pytest

from conformance.documents.values import JsonValue
from conformance.schema.canonical import canonicalize, covers


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
