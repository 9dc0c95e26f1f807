"""What a numeric field counts, and whether its name says so: durations, tokens, lines, pages.

An integer type alone proves nothing. A name is wrong when it ends in another unit, names the quantity without a unit,
or when only the description states the unit.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.fields import Field
from conformance.inventory.prose.passages import prose_of
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
