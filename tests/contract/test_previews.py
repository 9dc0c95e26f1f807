"""A preview keeps head and tail, says truly what it shows, and never exceeds its budget."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conformance.contract.graphemes import is_boundary
from conformance.contract.previews import Preview, preview, trim_preview

MARKER = re.compile(r"^\[output truncated: showing first (\d+)( \w+)? and last (\d+) (\w+)\]$", re.MULTILINE)
PIECES = st.sampled_from(
    [
        "a",
        "line of text\n",
        "\n",
        "\r\n",
        "\r",
        "x" * 90,
        "é",
        "e\u0301",
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "각",
        "\x1b[0m",
        "\ud800",
        "…",
    ]
)
TEXTS = st.lists(PIECES, max_size=300).map("".join)


def parted(shown: str) -> tuple[str, re.Match[str], str]:
    """Head, marker and tail of a preview."""
    marker = MARKER.search(shown)
    assert marker, shown
    assert shown[: marker.start()].endswith("...\n")
    assert shown[marker.end() :].startswith("\n...\n")
    return shown[: marker.start() - 4], marker, shown[marker.end() + 5 :]


def test_what_fits_is_left_as_it_is() -> None:
    assert preview("one\r\ntwo\n", 9) == Preview("one\r\ntwo\n", truncated=False)


def test_lines_are_kept_whole_and_counted() -> None:
    text = "".join(f"line {number}\n" for number in range(1, 101))
    shown = preview(text, 200)
    head, marker, tail = parted(shown.text)
    assert shown.truncated
    assert head == "".join(f"line {number}\n" for number in range(1, int(marker[1]) + 1))
    assert tail == "".join(f"line {number}\n" for number in range(101 - int(marker[3]), 101))
    assert marker[0] == f"[output truncated: showing first {marker[1]} and last {marker[3]} lines]"


def test_a_giant_line_is_cut_by_characters() -> None:
    text = "".join(chr(97 + number % 26) for number in range(100_000))
    head, marker, tail = parted(preview(text, 300).text)
    assert marker[4] == "characters"
    assert head == text[: int(marker[1])] + "\n"
    assert tail == text[-int(marker[3]) :]


def test_a_giant_line_after_short_ones_is_said_to_be_cut_by_characters() -> None:
    text = "".join(f"line {number}\n" for number in range(50)) + "x" * 10_000
    _, marker, tail = parted(preview(text, 300).text)
    assert marker[2] == " lines"
    assert marker[4] == "characters"
    assert tail == "x" * int(marker[3])


def test_a_limit_of_lines_counts_the_marker_too() -> None:
    shown = preview("x\n" * 1_000, 10_000, 20)
    assert shown.text.count("\n") == 20
    assert shown.truncated


@pytest.mark.parametrize(
    ("budget", "text"), [(18, "[output truncated]"), (17, ""), (60, "[output truncated]"), (0, "")]
)
def test_a_budget_too_small_for_counts_says_so_or_shows_nothing(budget: int, text: str) -> None:
    assert preview("x" * 1_000, budget) == Preview(text, truncated=True)


def test_crlf_stays_together() -> None:
    shown = preview("a line\r\n" * 500, 333).text
    head, _, tail = parted(shown)
    assert head.endswith("\r\n")
    assert tail.startswith("a line\r\n")


def test_a_cut_by_characters_does_not_part_carriage_return_and_line_feed() -> None:
    text = "x" * 50 + "\r\n" * 3_000 + "y" * 50
    for size in range(150, 160):
        head, _, tail = parted(preview(text.replace("\n", "\n" + "z" * 600), size).text)
        assert not tail.startswith("\n")
        assert not head.removesuffix("\n").endswith("\r")


@given(TEXTS, st.integers(0, 400), st.none() | st.integers(1, 30))
def test_a_preview_never_exceeds_its_budget(text: str, chars: int, lines: int | None) -> None:
    shown = preview(text, chars, lines)
    assert len(shown.text) <= chars
    assert lines is None or shown.text in ("", "[output truncated]") or shown.text.count("\n") <= lines
    assert shown.truncated == (shown.text != text) or (shown.truncated and text == shown.text == "")


@example("x" * 90 + "line of text\na", 84, 5)
@given(TEXTS, st.integers(0, 400), st.none() | st.integers(1, 30))
def test_cutting_again_changes_nothing(text: str, chars: int, lines: int | None) -> None:
    once = preview(text, chars, lines).text
    assert preview(once, chars, lines) == Preview(once, truncated=False)


@given(TEXTS, st.integers(120, 400))
def test_head_and_tail_are_those_of_the_text_and_the_counts_are_true(text: str, chars: int) -> None:
    shown = preview(text, chars)
    if shown.truncated:
        head, marker, tail = parted(shown.text)
        head = head if text.startswith(head) else head.removesuffix("\n")
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) + len(tail) < len(text)
        for part, count, unit in ((head, marker[1], marker[2] or marker[4]), (tail, marker[3], marker[4])):
            lines = part.count("\n") + (bool(part) and not part.endswith("\n"))
            assert int(count) == (len(part) if unit.strip() == "characters" else lines)


@given(TEXTS, st.integers(120, 400))
def test_no_character_of_a_reader_is_split(text: str, chars: int) -> None:
    shown = preview(text, chars)
    if shown.truncated:
        head, _, tail = parted(shown.text)
        head = head if text.startswith(head) else head.removesuffix("\n")
        assert is_boundary(text, len(head))
        assert is_boundary(text, len(text) - len(tail))


def test_a_long_text_costs_what_is_shown() -> None:
    text = "one line of a long log\n" * 1_000_000
    shown = preview(text, 4_000, 400)
    assert len(shown.text) <= 4_000
    assert shown.truncated


def test_a_preview_is_trimmed_to_a_preview_of_the_same_text() -> None:
    text = "".join(f"line {number}\n" for number in range(1_000))
    trimmed_once = trim_preview(preview(text, 2_000).text, 300)
    head, marker, tail = parted(trimmed_once)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert (head.count("\n"), tail.count("\n")) == (int(marker[1]), int(marker[3]))
    assert trimmed_once.count("truncated") == 1


def test_a_trimmed_giant_line_counts_the_characters_that_are_left() -> None:
    text = "".join(chr(97 + number % 26) for number in range(100_000))
    head, marker, tail = parted(trim_preview(preview(text, 2_000).text, 300))
    assert marker[4] == "characters"
    assert head == text[: int(marker[1])] + "\n"
    assert tail == text[-int(marker[3]) :]


def test_an_imitated_marker_is_a_text_like_any_other() -> None:
    forged = "a\n" * 100 + "...\n[output truncated: showing first 7 and last 2 lines]\n...\n" + "z\n" * 100
    head, _, tail = parted(trim_preview(forged, 200))
    assert forged.startswith(head)
    assert forged.endswith(tail)


@given(TEXTS, st.integers(0, 600))
def test_trimming_again_changes_nothing(text: str, budget: int) -> None:
    shown = trim_preview(text, budget)
    assert len(shown) <= max(budget, 0)
    assert trim_preview(shown, budget) == shown


@given(TEXTS, st.integers(160, 600), st.integers(0, 300))
def test_more_room_never_shows_less_of_either_side(text: str, budget: int, more: int) -> None:
    small, large = trim_preview(text, budget), trim_preview(text, budget + more)
    if large != text:
        (head, *_), (longer, *_) = MARKER.split(small), MARKER.split(large)
        assert len(longer) >= len(head)
        assert len(MARKER.split(large)[-1]) >= len(MARKER.split(small)[-1])
