"""A format is stated for a field if every value has it."""

from conformance.findings import Level
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


@check_each(
    "said",
    [
        "Email address of the user",
        "The recipient's email address",
        "Hex color code (e.g. #FF0000)",
        "Color in hex format",
        "Repository in owner/repo format",
        "Repository (owner/repo)",
        "Full URL of the page",
        "Public image URL",
        "Task id (UUID format)",
        "Schedule as a cron expression",
        "BCP 47 language tag",
        "Version in semver format (e.g. 1.2.3)",
        "Base64-encoded image",
    ],
)
def test_a_format_with_a_name_is_reported(said: str) -> None:
    assert _formatted(said)


@check_each(
    "said",
    [
        "Email address or username",
        "Email address, such as Ada <ada@example.com>",
        "Email addresses to invite",
        "Hex color code, or a name such as 'red'",
        "Repository, e.g. owner/repo",
        "Full URL or path of the page",
        "Cron expression or @daily",
        "Semver range that is accepted, such as ^1.2",
        "Base64-encoded image or URL",
        "URL or path of the page",
    ],
)
def test_a_format_that_is_one_of_several_is_none(said: str) -> None:
    assert not _formatted(said)


def test_a_text_that_is_only_called_a_url_is_worth_a_remark() -> None:
    noted = found("format_in_prose", {"since": {"type": "string", "description": "URL of the page"}})
    assert [one.level for one in noted] == [Level.INFO]


def test_what_a_text_demands_is_reported_before_what_it_calls_the_value() -> None:
    described = "URL of the page. It must end with .html"
    noted = found("format_in_prose", {"since": {"type": "string", "description": described}})
    assert [one.level for one in noted] == [Level.WARNING]
