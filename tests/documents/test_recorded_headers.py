"""Headers are read in each form in which recorders keep them, and what is no text is no value."""

from conformance.documents.recorded_headers import recorded_headers
from conformance.documents.values import JsonValue
from tests.cases import check_each

READ = {"accept": ["text/html", "*/*"], "x-id": ["7"]}


@check_each(
    ("written", "read"),
    [
        ({"Accept": ["text/html", "*/*"], "X-Id": "7"}, READ),
        ([["Accept", "text/html"], ["accept", "*/*"], ["X-Id", "7"]], READ),
        (["Accept", "text/html", "accept", "*/*", "X-Id", "7"], READ),
        ([{"name": "Accept", "value": ["text/html", "*/*"]}, {"key": "X-Id", "values": ["7"]}], READ),
        ({"Accept": None, "X-Id": [7, "7"]}, {"accept": [], "x-id": ["7"]}),
        ([{"name": "Accept"}], {"accept": []}),
        (["Accept", "text/html", "X-Id"], {}),
        ([["Accept"], [7, "text/html"], {"name": ""}, {"value": "7"}, 7], {}),
        ("Accept: text/html", {}),
        (None, {}),
    ],
)
def test_headers_have_their_values_by_name_in_lower_case(written: JsonValue, read: dict[str, list[str]]) -> None:
    assert recorded_headers(written) == read
