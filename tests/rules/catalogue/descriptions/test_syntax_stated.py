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
        ("currency", "Symbol of the currency", False),
        ("currency", "Any currency", False),
        # of a text or of a program
        ("language", "Language of the snippet", False),
        ("phone", "Phone of the owner", True),
        ("phone_number", "Phone number with 9 digits", False),
        ("phone_number", "Phone number. Must start with +.", False),
        ("phone", "Phone model", False),
    ],
)
def test_what_is_in_a_notation_of_its_own_says_in_which(name: str, said: str, is_reported: bool) -> None:
    properties: JsonValue = {name: {"type": "string", "description": said}}
    tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
    assert bool(found("syntax_stated", [tool])) == is_reported


@check_each(
    ("name", "said", "beside", "is_reported"),
    [
        # what a date or a duration is written in says nothing of a zone
        ("time_zone", "Time zone of the berth", "Arrival, ISO 8601", True),
        ("time_zone", "Time zone of the berth", "A zone, as ISO has it", True),
        ("country", "Country of the berth", "Arrival, ISO 8601", True),
        ("country", "Country of the berth", "ISO code of the flag", False),
        ("phone", "Phone of the owner", "Fax in E.164", False),
    ],
)
def test_a_standard_next_to_a_field_is_that_of_its_kind(name: str, said: str, beside: str, is_reported: bool) -> None:
    texts: JsonValue = {key: {"type": "string", "description": text} for key, text in ((name, said), ("of", beside))}
    tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": texts}}
    assert bool(found("syntax_stated", [tool])) == is_reported


def test_a_text_that_is_as_short_as_a_code_is_a_code() -> None:
    for length, is_reported in ((3, False), (60, True)):
        currency: JsonValue = {"type": "string", "maxLength": length, "description": "Currency of the fee"}
        properties: JsonValue = {"currency": currency}
        tool: JsonValue = {"input_schema": {"type": "object", "additionalProperties": False, "properties": properties}}
        assert bool(found("syntax_stated", [tool])) == is_reported
