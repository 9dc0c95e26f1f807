"""Two fields that are one value: a latitude and a longitude, the `x` and the `y` of a point."""

import re
from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, is_number
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.sample_values import accepted_instance
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._input_levels import InputLevel, sample_of
from conformance.rules.catalogue.descriptions._remedies import remedy_of_halves

_PLACES = (("latitude", "longitude"), ("lat", "lng"), ("lat", "lon"), ("lat", "long"))
_POINT = ("x", "y")
# What may change one coordinate of a thing, or reckon with any two numbers.
_OF_ONE_AXIS = frozenset(
    (
        *("update", "set", "edit", "modify", "move", "transform", "resize", "translate", "scale", "rotate", "clone"),
        *("duplicate", "copy", "compute", "plot", "scroll", "pan", "drag", "swipe", "nudge", "offset", "shift"),
    )
)
# How the text of an `x` begins that is a coordinate, if it has one. Matches "X coordinate", "Longitude"; not "first
# operand".
_COORDINATE = LazyPattern(r"\A\s*\Z|coord|posi[tz]|\blongitud|\bhorizontal|\bpixel|\bpoint\b", re.IGNORECASE)
# What an `x` without a `y` means. Matches "Horizontal offset", "pixels to pan", "(default 0)", "if left out"; not "X
# coordinate (optional)".
_ALONE = LazyPattern(
    r"\b(?:offset|delta|distance|by|to (?:pan|scroll|move|drag|shift|swipe)|default\w*|omit\w*|left out|otherwise"
    r"|if (?:not|un)\w*)\b",
    re.IGNORECASE,
)
_WORDS = LazyPattern(r"\w+")


def halves(level: InputLevel) -> Iterator[Problem]:
    """Yield a problem for a latitude without a longitude: one of them alone means nothing."""
    for first, second in pairs_of(level):
        given: JsonObject = {first: sample_of(level.fields[first])}
        witness = accepted_instance(level.schema, given, frozenset({second}))
        if witness is not None:
            yield Problem(
                f"{code_text(first)} is accepted without {code_text(second)}, but means nothing alone",
                remedy_of_halves(level, first, second),
                child(level.pointer, "properties", first),
                {"witness": witness},
                max_level=Level.WARNING if (first, second) in _PLACES else Level.INFO,
            )


def pairs_of(level: InputLevel) -> Iterator[tuple[str, str]]:
    """Yield the fields of which one alone means nothing, as neither has a default."""
    for pair in _PLACES:
        if level.fields.keys() >= {*pair} and not any(_has_number(level.fields[name]) for name in pair):
            yield pair
    if level.fields.keys() >= {*_POINT} and _is_point(level):
        yield _POINT


def _has_number(field: Field) -> bool:
    return any(is_number(part.get("default")) for part in field.parts)


def _is_point(level: InputLevel) -> bool:
    """Say whether `x` and `y` are where something is, and nothing says what one without the other means."""
    x, y = (level.fields[name] for name in _POINT)
    is_open = not any("default" in part for field in (x, y) for part in field.parts)
    is_flat = x.is_numeric and y.is_numeric and "z" not in level.fields
    is_linked = "y" in _WORDS.findall(x.description) or "x" in _WORDS.findall(y.description)
    is_whole = is_open and is_flat and not is_linked and _OF_ONE_AXIS.isdisjoint(words_of(x.tool.name))
    has_meaning = any(_ALONE.search(field.description) for field in (x, y))
    return is_whole and not has_meaning and _COORDINATE.search(x.description) is not None
