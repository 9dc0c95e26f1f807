"""Names and texts: cases, word splitting, look-alikes, near misses, and how a text is shown safely.

Nothing here knows a profile: which case, suffix or word is wanted is data of the profile.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable

PASCAL_CASE = re.compile(r"[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*")
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_VARIATION_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})
_SHOWN_LENGTH = 80

# Letters of other scripts that are drawn like an ASCII letter; from the confusables that matter in identifiers.
_LOOKS_LIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮаеѕіјорсухһԁԛԝкмтнвгΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονικρτυıɑɡ",
    "ABESIJKMHOPCTXYaesijopcyxhdqwkmthbrABEZHIKMNOPTYXaovikptuiag",
)


def is_pascal_case(name: str) -> bool:
    """Say whether a name is PascalCase in ASCII: ``ExecCommand``, ``XSearch``."""
    return PASCAL_CASE.fullmatch(name) is not None


def is_snake_case(name: str) -> bool:
    """Say whether a name is snake_case in ASCII: ``task_id``, ``utf8``."""
    return SNAKE_CASE.fullmatch(name) is not None


def words_of(name: str) -> list[str]:
    """Return the lower-case words of a name in any case: ``maxOutputTokens`` has max, output, tokens."""
    return [word.lower() for word in _WORD.findall(name)]


def pascal_case(name: str) -> str:
    """Return a name in PascalCase."""
    return "".join(word.capitalize() for word in words_of(name))


def snake_case(name: str) -> str:
    """Return a name in snake_case."""
    return "_".join(words_of(name))


def skeleton(name: str) -> str:
    """Return what a reader sees: two names with one skeleton are twins (case, width, script, hidden marks)."""
    folded = unicodedata.normalize("NFKD", name.translate(_LOOKS_LIKE)).casefold().translate(_LOOKS_LIKE)
    return "".join(char for char in folded if not is_hidden(char) and not unicodedata.combining(char))


def is_hidden(char: str) -> bool:
    """Say whether a character is not drawn or moves others: controls, bidirectional marks, surrogates, joiners."""
    return unicodedata.category(char) in _HIDDEN_CATEGORIES or ord(char) in _VARIATION_SELECTORS


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or ``None``."""
    candidates = list(known)
    twins = [other for other in candidates if words_of(other) == words_of(name)]
    close = twins or difflib.get_close_matches(name[:200], candidates, n=1, cutoff=0.7)
    return close[0] if close else None


def visible(text: str, *, keep: str = "") -> str:
    """Return the text with every hidden character written as an escape like ``\\u202e``; ``keep`` lists exceptions."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in keep or not is_hidden(char) else _escaped(char) for char in text)


def quoted(text: str, limit: int = _SHOWN_LENGTH) -> str:
    """Return the text in single quotes for a message: safe to print, at most about ``limit`` characters."""
    cut = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return f"'{visible(cut)}'"


def listed(names: Iterable[str], most: int = 8) -> str:
    """Return names for a message: quoted, comma-separated, the rest counted."""
    all_names = list(names)
    shown = ", ".join(quoted(name, 40) for name in all_names[:most])
    rest = len(all_names) - most
    return f"{shown} and {rest} more" if rest > 0 else shown


def first_sentence(text: str) -> str:
    """Return the first sentence of a text on one line."""
    joined = " ".join(text.split())
    end = re.search(r"[.!?](?=\s|$)", joined)
    return joined[: end.end()] if end else joined


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
