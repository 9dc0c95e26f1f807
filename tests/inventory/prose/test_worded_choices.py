"""A choice counts where its words are exactly those of two fields."""

from conformance.inventory.prose.worded_choices import worded_choices
from tests.cases import check_each

NAMES = frozenset(("task_id", "name", "note"))


def _pairs(text: str) -> list[tuple[str, ...]]:
    return [choice.names for choice in worded_choices(text, NAMES)]


@check_each(
    ("text", "pair"),
    [
        ("Provide either a task ID or a name.", ("task_id", "name")),
        ("Requires either the name, or the task id", ("name", "task_id")),
        ("You must specify either a name or a note.", ("name", "note")),
    ],
)
def test_two_fields_in_words_are_a_choice(text: str, pair: tuple[str, ...]) -> None:
    assert _pairs(text) == [pair]


@check_each(
    "text",
    [
        "You can provide either a task ID or a name.",
        "Provide either a task or a name.",
        "Provide either a name or a name.",
        "Provide either a task ID or a name of the owner.",
        "For old tasks, provide either a task ID or a name.",
    ],
)
def test_other_words_and_free_choices_are_none(text: str) -> None:
    assert _pairs(text) == []
