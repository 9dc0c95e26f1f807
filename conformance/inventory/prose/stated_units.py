"""The unit in which a text says that a number is, and the one in which its name says so: they may differ."""

import functools
import re
from collections.abc import Mapping

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.fields import Field
from conformance.inventory.prose.passages import prose_of
from conformance.names import words_of

# Of each kind of quantity its units, by the ending of a name that is usual for one, with all words for it.
_TIME: Mapping[str, str] = {
    "ms": "ms|msecs?|millis|milliseconds?",
    "seconds": "s|secs?|seconds?",
    "minutes": "mins?|minutes?",
    "hours": "hrs?|hours?",
    "days": "days?",
    "weeks": "weeks?",
}
_KINDS: tuple[Mapping[str, str], ...] = (
    _TIME,
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
    {"cents": "cents?", "dollars": "dollars?|usd", "euros": "euros?|eur"},
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
        text = prose_of(field)
        stated = [(unit, found) for unit, spelled in units.items() if (found := _stated(spelled).search(text))]
        # a text that mentions the unit of the name as well converts, or compares
        if len(stated) != 1 or stated[0][0] == own or _mentioned(units[own]).search(text):
            return None
        return DifferingUnits(words[-1], stated[0][1]["unit"], excerpt(text, *stated[0][1].span()))
    return None


def stated_unit_of_time(field: Field) -> str:
    """Return the ending of a name for the unit of time that the text states, an empty text without exactly one."""
    text = prose_of(field)
    found = [unit for unit, spelled in _TIME.items() if _stated(spelled).search(text)]
    return found[0] if len(found) == 1 else ""


@functools.cache
def _stated(spelled: str) -> re.Pattern[str]:
    """Matches "in seconds", "(ms)", "Seconds to wait", "Number of days"; not "in 5 seconds", "seconds of the video"."""
    return re.compile(
        r"(?:\bin (?:whole |full |us )?|\((?:in )?"
        r"|\A\W*(?:the )?(?:max(?:imum)? |min(?:imum)? )?(?:number of |how many )?)"
        rf"(?P<unit>{spelled})(?=\s*(?:[.,;:)]|\Z)| (?:to|before|after|between|until|for)\b)",
        re.IGNORECASE,
    )


@functools.cache
def _mentioned(spelled: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z])(?:{spelled})(?![A-Za-z])", re.IGNORECASE)
