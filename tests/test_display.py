"""What must not reach a reader as it is, and what scripts and emoji need."""

import itertools

import pytest

from conformance import display
from conformance.display import code_text, cut_middle, list_codes, quote_word, unsafe_marks
from tests.cases import check_each

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@check_each(
    "text",
    ["", "plain\n\ttext\r\n", "日本語", "\u05e9\u05dc\u05d5\u05dd\u200f!", "\u0645\u06cc\u200c\u062e\u0648",
     "\u0928\u093f\u200d\u0937",
     "👩\u200d💻", "❤\ufe0f", "1\ufe0f\u20e3", ENGLAND, "\u845b\U000e0100", "e\u0301", "soft\u00adhyphen", "\ue0b0"],
)  # fmt: skip
def test_what_people_write_is_fine(text: str) -> None:
    assert list(unsafe_marks(text)) == []


@check_each(
    "mark",
    ["\u0000", "\u0007", "\b", "\u000b", "\u000c", "\u001b[31m", "\u007f", "\u0085", "\u009b", "\r", "\u202e", "\u2067",
     "\u2028", "\u200b", "\u2060", "\ufeff", "\u180e", "\ufff9", "\ud800", "\U000e0041", "\u200d", "\u200e",
     "\ufe0f", "\U000e0100"],
)  # fmt: skip
def test_what_acts_unseen_is_found_between_letters(mark: str) -> None:
    (found,) = unsafe_marks(f"pay{mark}load")
    assert found.start() == 3
    assert mark.startswith(found[0])


@pytest.mark.parametrize("text", ["👩\u200d\u200d💻", "\u845b\U000e0100\U000e0101", "Z" + "\u0301" * 9])
def test_marks_that_pile_up_are_found_even_where_one_is_fine(text: str) -> None:
    assert list(unsafe_marks(text))


def test_every_mark_is_counted() -> None:
    assert len(list(unsafe_marks("\u0007" * 1_000))) == 1_000


def test_what_can_begin_a_mark_is_never_passed_over() -> None:
    begins = (*range(0x300), *range(0x2000, 0x2100), *range(0xFE00, 0x10000), *range(0xE0000, 0xE0200))
    alone = [f"a{chr(code)}b" for code in begins]
    odd = ["a", "é", "\r", "\n", "1", "\u0007", "\u0301", "\u200d", "\u200e", "\ud800", "\ufe0f", ENGLAND, "\U000e0067"]
    joined = ["".join(three) for three in itertools.product(odd, repeat=3)]
    for text in (*alone, *joined, "\u0301" * 20):
        wanted = [one.span() for one in display._UNSAFE.finditer(text) if one["fine"] is None]
        assert [one.span() for one in unsafe_marks(text)] == wanted, text


def test_a_name_is_in_backticks_unless_it_contains_one() -> None:
    assert code_text("wake") == "`wake`"
    assert code_text("a\u202eb") == "`a\\u202eb`"
    assert code_text("a`b") == "'a`b'"
    assert code_text("x" * 100, 10) == f"`{'x' * 9}…`"
    assert list_codes(["a", "b", "c"], 2) == "`a`, `b` and 1 more"


def test_a_text_is_cut_only_where_that_makes_it_shorter() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz" * 2
    for length in range(len(letters)):
        text = letters[:length]
        shown = cut_middle(text, 12)
        assert shown == text or len(shown) < length
    assert cut_middle(letters, 12) == "abcdefgh … 40 characters … wxyz"


@check_each(
    ("text", "word"),
    [
        ("tools.json", "tools.json"),
        ("my tools", "'my tools'"),
        ("caf\xe9", "'caf\xe9'"),
        ("caf\udcc3\udca9 \\ it's", "$'caf\\xc3\\xa9 \\x5c it\\x27s'"),
        ("a\x1b[31m", "$'a\\x1b[31m'"),
        ("\ud800", "$'?'"),
    ],
)
def test_a_word_for_a_shell_can_be_printed_and_pasted(text: str, word: str) -> None:
    assert quote_word(text) == word
    assert word.isprintable()
