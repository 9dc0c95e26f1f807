"""A bound is read from what happens beyond it, and from a sign behind a number; one that only lowers it is soft."""

from conformance.inventory.prose.worded_bounds import worded_bounds
from tests.cases import check_each


@check_each(
    ("text", "side", "number", "is_soft"),
    [
        ("Values above 100 are rejected.", "upper", 100, False),
        ("Anything below 2 is invalid", "lower", 2, False),
        ("How many to return; capped at 500 server-side.", "upper", 500, True),
        ("Values over 50 are clamped", "upper", 50, True),
        ("Number of rows. The server caps at 100.", "upper", 100, True),
        ("Number of rows (2+)", "lower", 2, False),
        ("2 or more", "lower", 2, False),
    ],
)
def test_what_lies_beyond_a_bound_states_it(text: str, side: str, number: float, *, is_soft: bool) -> None:
    found = [(one.side, one.amount.number, one.is_soft) for one in worded_bounds(text)]
    assert found == [(side, number, is_soft)]


@check_each(
    "text",
    ["Values above 100 are slow", "Typically capped at 5", "2 or more of them are read", "If fast, capped at 5"],
)
def test_advice_and_cases_are_no_bounds(text: str) -> None:
    assert list(worded_bounds(text)) == []


def test_a_clamped_range_bounds_both_sides_whatever_else_is_said_of_it() -> None:
    found = [
        (one.side, one.amount.number) for one in worded_bounds("limit is clamped to 1..50 and shown in the answer")
    ]
    assert found == [("lower", 1), ("upper", 50)]
