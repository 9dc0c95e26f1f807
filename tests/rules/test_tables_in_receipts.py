"""A row of a table in a receipt has the values of its own item."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

_ISSUES: JsonObject = {
    "issues": [
        {"issueId": 101, "title": "Crash on save", "state": "open", "exit_code": 0},
        {"issueId": 102, "title": "Slow start", "state": "closed", "exit_code": 4},
    ]
}


def _table(*rows: str) -> str:
    return "2 issues found\n\n" + "\n".join(f"| {row} |" for row in rows)


@check_each(
    "receipt",
    [
        _table("Issue ID | Title | State", "---|---|---", "101 | Crash on save | closed", "102 | Slow start | closed"),
        _table("issueId | state", "---|:---:", "101 | open", "102 | open"),
        _table("Title | Exit code", "---|---", "Crash on save | 0", "Slow start | 0"),
        _table("**Title** | **State**", "---|---", "`Crash on save` | closed", "Slow start | closed"),
    ],
)
def test_a_row_with_the_value_of_another_item_is_found(receipt: str) -> None:
    (problem,) = found("receipt_values_true", success(receipt, **_ISSUES))
    assert " as `" in problem.message


@check_each(
    "receipt",
    [
        _table("Issue ID | Title | State", "---|---|---", "101 | Crash on save | open", "102 | Slow start | closed"),
        _table("Issue ID | State", "---|---", "102 | closed", "101 | open"),
        _table("Issue ID | State", "---|---", "101 | OPEN", "102 | Closed (done)"),
        _table("State | Issues", "---|---", "open | 101", "closed | 102"),
        _table("State | Title", "---|---", "open | 1", "closed | 1"),
        _table("Exit code | Title", "---|---", "0 | Crash on save", "4 | Slow start"),
        _table("Field | Value", "---|---", "open | 1", "closed | 1"),
        _table("Issue ID | Title | State", "---|---|---", "101 | Crash on save | ..."),
        _table("Issue ID | Title | Old | State", "---|---|---|---", "101 | Crash on save | closed | open"),
        "open | closed\n| x |\n|",
    ],
)
def test_a_row_in_any_layout_is_believed(receipt: str) -> None:
    assert [one.message for one in found("receipt_values_true", success(receipt, **_ISSUES))] == []


_RANKS: JsonObject = {
    "before": [{"name": "ann", "rank": 1}, {"name": "bob", "rank": 2}],
    "after": [{"name": "ann", "rank": 2}, {"name": "bob", "rank": 1}],
}


@check_each(
    "receipt",
    [
        "Before\nName\tRank\nann\t1\nbob\t2\n\nAfter\nName\tRank\nann\t2\nbob\t1",
        "After:\n" + _table("Name | Rank", "---|---", "ann | 2", "bob | 1"),
        "After:\n" + _table("Name | Rank", "---|---", "ann | 2", "bob | 3"),
    ],
)
def test_a_row_that_one_of_two_lists_has_is_of_that_list(receipt: str) -> None:
    assert [one.message for one in found("receipt_values_true", success(receipt, **_RANKS))] == []


def test_a_row_that_no_list_has_is_compared_with_the_first_one() -> None:
    both: JsonObject = {"left": _ISSUES["issues"], "right": _ISSUES["issues"]}
    receipt = _table("Issue ID | State", "---|---", "101 | closed", "102 | closed")
    (problem,) = found("receipt_values_true", success(receipt, **both))
    assert problem.pointer == "/result/left/0/state"
