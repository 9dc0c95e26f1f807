"""Several ways to write one date, of which a text names each: "YYYY-MM-DD, YYYY-MM-DD HH:mm:ss or ISO 8601"."""

from collections.abc import Iterator

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._values_of_formats import (
    DAY_PATTERN,
    accepts,
    declared_texts,
    takes_empty,
)

# A layout that begins with the day. Matches "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD", "ISO 8601"; not "MM/DD/YYYY".
_LAYOUT = LazyPattern(r"\bYYYY-MM-DD(?:[T ]HH:(?:MM|mm)(?::(?:SS|ss))?)?|\bISO[ -]?8601\b|\bRFC ?3339\b")
# Another layout, or words of a language. Matches "DD.MM.YYYY", "'today'", "relative", "HH:MM alone"; not "YYYY-MM-DD".
_OTHER = LazyPattern(
    r"(?<![\w-])(?:DD|MM)[./-]|\b(?:relative|natural|epoch|unix|any format|various)\b"
    r"|(?<!to )\b(?:now|today|tomorrow|yesterday)\b"
    r"|(?<![T\w -])HH:(?:MM|mm)|\bYYYY(?!-MM-DD)"
)


def problem_of_layouts(field: Field) -> Iterator[Problem]:
    """Yield an info for a date of which a text names at least two layouts, each of which begins with the day."""
    texts = passages(field)
    if any(map(_OTHER.search, texts)) or takes_empty(field, DAY_PATTERN):
        return
    for text in texts:
        found = list(_LAYOUT.finditer(text))
        if len({one[0] for one in found}) > 1 and all(accepts(DAY_PATTERN, each) for each in declared_texts(field)):
            yield Problem(
                f"{field.label} has formats that only its description states",
                f"add {DAY_PATTERN} to its schema, with which each of them begins",
                evidence={"quote": excerpt(text, found[0].start(), found[-1].end(), 20)},
                max_level=Level.INFO,
            )
            return
