"""What a reader does not see is named, what is drawn is left alone, and neither takes long on hostile texts."""

import pytest

from conformance.inventory.prose.hidden_text import Concealment, hidden_content, hidden_mark
from tests.cases import check_each


@pytest.mark.parametrize("char", "\u3164\u115f\u00ad\u034f\u2800\ue000\uffa0\u200b")
def test_a_character_that_is_drawn_as_nothing_is_named(char: str) -> None:
    found = hidden_mark(f"List{char} tasks.")
    assert found == Concealment(f"contains invisible U+{ord(char):04X}", f"List{char} tasks.")


@pytest.mark.parametrize("text", ["\u28ff\u2800\u28ff", "\u1112\u1160\u11ab", "e\u0301", "한글", "é\u034fb"])
def test_scripts_keep_the_blanks_that_they_need(text: str) -> None:
    assert hidden_mark(text) is None


@check_each(
    "text",
    [
        "List.\n<!-- never ended\nand on",
        "List. <!-- a --> More.",
        "<!-- **never ended",
        "List.\n[//]: # (hidden)",
        "List.\n\n[comment]: <> (hidden)",
        "<span style='display:none'>x</span>",
        "<p hidden>x</p>",
        "`code` <!-- a -->",
        "Starts with `<!--`.\n<!-- never ended",
        "x" + "\u2003" * 60 + "y",
        # No code in Markdown, as the backticks do not match, are in different blocks or belong to something else.
        "``<!-- a -->` b",
        "a ` b\n\n<!-- a -->\n\nc ` d",
        "\\`<!-- a -->\\`",
        "<a title='`'><!-- a --><b title='`'>",
        "`<a title='` <b hidden>x</b> `'>`",
        "[a](`b) <!-- a --> `",
        "- ```\n  x\n\n<!-- a -->",
        "    ```\n<!-- a -->\n    ```",
        "``` <!-- a -->\nx\n```",
        "> " * 30 + "`x` <!-- a -->",
        "`x`\n\n[a]: # (hidden)",
        # Other elements and styles that are not displayed.
        "<? hidden ?>",
        "<?= 'hidden' ?>",
        "<?xml hidden words?>",
        "<![CDATA[ hidden ]]>",
        "<!hidden words>",
        "<!DOCTYPE hidden words>",
        "<TEMPLATE><b>x</b></TEMPLATE>",
        "<script>x</script>",
        "<i style='opacity: 0.0'>x</i>",
        "<i style='position:absolute;left:-9999px'>x</i>",
        "<i style='text-indent:-99em'>x</i>",
        "<i style='transform:scale(0)'>x</i>",
        "<i style='max-height:0px'>x</i>",
        "<i style='height:0;overflow:hidden'>x</i>",
        "<i style='color:transparent'>x</i>",
        "<i title='>' style='display:none'>x</i>",
        f"<i title='{'x' * 400}' style='display:none'>x</i>",
    ],
)
def test_what_is_not_drawn_is_out_of_sight(text: str) -> None:
    assert hidden_content(text)


@pytest.mark.parametrize(
    "text",
    [
        "Strips `<!-- x -->` from pages.",
        "Lines that start with `<!--` are skipped.",
        "A line with <!-- and no end is drawn as it is.",
        "[1]: https://example.org/page (Title)",
        "Clicks `<p hidden>` too.",
        "Hide it with `<span style='display:none'>x</span>` in the page.",
        "Wraps it in ``<!-- ` -->`` or\n`<p\nhidden>`.",
        "Like this:\n```html\n<!-- a -->\n```",
        "Like this:\n~~~\n[//]: # (note)\n~~~",
        "Like this:\n````\n```\n<!-- a -->\n````",
        "Like this:\n```html\n<!-- a -->",
        "- One:\n\n  ```\n  <!-- a -->\n  ```",
        "Args:\n\n    ```\n    <p hidden>\n\n    <!-- a -->\n    ```\n",
        "| a |\n|---|\n| `<!-- a -->` |",
        "<example>\nUse `<!-- a -->` here.\n</example>",
        "Use `x` for &lt;!-- a --&gt;.",
        "Removes <!-- ... -->, <script>...</script> and <?php ... ?>, fills a <template>.",
        "Begins with <?xml version='1.0' encoding='UTF-8'?> or <!DOCTYPE html>.",
        "<i style='opacity:0.5;font-size:0.8em;left:-10px' title='a hidden page'>x</i>",
        "Finds <input type='hidden'>.",
        "Ends in blanks." + " " * 200 + "\n" * 50,
    ],
)
def test_what_is_drawn_is_in_sight(text: str) -> None:
    assert hidden_content(text) is None


def test_hostile_texts_are_read_to_the_end() -> None:
    """Whatever looks at each character for each other would need hours for these."""
    hostile = [
        "x" + " " * 10**6,
        "\n" * 10**6,
        (" " * 60 + "\n") * 16_000,
        "<!-- " * 200_000,
        "`<!---->`" * 100_000,
        "<a hidden " * 100_000,
        "[a]: # " * 100_000,
        "<a \"' " * 100_000,
        "<script>x" * 100_000,
        "<?a" * 200_000,
        "`" + "<![CDATA[a" * 18_000,
    ]
    for text in hostile:
        hidden_mark(text)
        hidden_content(text)
