"""A percentage beside the numbers of which it is the share is that share."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success

PAID: JsonObject = {"invoices": 3, "paid": 2}
LINES: JsonObject = {"lines_total": 400, "lines_covered": 320}
VOTES: JsonObject = {"yes": 180, "no": 15, "invalid": 5}


def _messages(result: JsonObject, receipt: str) -> list[str]:
    return [one.message for one in found("receipt_values_true", success(receipt, **result))]


@check_each(
    ("result", "receipt", "says"),
    [
        (PAID, "2 of 3 invoices paid (76%)", "2 of 3 is 66.7%"),
        (PAID, "Paid: 2/3 (60.5%)", "2 of 3 is 66.7%"),
        (PAID, "All files paid: 2/3 (60.5%)", "2 of 3 is 66.7%"),
        (LINES, "Coverage 88% (320 of 400 lines)", "320 of 400 is 80%"),
        (VOTES, "Yes: 180 (60%)\nNo: 15 (7.5%)\nInvalid: 5 (2.5%)", "180 of 200 is 90%"),
        (VOTES, "180 yes (90%), 15 no (40%), 5 invalid (2.5%)", "15 of 200 is 7.5%"),
    ],
)
def test_another_percentage_is_found(result: JsonObject, receipt: str, says: str) -> None:
    (message,) = _messages(result, receipt)
    assert says in message


@check_each(
    ("result", "receipt"),
    [
        (PAID, "2 of 3 invoices paid (67%)\n2/3 (66%)\n2/3 (66.7%)\n66.66% (2 of 3)"),
        (PAID, "2 of 3 invoices paid (33% are left)"),
        (PAID, "2 of 3 invoices paid (33%)"),
        (PAID, "4 of 5 checks were made (20.5%)"),
        (PAID, "0 of 0 (5%)"),
        ({"epoch": 3, "epochs": 10, "step": 620, "steps": 1000}, "Epoch 3/10 (62%)"),
        ({"file": 2, "files": 5, "sent": 870, "size": 1000}, "Sending file 2 of 5 (87%)"),
        ({**PAID, "quota": 90}, "2 of 3 invoices paid (90%)"),
        ({**PAID, "rate": 0.9}, "2 of 3 invoices paid (90%)"),
        (LINES, "Lines covered: 320 (85%)"),
        (VOTES, "Yes: 180 (90%)\nNo: 15 (7.5%)\nInvalid: 5 (2.5%)"),
        (VOTES, "Yes: 180 (+4%)\nNo: 15 (-3%)\nInvalid: 5 (1%)"),
        ({"yes": [30, 10], "no": [2, 8], "all": [40, 10]}, "30 (75%), 2 (20%)\n10 (25%), 8 (80%)"),
        (VOTES, "Yes: 180 (12%)\nNo: 15 (3%)\nInvalid: 5 (40%)"),
        ({"users": 200, "active": 50, "new": 10}, "Users: 200 (8%)\nActive: 50 (25%)\nNew: 10 (5%)"),
    ],
)
def test_shares_rests_and_growth_are_believed(result: JsonObject, receipt: str) -> None:
    assert _messages(result, receipt) == []
