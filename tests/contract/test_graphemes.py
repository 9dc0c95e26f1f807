"""A cut never splits what a reader sees as one character."""

import pytest

from conformance.contract.graphemes import boundary_after, boundary_before, is_boundary
from tests.cases import check_each

WHOLE = [
    "\r\n",
    "e\u0301",
    "e" + "\u0301" * 40,
    "👍🏽",
    "👩\u200d👩\u200d👧\u200d👦",
    "🏳\ufe0f\u200d🌈",
    "🇩🇪",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\u1100\u1161\u11a8",
    "\uac00\u11a8",
    "\u0915\u094d\u0937",
    "\u0e01\u0e33",
    "\u0600\u0661",
    "ﾊ\uff9f",
    "\ud83d\ude00",
]


@check_each("cluster", WHOLE)
def test_nothing_cuts_into_one_character(cluster: str) -> None:
    text = f"a{cluster}b"
    assert [at for at in range(len(text) + 1) if is_boundary(text, at)] == [0, 1, len(text) - 1, len(text)]


@pytest.mark.parametrize(
    ("text", "at"), [("ab", 1), ("\n\n", 1), ("a\n", 1), ("\na", 1), ("日本", 1), ("각각", 1), ("é\n", 1)]
)
def test_between_two_characters_a_cut_is_free(text: str, at: int) -> None:
    assert is_boundary(text, at)


def test_flags_in_a_row_are_cut_between_pairs() -> None:
    text = "🇩🇪🇫🇷🇮🇹"
    assert [at for at in range(len(text) + 1) if is_boundary(text, at)] == [0, 2, 4, 6]


def test_the_nearest_boundary_is_found_on_either_side() -> None:
    text = "ab" + "e\u0301\u0301" + "cd"
    assert boundary_before(text, 4) == 2
    assert boundary_after(text, 4) == 5
    assert boundary_after("e\u0301", 1) == 2


def test_the_ends_of_a_text_are_boundaries() -> None:
    assert is_boundary("\u0301", 0)
    assert is_boundary("a", 1)
    assert is_boundary("", 0)
