"""A format is stated for a field if every value has it."""

from tests.cases import check_each
from tests.rules.judging import found


def _formatted(said: str) -> bool:
    return found("format_in_prose", {"since": {"type": "string", "description": said}}) != []


@check_each(
    "said",
    [
        "New value: raw text, a number as string, an ISO 8601 date (2024-01-01), option ID",
        "Raw text, number, YYYY-MM-DD, option ID",
    ],
)
def test_a_date_that_is_one_of_several_contents_is_no_format(said: str) -> None:
    assert not _formatted(said)


@check_each("said", ["First day, as an ISO 8601 date, inclusive", "First day, ISO 8601 (2024-01-01), inclusive"])
def test_a_date_behind_a_comma_may_be_the_only_content(said: str) -> None:
    assert _formatted(said)
