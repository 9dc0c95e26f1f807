"""What acts on a terminal or on the reading order is shown as an escape; what people write is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.contract.escaping import escape_unsafe, single_line
from conformance.display import unsafe_marks
from tests.cases import check_each


@check_each(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("50%\r100%", "50%\\r100%"),
        ("a\r\nb", "a\nb"),
        ("a\r\r\nb", "a\\r\nb"),
        ("a\r\r\r\n", "a\\r\\r\n"),
        ("\u202etxt.exe", "\\u202etxt.exe"),
        ("\x85", "\\x85"),
        ("\ud800", "\\ud800"),
        ("a\u200bb", "a\\u200bb"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_what_acts_is_escaped(text: str, shown: str) -> None:
    assert escape_unsafe(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "a\tb\n",
        "日本語 עברית 🎉",
        "👩\u200d👧",
        "❤\ufe0f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "e\u0301",
    ],
)
def test_what_people_write_is_left_alone(text: str) -> None:
    assert escape_unsafe(text) == text


def test_one_line_stays_one_line() -> None:
    assert single_line("a\n  b\tc\r\nd\n") == "a ⏎ b\tc ⏎ d"


@given(st.text(st.characters(codec=None) | st.sampled_from("\r\n\u200c\u200d\u200e\x1b\u0301é\x85\ufe0f")))
def test_nothing_unsafe_is_left_and_a_second_pass_changes_nothing(text: str) -> None:
    shown = escape_unsafe(text)
    assert list(unsafe_marks(shown)) == []
    assert escape_unsafe(shown) == shown
    assert "\r" not in shown
