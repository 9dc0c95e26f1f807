"""A description is read by its grammar: sections, entries with all their sentences, inner lists, tables and code."""

import pytest

from conformance.documents.values import JsonObject
from conformance.inventory.prose.blocks import blocks_of
from conformance.inventory.prose.reading import passages
from tests.inventory.tools import field_named, tool_with

DOCSTRING = """List tasks.

    Args:
        limit (int, optional): How many. Must be between
            1 and 10.
        criteria: What to look for, each with:
            - name (str): its name. Defaults to x.
            - kind: its kind
          Up to 5 of them.
        order: Sort order. Examples:
               - newest first: max 3

    Returns:
        limit: the limit that was applied, at most 9

    Be careful."""


def _said(name: str, description: str, **others: JsonObject) -> list[str]:
    properties: JsonObject = {name: {"type": "integer"}, **others}
    return list(passages(field_named(tool_with(properties, description), name)))


def test_a_docstring_has_sections_and_entries() -> None:
    parts = [(part.section, part.name, part.parent) for part in blocks_of(DOCSTRING)]
    assert parts == [
        ("", "", ""),
        ("input", "limit", ""),
        ("input", "criteria", ""),
        ("input", "name", "criteria"),
        ("input", "kind", "criteria"),
        ("input", "criteria", ""),
        ("input", "order", ""),
        ("input", "", "order"),
        ("result", "limit", ""),
        ("", "", ""),
    ]


def test_a_call_over_several_lines_is_one_part() -> None:
    text = "Example: kind='ferry',\n    cargo={'oil': 1}."
    assert [part.text for part in blocks_of(text)] == [text]


def test_all_sentences_of_an_entry_are_about_its_field() -> None:
    assert _said("limit", DOCSTRING) == [
        "limit (int, optional): How many.",
        "How many.",  # as in a description of its own
        "Must be between 1 and 10.",
    ]
    assert _said("limit", "- limit: Number. Must be between 1 and 10.\n\nOther things. Max 5.")[1:] == [
        "Must be between 1 and 10."
    ]


def test_a_member_of_an_entry_is_not_the_field_of_that_name() -> None:
    assert _said("name", DOCSTRING, criteria={"type": "array"}) == []
    assert _said("criteria", DOCSTRING)[-1] == "Up to 5 of them."


def test_a_row_of_a_table_is_an_entry() -> None:
    table = (
        "List.\n\n| Name | Type | About |\n|---|---|---|\n| `limit` | int | How many. Max 5. |\n| page | int | Max 7 |"
    )
    assert _said("limit", table, page={"type": "integer"}) == ["limit: int;", "How many.", "Max 5."]


@pytest.mark.parametrize(
    "description",
    [
        "List.\n\n```json\n{`limit`: 'at most 5'}\n```",
        "List.\n\n<examples>\n- `limit`: at most 5\n</examples>",
        "List.\n\n## Examples\n\n- `limit`: at most 5",
        "List.\n\n**Returns:**\n- `limit`: at most 5",
    ],
)
def test_code_examples_and_results_say_nothing_of_a_field(description: str) -> None:
    assert _said("limit", description) == []


def test_what_follows_a_list_of_arguments_is_not_part_of_it() -> None:
    assert _said("limit", "List.\n\n- `limit`: How many.\n\n**Time:** at most 2 minutes.") == [
        "- `limit`: How many.",
        "How many.",
    ]


def test_a_type_with_brackets_belongs_to_the_entry() -> None:
    text = "Args:\n    inputs (list[dict]): What to join.\n    labels (dict[str, Any], optional): Of what.\n"
    assert [(one.name, one.section) for one in blocks_of(text)] == [("inputs", "input"), ("labels", "input")]


TAGS = """List tasks.

:param word: What to look for,
    at most 100 characters.
:param list[int] | None limit: How many. Must be between 1 and 10.
:type order: str
:returns: the limit that was applied, at most 9

Be careful.
@param {number} [pace=3] - how fast
@param {string} options.name - its name, at most 20 characters
@param label its label
@return {object} the label, at most 5 characters
@example
  label: at most 6 characters"""


def test_a_tag_of_a_docstring_is_an_entry_or_about_something_else() -> None:
    parts = [(part.text.split("\n")[0].strip(), part.section, part.name) for part in blocks_of(TAGS)]
    assert parts == [
        ("List tasks.", "", ""),
        ("word: What to look for,", "input", "word"),
        ("limit (list[int] | None): How many. Must be between 1 and 10.", "input", "limit"),
        ("order (str):", "input", "order"),
        (":returns: the limit that was applied, at most 9", "result", ""),
        ("Be careful.", "", ""),
        ("pace (number): how fast", "input", "pace"),
        ("options.name (string): its name, at most 20 characters", "input", ""),
        ("label: its label", "input", "label"),
        ("@return {object} the label, at most 5 characters", "result", ""),
        ("@example", "example", ""),
        ("label: at most 6 characters", "example", "label"),
    ]


def test_the_entry_of_a_tag_is_about_its_field_alone() -> None:
    assert _said("limit", TAGS) == [
        "limit (list[int] | None): How many.",
        "How many.",
        "Must be between 1 and 10.",
    ]
    assert _said("word", TAGS)[-1] == "What to look for, at most 100 characters."
    assert _said("label", TAGS) == ["label: its label", "its label"]


@pytest.mark.parametrize(
    "line", [":paramount limit: how", "@parameter_limit how", ":result_count: 5", "@user limit: 5"]
)
def test_a_line_that_looks_like_a_tag_is_prose(line: str) -> None:
    assert [(part.section, part.name) for part in blocks_of(line)] == [("", "")]


def test_a_long_line_that_begins_like_a_tag_is_read_at_once() -> None:
    # a pattern whose blanks may be divided in many ways would never end on these
    for line in (
        ":param" + " " * 18_000 + "x",
        ":param " + "a " * 9_000,
        "@param {" + " " * 18_000,
        "@param [" * 2_500,
    ):
        assert [part.name for part in blocks_of(line)] == [""]


def test_a_line_that_begins_with_a_word_for_a_section_is_all_of_it() -> None:
    text = "Cut it.\nReturns: the pieces,\n  at most 9.\nExample: cut two.\nwidth: how wide.\noutput: where to."
    parts = [(part.text.split(":")[0], part.section) for part in blocks_of(text)]
    assert parts == [
        ("Cut it.", ""),
        ("Returns", "result"),
        ("Example", "example"),
        ("width", ""),
        ("output", ""),
    ]


def test_what_is_said_of_errors_is_neither_on_the_input_nor_on_the_result() -> None:
    parts = list(blocks_of("Cut it.\n\nRaises:\n    KeyError: without a name\n\nErrors:\n- no name: give one"))
    assert [part.section for part in parts] == ["", "error", "error"]


def test_a_name_in_bold_begins_an_entry_like_any_other() -> None:
    text = "List.\n\n- **`limit`** (int): How many. Max 9.\n- **order:** Sort order. Max 5.\n- **q**: Text."
    assert [part.name for part in blocks_of(text)] == ["", "limit", "order", "q"]
    assert "Max 9." in " ".join(_said("limit", text))
