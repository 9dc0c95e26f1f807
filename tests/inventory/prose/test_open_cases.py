"""A case of another field counts where it may be checked; one of the world does not."""

from conformance.inventory.prose.open_cases import open_case
from tests.cases import check_each

NAMES = frozenset(("summary", "text", "payload", "start", "end"))


@check_each(
    "text",
    [
        "A short text (required if text > 1000 chars).",
        "Required when `text` exceeds 1000 characters.",
        "The summary (optional if specified in payload).",
        "Optional if start and end are provided.",
        "Optional only when you provide text.",
    ],
)
def test_a_case_of_another_field_is_read(text: str) -> None:
    assert open_case(text, "summary", NAMES)


@check_each(
    "text",
    [
        "Not required if text is given.",
        "Required if the board is private.",
        "Required if text is private.",
        "Required when the start of the year is near.",
        "Required if the summary is given.",
        "Usually required if text > 1000 chars.",
        "Required if the text is empty.",
        "Required if text is set by the server.",
        "Required if text is missing on disk.",
        "Required if the text contains alcohol.",
        "Required if the text has more than 100 users.",
        "Required if the text is longer than 60 cm.",
        "Optional if text is given in the server config.",
        "Optional if text is given; otherwise that of the user.",
        "Previously required if text is set.",
        "It is not strictly required if text is given.",
    ],
)
def test_a_case_of_the_world_is_left_alone(text: str) -> None:
    assert not open_case(text, "summary", NAMES)
