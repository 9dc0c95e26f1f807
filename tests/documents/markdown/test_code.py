"""Code in a Markdown text is left out wherever Markdown shows some, and nothing else is."""

import pytest

from conformance.documents.markdown.code import strip_code


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Use `a` or ``b ` c``.", "Use `…` or `…`."),
        ("A:\n```\n<b>\n```\nend", "A:\n\n`…`\n\nend"),
        ("A:\n```b c\n```", "A:\n\n`…` b c"),
        ("\\`a\\` &lt; <b> `c", "\\`a\\` &lt; <b> `c"),
        ("<p>`a`</p>", "<p>`a`</p>"),
        ("<task>\n`a`\n</task>", "`…`"),
        ("[a]: b (c)\n", "[A]: b (c)"),
    ],
)
def test_an_ellipsis_stands_for_each_piece_of_code(text: str, shown: str) -> None:
    assert [one.strip() for one in strip_code(text)] == [shown, shown]


def test_indented_lines_are_code_in_one_reading_and_text_in_the_other() -> None:
    assert list(strip_code("A:\n\n    <!-- b -->")) == ["A:\n\n`…`", "A:\n\n    <!-- b -->"]


@pytest.mark.parametrize("text", ["> " * 30 + "`a`", "`a` " * 60_000])
def test_a_text_that_is_nested_deeply_or_very_long_is_taken_as_it_is(text: str) -> None:
    assert set(strip_code(text)) == {text}
