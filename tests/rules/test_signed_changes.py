"""What a receipt says to be added and removed is what its result says."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

COMMIT: JsonObject = {"files_changed": 3, "insertions": 40, "deletions": 12}
FILES: JsonObject = {
    "files": [{"path": "a", "additions": 20, "deletions": 5}, {"path": "b", "additions": 8, "deletions": 0}]
}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    return [one.message for one in found("receipt_values_true", success(receipt, **result))]


@check_each(
    ("result", "receipt"),
    [
        (COMMIT, "Committed (+40 -21)"),
        (COMMIT, "Committed (+12 -40)"),
        (COMMIT, "3 files, mostly a.py (+40 -21)"),
        (COMMIT, "changes: +44/-12 in 3 files"),
        (COMMIT, "+40, \u221221"),
        ({"ahead": 2, "behind": 1}, "On main [+2 -4]"),
        (FILES, "a (+20 \u22126)\nb (+8 \u22120)"),
    ],
)
def test_another_number_is_found(result: JsonObject, receipt: str) -> None:
    (message,) = _messages(result, receipt)
    assert "but the result has `+" in message


@check_each(
    ("result", "receipt"),
    [
        (COMMIT, "Committed (+40 -12)"),
        (COMMIT, "src +10 -12, tests +30 -0"),
        (COMMIT, "Before: +44 -12"),
        (COMMIT, "+7 -9"),
        ({"ahead": 2, "behind": 1}, "origin/main +1 -2"),
        ({"ahead_by": 2, "behind_by": 1}, "main is +1 -2"),
        (COMMIT, "3 files, mostly a.py (+38 -12)"),
        (COMMIT, "Reverting it: +12 -40"),
        (COMMIT, "Call +49 -12345678"),
        (FILES, "2 files, +28 -5"),
        (FILES, "a +20 -5"),
        ({"score": 40, "deletions": 12}, "+41 -12"),
    ],
)
def test_parts_sums_and_other_pairs_are_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
