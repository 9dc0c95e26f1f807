"""Escaping of outside text, so that nothing in it acts on a terminal or hides from the reader.

Terminal controls, bidirectional overrides, hidden marks and lone surrogates become ``\\x1b``, ``\\u202e`` and so on.
Line feeds, tabs, joined emoji and the marks that scripts need stay unchanged.
"""

import re

from conformance.display import replace_unsafe

# Not `display.escape_text`: that makes one line of a diagnostic and escapes every hidden character, line feeds too. A
# receipt must reproduce the text for a model, so only the marks that are never legitimate are escaped; the list of
# these, `unsafe_marks`, has its one home in `display`.
# A line feed with the blanks around it becomes one visible sign.
_LINE_END = re.compile(r" *\n *")


def escape_unsafe(text: str) -> str:
    """Return the text with every unsafe mark escaped; CRLF becomes LF."""
    escaped = replace_unsafe(text, lambda mark: mark.encode("unicode_escape").decode("ascii"))
    return escaped.replace("\r\n", "\n")  # last, or ``\r\r\n`` would become an invisible CRLF


def single_line(text: str) -> str:
    """Return the escaped text with a visible sign for each line end, so it cannot forge a second line."""
    return _LINE_END.sub(" ⏎ ", escape_unsafe(text).rstrip("\n"))
