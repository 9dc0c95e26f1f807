"""Text of the outside world, made safe to show: what acts instead of being read is written as an escape.

Terminal controls, other reading orders, hidden marks and half surrogates become ``\\x1b``, ``\\u202e`` and so on. Line
feeds, tabs, joined emoji and the marks that scripts need stay as they are.
"""

import re

from conformance.display import unsafe_marks

_LINE_END = re.compile(r" *\n *")


def escape_unsafe(text: str) -> str:
    """Return the text with every unsafe mark escaped; CRLF becomes LF."""
    shown = text
    while True:
        escaped = _escape_marks(shown)
        if escaped == shown:
            return shown.replace("\r\n", "\n")  # last, or ``\r\r\n`` would become a CRLF that nobody sees
        shown = escaped  # an escape may leave a joiner alone that joined two letters before


def single_line(text: str) -> str:
    """Return the text made safe, with a sign for each line end: it can't forge a second line, and reads well."""
    return _LINE_END.sub(" ⏎ ", escape_unsafe(text).rstrip("\n"))


def _escape_marks(text: str) -> str:
    pieces: list[str] = []
    end = 0
    for mark in unsafe_marks(text):
        pieces += (text[end : mark.start()], mark.group().encode("unicode_escape").decode("ascii"))
        end = mark.end()
    return "".join((*pieces, text[end:])) if pieces else text
