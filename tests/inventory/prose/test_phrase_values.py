"""Names of several words are values where a text announces them, and likely ones behind a label of a choice."""

from conformance.inventory.prose.phrase_values import announced_phrases, labelled_phrases
from tests.cases import check_each


@check_each(
    ("text", "values"),
    [
        ("Stage of it. Values: warm, hot, half lit, cold", ("warm", "hot", "half lit", "cold")),
        ("One of: In Progress, To Do, Done.", ("In Progress", "To Do", "Done")),
        ("Allowed values: Out of Stock, On Hand, or Sold", ("Out of Stock", "On Hand", "Sold")),
        ("Options: leave it empty, pass one, use the name, skip", None),
        ("Values: warm, hot, a name, the id", None),
        ("Values: Warm Side, Cold Side", None),
        ("Values: Warm Side, Cold Side, Other", None),
        ("Stages such as In Progress, To Do, Done", None),
    ],
)
def test_announced_names_of_several_words_are_values(text: str, values: tuple[str, ...] | None) -> None:
    found = announced_phrases(text)
    assert (found and found.values) == values


@check_each(
    ("name", "text", "values"),
    [
        ("status", "Task status: In Progress, To Do, Done", ("In Progress", "To Do", "Done")),
        ("status", "Filter by status: Active, Paused, Closed", ("Active", "Paused", "Closed")),
        ("status", "Must be Active, Paused or Closed.", ("Active", "Paused", "Closed")),
        ("status", "Status (warm, hot, half lit, cold)", ("warm", "hot", "half lit", "cold")),
        ("region_type", "North, South East, West", ("North", "South East", "West")),
        ("status", "Task status: its name, as In Progress", None),
        ("status", "Active or Closed", None),
        ("side", "Common sides of it: Left, Right or Top", None),
        ("status", "warm, hot, half lit, cold", None),
        ("status", "Status (warm, half lit, very cold, hot)", None),
        ("title", "In Progress, To Do, Done", None),
        ("status", "Status of tasks, such as Active, Paused, Closed", None),
    ],
)
def test_names_behind_a_label_of_a_choice_are_likely_values(
    name: str, text: str, values: tuple[str, ...] | None
) -> None:
    found = labelled_phrases(text, name)
    assert (found and found.values) == values
