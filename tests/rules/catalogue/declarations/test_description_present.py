"""A description that has still to be written is none; a short one is one."""

from tests.cases import check_each
from tests.rules.judging import found


@check_each(
    "text", ["TODO", "tbd", "TODO: say what this does", "No description available.", "Tool description", "…None…"]
)
def test_a_placeholder_is_no_description(text: str) -> None:
    (finding,) = found("description_present", {"description": text})
    assert finding.message.startswith("description is only")


@check_each("text", ["List the todo items.", "Todo list", "Describe the tool.", "Set a description.", "List tasks."])
def test_a_few_words_are_a_description(text: str) -> None:
    assert found("description_present", {"description": text}) == []
