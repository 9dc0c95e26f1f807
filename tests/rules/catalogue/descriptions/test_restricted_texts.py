"""A list in one text is reported where a sign separates its items, and not where these are parts of one thing."""

from conformance.documents.values import JsonValue
from conformance.findings import Level
from tests.cases import check_each
from tests.rules.judging import found


def _packed(name: str, said: str) -> list[str]:
    field: JsonValue = {name: {"type": "string", "description": said}}
    findings = found("format_in_prose", field)
    assert all(finding.level is Level.INFO for finding in findings)
    return [finding.message for finding in findings]


@check_each(
    ("name", "said"),
    [
        ("ids", "Comma-separated ids of the crates"),
        ("labels", "Labels, separated by commas"),
        ("addresses", "Addresses to send it to, one per line"),
        ("hosts", "Comma delimited list of hosts"),
    ],
)
def test_a_list_in_one_text_may_be_an_array(name: str, said: str) -> None:
    assert _packed(name, said) == [f"parameter `{name}` is a list that is packed into one text"]


@check_each(
    ("name", "said"),
    [
        ("ids", "Ids, as an array or a comma-separated list"),
        ("center", "Comma-separated latitude and longitude"),
        ("content", "Rows, one per line"),
        ("words", "Space-separated words to find"),
        ("ids", "If several are given: comma-separated ids"),
        ("pages", "Comma-separated page ranges"),
        ("berths", "disk: comma-separated berths; boat: one of them"),
    ],
)
def test_parts_of_one_thing_are_no_list(name: str, said: str) -> None:
    assert _packed(name, said) == []
