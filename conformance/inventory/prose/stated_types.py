"""JSON types and formats that a text gives a field, where its schema accepts none of them.

"A comma-separated list of ids" for an array, "as a string" for a number, "RFC 3339 or YYYY-MM-DD" for a ``date-time``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.display import code_text, excerpt
from conformance.documents.values import as_text, type_name_phrase
from conformance.inventory.fields import Field
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern

# One text for several values. Matches "A comma-separated list of ids", "Comma delimited values"; not "comma".
_SEPARATED = LazyPattern(
    r"(?<!not a )(?<!no )(?<!or a )(?<!or )\bcomma[- ](?:separated|delimited) (?:list|string|values?|text)\b",
    re.IGNORECASE,
)
# A list as well. Matches "or an array", "as JSON array"; not "list of".
_OR_ARRAY = LazyPattern(r"\b(?:or|as|and) (?:an? )?(?:JSON |plain )?(?:array|list)\b|\barray\b", re.IGNORECASE)
# A number as text. Matches "in cents as a string", "(as string)"; not "as a string of", "as a string or", "the
# `id` field as a string".
_AS_STRING = LazyPattern(
    r"(?<!not )(?<!field )\b(?:as an? (?:numeric |decimal )?string|as string|must be an? (?:numeric |decimal )?string)"
    r"(?=\s*(?:[.;,)(]|\Z))(?!,? or\b)",
    re.IGNORECASE,
)
# An object as text. Matches "as a JSON string", "JSON-encoded string", "stringified JSON"; not "JSON strings or".
_JSON_TEXT = LazyPattern(
    r"\b(?:JSON[- ](?:encoded )?string|stringified JSON|JSON[- ]stringified|serialized JSON)\b"
    r"(?! ?(?:array|list|or\b|keys?))",
    re.IGNORECASE,
)
# One thing or several. Matches "The id or list of ids", "name or an array of names"; not "id or list of names".
_ONE_OR_LIST = LazyPattern(r"\b(?P<one>[A-Za-z]{2,20}) or (?:an? )?(?:list|array) of (?P=one)e?s\b", re.IGNORECASE)
# Several things. Is the beginning of "A list of hosts", "Array of names to use"; not "List of the board", "A list of
# valid types is below".
_LIST = LazyPattern(
    r"\A\W{0,3}(?:(?:an?|the) )?(?:list|array) of (?!all\b|valid\b|available\b|supported\b|possible\b|allowed\b)"
    r"(?:[\w-]+ ){0,2}?[a-z]{2,20}s\b",
    re.IGNORECASE,
)
# How several things are written in one text. Matches "separated by commas", "one per line", "JSON"; not "list".
_WRITTEN = LazyPattern(
    r"separat|delimit|\bjson\b|per line|\bcomma|\bspace|newline|semicolon|\bstring\b"
    r"|\be\.g\b|example|such as|[`'\"\[,|]",
    re.IGNORECASE,
)
# A number where only a text is accepted. Matches "Accepts a JSON number or a decimal string", "(string or number)";
# not "a phone number or a string of digits", "a number as a string".
_OR_NUMBER = LazyPattern(
    r"(?:\A|[(:;] ?|\b(?:accepts?|either|an?|as) )(?:(?:JSON )?(?:number|integer) or (?:an? )?(?:[a-z]+ )?string"
    r"|string or (?:an? )?(?:JSON )?(?:number|integer))\b",
    re.IGNORECASE,
)
# A flag. Is the beginning of "If true, include it", "When set to true"; not "If it is true".
_FLAG = LazyPattern(r"(?:\A|(?<=[.;] ))(?:if|when|set to) (?:set to )?[`'\"]?true\b(?![`'\"]? or\b)", re.IGNORECASE)
# Both a date and a time. Matches "RFC-3339 or YYYY-MM-DD", "Both formats YYYY-MM-DD and YYYY-MM-DDTHH:MM", "ISO 8601
# date or date-time"; not "YYYY-MM-DDTHH:MM".
_DATE_OR_TIME = LazyPattern(
    r"(?:\bRFC[- ]?3339|\bISO[- ]?8601|\bdate-?time|YYYY-MM-DD[T ]\S+)(?: \w+)?,? (?:or|and|/) (?:an? )?"
    r"(?:date\b(?!-)|YYYY-MM-DD(?![T ]?HH))"
    r"|(?:YYYY-MM-DD(?![T ]?HH)|\bdates?(?: only)?)[`'\"]?(?: \(date only\))?,? (?:or|and|/) (?:an? )?"
    r"(?:YYYY-MM-DD[T ]\S+|RFC[- ]?3339|ISO[- ]?8601|date-?time)",
    re.IGNORECASE,
)
# A day, and nothing more. Next is "YYYY-MM-DD." in "as YYYY-MM-DD."; not "YYYY-MM-DDTHH:MM", "YYYY-MM-DD HH:mm".
_DAY = LazyPattern(r"\bYYYY-MM-DD\b(?!['`\"]? ?(?:T|hh|\+|\[|or\b|,? ?and\b|with\b|followed\b))", re.IGNORECASE)
# A time of day. Matches "with time zone", "YYYY-MM-DDTHH:MM:SSZ", "2026-01-31T00"; not "with time of the year".
_TIME = LazyPattern(
    r"\bwith (?:an? |the )?time(?:[- ]?zone)?(?=\W*\Z|[.,;)])|YYYY-MM-DD[T ]HH|\d{4}-\d\d-\d\dT\d\d"
    r"|\bdate-?time (?:string|in|as)\b",
    re.IGNORECASE,
)
# What leaves a time open, or adds one. Matches "time", "timestamp", "HH:MM", "2026-01-31T00"; not "sometimes".
_ANY_TIME = LazyPattern(
    r"\btimes?\b|timestamp|datetime|\bhh\b|h:m|\d\d:\d\d|\dT\d|RFC[- ]?3339|ISO[- ]?8601|midnight|\bhours?\b|\bUTC\b"
    r"|zone",
    re.IGNORECASE,
)
# Matches "must not be null", "cannot be null", "non-nullable"; not "not null".
_NOT_NULL = LazyPattern(
    r"(?:\A|(?<=[;.,] )|(?<=\bit )|(?<=\bthis )|(?<=\bvalue ))(?:must not|cannot|can't|may not) be null\b(?=\W*\Z)"
    r"|\bnon-nullable\b",
    re.IGNORECASE,
)
# A name beside what a format is for. Matches "symbol or ID", "name or uuid", "ID or slug"; not "id or".
_OR_NAME = LazyPattern(
    r"\b(?:(?:name|symbol|slug|title|handle|email|key) or (?:the |an? |its )?(?:uu)?id|(?:uu)?id or (?:the |an? |its )?"
    r"(?:name|symbol|slug|title|handle|email|key))\b",
    re.IGNORECASE,
)
# A word that a number may be instead. Matches "how many, or 'all'", "a number or \"auto\" to"; not "`a` or `b`".
_OR_WORD = LazyPattern(
    r"\A[^`'\"]{3,80}(?<!e\.g\.)\bor ['\"](?P<word>[a-z]{2,12})['\"](?=\s*(?:[.;,)]|\Z|\b(?:for|to)\b))", re.IGNORECASE
)
# The same as an order. Matches "use \"root\" for the top", "pass 'latest' to", "(or `all` for every one)", "set to
# 'auto' when"; not "use 'x' instead", "`a`, or `b` if", "use `b` for" where b
# is a field.
_GIVE_WORD = LazyPattern(
    r"(?<!not )(?<!don't )(?<!never )\b(?:use|pass|set (?:it |this )?to|send|specify|give|provide|enter|put|(?<=\()or)"
    r" (?:the (?:word|string|literal|keyword|value) )?(?P<quote>[`'\"])(?P<word>[A-Za-z][a-z]{1,14})(?P=quote)"
    r"(?= (?:for|to|if|when|as|means)\b)",
    re.IGNORECASE,
)
# A flag as a number. Matches "(1 if yes, 0 if no)", "0 = off, 1 = on", "1 for true or 0 for false"; not "1 if", "0 or
# more".
_AS_NUMBER = LazyPattern(
    r"(?<![\w.])(?:1 ?(?:=|:|if|for|means|is|->) ?[`'\"]?(?:yes|true|on|enabled?|present)\b[^.;]{0,20}?"
    r"(?<![\w.])0 ?(?:=|:|if|for|means|is|->|otherwise|if not)"
    r"|0 ?(?:=|:|if|for|means|is|->) ?[`'\"]?(?:no|false|off|disabled?|absent)\b[^.;]{0,20}?"
    r"(?<![\w.])1 ?(?:=|:|if|for|means|is|->))",
    re.IGNORECASE,
)
# What a text says that each format rejects.
_OF_FORMATS: Mapping[str, Sequence[tuple[LazyPattern, str]]] = {
    "date-time": ((_DATE_OR_TIME, "dates with and without a time"), (_DAY, "dates without a time")),
    "date": ((_DATE_OR_TIME, "dates with and without a time"), (_TIME, "a time as well")),
    "uuid": ((_OR_NAME, "a name as well"),),
}
# What else a text says that explains such words, by the pattern of the words.
_OTHER_DATE = {_DAY: _ANY_TIME, _TIME: _DAY}
# A word that is written without quotes in JSON.
LITERALS = frozenset(("true", "false", "null", "none", "undefined"))
# The types of numbers.
_NUMBERS = ("integer", "number")


class StatedType(Struct, frozen=True):
    """What a text calls a field, what the schema accepts, and the words of the text."""

    meant: str
    accepted: str
    quote: str
    is_likely: bool = False
    """Whether the text may mean something else."""


def contradicted_type(field: Field) -> StatedType | None:
    """Return the first type or format that the texts give a field and that its schema rejects."""
    if field.is_undetermined or not field.types:
        return None
    texts = passages(field)
    return next(_contradictions(field, texts), None)


def _contradictions(field: Field, texts: Sequence[str]) -> Iterator[StatedType]:
    for text in texts:
        for pattern, meant, is_likely in _patterns_for(field):
            found = pattern.search(text)
            if found is None or holds_sometimes(text, found.start()):
                continue
            if pattern in (_OR_WORD, _GIVE_WORD) and (
                found["word"] in field.siblings or found["word"].lower() in LITERALS
            ):
                continue
            if pattern is _SEPARATED and any(map(_OR_ARRAY.search, texts)):
                continue
            if pattern in (_DAY, _TIME) and any(_OTHER_DATE[pattern].search(other) for other in texts):
                continue
            if pattern is _LIST and any(_WRITTEN.search(other) for other in texts):
                continue
            accepted = "null" if pattern is _NOT_NULL else _accepted_words(field)
            yield StatedType(meant, accepted, excerpt(text, *found.span(), 20), is_likely)


def _patterns_for(field: Field) -> Iterator[tuple[LazyPattern, str, bool]]:
    """Yield the patterns of what a schema such as that of a field rejects, with what each of them means."""
    formats = {name for part in field.parts if (name := as_text(part.get("format")))}
    if field.has_only_types("array"):
        yield _SEPARATED, "comma-separated text", False
        yield _ONE_OR_LIST, "a single value as well", False
    if field.has_only_types("array", "object"):
        yield _JSON_TEXT, "JSON in a string", False
    if field.has_only_types(*_NUMBERS):
        yield _AS_STRING, "a string", False
        yield _OR_WORD, "a word as well", False
        yield _GIVE_WORD, "a word as well", False
    if field.has_only_types("boolean"):
        yield _AS_NUMBER, "0 or 1", False
    if field.has_only_types("string"):
        yield _OR_NUMBER, "a number as well", False
    if field.has_only_types("string") and field.values is None and not formats:
        yield _LIST, "a list", True
        yield _FLAG, "a flag", True
    if "null" in field.subschemas.types_of(field.position):
        yield _NOT_NULL, "another value", False
    for pattern, meant in _OF_FORMATS.get(next(iter(formats), ""), ()) if len(formats) == 1 else ():
        yield pattern, meant, False


def _accepted_words(field: Field) -> str:
    formats = [name for part in field.parts if (name := as_text(part.get("format")))]
    return f"the format {code_text(formats[0])}" if formats else " or ".join(map(type_name_phrase, field.types))
