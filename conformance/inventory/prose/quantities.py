"""Numbers and ranges in a text, with their units: ``10_000 ms``, ``30 seconds``, ``1,000``, ``0 (exclusive) to 1``."""

import math
import re

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern

# A part of a number in words, with which it is another number. Next is "万", " mil", " dozen"; not "千克", "百分比".
_MULTIPLE = (
    r"\s?(?:[万萬億亿兆만억천]|千(?![克米瓦字])|百(?!分)"
    r"|(?:mil(?:l(?:ones|ions?|iards?|[oi]ón|ioni))?|milh(?:ão|ões)|mila|tsd|mio|mrd|dutzend|dozen|тыс\w*|млн|милли\w+)\b)"
)
# "10", "-1", "10_000", "1,000" and "0.5", but no part of "1.2.3", "5x7", "2**31" or a number of more than 21 digits.
# Nor is it the factor of a constant, as in "2\u03c0" and "2 pi", nor the beginning of "1 000", "1'000" and "1,5".
NUMBER = (
    r"-?(?!\d{1,3}(?:[_,]\d{3}){7})\d{1,15}(?:[_,]\d{3}){0,6}(?:\.\d{1,9})?"
    r"(?!\.?\w*\d|[ '\u2019\u00a0\u202f]\d{3}(?!\d)|,\d{1,2}(?![\d,\]])|\s?\*\*|\^|\s?\*?\s?(?:\u03c0|pi\b)"
    rf"|{_MULTIPLE})"
)

# Words behind a number that begin something else than its unit.
NO_UNIT = (
    r"(?!(?:and|or|up|to|max|min|inclusive|per|but|if|when|is|are|for|in|of|with|by|on|at|from|than|while|whereas"
    r"|so)\b)"
)
# The word behind a number, which may be its unit: "20 MB", "50%", "50 alphanumeric characters", "20 个字符", "5 个".
UNIT = (
    r"(?:\s?(?:(?:alphanumeric|printable|ascii|unicode|utf-8|valid|visible) (?=[a-z]))?(?P<{0}>%|"
    + NO_UNIT
    + r"(?:[A-Za-z]{{1,14}}\b|caract[èe]res\b|символов\b)|个?字符|个?字(?!段)|文字|位(?=\s*[，。；）),.]|\Z)|자"
    r"|个(?![月小工星季])|[项条张件개]))?"
)
# Numbers that texts write out, each at its own index.
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# Units of a fixed length only: months and years have none.
_MILLISECONDS = {
    "ms": 1,
    "msec": 1,
    "msecs": 1,
    "millisecond": 1,
    "milliseconds": 1,
    "s": 1000,
    "sec": 1000,
    "secs": 1000,
    "second": 1000,
    "seconds": 1000,
    "min": 60_000,
    "mins": 60_000,
    "minute": 60_000,
    "minutes": 60_000,
    "h": 3_600_000,
    "hour": 3_600_000,
    "hours": 3_600_000,
    "day": 86_400_000,
    "days": 86_400_000,
    "week": 604_800_000,
    "weeks": 604_800_000,
}
# In this case only: "m" is also a unit of time and of length.
THOUSANDS = {"k": 1e3, "K": 1e3, "thousand": 1e3, "M": 1e6, "million": 1e6}
# Texts write "MB" for both multiples, so that `readings` tries both.
_BYTES = {"kb": 1e3, "kib": 1024.0, "mb": 1e6, "mib": 1024.0**2, "gb": 1e9, "gib": 1024.0**3}
# Is all of "1.000", "12.500"; not "0.500", "1.5".
_GROUPED = LazyPattern(r"[1-9]\d{0,2}\.\d{3}")
# Matches "in seconds", "(ms)", "number of minutes"; not "seconds".
_NAMED_UNIT = LazyPattern(r"(?:\b(?:in|of)|\() ?(milliseconds|ms|seconds|secs?|minutes|hours|days)\b", re.IGNORECASE)

