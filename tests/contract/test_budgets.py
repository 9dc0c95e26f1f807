"""Budgets nest by construction, and what is left over goes to whom it helps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.contract.budgets import (
    RECEIPT_CHARS,
    RECEIPT_RESERVE,
    Budget,
    ProjectionPolicy,
    RenderPolicy,
    common_limit,
    shares,
)
from conformance.contract.families import all_families
from conformance.errors import ConformanceError


@pytest.mark.parametrize(
    "arguments", [{"preview_chars": 8_001}, {"preview_chars": 10}, {"preview_chars": 500, "listed_items": 0}]
)
def test_a_budget_that_does_not_fit_cannot_be_stated(arguments: dict[str, int]) -> None:
    with pytest.raises(ConformanceError):
        Budget(**arguments)


@pytest.mark.parametrize("chars", [0, -1, True, 1.5, "5", float("nan"), float("inf"), [1]])
def test_a_policy_that_is_no_number_of_characters_is_refused(chars: Any) -> None:
    with pytest.raises(ConformanceError, match="preview_chars must be an integer from 1; found"):
        ProjectionPolicy(preview_chars=chars)
    with pytest.raises(ConformanceError, match="receipt_chars must be an integer from 2000; found"):
        RenderPolicy(receipt_chars=chars)


def test_a_receipt_policy_has_no_value_for_none() -> None:
    with pytest.raises(ConformanceError, match="found None"):
        RenderPolicy(None)  # type: ignore[arg-type]


def test_the_budget_of_every_family_leaves_a_receipt_room_for_its_handles() -> None:
    for family in all_families().values():
        assert family.budget.preview_chars + RECEIPT_RESERVE <= RECEIPT_CHARS


def test_a_policy_only_narrows() -> None:
    budget = Budget(preview_chars=1_000)
    assert ProjectionPolicy().narrow(budget) == budget
    assert ProjectionPolicy(preview_chars=5_000).narrow(budget) == budget
    assert ProjectionPolicy(preview_chars=400).narrow(budget).preview_chars == 400
    assert ProjectionPolicy(preview_chars=1).narrow(budget).preview_chars == 160


def test_the_modest_get_all_and_the_greedy_share_the_rest() -> None:
    assert shares([10, 1_000, 1_000], 510) == [10, 250, 250]
    assert shares([1_000, 0], 100) == [100, 0]
    assert shares([], 100) == []


@given(st.lists(st.integers(0, 10_000), max_size=30), st.integers(0, 10_000))
def test_nobody_gets_more_than_asked_for_and_nothing_is_wasted(wants: list[int], total: int) -> None:
    granted = shares(wants, total)
    assert all(0 <= got <= want for got, want in zip(granted, wants, strict=True))
    assert sum(granted) <= total
    if sum(wants) <= total:
        assert granted == wants
    else:
        assert sum(granted) > total - len(wants)


@pytest.mark.parametrize(
    ("wants", "total", "size"),
    [([], 10, 10), ([3, 4], 10, 10), ([3, 100, 100], 10, 3), ([1, 100, 100], 10, 4), ([5], 0, 0)],
)
def test_the_level_is_the_size_that_all_can_be_cut_to(wants: list[int], total: int, size: int) -> None:
    assert common_limit(wants, total) == size
    assert sum(min(want, size) for want in wants) <= total
