"""Names: cases, word splitting, look-alikes and near misses.

Profiles decide which case, suffix or word is required; nothing here depends on one.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable, Sequence

PASCAL_CASE = re.compile(r"[A-Z][a-z0-9]*(?:[A-Z][a-z0-9]*)*")
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")

_NAME_PART = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_WORD = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+(?:[A-Z]+(?![a-z]))?")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_VARIATION_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})
_BLANK_LETTERS = frozenset({0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0})

_MAX_SUGGESTIONS = 3
# Plurals that follow no rule, and words that only look like one.
_IRREGULAR = {
    "children": "child",
    "people": "person",
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "series": "series",
    "news": "news",
    "analyses": "analysis",
    "status": "status",
    "statuses": "status",
}
# Forms of verbs that begin otherwise, and the letters by which others are known.
_VERBS = {"wrote": "write", "written": "write", "sent": "send", "ran": "run", "found": "find"}
_STEM_LETTERS = 5

# Letters of other scripts that are drawn like an ASCII letter; from the confusables that matter in identifiers.
_CONFUSABLES = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮаеѕіјорсухһԁԛԝкмтнвгѵүӏӀԌԜԚΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονικρτυγϲϳωηıɑɡɩʏᴄᴏᴠᴡᴢօսոհցյᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᏔᏃøłđħ",
    "ABESIJKMHOPCTXYaesijopcyxhdqwkmthbrvylIGWQABEZHIKMNOPTYXaovikptuycjwniagiycovwzounhgjABCEHJKLMPRSTVWZoldh",
)
_GLYPH_CONFUSABLES = str.maketrans("I1|0", "lllO")


def is_pascal_case(name: str) -> bool:
    """Return whether a name is PascalCase in ASCII: ``ExecCommand``, ``XSearch``."""
    return PASCAL_CASE.fullmatch(name) is not None


def is_snake_case(name: str) -> bool:
    """Return whether a name is snake_case in ASCII: ``task_id``, ``utf8``."""
    return SNAKE_CASE.fullmatch(name) is not None


def words_of(name: str) -> list[str]:
    """Return the lower-case words of a name in any case: ``maxOutputTokens`` gives max, output, tokens."""
    return list(_words(name))


# The same names are split by many rules, and many tools have them.
@functools.lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(name))


def are_forms_of_one_verb(word: str, other: str) -> bool:
    """Return whether two lower-case words begin alike: "complete" and "completed", "scan" and "scanned"."""
    short, long = sorted((_VERBS.get(word, word), _VERBS.get(other, other)), key=len)
    return len(short) > 2 and long.startswith(short[:_STEM_LETTERS])


def to_ascii(name: str) -> str:
    """Return the ASCII look-alike of a name; characters that resemble no ASCII letter are dropped."""
    plain = unicodedata.normalize("NFKD", name.translate(_CONFUSABLES)).translate(_CONFUSABLES)
    return "".join(char if char.isascii() else char.casefold() for char in plain).encode("ascii", "ignore").decode()


def singularize(word: str) -> str:
    """Return the singular of a lower-case English word, well enough to compare nouns."""
    if word == "this":  # it stands for a noun
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "ches", "shes", "xes")) and not word.endswith(("aches", "iches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def ends_with(words: Sequence[str], phrase: str) -> bool:
    """Return whether words end with the words of a phrase: ``["max", "wait", "time"]`` ends with ``wait time``."""
    if not words or words[-1] not in phrase:  # nearly all phrases that are asked about
        return False
    ending = phrase.split()
    return list(words[-len(ending) :]) == ending


def namespace_parts(name: str, separators: Iterable[str]) -> list[str]:
    """Return prefix and parts of a namespaced name (``task.list``: task, list), or nothing for any other name.

    Each part has to be a name by itself: ``a::b[c]`` is not a namespaced name but a broken one.
    """
    pattern = "|".join(re.escape(separator) for separator in separators)
    parts = re.split(pattern, name) if pattern else []
    return parts if len(parts) > 1 and all(_NAME_PART.fullmatch(part) for part in parts) else []


def pascal_case(name: str) -> str:
    """Return a name in PascalCase."""
    return "".join(word.capitalize() for word in words_of(name))


def snake_case(name: str) -> str:
    """Return a name in snake_case."""
    return "_".join(words_of(name))


def skeleton(name: str) -> str:
    """Return what a reader sees: two names with one skeleton are twins (case, width, script, hidden marks)."""
    folded = unicodedata.normalize("NFKD", name.translate(_CONFUSABLES)).casefold().translate(_CONFUSABLES)
    return "".join(char for char in folded if not is_hidden(char) and not unicodedata.combining(char))


def glyph_skeleton(name: str) -> str:
    """Return what a reader sees when upper case stays: ``I``, ``l`` and ``1`` are one stroke, ``rn`` is an ``m``."""
    plain = (
        unicodedata.normalize("NFKD", name.translate(_CONFUSABLES))
        .translate(_CONFUSABLES)
        .translate(_GLYPH_CONFUSABLES)
    )
    kept = "".join(char for char in plain if not is_hidden(char) and not unicodedata.combining(char))
    return kept.replace("rn", "m").replace("vv", "w")


def is_hidden(char: str) -> bool:
    """Return whether a character is invisible or reorders others: controls, bidi marks, surrogates, joiners."""
    code = ord(char)
    return unicodedata.category(char) in _HIDDEN_CATEGORIES or code in _VARIATION_SELECTORS or code in _BLANK_LETTERS


def has_hidden(text: str) -> bool:
    """Return whether a text has a character that a reader cannot see."""
    return not (text.isascii() and text.isprintable()) and any(map(is_hidden, text))


def first_non_ascii(name: str) -> str | None:
    """Return code point and name of the first letter that is not ASCII, or ``None``: what makes a twin a twin."""
    strange = next((char for char in name if not char.isascii()), None)
    return None if strange is None else f"U+{ord(strange):04X} {unicodedata.name(strange, 'without a name')}"


def closest_match(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that was probably meant, or ``None`` if none is close."""
    candidates = list(known)
    twins = [other for other in candidates if words_of(other) == words_of(name)]
    import difflib  # it takes a millisecond, and only a mistake needs it

    close = twins or difflib.get_close_matches(name[:200], candidates, n=1, cutoff=0.7)
    return close[0] if close else None


def suggest(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return "did you mean `x`?" for an unknown name, or the hint ``otherwise`` where no known name resembles it.

    Names that contain it in any case resemble it, the shortest first, and else the nearest miss.
    """
    by_folded = {other.casefold(): other for other in known}
    folded = name.casefold()
    # Three letters are part of too many names to mean one of them.
    parts = sorted((other for other in by_folded if folded in other), key=len) if len(folded) > 3 else []
    close = closest_match(folded, by_folded)
    meant = [by_folded[one] for one in parts[:_MAX_SUGGESTIONS] or ([close] if close else [])]
    return f"did you mean {' or '.join(f'`{one}`' for one in meant)}?" if meant else otherwise
