"""A heading that is called like a field has the field's values below it, a line each."""

from conformance.inventory.prose.value_sections import sectioned_values
from tests.cases import check_each


@check_each(
    ("text", "values"),
    [
        ("Go.\n\nActions:\n  top    \u2014 the first\n  path   \u2014 a way\n           through", ("top", "path")),
        ("Go.\n\nActions:\n- `top`: the first\n- `path`: a way\n\nThen wait.", ("top", "path")),
        ("Go.\n\n## Available actions\n\n- top\n- path", ("top", "path")),
        ("Go.\n\n**Action:**\n1. top (fast): one\n2. path -> two", ("top", "path")),
        ("Go.\n\n| Action | What |\n|---|---|\n| `top` | first |\n| `path` | way |", ("top", "path")),
        ("Go.\n\nActions:\n- top: the first\n- anything else that you like", None),
        ("Go.\n\nPlaces:\n- top: the first\n- path: a way", None),
        ("Go.\n\nActions:\n- top: the first", None),
        ("Go.\n\nActions:\n- Top: the first\n- path: a way", None),
        ("Go. Actions are done.\n- top: the first\n- path: a way", None),
        ("Go.\n\n| Action | What |\n|---|---|\n| the top | first |\n| `path` | way |", None),
        ("Go.\n\nActions:\nIt can do this or that.", None),
    ],
)
def test_lines_below_the_name_of_a_field_are_its_values(text: str, values: tuple[str, ...] | None) -> None:
    found = sectioned_values(text, "action")
    assert (found and found.values) == values


def test_the_rows_of_a_long_table_are_not_heads_of_further_ones() -> None:
    # each row would otherwise be read with all that follow, for a minute
    assert sectioned_values("| action |\n" * 20_000, "action") is None
