"""Numbers whose range everybody knows, and those whose range only their author does.

Nothing is counted, waited for or measured below zero; a port and a latitude end where they end everywhere; of a score
nobody knows whether it goes to 1, to 10 or to 100.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.documents.values import is_number
from conformance.inventory.fields import Field
from conformance.inventory.prose.quantities import unit_of_time
from conformance.inventory.prose.reading import own_text, passages
from conformance.inventory.prose.whole_numbers import MEASURED, PLACES, counts_things, is_number_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import ends_with, singularize, words_of

# Words of a number that may be below zero, whatever it is of, and of a tool that takes one: it is added to another, or
# says in which direction.
_DIRECTED = frozenset(
    (
        *("delta", "change", "diff", "difference", "increment", "adjust", "adjustment", "shift", "growth", "relative"),
        *("scroll", "move", "tz", "timezone", "utc"),
    )
)
# Words of a number that stands for something, or is how good it is.
_SIGNED = _DIRECTED | {
    *("seed", "nonce", "rank", "revision", "version", "code", "status", "number", "num", "order"),
    *("level", "percentage", "score", "expiration", "balance"),
}
# The same in a text. Matches "increase or decrease by", "direction"; not "in descending order".
_SIGNED_TEXTS = LazyPattern(
    r"(?<![\w.)\]])[-\u2212]\s?\d|\bnegative|\bminus\b|\bsigned\b|\b(?:increment|increase|decrease|adjust|offset|shift)\w*"
    r" (?:it |this )?by\b|\b(?:below|under|(?:less|smaller|lower) than) (?:zero|one|0|1)\b|\bsign\b|\bback ?wards?\b"
    r"|\badd(?:ed)? or (?:remove|subtract)|\boffset from\b|\bas in Python\b|\baxial\b"
    r"|\bdirections?\b|\brelative to\b|\bfrom the end\b|\bunlimited\b|\bno limit\b|\binfinit"
    # the values one by one: "0, 1 or 2"
    r"|\b\d, \d,? or \d\b",
    re.IGNORECASE,
)
# The same in the text of the tool, which may be about other inputs. Matches "-1 for all", "negative"; not "-73.98".
_SIGNED_BY_TOOL = LazyPattern(
    r"(?<![\w.)\]])[-\u2212]\d+(?![\d.])|\bnegative|\bminus\b|\bsigned\b|\bunlimited\b|\binfinit|\bback ?wards?\b"
    r"|\b(?:increment|increase|decrease|adjust|offset|shift)\w* (?:it |this )?by\b|\badd(?:ed)? or (?:remove|subtract)"
    r"|\bfrom the end\b|\bas in Python\b",
    re.IGNORECASE,
)
# The least and the most value. Matches "range 5-600", "(15 - 480)"; not "2024-01-05".
_BOTH_ENDS = LazyPattern(r"(?<![-\w.])\d+ ?[-\u2013] ?\d+k?\b(?![-\u2013])")
# What a program waits for or keeps; nothing takes less than no time.
_WAITS = frozenset(("timeout", "ttl", "duration", "cooldown", "debounce"))
# The same in a text. Matches "Time to wait in seconds", "Delay between clicks", "connection timeout"; not "the delay".
_WAITED = LazyPattern(
    r"\A\W{0,3}(?:the |optional |max(?:imum)? )*(?:(?:time|how long|(?:milli)?seconds|minutes) to (?:wait|sleep)\b"
    r"|delay (?:between|before|after|in)\b|(?:[a-z]+ )?timeout\b|wait \w{1,9} (?:milliseconds|ms|seconds)\b)",
    re.IGNORECASE,
)
# What is counted from the first on, so that its number is that of one of them: "line_number", "pageNo".
_NUMBERED = PLACES | {"page", "chapter", "verse", "episode", "season", "step", "thought", "chunk", "slide", "paragraph"}
# Words of which the one before says how many there are, or which one it is.
_NUMBERS = frozenset(("number", "num", "no"))
# Words of a moment, which may be before another one, and of what is not the time itself.
_MOMENTS = frozenset(
    (
        *("offset", "start", "end", "at", "since", "from", "to", "until", "timestamp", "epoch", "unix", "position"),
        *("time", "per", "price", "cost", "rate"),
    )
)
# What is as large as it is, and never smaller than nothing.
_SIZES = (
    *(
        "radius",
        "distance",
        "quantity",
        "fps",
        "dpi",
        "bpm",
        "sample rate",
        "font size",
        "file size",
        "weight kg",
        "height cm",
    ),
    *("height m", "weight lbs", "max width", "max height", "line width", "stroke width", "capacity", "thickness"),
    *("turnover", "salary", "annual income", "budget", "population", "age", "cpu", "cpus", "vcpu", "vcpus", "cores"),
    *("memory", "ram", "memory limit", "disk size", "kb", "mb", "gb", "tb", "kg", "lbs", "heart rate", "frame rate"),
    *("framerate", "bitrate", "bit rate", "leverage", "baud rate"),
)
# In what a length is: "radius_km".
_LENGTHS = frozenset(("km", "m", "mi", "miles", "meters", "metres", "feet", "ft", "px", "mm", "cm", "inches"))
# In what a power, a speed, an area or a volume is: "capacity_mw".
_MEASURED_IN = frozenset(("w", "kw", "mw", "gw", "kwh", "mwh", "kbps", "mbps", "gbps", "sqft", "sqm", "ml", "liters"))
# What is counted in whatever the rest of its name says: "quantity_bags".
_QUANTITIES = frozenset(("quantity", "qty"))
# What tools do with an amount, of which a negative one would be the opposite.
_PAYING = frozenset(
    (
        *("send", "transfer", "pay", "swap", "withdraw", "deposit", "stake", "unstake", "mint", "burn", "buy", "sell"),
        *("donate", "tip", "refund", "bridge", "lend", "borrow", "repay", "order", "invoice", "payment", "charge"),
    )
)
# Of what a share is, if it is never less than nothing.
_SHARED = frozenset(("cpu", "memory", "disk", "tip", "discount", "fee", "tax", "payment", "commission", "opacity"))
# In what an amount of money is: "annual_turnover_eur".
_CURRENCIES = frozenset(("eur", "usd", "gbp", "chf", "jpy", "cny", "inr", "brl", "cents"))

_KNOWN_RANGES: tuple[tuple[tuple[str, ...], tuple[int, int]], ...] = (
    (("port",), (0, 65535)),
    (("lat", "latitude"), (-90, 90)),
    (("lon", "lng", "longitude"), (-180, 180)),
)
"""The endings of names whose ends are the same everywhere."""
_RANGES_OF_PARTS = {
    "http status code": (100, 599),
    "http status": (100, 599),
    "hour": (0, 23),
    "hour of day": (0, 23),
    "month": (1, 12),
    "day of month": (1, 31),
    "quarter": (1, 4),
}
"""The same of whole names: an `age_month` and a `wage_hour` are other numbers."""
# What a name may say before them.
_FIRST_OR_LAST = frozenset(("start", "end", "begin", "first", "last", "from", "to"))
# How long it is, and no part of a day or a year. Matches "since its start", "ahead", "YYYYMM"; not "of the day".
_ELAPSED = LazyPattern(r"\b(?:since|ahead|elapsed|ago|until|before|after|past)\b|YY", re.IGNORECASE)
# Coordinates in metres, which are no degrees. Matches "Web Mercator", "in UTM", "EPSG:3857"; not "WGS84".
_PROJECTED = LazyPattern(r"mercator|\b(?:UTM|projected|EPSG|SRID)\b", re.IGNORECASE)
# Matches "202605", "40.7128"; more digits than these are no position either.
_NUMBER = LazyPattern(r"\d{1,18}(?:\.\d{1,18})?", re.ASCII)

# What is as high as its author likes.
_SCALES = frozenset(
    (
        *("confidence", "score", "severity", "priority", "importance", "urgency", "impact", "strength", "intensity"),
        *("quality", "rating", "relevance", "similarity", "likelihood", "difficulty", "salience", "certainty"),
    )
)
# What a name says behind a scale: "score_min", "confidence_threshold".
_ENDS_OF_RANGE = frozenset(("min", "max", "minimum", "maximum", "threshold", "level", "score"))
# What says something of the scale. Matches "0-1", "percent", "higher is better", "order of"; not "Minimum score".
_ON_SCALE = LazyPattern(
    r"\d|\bone\b|\bten\b|percent|%|\bhigh|\blow|\bmost\b|\bworst|\bbest|\bscale|\brange|\bbetween|\border\b|\bsequence"
    r"|\w/\w|\bratio\b|\bfraction|\bCVSS|\bsame as\b|\bsee\b|\be\.?g\b",
    re.IGNORECASE,
)


def is_never_negative(field: Field) -> bool:
    """Say whether a number is of something that is never below zero, and no text gives a negative one a meaning."""
    if not _is_unsigned(field) or any(number < 0 for number in _numbers_shown(field)):
        return False
    if any(map(_BOTH_ENDS.search, passages(field))):
        return False
    return not any(map(_SIGNED_TEXTS.search, passages(field))) and not _SIGNED_BY_TOOL.search(
        field.tool.description or ""
    )


def known_range(field: Field) -> tuple[int, int] | None:
    """Return the range of a number that is the same everywhere, ``None`` for any other number."""
    words = words_of(field.name)
    named = " ".join(words[1:] if not _FIRST_OR_LAST.isdisjoint(words[:1]) else words)
    ends = _RANGES_OF_PARTS.get(named) or next(
        (ends for endings, ends in _KNOWN_RANGES if any(ends_with(words, one) for one in endings)), None
    )
    if ends is None:
        return None
    texts = (*passages(field), field.tool.description or "") if ends[0] < 0 else passages(field)
    others = (_PROJECTED,) if ends[0] < 0 else (_SIGNED_TEXTS, *((_ELAPSED,) if named in _RANGES_OF_PARTS else ()))
    shown = (*_numbers_shown(field), *(float(one) for text in passages(field) for one in _NUMBER.findall(text)))
    is_other = any(number > ends[1] for number in shown) or any(each.search(text) for text in texts for each in others)
    return None if is_other else ends


def lacks_scale(field: Field) -> bool:
    """Say whether a number is a score of which no text says how high it can be."""
    words = list(words_of(field.name))
    while len(words) > 1 and words[-1] in _ENDS_OF_RANGE and words[-1] not in _SCALES:
        words.pop()
    # of a score alone each member of a sorted set has one
    if not words or words[-1] not in _SCALES or field.name == "score":
        return False
    # among priorities 0 is the usual one, and any other goes before or behind it
    shown = [number for number in _numbers_shown(field) if number or words[-1] == "priority"]
    return not shown and not any(map(_ON_SCALE.search, passages(field)))


def _is_unsigned(field: Field) -> bool:
    words = words_of(field.name)
    if not words or not _DIRECTED.isdisjoint((*words, *words_of(field.tool.name))):
        return False
    if not _NUMBERS.isdisjoint(words):
        # "num_results" and "line_number" count; an "issue_number" is the name of one
        return (words[-1] in _NUMBERS and not _NUMBERED.isdisjoint(words[-2:-1])) or is_number_of(field)
    if words[-1] in ("percent", "pct", "percentage") and not _SHARED.isdisjoint(words[-2:-1]):
        return True
    if not _SIGNED.isdisjoint(words):
        return False
    if counts_things(field) or words[-1] in _WAITS or _WAITED.match(own_text(field)) or _is_amount(words, field):
        return True
    if words[-1] in PLACES or words[-1] == "index":
        # of two layers the one with a negative "z-index" is below the page
        return MEASURED.isdisjoint(words) and "z" not in words
    # "price_min" and "volume_24h" are no minutes and no hours
    is_other = words[-1] == "min" or any(map(str.isdigit, words[-2:]))
    span = words[:-1] if words[-1] == "back" else words
    return not is_other and bool(unit_of_time([*span], "")) and _MOMENTS.isdisjoint(map(singularize, words))


def _is_amount(words: Sequence[str], field: Field) -> bool:
    """Say whether a number is a size, an amount that is paid, or a measure of a body or a picture."""
    sized = (words, words[:-1]) if words[-1] in _CURRENCIES | _LENGTHS | _MEASURED_IN else (words,)
    if words[0] in _QUANTITIES or any(ends_with([*each], size) for each in sized for size in _SIZES):
        return True
    if words[-1] == "amount":
        return not _PAYING.isdisjoint(words_of(field.tool.name))
    if words[-1] in ("weight", "height") and {"weight", "height"} <= {*field.siblings}:
        return True
    names = {word for name in field.siblings for word in words_of(name)}
    return words[-1] in ("width", "height") and {"width", "height"} <= names and names.isdisjoint(("depth", "z"))


def _numbers_shown(field: Field) -> Iterator[float]:
    """Yield the numbers that the schema gives as default and as examples."""
    for part in field.parts:
        for keyword in ("default", "examples"):
            value = part.get(keyword)
            for one in value if isinstance(value, list) else [value]:
                if is_number(one):
                    yield one
