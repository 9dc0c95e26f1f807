"""Grapheme boundaries: positions at which a text can be cut without splitting a user-perceived character.

The rules are those of extended grapheme clusters (UAX #29), on the safe side: a doubtful position is not a boundary.
Only the neighbourhood of a cut is examined, so its cost does not depend on the length of the line.
"""

import unicodedata

# The general categories of combining marks: nonspacing, spacing, enclosing.
_MARKS = frozenset({"Mn", "Mc", "Me"})
# Zero width non-joiner and joiner, which belong to the cluster before them.
_JOINERS = "\u200c\u200d"
# Letters by their category that extend a cluster: Thai and Lao SARA AM, halfwidth sound marks of Japanese.
_EXTENDING = frozenset("\u0e33\u0eb3\uff9e\uff9f")
# The canonical combining class of viramas, which bind the next consonant.
_VIRAMA_CLASS = 9


def boundary_before(text: str, index: int) -> int:
    """Return the last boundary at or before ``index``; the beginning of the text is a boundary."""
    while not is_boundary(text, index):
        index -= 1
    return index


def boundary_after(text: str, index: int) -> int:
    """Return the first boundary at or after ``index``; the end of the text is a boundary."""
    while index < len(text) and not is_boundary(text, index):
        index += 1
    return index


def is_boundary(text: str, index: int) -> bool:
    """Return whether a cut before ``text[index]`` leaves all grapheme clusters intact."""
    if index <= 0 or index >= len(text):
        return True
    before, after = text[index - 1], text[index]
    if before.isascii() and after.isascii():
        return not (before == "\r" and after == "\n")
    if before in "\r\n" or after in "\r\n":
        return True
    return not (_extends(after) or _attracts(before) or _joins_hangul(before, after) or _splits_pair(text, index))


def _extends(char: str) -> bool:
    code = ord(char)
    return (
        unicodedata.category(char) in _MARKS
        or char in _JOINERS
        or char in _EXTENDING
        or 0x1F3FB <= code <= 0x1F3FF  # skin tones
        or _is_tag(char)
    )


def _is_tag(char: str) -> bool:
    """Return whether the character is a tag letter of a subdivision flag, or its terminator."""
    return "\U000e0020" <= char <= "\U000e007f"


def _attracts(char: str) -> bool:
    """Return whether the character binds the next one: joiners, prepended marks, viramas."""
    joins = unicodedata.category(char) == "Cf" and not _is_tag(char)
    return joins or unicodedata.combining(char) == _VIRAMA_CLASS


def _joins_hangul(before: str, after: str) -> bool:
    # Rules GB6 to GB8: leading consonants, vowels and trailing consonants form one syllable, as precomposed ones do.
    kinds = (_hangul_syllable_type(before), _hangul_syllable_type(after))
    return kinds in {("L", "L"), ("L", "V"), ("L", "S"), ("V", "V"), ("V", "T"), ("S", "V"), ("S", "T"), ("T", "T")}


def _hangul_syllable_type(char: str) -> str:
    code = ord(char)
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    return "S" if 0xAC00 <= code <= 0xD7A3 else ""


def _splits_pair(text: str, index: int) -> bool:
    """Return whether the two characters are halves of a flag, or of an unjoined surrogate pair."""
    before, after = text[index - 1], text[index]
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    if not (_is_flag_half(before) and _is_flag_half(after)):
        return False
    start = index
    # Flags are pairs counted from the start of their run; in a run longer than 64 no position is a boundary.
    while start > 0 and index - start < 64 and _is_flag_half(text[start - 1]):
        start -= 1
    return (index - start) % 2 == 1 or index - start == 64


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
