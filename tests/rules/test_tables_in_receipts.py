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


_FILES: JsonObject = {
    "files": [
        {"name": "a", "size": 2048, "stock": 2, "pct": 12.5},
        {"name": "b", "size": 1024, "stock": 1, "pct": 80.0},
        {"name": "c", "size": 512, "stock": 0, "pct": 7.5},
    ]
}
_STATES: JsonObject = {"jobs": [{"id": 4, "state": "open"}, {"id": 7, "state": "open"}, {"id": 9, "state": "closed"}]}


@check_each(
    ("result", "receipt", "says"),
    [
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 1240", "c | 512"), "`1240` as `size` of `b`"),
        (_FILES, _table("Name | Pct", "---|---", "a | 12.5%", "b | 80%", "c | 80%"), "`80%` as `pct` of `c`"),
        (_FILES, "Name  Size\na     2048\nb     512\nc     512", "`512` as `size` of `b`"),
        (
            _FILES,
            _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 3854"),
            "`3854` as the total",
        ),
        (
            {**_FILES, "total_size": 3584},
            _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 3854"),
            "`3854` as the total",
        ),
        (_STATES, _table("State | Count", "---|---", "open | 5", "closed | 1"), "`open: 5`, but 2 of the items"),
        (
            {"passed": 41, "failed": 2},
            _table("Outcome | Count", "---|---", "passed | 40", "failed | 2"),
            "`passed` is 41",
        ),
    ],
)
def test_another_number_total_or_tally_is_found(result: JsonObject, receipt: str, says: str) -> None:
    rules = ("receipt_values_true", "receipt_outcome_true")
    (problem,) = [one for rule in rules for one in found(rule, success(receipt, **result))]
    assert says in problem.message


@check_each(
    ("result", "receipt"),
    [
        (_FILES, "Name  Size\na     2.0\nb     1.0\nc     0.5"),
        (_FILES, _table("Name | Size", "---|---", "a | 2", "b | 1", "c | 512")),
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 3072", "c | 3584")),
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 1024", "b | 1536")),
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 3,584")),
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 3.5")),
        (
            _FILES,
            _table(
                "Name | Size | Stock", "---|---|---", "a | 2048 | 2", "b | 1024 | 1", "c | 512 | 0", "Sum | 5120 | 3"
            ),
        ),
        (_FILES, _table("Name | Pct", "---|---", "a | 13", "b | 80", "c | 8", "Total | 100")),
        ({"files": [{"name": "a", "rank": 1}, {"name": "b", "rank": 0}]}, "Name  Rank\na     2\nb     1"),
        ({"files": [{"name": "a", "n": 10**400}, {"name": "b", "n": 1}]}, "Name  N\na     2\nb     1\nTotal  3"),
        ({**_FILES, "count": 40}, _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 9999")),
        (
            {**_FILES, "has_more": True},
            _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "Total | 9999"),
        ),
        (_FILES, _table("Name | Size", "---|---", "a | 2048", "b | 1024", "c | 512", "d | 100", "Total | 3684")),
        (_STATES, _table("State | Count", "---|---", "open | 2", "closed | 1")),
        (_STATES, _table("State | Count", "---|---", "open | 20", "closed | 12")),
        (_STATES, _table("State | Hours", "---|---", "open | 12", "closed | 1")),
        ({**_STATES, "has_more": True}, _table("State | Count", "---|---", "open | 12", "closed | 1")),
    ],
)
def test_other_units_running_sums_and_totals_are_believed(result: JsonObject, receipt: str) -> None:
    rules = ("receipt_values_true", "receipt_outcome_true")
    assert [one.message for rule in rules for one in found(rule, success(receipt, **result))] == []


_MONEY: JsonObject = {
    "transactions": [
        {"id": "t1", "amount": 50.0, "type": "debit"},
        {"id": "t2", "amount": 120.0, "type": "credit"},
        {"id": "t3", "amount": 30.5, "type": "credit"},
    ]
}
_DAY: JsonObject = {"events": [{"id": "e1", "start": "08:30", "slot": 0}, {"id": "e2", "start": "09:30", "slot": 1}]}
_ROOMS: JsonObject = {"before": [{"id": "e1", "room": "R1"}, {"id": "e2", "room": "R2"}]}
_PRICES: JsonObject = {"items": [{"sku": "A", "price": 1.0}, {"sku": "B", "price": 10.0}], "rate": 0.92}
_BUDGET: JsonObject = {
    "lines": [{"item": "Rent", "planned": 1000, "spent": 1000}, {"item": "Food", "planned": 400, "spent": 450}]
}


@check_each(
    ("result", "receipt"),
    [
        (_MONEY, _table("id | amount", "---|---", "t1 | -50.00", "t2 | 120.00", "t3 | 30.50")),
        (_DAY, _table("id | start", "---|---", "e1 | 09:30", "e2 | 10:30")),
        (_DAY, _table("id | slot", "---|---", "e1 | 1", "e2 | 2")),
        (_ROOMS, _table("id | room", "---|---", "e1 | R2", "e2 | R1")),
        (_PRICES, "Prices would become:\n\nsku  price\nA    2.00\nB    10.00"),
        (_PRICES, _table("sku | price", "---|---", "A | 1.00", "B | 9.20")),
        (_BUDGET, _table("item | spent", "---|---", "Rent | 1000", "Food | 113%")),
        ({"p": [{"p": "a", "v": 5, "old": 9}, {"p": "b", "v": 90, "old": 180}]}, _table("p | v", "a | 5", "b | -50%")),
    ],
)
def test_debits_other_zones_what_was_and_what_comes_are_believed(result: JsonObject, receipt: str) -> None:
    assert [one.message for one in found("receipt_values_true", success(receipt, **result))] == []


@check_each(
    ("result", "receipt", "says"),
    [
        (_MONEY, _table("id | amount", "---|---", "t1 | 50.00", "t2 | -120.00", "t3 | 30.50"), "`-120.00` as `amount`"),
        (_MONEY, _table("id | amount", "---|---", "t1 | -55.00", "t2 | 120.00", "t3 | 30.50"), "`-55.00` as `amount`"),
        (_DAY, _table("id | start", "---|---", "e1 | 09:30", "e2 | 09:30"), "`09:30` as `start` of `e1`"),
        (_DAY, _table("id | slot", "---|---", "e1 | 1", "e2 | 1"), "`1` as `slot` of `e1`"),
        (_PRICES, "Prices became:\n\nsku  price\nA    2.00\nB    10.00", "`2.00` as `price`"),
        (_PRICES, _table("sku | price", "---|---", "A | 1.00", "B | 9.30"), "`9.30` as `price`"),
        (_BUDGET, _table("item | spent", "---|---", "Rent | 1000", "Food | 131%"), "`131%` as `spent`"),
    ],
)
def test_another_number_beside_what_is_computed_is_found(result: JsonObject, receipt: str, says: str) -> None:
    (problem,) = found("receipt_values_true", success(receipt, **result))
    assert says in problem.message
