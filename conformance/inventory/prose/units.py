"""What a numeric field counts, and whether its name says so: durations, tokens, lines, pages.

An integer type alone proves nothing. A name is wrong when it ends in another unit, names the quantity without a unit,
or when only the description states the unit. Some quantities have no unit that anything states; others have one in the
name and another one in the text.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.prose.passages import prose_of
from conformance.inventory.prose.reading import sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import ends_with, words_of
from conformance.settings.profiles import Unit


class Misnaming(Struct, frozen=True):
    """Why a name hides what its field counts (a predicate), a better name, and the words that prove it, if any."""

    reason: str
    suggestion: str | None
    quote: str = ""


def misnaming(field: Field, unit: Unit) -> Misnaming | None:
    """Return what is wrong with the name of a field that holds this quantity, ``None`` if nothing is."""
    words = words_of(field.name)
    if not field.is_numeric or not words or not unit.suffix:
        return None
    if words[-1] == unit.suffix:
        return _contradiction(field, unit)
    if any(ends_with(words, ending) for ending in unit.accepted) or not set(unit.other_words).isdisjoint(words):
        return None
    return _wrong_unit(words, unit) or _missing_unit(field, words, unit)


def _contradiction(field: Field, unit: Unit) -> Misnaming | None:
    prose = prose_of(field) if unit.contradictions else ""
    found = _first_match(unit.contradictions, prose)
    if found is None or (unit.mentions_suffix and unit.mentions_suffix.search(prose)):
        return None
    return Misnaming("is described in another unit", None, excerpt(found.string, *found.span()))


def _wrong_unit(words: Sequence[str], unit: Unit) -> Misnaming | None:
    doubtful = () if set(unit.quantity_words).isdisjoint(words[:-1]) else unit.doubtful_endings
    ending = max((each for each in (*unit.wrong_endings, *doubtful) if ends_with(words, each)), key=len, default=None)
    if ending is None:
        return None
    wanted = f"a unit such as `_{unit.suffix}`" if unit.accepted else f"`_{unit.suffix}`"
    return Misnaming(f"does not end in {wanted}", _suggested_name(words, ending, unit))


def _missing_unit(field: Field, words: Sequence[str], unit: Unit) -> Misnaming | None:
    prose = prose_of(field)
    if _first_match(unit.other_prose, prose):
        return None
    better = _suggested_name(words, words[-1] if words[-1] in unit.limit_words else "", unit)
    if any(ends_with(words, quantity) for quantity in unit.quantities):
        return Misnaming("has no unit in its name", better)
    found = _first_match(unit.prose, prose)
    if found is None and any(ends_with(words, quantity) for quantity in unit.doubtful_quantities):
        found = _first_match(unit.mentions, prose)
    return None if found is None else Misnaming("has no unit in its name", better, excerpt(found.string, *found.span()))


def _suggested_name(words: Sequence[str], ending: str, unit: Unit) -> str:
    dropped = ending.split()
    kept = list(words[: len(words) - len(dropped)])
    if not set(unit.limit_words).isdisjoint(dropped) and "max" not in kept:
        kept = ["max", *kept]
    return "_".join([*kept, unit.suffix])


def _first_match(patterns: Iterable[re.Pattern[str]], text: str) -> re.Match[str] | None:
    return next((found for pattern in patterns if text and (found := pattern.search(text))), None)


class _Measure(Struct, frozen=True):
    """A quantity that is measured in one of several units, and the endings of the names that say only which it is.

    ``beside`` are words of other fields of which one shows that a name means this quantity, where it may mean others;
    ``unlike`` are words that show that it does not.
    """

    noun: str
    endings: tuple[str, ...]
    units: LazyPattern
    example: str
    beside: frozenset[str] = frozenset()
    unlike: frozenset[str] = frozenset()


# Units that texts write out. Matches "in seconds", "500ms", "(s)", "5m", "segundos"; not "the server's".
_TIME = LazyPattern(
    r"(?<![a-z'])(?:ms|msecs?|millis?(?:econds?)?|nano(?:second)?s?|micro(?:second)?s?|secs?|seconds?|segundos?|secondes?"
    r"|sekunden?|mins?|minut\w*|hrs?|hours?|horas?|heures?|stunden?|days?|d\xedas?|dias|jours|tage?|weeks?|months?"
    r"|years?|milisegundos|milissegundos|frames|ticks|beats|iso|timestamps?|epoch|unix)(?![a-z])"
    r"|\d ?(?:ms|s|m|h)\b|\((?:s|m|h)\)|\bin (?:s|m|h)\b|\u79d2|\u5206|\u5929|\u65f6|\u6642",
    re.IGNORECASE,
)
# Matches "radius in km", "(m)", "5 km".
_LENGTH = LazyPattern(
    r"(?<![a-z'])(?:met(?:er|re)s?|metros|kms?|kilomet\w+|miles?|feet|ft|yards?|degrees?|nautical|cm|mm|inch\w*|pixels?"
    r"|px|blocks)(?![a-z])|\d ?(?:m|mi)\b|\((?:m|mi)\)|\bin (?:m|mi)\b|\u7c73|\u516c\u91cc",
    re.IGNORECASE,
)
# Matches "in MB", "512Mi", "bytes".
_BYTES = LazyPattern(
    r"(?<![a-z'])(?:bytes?|[kmgt]i?b|kilobytes?|megabytes?|gigabytes?|percent\w*)(?![a-z])|\d ?[kmgt]i?b?\b|%",
    re.IGNORECASE,
)
# Matches "kg", "in pounds", "(m)".
_BODY = LazyPattern(
    r"(?<![a-z'])(?:kgs?|kilos?|kilogram\w*|grams?|lbs?|pounds?|ounces?|oz|cms?|met(?:er|re)s?|centimet\w+|inch(?:es)?"
    r"|feet|ft|metric|imperial)(?![a-z])|\((?:m|g)\)|\bin (?:m|g)\b|\u516c\u65a4|\u5398\u7c73|\u7c73",
    re.IGNORECASE,
)
_MEASURES = (
    _Measure(
        "duration",
        (
            *(
                "timeout",
                "duration",
                "delay",
                "ttl",
                "cooldown",
                "debounce",
                "wait",
                "wait for",
                "wait time",
                "lookback",
            ),
            *("expires in", "keep alive", "sleep time", "idle time", "grace period", "time limit", "time to live"),
            *("poll interval", "polling interval", "check interval", "retry interval", "refresh interval"),
            *("sync interval", "heartbeat interval", "update interval", "scan interval", "timeout limit"),
        ),
        _TIME,
        "`_ms` or `_seconds`",
        unlike=frozenset(("per", "epoch", "timestamp", "unix", "rate", "count", "id", "note", "beat")),
    ),
    _Measure(
        "distance",
        ("radius", "distance", "altitude", "elevation"),
        _LENGTH,
        "`_km` or `_meters`",
        beside=frozenset(
            (
                *("lat", "latitude", "lng", "lon", "long", "longitude", "location", "address", "zip", "zipcode"),
                *("postal", "postcode", "city", "place", "coordinates"),
            )
        ),
    ),
    _Measure(
        "amount of memory",
        (
            *("memory", "ram", "memory limit", "memory size", "disk size", "disk space", "storage size", "file size"),
            *("volume size", "memory request"),
        ),
        _BYTES,
        "`_mb` or `_bytes`",
    ),
    _Measure(
        "measure",
        ("weight", "height"),
        _BODY,
        "`_kg` or `_cm`",
        beside=frozenset(("age", "sex", "gender", "bmi", "patient", "weight", "height")),
        unlike=frozenset(("width", "x", "y", "color", "url", "image", "font", "length", "depth", "size")),
    ),
)
# What is no measure but a count. Matches "Number of attempts"; not "Timeout".
_COUNTED = LazyPattern(r"\b(?:number of|how many|count of|attempts)\b", re.IGNORECASE)
# A field that says in which unit the others are. Is all of "unit", "units", "weight_unit".
_UNIT_FIELDS = frozenset(("unit", "units", "uom", "metric", "measurement"))


class UnstatedUnit(Struct, frozen=True):
    """What a field measures, and how its name may end to say the unit."""

    noun: str
    example: str


def unstated_unit(field: Field) -> UnstatedUnit | None:
    """Return what a number measures in a unit that nothing states, ``None`` where something may state it."""
    words = words_of(field.name)
    for measure in _MEASURES if words and field.is_numeric and field.values is None else ():
        if any(ends_with(words, ending) for ending in measure.endings) and _is_measured(field, measure):
            return None if _is_unit_stated(field, measure) else UnstatedUnit(measure.noun, measure.example)
    return None


def _is_measured(field: Field, measure: _Measure) -> bool:
    beside = {word for name in field.siblings if name != field.name for word in words_of(name)}
    if not measure.unlike.isdisjoint(words_of(field.name)) or _COUNTED.search(field.description):
        return False
    return not measure.beside or (not measure.beside.isdisjoint(beside) and measure.unlike.isdisjoint(beside))


def _is_unit_stated(field: Field, measure: _Measure) -> bool:
    """Say whether the tool or a field that is called alike mentions a unit, or a field says in which the others are."""
    if any(not _UNIT_FIELDS.isdisjoint(words_of(name)) for name in field.siblings):
        return True
    last = words_of(field.name)[-1]
    alike = (one for one in fields_of(field.tool) if words_of(one.name)[-1:] == [last])
    texts = [" ".join((*words_of(one.name), prose_of(one))) for one in alike]
    return any(map(measure.units.search, (*texts, field.tool.description or "")))


# The units of times, by the ending of a name that is usual for one, with all words for it.
_TIMES: Mapping[str, str] = {
    "ms": "ms|msecs?|millis|milliseconds?",
    "seconds": "s|secs?|seconds?",
    "minutes": "mins?|minutes?",
    "hours": "hrs?|hours?",
    "days": "days?",
    "weeks": "weeks?",
}
# The same of each kind of quantity.
_KINDS: tuple[Mapping[str, str], ...] = (
    _TIMES,
    {
        "bytes": "bytes?",
        "kb": "kb|kib|kilobytes?|kibibytes?",
        "mb": "mb|mib|megabytes?|mebibytes?",
        "gb": "gb|gib|gigabytes?|gibibytes?",
    },
    {
        "km": "kms?|kilomet(?:er|re)s?",
        "meters": "met(?:er|re)s?",
        "miles": "miles?",
        "feet": "feet|ft",
        "cm": "cm|centimet(?:er|re)s?",
        "mm": "mm|millimet(?:er|re)s?",
        "inches": "inch(?:es)?",
    },
    {"kg": "kgs?|kilos?|kilograms?", "grams": "grams?", "pounds": "lbs?|pounds?"},
    {"celsius": "celsius", "fahrenheit": "fahrenheit", "kelvin": "kelvin"},
    {"cents": "cents?|minor units?", "dollars": "dollars?|usd", "euros": "euros?|eur"},
    {"percent": "percent|percentages?|pct", "bps": "bps|basis points?"},
)
# One of a unit is mostly something else: `start_hour` is that of a day, `min` a bound.
_NO_UNITS = frozenset(
    (
        *("second", "minute", "min", "hour", "day", "week", "byte", "mile", "meter", "metre", "pound", "cent", "inch"),
        *("kilo", "gram"),
    )
)


class DifferingUnits(Struct, frozen=True):
    """The unit that a name ends in, the other one that the text states, and its words."""

    named: str
    stated: str
    quote: str


def differing_units(field: Field) -> DifferingUnits | None:
    """Return the units of the name and of the text, where both state one of the same kind and the text only another."""
    words = words_of(field.name)
    if not field.is_numeric or len(words) < 2 or words[-1] in _NO_UNITS:
        return None
    for units in _KINDS:
        own = next((unit for unit, spelled in units.items() if re.fullmatch(spelled, words[-1])), None)
        if own is None:
            continue
        # what comes behind the first sentence may be about something else
        text = next(iter(sentences_of(prose_of(field))), "")
        stated = [
            (unit, found) for unit, spelled in units.items() if (found := _statement_pattern(spelled).search(text))
        ]
        # a text that mentions the unit of the name as well converts, or compares
        around = prose_of(field).replace(field.name, "")
        if len(stated) != 1 or stated[0][0] == own or _mention_pattern(units[own]).search(around):
            return None
        return DifferingUnits(words[-1], stated[0][1]["unit"], excerpt(text, *stated[0][1].span()))
    return None


def stated_unit_of_time(field: Field) -> str:
    """Return the ending of a name for the unit of time that the text states, an empty text without exactly one."""
    text = prose_of(field)
    found = [unit for unit, spelled in _TIMES.items() if _statement_pattern(spelled).search(text)]
    return found[0] if len(found) == 1 else ""


@functools.cache
def _statement_pattern(spelled: str) -> re.Pattern[str]:
    """Matches "in seconds", "(ms)", "Seconds to wait", "Number of days", "share: bps (1 to 9)"; not "in 5 seconds"."""
    return re.compile(
        r"(?:\bin (?:whole |full |us )?|(?<!\w)\((?:in )?"
        r"|\A\W*(?:\w+: )?(?:the )?(?:max(?:imum)? |min(?:imum)? )?(?:number of |how many )?)"
        rf"(?P<unit>{spelled})(?=\s*(?:[.,;:()]|\Z)| (?:to|before|after|between|until|for)\b)",
        re.IGNORECASE,
    )


@functools.cache
def _mention_pattern(spelled: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z])(?:{spelled})(?![A-Za-z])", re.IGNORECASE)
