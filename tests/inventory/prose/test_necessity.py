"""Required and optional count where no condition stands beside."""

import pytest

from conformance.inventory.prose.necessity import necessity
from tests.cases import check_each


@pytest.mark.parametrize(
    ("text", "required"),
    [
        ("- `prompt` (required): detailed prompt.", True),
        ("Path: where to save it (required).", True),
        ("- `size` (optional): its size.", False),
        ("Required. The name.", True),
        ("Label name - required for all operations", True),
        ("Optional limit of the list.", False),
        ("The name, optional.", False),
        ("Optionally, how many.", False),
        ("Optionally limit the list.", False),
        ("This field is required.", True),
        ("label (str, optional): The label to use for it.", False),
        ("Usage pattern: <id>", True),
    ],
)
def test_a_plain_word_is_a_claim(text: str, required: bool) -> None:
    assert [found.required for found in necessity(text)] == [required]


@check_each(
    "text",
    [
        "Required for 'create'.",
        "Required if the file exists.",
        "Required unless url is given.",
        "An optional trailing slash is kept as it is.",
        "the fields required by the server",
        "is required when it is new.",
        "Optionally null",
        "Optional else.",
        "Whether the column is required",
        "Inherited goods: the day of the death (required).",
        "List of steps, each with a title, owner (optional).",
        "The title and guests (optional) of it",
        "Refunds to a card: number of the card (required)",
        "Optionally prefixed with @.",
        "optionally include more of them",
        "",
    ],
)
def test_a_condition_or_another_noun_is_none(text: str) -> None:
    assert [found.required for found in necessity(text)] == []


@check_each(
    "text",
    [
        "To add: pass add_label (required) and a color.",
        "- To move a note: its folder_id is required.",
        "To close, give close_reason (required).",
    ],
)
def test_what_one_purpose_needs_is_not_needed_for_others(text: str) -> None:
    assert not list(necessity(text, ("add", "label", "folder", "id", "close", "reason")))


def test_what_all_of_a_list_need_is_not_required_of_the_list() -> None:
    assert list(necessity("All line items must be provided.", ["line", "item"])) == []
    assert list(necessity("Line items must be provided.", ["line", "item"]))
