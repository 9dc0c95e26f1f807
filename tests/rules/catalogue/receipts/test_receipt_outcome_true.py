"""A status of HTTP is compared with the member that is called so, before any that may be one."""

from conformance.documents.values import JsonObject
from tests.cases import check_each
from tests.rules.judging import found, success


@check_each(
    ("result", "receipt", "is_reported"),
    [
        ({"http_status": 200, "code": 404}, "HTTP 404", True),
        ({"http_status": 200, "code": 404}, "HTTP 200", False),
        ({"code": 404}, "HTTP 404", False),
        ({"code": 404}, "HTTP 200", True),
        ({"code": 7}, "HTTP 200", False),
    ],
)
def test_a_status_of_http_is_that_of_the_member_called_so(result: JsonObject, receipt: str, is_reported: bool) -> None:
    assert bool(found("receipt_outcome_true", success(receipt, **result))) is is_reported
