"""Text for display: escaping, quoting, shortening and listing, and the characters that must never be printed raw.

``escape_text`` escapes every hidden character; ``unsafe_marks`` finds the smaller set that is never legitimate in a
text that people and models read. Emoji, and scripts that need joiners and direction marks, are left alone.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Iterator

from conformance.names import is_hidden

_WITHOUT_PLURAL = ("info", "accepted")
_MAX_QUOTED_LENGTH = 80
_MAX_LISTED_LENGTH = 40
_MAX_EXCERPT_LENGTH = 120
# What a shell reads as it is between $' and '.
_PLAIN_BYTES = frozenset(range(0x20, 0x7F)) - frozenset(b"'\\")

LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair, which no Unicode encoding can represent."""

_UNSAFE = re.compile(
    r"(?P<fine>\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)"  # the flags of England, Scotland and Wales
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"  # terminal controls; a return that overwrites its line
    r"|[\u202a-\u202e\u2066-\u2069]|[\u2028\u2029]"  # another reading order; line ends that are none
    r"|[\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]|[\ud800-\udfff]|[\U000e0000-\U000e007f]"  # not drawn at all
    r"|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])|[\u200c\u200d]{2}"  # joiners that join nothing
    r"|(?<![^\x00-\x7f])[\u061c\u200e\u200f](?![^\x00-\x7f])"  # direction marks in left-to-right text
    r"|(?<![^\x00-\x7f])(?<![0-9#*])[\ufe00-\ufe0f]|(?<![^\x00-\x7f])[\U000e0100-\U000e01ef]"
    r"|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}"
    r"|[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{9}"  # marks piled over others
)
# Every character that can begin an unsafe mark. One class is searched twenty times faster.
UNSAFE_CHARACTERS = (
    "\x7f-\x9f\u0300-\u036f\u0483-\u0489\u061c\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2028-\u202e"
    "\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef\U0001f3f4"
)
"""Those beyond ASCII, but for lone surrogates, as the inside of a class of a regular expression."""
_CANDIDATE = re.compile(f"[\x00-\x08\x0b-\x1f\ud800-\udfff{UNSAFE_CHARACTERS}]")


def replace_surrogates(text: str) -> str:
    """Return the text with each lone surrogate replaced by U+FFFD, the replacement character."""
    return LONE_SURROGATE.sub("\ufffd", text)


def unsafe_marks(text: str) -> Iterator[re.Match[str]]:
    """Yield characters that must not be printed raw: controls, bidirectional overrides, hidden marks, lone surrogates.

    Line feeds, tabs, CRLF, joined emoji and marks that scripts need are allowed.
    """
    at = 0
    while candidate := _CANDIDATE.search(text, at):
        found = _UNSAFE.match(text, candidate.start())
        at = found.end() if found else candidate.end()
        if found and found["fine"] is None:
            yield found


def replace_unsafe(text: str, escape: Callable[[str], str]) -> str:
    """Return the text with what ``escape`` gives for each unsafe mark, repeated until none is left."""
    while True:
        pieces: list[str] = []
        end = 0
        for mark in unsafe_marks(text):
            pieces += (text[end : mark.start()], escape(mark.group()))
            end = mark.end()
        if not pieces:
            return text
        text = "".join((*pieces, text[end:]))  # which may hold a joiner that used to join two letters


def escape_text(text: str, *, keep: str = "") -> str:
    """Return the text with every hidden character escaped as in ``\\u202e``; ``keep`` lists exceptions."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in keep or not is_hidden(char) else _escape(char) for char in text)


def quote_word(text: str) -> str:
    """Return a text as one word for a shell, without hidden characters.

    Control characters, and bytes that the locale cannot read, are written as in ``$'caf\\xc3\\xa9'``.
    """
    if not any(is_hidden(char) for char in text):
        return shlex.quote(text)
    try:
        codes = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        codes = text.encode("utf-8", "replace")
    shown = "".join(chr(code) if code in _PLAIN_BYTES else f"\\x{code:02x}" for code in codes)
    return f"$'{shown}'"


def quote_text(text: str, limit: int = _MAX_QUOTED_LENGTH) -> str:
    """Return the text escaped and in single quotes, at most about ``limit`` characters long."""
    shown = escape_text(text[: limit + 1])
    return f"'{shown}'" if len(shown) <= limit else f"'{shown[: limit - 1]}…'"


def code_text(text: str, limit: int = _MAX_QUOTED_LENGTH) -> str:
    """Return a name or value escaped and in backticks, at most about ``limit`` characters long.

    A text that contains a backtick is in single quotes, so that its end is never in doubt.
    """
    quoted = quote_text(text, limit)
    return quoted if "`" in quoted else f"`{quoted[1:-1]}`"


def quotation(text: str, limit: int = 200) -> str:
    """Return a text as evidence: cut in the middle where it is long, and without lone surrogates, which break JSON."""
    return replace_surrogates(cut_middle(text, limit))


def cut_middle(text: str, limit: int) -> str:
    """Return the text, or where it is longer than ``limit`` its beginning and end with the number of characters cut.

    It is also returned where the note on what was cut is no shorter than that.
    """
    note = f" … {len(text) - limit:,} characters … "
    if len(text) <= limit + len(note):
        return text
    # An end says as much as a beginning: of an error, the cause often comes last.
    end = limit // 3
    return f"{text[: limit - end]}{note}{text[len(text) - end :]}"


def excerpt(text: str, begin: int, end: int, around: int = 30) -> str:
    """Return a part of a text with up to ``around`` characters of context on either side, for the evidence."""
    first, last = max(begin - around, 0), end + around
    before, after = "…" if first else "", "…" if last < len(text) else ""
    part = f"{before}{text[first:last]}{after}"
    return part if len(part) <= _MAX_EXCERPT_LENGTH else f"{part[: _MAX_EXCERPT_LENGTH - 1]}…"


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun, as in ``1 rule``, ``2 rules`` and ``2 info``."""
    return f"{number:,} {noun}{'' if number == 1 or noun in _WITHOUT_PLURAL else 's'}"


def list_names(names: Iterable[str], most: int = 8) -> str:
    """Return quoted, comma-separated names, at most ``most`` of them and the number of the rest."""
    return _list(names, most, quote_text)


def code_choice(names: Iterable[str]) -> str:
    """Return names in backticks as a choice: `` `a`, `b` or `c` ``."""
    *others, last = [code_text(name, 40) for name in names]
    return f"{', '.join(others)} or {last}" if others else last


def list_codes(names: Iterable[str], most: int = 8, longest: int = _MAX_LISTED_LENGTH) -> str:
    """Return comma-separated names in backticks, at most ``most`` of them and the number of the rest.

    A name has at most about ``longest`` characters.
    """
    return _list(names, most, code_text, longest)


def _list(names: Iterable[str], most: int, quote: Callable[[str, int], str], longest: int = _MAX_LISTED_LENGTH) -> str:
    all_names = list(names)
    shown = ", ".join(quote(name, longest) for name in all_names[:most])
    rest = len(all_names) - most
    return f"{shown} and {rest} more" if rest > 0 else shown


def first_sentence(text: str) -> str:
    """Return the first sentence of a text on one line."""
    joined = " ".join(text.split())
    end = re.search(r"[.!?](?=\s|$)", joined)
    return joined[: end.end()] if end else joined


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
