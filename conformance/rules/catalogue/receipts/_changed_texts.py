"""Whether a text that a receipt shows is another one than that of its result, and not the same in another form."""

import html
import re
import unicodedata
from difflib import SequenceMatcher
from urllib.parse import unquote

from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.receipts import normalise_words

# Values in another form than that of the result: shortened, a home folder, a time, a remark of the renderer.
OTHER_FORM = LazyPattern(
    r"…|\.\.\.|\*\*\*|[•●█]{3}|^[(\[<~]|\d:\d\d|\d{4}-\d\d-\d\d"
    r"|^(?=(?:\S+\s*){1,3}$).*\b(?:not|no|none|unknown|hidden|same|see)\b",
    re.IGNORECASE,
)
# A URL, a path of at least two parts, or an identifier of several parts, not a date: "notes.md#parser",
# "work_item:wi_12".
_ONE_WORD = LazyPattern(r"(?=.*[^\W\d_])(?:https?://)?[\w.~-]*(?:[/:#][\w.?=&%@+-]+)+/?")
# What separates the parts of such a value.
_PARTS = LazyPattern(r"[/:#?@]+")
# What separates the thousands of a number: "1,234".
_THOUSANDS = LazyPattern(r"(?<=\d)[,.'\u00a0\u202f](?=\d{3}(?!\d))")
# Of a changed sentence so many words are still there; nobody rewords a text on its way into a receipt.
_ALIKE = 0.5
# Words that turn around what a text says; the last one is that of "don't".
_NEGATIONS = frozenset(("not", "no", "never", "cannot", "without", "t"))


def known_form(text: str) -> str:
    """Return the words of a text in one form for all its notations: accents, escapes, numbers in groups of digits."""
    decomposed = unicodedata.normalize("NFKD", html.unescape(unquote(_THOUSANDS.sub("", text))))
    return normalise_words("".join(letter for letter in decomposed if not unicodedata.combining(letter)))


def is_one_word(text: str) -> bool:
    """Say whether a text is a URL, a path or an identifier of several parts."""
    return _ONE_WORD.fullmatch(text) is not None


def is_other_path(shown: str, text: str) -> bool:
    """Say whether a URL, path or identifier leads elsewhere than another one with the same root."""
    first, second = _parts_of(shown), _parts_of(text)
    root, least = 2 if "://" in text else 1, min(len(first), len(second))
    # Paths are also shown from another folder, with the same end, or without it.
    is_part = first[:least] == second[:least] or ("/" in shown and first[-1:] == second[-1:])
    return first[:root] == second[:root] and not is_part


def is_changed(shown: str, text: str, known: frozenset[str] = frozenset()) -> bool:
    """Say whether a value is another one of the same form as a text: a word is replaced by one that is not ``known``.

    Another order, or fewer words, may be how the renderer writes the same.
    """
    if is_one_word(unquote(shown)) and is_one_word(unquote(text)):
        first, second = _parts_of(shown), _parts_of(text)
        new = [part for part in first if part not in second]
        # The address of a page may lead to what the result has as that of an API, by a key that it has too.
        is_new = bool(new) and not known.issuperset(known_form(new[-1]).split())
        return is_new and len(first) == len(second) and is_other_path(shown, text)
    one, other = known_form(shown), known_form(text)
    is_part = one.startswith(other) or other.startswith(one) or one.endswith(other) or other.endswith(one)
    if is_part or " " not in shown.strip() or " " not in text.strip():
        return False
    words, wanted = one.split(), other.split()
    return _is_alike(words, wanted) and _is_replaced(words, wanted, known)


def _parts_of(text: str) -> list[str]:
    return list(filter(None, _PARTS.split(unquote(text))))


def _is_alike(words: list[str], wanted: list[str]) -> bool:
    blocks = SequenceMatcher(None, words, wanted, autojunk=False).get_matching_blocks()
    equal = [word for block in blocks for word in words[block.a : block.a + block.size]]
    # With the numbers alone, the words may be those of another language.
    return len(equal) >= _ALIKE * len(words) and any(re.search(r"[^\W\d]", word) for word in equal)


def _is_replaced(words: list[str], wanted: list[str], known: frozenset[str]) -> bool:
    if sum(word in _NEGATIONS for word in words) != sum(word in _NEGATIONS for word in wanted):
        return True
    lost = set(wanted) - set(words)
    new = set(words) - set(wanted) - _NEGATIONS - known
    return bool(lost) and any(not any(abbreviates(word, one) for one in lost) for word in new)


def abbreviates(one: str, other: str) -> bool:
    """Say whether one of two words abbreviates the other: "km", "Wed", "5" of "5th"."""
    short, long = sorted((one, other), key=len)
    digits, letters = (re.sub(pattern, "", long) for pattern in (r"\D", r"\d"))
    if re.sub(r"\D", "", short) != digits:
        return False
    rest = iter(letters)
    name = re.sub(r"\d", "", short)
    return name[:1] == letters[: len(name[:1])] and all(letter in rest for letter in name)
