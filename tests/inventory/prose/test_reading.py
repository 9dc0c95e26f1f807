"""One home says how much of a text is read, and nothing before that end is left out."""

from collections.abc import Iterator

from conformance.documents.values import JsonObject
from conformance.inventory.prose.mentions import mentions
from conformance.inventory.prose.passages import section_at, sentences
from conformance.inventory.prose.reading import (
    MAX_PROSE_CHARS,
    MOST_KEPT,
    examined_part,
    keep_answers,
    once_per_text,
    own_text,
    passages,
    sentences_of,
    sentences_of_tool,
)
from tests.inventory.tools import field_named, tool_with


def test_sentences_are_read_as_far_as_the_home_says() -> None:
    text = "x" * (2 * MAX_PROSE_CHARS)
    assert sentences(text) == (examined_part(text),)


def test_a_field_is_read_beyond_its_first_thousand_characters_and_in_its_tools_description() -> None:
    properties: JsonObject = {"limit": {"type": "integer", "description": "Many words. " * 200 + "At most 7."}}
    said = list(passages(field_named(tool_with(properties, "List. Set limit=5 for five."), "limit")))
    assert said[-2:] == ["At most 7.", "Set limit=5 for five."]
    assert said.count("At most 7.") == 1


def test_the_stop_of_an_abbreviation_ends_no_sentence() -> None:
    assert list(sentences_of("How to run, e.g. `fast` or `slow`. Then wait.")) == [
        "How to run, e.g. `fast` or `slow`.",
        "Then wait.",
    ]


def test_many_names_are_read_without_reading_the_text_again_for_each() -> None:
    text = " ".join(f"name_{number}" for number in range(3000))[:MAX_PROSE_CHARS]
    assert len(list(mentions(text))) > 2000


def test_the_type_in_a_numpy_docstring_is_no_part_of_what_an_entry_says() -> None:
    properties: JsonObject = {"limit": {"type": "string"}}
    text = "List.\n\nParameters\n----------\nlimit : str or None, optional\n    One of LOW or HIGH."
    assert "One of LOW or HIGH." in passages(field_named(tool_with(properties, text), "limit"))


def test_a_text_is_read_once_however_many_rules_ask() -> None:
    read: list[str] = []

    @once_per_text
    def words(text: str) -> Iterator[str]:
        read.append(text)
        yield from text.split()

    assert [words("a b"), words("c"), words("a b")] == [("a", "b"), ("c",), ("a", "b")]
    assert read == ["a b", "c"]


def test_the_words_about_a_value_are_part_of_what_was_asked() -> None:
    @keep_answers
    def names(text: str, name: str) -> bool:
        return name in text

    assert [names("a b", "a"), names("a b", "c")] == [True, False]


def test_what_nobody_asked_for_lately_is_read_again() -> None:
    read: list[str] = []

    @keep_answers
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    for number in range(MOST_KEPT + 1):
        length(str(number))
    length("0")
    assert read.count("0") == 2


def test_sentences_of_a_tool_are_not_those_on_its_result_or_of_an_example() -> None:
    text = "Cut it.\n\nReturns:\n    Pieces. At most 9.\n\nErrors:\n- No name: give one.\n\nExample: cut two."
    assert list(sentences_of_tool(text)) == ["Cut it.", "- No name: give one."]


def test_a_position_is_in_the_section_that_its_line_is_in() -> None:
    text = 'Cut it.\n\nReturns:\n    Pieces.\n\n    If none is left:\n    {"a": 1}'
    assert section_at(text, text.index("Cut")) == ""
    assert section_at(text, text.index("{")) == "result"


def test_bold_words_are_read_without_their_marks() -> None:
    assert list(sentences_of("How many. **Max 9**, or `**/*.py`, 2**3 and **kwargs.")) == [
        "How many.",
        "Max 9, or `**/*.py`, 2**3 and **kwargs.",
    ]


def test_what_an_entry_says_is_the_text_of_a_field_that_has_none() -> None:
    said = "List.\n\nArgs:\n    limit (int, optional): How many (max. 5).\n        Not used.\n    q: Text."
    bare: JsonObject = {"limit": {"type": "integer"}, "q": {"type": "string", "description": "What to find."}}
    tool = tool_with(bare, said)
    assert own_text(field_named(tool, "limit")).startswith("How many (max. 5). Not used.")
    assert own_text(field_named(tool, "q")) == "What to find."
    assert "limit (int, optional): How many (max. 5)." in passages(field_named(tool, "limit"))
    twice = tool_with(bare, "List.\n\n- limit: How many files.\n- limit: How many rows.")
    assert own_text(field_named(twice, "limit")) == ""
