"""How a text shows that it was cut."""

import pytest

from conformance.documents.values import JsonObject
from conformance.rules.examples import from_envelope
from conformance.settings.profiles import load_profile
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.previews import cuts, flag_of, flags, has_visible_cut, kept_sides, previews

MARKERS = load_profile("holon").results.truncation_markers
MARKER = "[output truncated: showing first 2 and last 1 lines]"


def _level(**members: object) -> ResultLevel:
    envelope = from_envelope({"result": members}).records[0].envelope
    assert isinstance(envelope, dict)
    result: JsonObject = envelope["result"]
    return ResultLevel("/result", result)


def test_a_text_is_parted_at_its_marker_without_the_ellipsis_lines() -> None:
    (cut,) = cuts(f"a\nb\n...\n{MARKER}\n...\nz\n", MARKERS)
    assert (cut.head, cut.marker, cut.tail) == ("a\nb\n", MARKER, "z\n")
    assert cut.count_mismatch is None


def test_a_marker_without_ellipsis_lines_parts_too() -> None:
    (cut,) = cuts(f"a\nb\n{MARKER}\nz", MARKERS)
    assert (cut.head, cut.tail) == ("a\nb\n", "z")


@pytest.mark.parametrize("text", [f"see {MARKER}", f"{MARKER} here", "...\n", "[output of x]\n", "plain"])
def test_only_a_whole_line_is_a_marker(text: str) -> None:
    assert list(cuts(text, MARKERS)) == []


def test_blank_lines_count_as_lines() -> None:
    (cut,) = cuts("a\n\n...\n[output truncated: showing first 2 and last 2 lines]\n...\n\nz", MARKERS)
    assert cut.count_mismatch is None


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        (f"a\n{MARKER}\nz", (True, True)),
        (f"{MARKER}\nz", (False, True)),
        (f"a\n...\n{MARKER}\n...\n", (True, False)),
        ("a…", (True, False)),
        ("...z", (False, True)),
        ("a", (True, True)),
    ],
)
def test_the_sides_that_are_kept_are_seen(text: str, sides: tuple[bool, bool]) -> None:
    assert kept_sides(text, MARKERS) == sides


@pytest.mark.parametrize(
    "text", ["a…z", "a\n...\nz", "a...", f"x {MARKER}", "[runtime: tool output trimmed from ~9 tokens]\nz"]
)
def test_a_cut_is_shown_by_marker_or_ellipsis(text: str) -> None:
    assert has_visible_cut(text, MARKERS)


@pytest.mark.parametrize("text", ["", "a. b..", "src/../x and more\nlines"])
def test_what_reads_as_whole_shows_no_cut(text: str) -> None:
    assert not has_visible_cut(text, MARKERS)


def test_flags_speak_of_the_previews_that_they_are_named_after_else_of_all() -> None:
    level = _level(
        stdout_preview="a", stderr_preview=None, note="n", text="t",
        stdout_truncated=True, truncated=False, text_truncated=True,
    )  # fmt: skip
    spoken = {flag.key: [name for name, _ in flag.previews] for flag in flags(level)}
    assert spoken == {
        "stdout_truncated": ["stdout_preview"],
        "truncated": ["stderr_preview"],
        "text_truncated": ["text"],
    }
    assert previews(level) == {"stdout_preview": "a", "stderr_preview": "", "text": "t"}


def test_a_preview_without_any_flag_has_none() -> None:
    assert flag_of(_level(stdout_preview="a"), "stdout_preview") is None
