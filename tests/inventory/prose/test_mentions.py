"""Names of several words, and how a text uses them."""

import pytest

from conformance.inventory.prose.mentions import mentions, places_of


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Use TaskList first.", ["TaskList"]),
        ("See `list_tasks` and dryRun.", ["list_tasks", "dryRun"]),
        ("The config/agent_home/media folder, a result_01.pdf and <task_id>", []),
        ("A plain sentence about OpenAPI 3.0 of X", ["OpenAPI"]),
        ("Prefer this over assign_copilot_to_issue when available.", []),
        ("The page can call find_root().find_all(name).", []),
        ("Call find_root() first.", ["find_root"]),
        ("These are ready-made tools, and this is a read-only tool.", []),
        ("Use the get-task tool, or the add-task and drop-task tools.", ["get-task", "add-task", "drop-task"]),
    ],
)
def test_names_are_read_and_paths_and_placeholders_are_not(text: str, names: list[str]) -> None:
    assert [found.name for found in mentions(text)] == names


def test_a_name_may_be_called_a_tool_or_ordered_to_be_used() -> None:
    called, ordered, neither = mentions(
        "Use this instead of 'execute_command'. Call `list_files`, as fast_as_possible."
    )
    assert (called.is_called_tool, ordered.is_ordered) == (True, True)
    assert (neither.is_called_tool, neither.is_ordered) == (False, False)


def test_the_quote_shows_the_words_around_the_name_on_one_line() -> None:
    (found,) = mentions("Reads files.\n\n   Use\n   read_text_file\n   instead of this one.")
    assert found.quote == "Reads files. Use read_text_file instead of this one."


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("limit", [0]),
        ("`limit`, the limit", [1, 13]),
        ("limits, my_limit, limit2, \u00e9limit", []),
        ("limit-limit.limit", [0, 6, 12]),
    ],
)
def test_a_name_is_found_as_a_word_of_its_own(text: str, places: list[int]) -> None:
    assert places_of("limit", text) == places