# Behind a number that is a part of a name, of which it says the period. Next is " hour volume", "-day average",
# "h volume"; not " hour limit", " hours back", nor behind "1".
_PERIOD = LazyPattern(
    r"(?<![^\d.]1)(?<!one)(?:[ -]?(?:second|minute|hour|day|week|month|year)|[hd]) "
    r"(?!(?:limit|window|period|range|span|interval|timeout|time|lookback|history|max(?:imum)?|min(?:imum)?|duration"
    r"|delay|cap|horizon|retention|gap|and|or|to|of|in|for|before|after|ago|back|from|is|are|per|by|if|when|but"
    r"|old|long|ahead|apart|each|total)\b)[A-Za-z]{2,}",
    re.IGNORECASE,
)
RANGE_ELSEWHERE = LazyPattern(
    r"(?:\u8303\u56f4(?:\u4e3a|\u662f)?[:\uff1a]? ?|\u4ecb\u4e8e ?)"
    r"(?P<low1>\d{1,9}) ?(?:-|~|\u5230|\u81f3|\u548c|\u2013) ?(?P<high1>\d{1,9})"
    rf"(?![\d.]|{_MULTIPLE})"
    r"|(?<![\d.])(?P<low2>\d{1,9}) ?(?:-|~|\u5230|\u81f3|\u548c) ?(?P<high2>\d{1,9}) ?\u4e4b\u95f4"
    # Matches "，1-50", "取值 0 到 9"; not "例如：1-3"
    r"|(?:，|(?<!如)：|取值(?:为|是)?[:：]? ?)(?P<low5>\d{1,9}) ?(?:-|~|到|至|\u2013) ?"
    r"(?P<high5>\d{1,9})(?=\s*(?:[，。；）（]|\Z))"
    # Matches "de 1 a 50", "(1 bis 50)", "\u043e\u0442 1 \u0434\u043e 50", "(1\u301c50)"; not "de 1 a 50 km"
    r"|(?:[(\uff08]|, |\b(?:de|von|da|\u043e\u0442) )(?P<low4>\d{1,9}) ?(?:a|\u00e0|bis|\u0434\u043e|\u301c"
    r"|\uff5e) ?(?P<high4>\d{1,9})(?=\s*(?:[.,;)\uff09]|\Z))"
    r"|\b(?:entre|zwischen) (?P<low3>\d{1,9}) (?:y|et|e|und) (?P<high3>\d{1,9})(?=\s*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
"""Ranges in Chinese, Japanese, Spanish, French, Portuguese, Italian, German and Russian: "entre 1 y 10", "1 bis 5"."""

# A remark between the ends of a range: "from 1 (worst) to 10 (best)".
_REMARK = r"(?:\s?\((?P<{0}>[^()\d]{{1,30}})\))?"
# What a number without a mark before it is a measure of: "quality 1-100", "threshold 0 to 1".
_MEASURE = (
    r"(?:threshold|score|quality|level|rating|percentage|percent|confidence|opacity|volume|priority|scale|factor"
    r"|number|values?|integer|accepts|within|ratio|strength|weight|scale of|range of)"
)
# What a text may begin with, before its range: "bps 100-2500".
_UNITS = r"(?:bps|ms|milliseconds|seconds|minutes|hours|days|px|pixels|%|bytes|[km]b|usd|dollars|dpi|degrees|meters|km)"
# Matches "between 1 and 20", "range: 0.1 - 5", "(1-100)", "in [0, 1]", "2 to 50 characters",
# "character range: [1, 9]"; not "see pages 1-3 of it", "version 1.2 to 2", "[0-9]".
RANGE = LazyPattern(
    rf"\b(?:between|range(?:s|d)?(?: is| from|:)?|must be from|ranging from|from)\s+"
    rf"(?P<low>{NUMBER}){UNIT.format('low_unit')}{_REMARK.format('remark')}"
    rf"\s*(?:and|to|up to|through|-|\u2013|\.\.)\s*\+?(?P<high>{NUMBER}){UNIT.format('high_unit')}"
    rf"|(?:\A(?:{_UNITS} )?|\(|\[(?!0-9\])|[,;:] |\b{_MEASURE} )(?:range:? |from |must be |optional )?"
    rf"(?P<low2>{NUMBER}){_REMARK.format('remark2')}"
    rf"\s?(?:-|\u2013|\.\.|to|through)\s?(?P<high2>{NUMBER})(?P<unit2>%?)(?=\s*[(),;\]]|\.?\Z|\. )"
    r"|(?:\A|\("
    r"|\b(?:(?P<unit3>character|char|letter) range|range|in|within|interval|between|from|values?|degrees)(?::| is)? )"
    rf"\[(?P<low3>{NUMBER})(?:,|\.\.) ?(?P<high3>{NUMBER})\]"
    rf"|(?:\A|\(|[,;:] |\b(?:be|of|with|in|has|have|contain|is) )(?P<low4>{NUMBER})\s?(?:-|\u2013|to)\s?"
    rf"(?P<high4>{NUMBER}) (?P<unit4>characters|chars|letters)\b"
    rf"|(?:\A\W{{0,3}}|\(|\b(?:array|list|set|batch|collection) of )(?P<low5>{NUMBER})\s?(?:-|\u2013|to)\s?"
    rf"(?P<high5>{NUMBER}) (?P<unit5>(?!to\b|of\b|and\b|or\b|in\b|is\b|are\b|for\b)[A-Za-z]{{1,14}})\b",
    re.IGNORECASE,
)
# Matches "1999", "2024"; not "1,999", "3000".
_YEAR = LazyPattern(r"(?:19|20)\d\d")
# Behind a range whose ends do not belong to it. Next is " (exclusive)", ", both exclusive"; not " (inclusive)".
_EXCLUSIVE = LazyPattern(
    r"\s*[,(\[]?\s*(?P<both>both (?:ends )?(?:are )?)?(?:exclusive|excluded)\b(?P<at_both> (?:at|on) both)?",
    re.IGNORECASE,
)
# Before such a range. Is the end of "strictly "; not "".
_STRICTLY = LazyPattern(r"\b(?:strictly|exclusively)\s+\Z", re.IGNORECASE)


class Amount(Struct, frozen=True):
    """A number, and the word behind it that may be its unit."""

    number: float
    unit: str
    is_grouped: bool = False
    """Whether it may be written in thousands, as "1.000" is in much of the world."""

    def to_unit(self, unit: str) -> float | None:
        """Return the number in another unit of time; ``None`` where only one of the two is a unit of time."""
        own, other = _MILLISECONDS.get(self.unit.lower()), _MILLISECONDS.get(unit.lower())
        if own is None:
            return self.number
        return None if other is None else self.number * own / other

    def readings(self) -> tuple[float, ...]:
        """Return the numbers that the amount may be where nothing says in which unit the field counts."""
        if self.is_time:
            factor = _MILLISECONDS[self.unit.lower()]
            return (self.number, *(self.number * factor / other for other in dict.fromkeys(_MILLISECONDS.values())))
        if self.unit == "%":
            return (self.number, self.number / 100)
        if self.is_size:
            factor = _BYTES[self.unit.lower()]
            # "10 MB" may be 10, 10,000,000 or 10,485,760 in the unit of the field.
            return (self.number, self.number * factor, self.number * 1024 ** round(math.log(factor, 1000)))
        return (self.number, self.number * 1000) if self.is_grouped else (self.number,)

    @property
    def is_unclear(self) -> bool:
        """Say whether it leaves open which number is meant."""
        return self.is_size or self.is_grouped

    @property
    def is_size(self) -> bool:
        """Say whether it is stated in thousands or more of bytes."""
        return self.unit.lower() in _BYTES

    @property
    def is_time(self) -> bool:
        """Say whether it is stated in a unit of time."""
        return self.unit.lower() in _MILLISECONDS


def amount(number: str, unit: str | None) -> Amount:
    """Return the amount that two matched texts state."""
    word = number.lower()
    written = float(NUMBER_WORDS.index(word) if word in NUMBER_WORDS else word.replace("_", "").replace(",", ""))
    if unit in THOUSANDS:
        return Amount(written * THOUSANDS[unit], "")
    return Amount(written, unit or "", is_grouped=_GROUPED.fullmatch(word) is not None)


# Names that are a unit in the plural, which only a number of them is called by.
_COUNTED_ALONE = frozenset(("seconds", "minutes", "hours", "days", "weeks", "milliseconds"))


def unit_of_time(name_words: list[str], text: str) -> str:
    """Return the unit of time that a field's name ends in, or that its description names, or an empty text."""
    last = name_words[-1] if name_words else ""
    # alone, `hours` counts them, but `s` may be anything, and `hour` the one of a day
    if last in _MILLISECONDS and (len(name_words) > 1 or last in _COUNTED_ALONE):
        return last
    named = _NAMED_UNIT.search(text)
    return named[1].lower() if named else ""


def is_of_period(text: str, behind: int) -> bool:
    """Say whether a number that ends at a position is the length of a period by which something is called."""
    return _PERIOD.match(text, behind) is not None


class StatedRange(Struct, frozen=True):
    """The ends of a range, whether they are excluded, and where its last number ends in the text.

    An end is ``None`` if the text leaves open what it is.
    """

    low: Amount | None
    high: Amount | None
    excludes_low: bool
    excludes_high: bool
    behind: int
    is_of_years: bool


def read_range(passage: str, found: re.Match[str]) -> StatedRange:
    """Return what ``RANGE`` found; of its groups one took part, and the others are empty."""
    first, last = (
        next(filter(None, found.group(side, *(f"{side}{n}" for n in (2, 3, 4, 5))))) for side in ("low", "high")
    )
    unit = next(filter(None, found.group("high_unit", "unit5", "unit4", "unit3", "unit2")), None)
    low, high = amount(first, found["low_unit"] or unit), amount(last, unit)
    # "1 to 10k" begins at one or at a thousand
    is_clear = found["low_unit"] or unit not in THOUSANDS
    excludes_low, excludes_high = _excluded_ends(passage, found)
    is_range = low.number < high.number
    return StatedRange(
        low if is_range and is_clear and excludes_low is not None else None,
        high if is_range else None,
        bool(excludes_low),
        excludes_high,
        max(found.end(f"high{n}") for n in ("", 2, 3, 4, 5)),
        all(map(_YEAR.fullmatch, (first, last))),
    )


def _excluded_ends(passage: str, found: re.Match[str]) -> tuple[bool | None, bool]:
    """Say of each end of a range whether the number itself is excluded, ``None`` where that is unclear.

    "0 (exclusive) to 1", "0 to 1 (both exclusive)"; in "0 to 1 (exclusive)" only the last number certainly is.
    """
    if _STRICTLY.search(passage, max(found.start() - 20, 0), found.start()):
        return True, True
    remark = (found["remark"] or found["remark2"] or "").lower()
    behind = _EXCLUSIVE.match(passage, found.end())
    if remark.startswith(("exclu", "inclu")):
        return remark.startswith("exclu"), behind is not None
    if behind is None:
        return False, False
    return True if behind["both"] or behind["at_both"] else None, True
