"""A pattern, a filter, a time zone, a country or a phone number is reported where no text says how it is written."""

from conformance.documents.values import JsonValue
from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    ("name", "said", "is_reported"),
    [
        ("pattern", "Pattern to match berths", True),
        ("pattern", "Pattern to match, as in `north*`", False),
        ("name_pattern", "Regular expression, a pattern of berths", False),
        ("filter", "Filter expression", True),
        ("filter", "Additional filter criteria", True),
        ("filter", "Berthcat filter expression", False),
        ("filter", "Filter berths by owner", False),
        ("time_zone", "Time zone of the berth", True),
        ("time_zone", "IANA time zone", False),
        ("tide", "Time zone of the tide", False),
        ("country", "Country of the harbour", True),
        ("country", "Country name", False),
        ("flag_country", "Country, such as PT", False),
        ("currency", "Currency of the fee", True),
        ("language", "Language of the harbour master", True),
        ("language", "Programming language", False),
        ("phone", "Phone of the owner", True),
        ("phone_number", "Phone number with 9 digits", False),
    ],
)
def test_what_is_in_a_notation_of_its_own_says_in_which(name: str, said: str, is_reported: bool) -> None:
    properties: JsonValue = {name: {"type": "string", "description": said}}
    tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
    assert bool(found("syntax_stated", [tool])) == is_reported
