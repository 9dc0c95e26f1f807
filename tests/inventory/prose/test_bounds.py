"""A bound counts where a number stands right behind the words that make it one."""

from conformance.inventory.prose.bounds import stated_bounds
from conformance.inventory.prose.numbered_values import special_numbers
from tests.cases import check_each


def _found(text: str) -> list[tuple[str, float, bool]]:
    return [(bound.side, bound.amount.number, bound.exclusive) for bound in stated_bounds(text)]


@check_each(
    ("text", "bounds"),
    [
        ("Results per page (min 1, max 100)", [("lower", 1, False), ("upper", 100, False)]),
        ("between 1 and 20 (default: 10)", [("lower", 1, False), ("upper", 20, False)]),
        ("how many to sample (2-12)", [("lower", 2, False), ("upper", 12, False)]),
        ("Maximum: `100`.", [("upper", 100, False)]),
        ("at most 30", [("upper", 30, False)]),
        ("must be greater than 0", [("lower", 0, True)]),
        ("must not exceed 16 characters", [("upper", 16, False)]),
        ("Limit: 50 items per call.", [("upper", 50, False)]),
        ("must be positive", [("lower", 0, True)]),
        ("No more than 1,000 rows", [("upper", 1000, False)]),
        ("at most 10k", [("upper", 10_000, False)]),
        ("cannot exceed 20", [("upper", 20, False)]),
        ("20 or fewer", [("upper", 20, False)]),
        ("20 max", [("upper", 20, False)]),
        ("Rows per page (default: 50, must be greater than 0)", [("lower", 0, True)]),
        ("bps 100-2500 (default 1500)", [("lower", 100, False), ("upper", 2500, False)]),
        ("Results, default 5, hard cap 20.", [("upper", 20, False)]),
        ("Results (cap 20)", [("upper", 20, False)]),
        ("range: 1..20", [("lower", 1, False), ("upper", 20, False)]),
        ("Page size, 1-20.", [("lower", 1, False), ("upper", 20, False)]),
        ("1-20", [("lower", 1, False), ("upper", 20, False)]),
        ("[1, 20]", [("lower", 1, False), ("upper", 20, False)]),
        ("less than 20", [("upper", 20, True)]),
        ("At least 1 or more, less than 100", [("lower", 1, False), ("upper", 100, True)]),
        ("Retry at most 3 times.", [("upper", 3, False)]),
        ("Wait at most 30 seconds before giving up", [("upper", 30, False)]),
        ("At most 100 items other than hidden ones", [("upper", 100, False)]),
        ("At least 2 and more than the rest need", [("lower", 2, False)]),
        ("At most 20 characters of the title", [("upper", 20, False)]),
        ("max 100 as described below", [("upper", 100, False)]),
        ("At least 18 or above, at most 99 years", [("lower", 18, False), ("upper", 99, False)]),
    ],
)
def test_a_stated_bound_is_read_with_its_side(text: str, bounds: list[tuple[str, float, bool]]) -> None:
    assert _found(text) == bounds


@check_each(
    "text",
    [
        "Maximum number of results to return (default 20)",
        "values are recommended to be less than 1",
        "for example at most 5",
        "date range (ISO 8601 date or range)",
        "Color for positive values",
        "a bounded preview",
        "If the list is long, up to 30 are shown",
        "between March 3 and the end",
        "at most 20 per second",
        "at most 20 requests/min",
        "Between 2020 and 2024 this was different.",
        "e.g., 1-20",
        "Example: 1-3",
        "values above 20 are rejected",
        "one of [1, 20]",
        "Lines 10-20 of the file",
        "Rules of which a visitor must match at least one",
        "Filter by one or more ids. At least one must match.",
        "needs >=1 negative and >=1 positive.",
    ],
)
def test_a_recommendation_an_example_or_a_condition_is_no_bound(text: str) -> None:
    assert _found(text) == []


@check_each(
    "text",
    [
        "At most 10 minutes after start_ms.",
        "Up to 5 more than start_ms.",
        "Up to 5 more pixels than `width`.",
        "At least 2 pixels wider than start_ms.",
        "Must be at most 100 times the width.",
        "At most 2x the width.",
        "At most 50% of the width.",
        "At most 3 levels below the root.",
        "At least 2 above min_value",
        "Maximum: `2` above min_value.",
        "End; must be greater than start_ms, at most 10 minutes later.",
        "Must exceed start_ms by at most 10 minutes.",
        "Between 1 and 10 minutes before `end_ms`.",
        "Between 1 and 5 more than start_ms.",
        "At most 5 minutes apart",
    ],
)
def test_a_distance_to_something_else_is_no_bound(text: str) -> None:
    assert _found(text) == []


def test_a_number_with_a_meaning_of_its_own_may_be_outside_the_bounds() -> None:
    assert special_numbers("Priority 1 (highest) to 5 (lowest), or 0 to clear.") == {0}


def test_a_unit_of_time_is_kept_for_the_comparison() -> None:
    (bound,) = stated_bounds("How long to wait, at most 30 seconds")
    assert bound.amount.to_unit("ms") == 30_000
    assert bound.amount.to_unit("lines") is None
