"""Which stated formats are sure: those whose words settle what belongs in the schema, where programs check it.

All others are an info: a standard with several forms, of which the text shows none; a code whose length it does not
say; a template of parts that nothing bounds; and what only says how a text is encoded, which programs do not check.
"""

import re

from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._values_of_formats import (
    DATE_OR_TIME,
    DAY_NAMED,
    DAY_PATTERN,
    DAY_SHOWN,
    TIME_SHOWN,
    TIME_STATED,
    ZONE_STATED,
)

# A JSON text of which the kind is stated, or what is encoded in it. Matches "JSON array", "JSON-encoded map",
# "encoded as JSON", "Stringified JSON of it"; not "JSON data", "JSON string".
_PARTS = LazyPattern(
    r"\bJSON(?:[- ](?!of\b|for\b|with\b|to\b|in\b)[a-z]+){0,3} (?:array|object|list|map|dictionary)\b"
    r"|\b(?:encoded|serialized|stringified) (?:(?:as|to|in) )?JSON\b",
    re.IGNORECASE,
)
# A code of a standard that has codes of several lengths and cases, or a tag of several parts.
_LOOSE_CODE = LazyPattern(r"\bISO (?:country|currency|language)\b|\bBCP[ -]?47\b|\b[Ll]anguage [Tt]ag\b")
# Parts joined by a sign that each of them may have, and an address of which only the beginning is stated. Matches
# "{kind}_{name}", "x-note:// format"; not "{owner}/{repo}".
_LOOSE_FORM = LazyPattern(
    r"[}>\]][_ ][{<\[]|(?<!or )(?<![a-z+])[a-z][a-z0-9+.-]*://[`'\"]? (?:format|form|scheme|uri|url)\b", re.IGNORECASE
)


def is_settled(field: Field, keyword: str, text: str, span: tuple[int, int]) -> bool:
    """Say whether the words of a format leave one keyword to write, which programs check."""
    texts, stated = passages(field), text[span[0] : span[1]]
    if keyword.startswith('"contentEncoding"'):
        return False
    if keyword.startswith('"contentMediaType"'):
        return _PARTS.search(text, span[0]) is not None
    if "(or " in keyword:
        return any(map(DAY_SHOWN.search, texts)) or DAY_NAMED.search(text) is not None
    if keyword == '"format": "date-time"':
        return any(each.search(one) for one in texts for each in (TIME_STATED, ZONE_STATED, TIME_SHOWN))
    if keyword == DAY_PATTERN:
        return any(each.search(one) for one in texts for each in (DATE_OR_TIME, DAY_SHOWN, TIME_SHOWN))
    if keyword == '"pattern"':
        lengths = {key: part[key] for part in field.parts for key in ("minLength", "maxLength") if key in part}
        is_written = len(lengths) > 1 and lengths["minLength"] == lengths["maxLength"]
        return not (is_written or _LOOSE_CODE.search(stated) or _LOOSE_FORM.search(stated))
    return True
