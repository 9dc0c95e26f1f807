"""Previews: the head and tail of a long text around a marker that states how much is shown.

Whole lines are kept where lines are short enough, characters otherwise. The marker counts: ``[output truncated:
showing first 12 and last 9 lines]``. A text that fits is returned unchanged, so cutting twice changes nothing.
"""

import re

from msgspec import Struct

from conformance.contract.graphemes import boundary_after, boundary_before

# How every marker begins, by which rules and readers recognise a cut.
MARKER_START = "[output truncated"
# The marker where there is no room to count.
_BARE_MARKER = "[output truncated]"
# More lines than a text can have.
_NO_LIMIT = 1 << 60
# Dots, the statement, dots.
_MARKER_LINES = 3
# What `_marker` writes: one unit for both sides, or one for each. No text has a count of more than 18 digits.
_MARKER = re.compile(
    r"^\.\.\.\n\[output truncated: showing first (?P<first>\d{1,18})(?: (?P<unit>lines|characters))?"
    r" and last (?P<last>\d{1,18}) (?P<last_unit>lines|characters)\]\n\.\.\.\n",
    re.MULTILINE,
)


class Preview(Struct, frozen=True):
    """A text within its budget, and whether anything was cut."""

    text: str
    truncated: bool


class _Piece(Struct, frozen=True):
    text: str
    count: int
    unit: str


def preview(text: str, max_chars: int, max_lines: int | None = None) -> Preview:
    """Return head and tail of the text in at most ``max_chars`` characters and ``max_lines`` lines, marker included.

    A budget too small for a counting marker yields ``[output truncated]``, or nothing if not even that fits.
    """
    lines = _NO_LIMIT if max_lines is None else max_lines
    if len(text) <= max_chars and (max_lines is None or _line_count(text) <= max_lines):
        return Preview(text, truncated=False)
    room = max_chars - _longest_marker(text)
    # Each side needs one character and one line, else the marker stands for everything.
    if room < 2 or lines < _MARKER_LINES + 2:
        return Preview(_BARE_MARKER if len(_BARE_MARKER) <= max_chars else "", truncated=True)
    lines -= _MARKER_LINES
    head = _head(text, room // 2, lines // 2)
    tail = _tail(text, max(len(text) - room + len(head.text), len(head.text)), lines - lines // 2)
    return Preview(_join_pieces(head, tail), truncated=True)


def trim_preview(text: str, max_chars: int) -> str:
    """Return head and tail of a text in at most ``max_chars`` characters; more room never shows less of either side.

    In a preview, the truthful marker is found, and the new one counts what is left of the full text.
    """
    if len(text) <= max_chars:
        return text
    room = max_chars - _longest_marker(text)
    if room < 2:
        return _BARE_MARKER if len(_BARE_MARKER) <= max_chars else ""
    before, after = _split_preview(text)
    head = before if before and len(before.text) <= room // 2 else _head(before.text if before else text, room // 2)
    rest, size = after.text if after else text, room - room // 2
    tail = after if after and len(rest) <= size else _tail(rest, len(rest) - size)
    return _join_pieces(head, tail)


def _split_preview(text: str) -> tuple[_Piece, _Piece] | tuple[None, None]:
    """Return head and tail of a text that is already a preview."""
    for found in _MARKER.finditer(text):
        head, tail = text[: found.start()], text[found.end() :]
        before = _Piece(head, int(found["first"]), found["unit"] or found["last_unit"])
        if before.unit == "characters":
            before = _Piece(head[: before.count], before.count, before.unit)
        after = _Piece(tail, int(found["last"]), found["last_unit"])
        if _is_genuine(before) and _is_genuine(after) and head in (before.text, f"{before.text}\n"):
            return before, after
    return None, None


def _is_genuine(piece: _Piece) -> bool:
    """Return whether a piece is as long as the adjacent marker states; output may imitate a marker."""
    lines = _line_count(piece.text) if piece.text else 0
    return piece.count == (lines if piece.unit == "lines" else len(piece.text))


def _head(text: str, size: int, max_lines: int = _NO_LIMIT) -> _Piece:
    window = text[:size]
    if window.count("\n") >= max_lines:
        end = _nth_newline(window, max_lines)
        return _Piece(window[:end], max_lines, "lines")
    end = window.rfind("\n") + 1
    # Whole lines are shown unless they would leave three quarters of the room empty.
    if end > size // 4:
        return _Piece(window[:end], window.count("\n"), "lines")
    end = boundary_before(text, size)
    return _Piece(text[:end], end, "characters")


def _tail(text: str, start: int, max_lines: int = _NO_LIMIT) -> _Piece:
    whole = text.find("\n", start - 1) + 1 if start else 0
    count = _line_count(text[whole:]) if 0 < whole < len(text) else 0
    if count > max_lines:
        whole, count = _last_lines(text, max_lines), max_lines
    # A cut within a line shows one line more than those that follow it, for which there may be no room.
    elif count < max_lines and not 0 < whole < len(text) - (len(text) - start) // 4:
        begin = boundary_after(text, start)
        return _Piece(text[begin:], len(text) - begin, "characters")
    return _Piece(text[whole:], count, "lines")


def _join_pieces(head: _Piece, tail: _Piece) -> str:
    gap = "" if not head.text or head.text.endswith("\n") else "\n"
    return head.text + gap + _marker(head, tail) + tail.text


def _longest_marker(text: str) -> int:
    # With two units the marker is longest; one more for the line feed before it.
    return len(_marker(_Piece("", len(text), "characters"), _Piece("", len(text), "lines"))) + 1


def _marker(head: _Piece, tail: _Piece) -> str:
    unit = "" if head.unit == tail.unit else f" {head.unit}"
    return f"...\n{MARKER_START}: showing first {head.count}{unit} and last {tail.count} {tail.unit}]\n...\n"


def _nth_newline(text: str, count: int) -> int:
    end = 0
    for _ in range(count):
        end = text.find("\n", end) + 1
    return end


def _last_lines(text: str, count: int) -> int:
    start = len(text) - 1 if text.endswith("\n") else len(text)
    for _ in range(count):
        start = text.rfind("\n", 0, start)
    return start + 1


def _line_count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))
