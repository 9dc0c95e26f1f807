"""What a receipt computes from the numbers of its result is believed, and another number is found."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

CART: JsonObject = {
    "items": [{"name": "mug", "price": 12.5, "quantity": 4}, {"name": "tee", "price": 20, "quantity": 2}]
}
SEARCH: JsonObject = {"total": 9, "files": [{"path": "a.go", "matches": 5}, {"path": "b.go", "matches": 4}]}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    rules = ("receipt_outcome_true", "receipt_changes_true", "receipt_values_true")
    return [one.message for rule in rules for one in found(rule, success(receipt, **result))]


@check_each(
    ("result", "receipt"),
    [
        ({"size": 4718592}, "In MB:\nSize: 5"),
        ({"size": 4718592, "lines": 20480}, "Sizes in MiB, lines in thousands\n- Size: 4.5\n- Lines: 20"),
        ({"revenue": 4718592, "cost": 2000000}, "## In thousands\nRevenue: 4,719\nCost: 2,000"),
        ({"duration": 5400}, "Times in minutes\nDuration: 90"),
        ({"year": 2025}, "Year - 25"),
        ({"joined_year": 2021}, "Joined year: '21"),
        ({"removed": 4, "behind": 1}, "Removed: -4\nBehind: -1"),
        ({"lines_changed": 4}, "Lines changed - 4\nLines changed: -4"),
        ({"passed": 5, "failed": 1}, "Passed: +5\nFailed: -1"),
        ({"comments": 3, "review_comments": 4}, "Comments: 7"),
        ({**CART, "total": 95}, "Mug: 4 x 12.50\nTee: 2 x 20.00\nTotal: 90.00\nWith shipping: 95.00"),
        ({**CART, "total": 95}, "Mug\nPrice: 12.50\nQuantity: 4\nTotal: 50.00\n\nTo pay: 95.00"),
        (SEARCH, "Files\nMatches: 5\nMatches: 9"),
        ({"amount": 5000, "type": "debit"}, "Amount: -50.00"),
    ],
)
def test_what_is_computed_from_the_result_is_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []


@check_each(
    ("result", "receipt"),
    [
        ({"size": 4718592}, "Size: 5"),
        ({"size": 4718592}, "In MB:\nSize: 7"),
        ({"size": 10**400}, "In MB:\nSize: 7"),
        ({"duration": 5400}, "Times in minutes\nDuration: 95"),
        ({"year": 2025}, "Year - 24"),
        ({"rows": 2025}, "Rows: 25"),
        ({"balance": 4}, "Balance: -4"),
        ({"removed": 4}, "Removed: -5"),
        ({"amount": 5000, "type": "debit"}, "Amount: -55.00"),
        ({"amount": 5000, "type": "credit"}, "Amount: -50.00"),
        ({"balance": 50, "type": "debit"}, "Balance: -50"),
        ({"passed": 5, "failed": 1}, "Passed: +5\nFailed: -2"),
        ({"comments": 3, "review_comments": 4}, "Comments: 8"),
        ({"comments": 3, "stars": 4}, "Comments: 7"),
        ({"segments": 12, "cached_segments": 9}, "Segments: 21"),
        ({"file_count": 2, "dir_count": 1}, "File count: 3"),
        ({**CART, "total": 95}, "Mug: 4 x 12.50\nTee: 2 x 20.00\nTotal: 91.00"),
        ({"price": 12.5, "quantity": 4}, "Quantity: 4\nPrice: 50.00"),
    ],
)
def test_a_number_that_is_not_computed_from_the_result_is_found(result: JsonObject, receipt: str) -> None:
    assert len(_messages(result, receipt)) == 1
