"""Sets of characters as sorted, disjoint ranges of code points.

A regular expression mentions classes of characters rather than single ones, so a million code points fall into a
handful of classes that no pattern in a question distinguishes.
"""

import functools
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

CharacterSet: TypeAlias = tuple[tuple[int, int], ...]

ALL: CharacterSet = ((0, 0xD7FF), (0xE000, 0x10FFFF))
"""Every code point that a JSON text can carry: all but the surrogates."""
# The classes of ECMA-262: \d and \w are ASCII only, \s includes U+FEFF.
NONE: CharacterSet = ()
DIGITS: CharacterSet = ((0x30, 0x39),)
WORD: CharacterSet = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
LINE_ENDS: CharacterSet = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
SPACE: CharacterSet = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)

# Characters for examples, in the order of preference: letters and digits before punctuation, then controls and others.
_PREFERRED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@+,;=!?#$%&'()*<>[]^`{|}~\"\\\n\té√漢"


# The long names of Unicode categories that ECMA-262 allows in \p{...}.
_LONG_NAMES = {
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll", "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
    "Punctuation": "P", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc", "Separator": "Z",
    "Space_Separator": "Zs", "Other": "C", "Control": "Cc", "Format": "Cf", "Unassigned": "Cn", "Private_Use": "Co",
}  # fmt: skip
# A category of one letter is the union of the categories that begin with it.
_MAJOR = frozenset("LMNPSZC")


def category(name: str) -> CharacterSet | None:
    """Return the characters of a Unicode category (``Lu``, ``Letter``), of ``Any`` or ``ASCII``, or ``None``."""
    short = _LONG_NAMES.get(name, name)
    if short in ("Any", "ASCII"):
        return ALL if short == "Any" else ((0, 0x7F),)
    if short == "LC":
        return union(_categories().get(one, NONE) for one in ("Lu", "Ll", "Lt"))
    # An unknown name has no category, and the caller reports the pattern as not modelled.
    wanted = [spans for one, spans in _categories().items() if one == short or (short in _MAJOR and one[0] == short)]
    return union(wanted) if wanted else None


@functools.cache
def _categories() -> dict[str, CharacterSet]:
    found: dict[str, list[tuple[int, int]]] = {}
    # A pass over all code points takes a while, so it is cached, and only patterns with \p{...} need it.
    for point in range(0x110000):
        spans = found.setdefault(unicodedata.category(chr(point)), [])
        if spans and spans[-1][1] == point - 1:
            spans[-1] = (spans[-1][0], point)
        else:
            spans.append((point, point))
    return {name: tuple(spans) for name, spans in found.items() if name != "Cs"}


def singleton(point: int) -> CharacterSet:
    """Return the set of one code point."""
    return ((point, point),)


def union(sets: Iterable[CharacterSet]) -> CharacterSet:
    """Return what is in any of the sets."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(span for spans in sets for span in spans):
        # Overlapping and adjacent ranges become one, so that equal sets have equal tuples.
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return _drop_surrogates(merged)


def complement(spans: CharacterSet) -> CharacterSet:
    """Return every character that is not in the set."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for low, high in spans:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= 0x10FFFF:
        gaps.append((start, 0x10FFFF))
    return _drop_surrogates(gaps)


def intersection(left: CharacterSet, right: CharacterSet) -> CharacterSet:
    """Return what is in both sets."""
    # De Morgan.
    return complement(union([complement(left), complement(right)]))


def contains(spans: CharacterSet, point: int) -> bool:
    """Say whether a code point is in the set."""
    # The last range that begins at or before the code point.
    index = bisect_right(spans, (point, 0x110000)) - 1
    return index >= 0 and spans[index][0] <= point <= spans[index][1]


def size(spans: CharacterSet) -> int:
    """Return how many characters the set has."""
    return sum(high - low + 1 for low, high in spans)


def members(spans: CharacterSet) -> Iterator[str]:
    """Yield the characters of the set, the most readable ones first."""
    yield from (char for char in _PREFERRED if contains(spans, ord(char)))
    for low, high in spans:
        yield from (char for char in map(chr, range(low, high + 1)) if char not in _PREFERRED)


def reading_order(spans: CharacterSet) -> int:
    """Return a key that sorts sets with readable members first."""
    return next((index for index, char in enumerate(_PREFERRED) if contains(spans, ord(char))), len(_PREFERRED))


def partition(sets: Sequence[CharacterSet]) -> list[CharacterSet]:
    """Return the classes of characters that none of the sets distinguishes; together they cover every character."""
    # Between two neighbouring cuts membership in every set is constant; 0xE000 begins the part after the surrogates.
    cuts = {0, 0xE000}
    for spans in sets:
        for low, high in spans:
            cuts.update((low, high + 1))
    edges = sorted(cut for cut in cuts if cut <= 0x10FFFF)
    classes: dict[tuple[bool, ...], list[tuple[int, int]]] = {}
    for low, after in zip(edges, [*edges[1:], 0x110000], strict=True):
        key = tuple(contains(spans, low) for spans in sets)
        classes.setdefault(key, []).append((low, after - 1))
    found = [union([tuple(spans)]) for spans in classes.values()]
    return [spans for spans in found if spans]


def _drop_surrogates(spans: Iterable[tuple[int, int]]) -> CharacterSet:
    kept: list[tuple[int, int]] = []
    for low, high in spans:
        if high < 0xD800 or low > 0xDFFF:
            kept.append((low, high))
            continue
        if low < 0xD800:
            kept.append((low, 0xD7FF))
        if high > 0xDFFF:
            kept.append((0xE000, high))
    return tuple(kept)
