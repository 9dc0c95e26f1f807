"""Formats that the name of a field states: an `email`, a `webhook_url`, a `client_guid`; and which names are dates."""

import re
from collections.abc import Iterator, Sequence

from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._values_of_formats import accepts, declared_texts

# Digests, which may be written with a prefix or abbreviated, so that a name alone states no format.
_DIGESTS = ("md5", "sha1", "sha256", "sha512")
# The last word of a name, and the keyword that it asks for.
_KEYWORDS = {
    "email": '"format": "email"',
    "url": '"format": "uri"',
    "uri": '"format": "uri"',
    "uuid": '"format": "uuid"',
    "guid": '"format": "uuid"',
    "base64": '"contentEncoding": "base64"',
    "link": '"format": "uri"',
    "ip": '"format": "ipv4" (or "ipv6")',
}
# The same of the last two.
_KEYWORDS_OF_PAIRS = {
    "email address": '"format": "email"',
    "ip address": '"format": "ipv4" (or "ipv6")',
    "mime type": '"pattern": "^[a-z]+/[\\\\w.+-]+$"',
    "currency code": '"pattern": "^[A-Za-z]{3}$"',
}
# Words that end names of one thing, whatever it is of: "message_date", "textColor".
_ONE_THING = frozenset(
    (
        *("url", "uri", "email", "color", "colour", "date", "datetime", "timestamp", "language", "lang", "locale"),
        *("currency", "country", "timezone", "domain", "uuid", "id", "hash", "digest", "checksum", *_DIGESTS),
    )
)
# What else such a value may be, or that it is one of several. Matches "URL or path", "relative", "comma-separated",
# "part of"; not "URL to open or to close".
_OTHER = LazyPattern(
    r"\b(?:(?:url|uri|link|e-?mail|address|uuid|ip),? or|or (?:an? |the |its )?(?:[\w-]+ ){0,2}(?:url|uri|link|e-?mail"
    r"|text|number|username|address|string|hash|data|image|html|markdown|repo\w*|channel|code|query|phone|title)|either|paths?|file|relative|name|domain|host|slug|id|key|comma|separated|list|part|partial|pattern|prefix|regex"
    r"|search|substring|contain\w*|match\w*|template|scheme|default\w*|if|without|filter\w*|shorthand|like|any)s?\b"
    r"|(?<!\w)[`'\"]|[`'\"](?!\w)|://",
    re.IGNORECASE,
)
# Names whose last word is a date by itself.
_DATES = frozenset(("date", "datetime", "timestamp", "dob"))
# What names a time of something: "start_time"; a "run_time" is a duration.
_POINTS = frozenset(
    (
        *("start", "end", "begin", "from", "to", "expire", "expiry", "expiration", "due", "departure", "arrival"),
        *("date", "scheduled"),
    )
)
# Ends of a range, before which is a date or what happened at it: "date_from", "created_after".
_ENDS = frozenset(
    ("from", "to", "after", "before", "since", "until", "gte", "lte", "gt", "lt", "at", "on", "start", "end")
)
_EVENTS = frozenset(
    (
        *("date", "datetime", "created", "updated", "modified", "started", "ended", "finished", "ordered", "published"),
        *("changed",),
    )
)
# What happens at a moment, where "from" and "to" may be about somebody: "completed_after", "starts_at"; not "sent_to".
_HAPPENS = frozenset(
    (
        *(
            "completed",
            "closed",
            "resolved",
            "merged",
            "issued",
            "scheduled",
            "due",
            "expires",
            "starts",
            "ends",
            "sent",
        ),
        *("archived", "deleted", "opened", "registered", "received", "joined", "released", "posted", "filed", "signed"),
    )
)
_AT = frozenset(("at", "after", "before", "since", "until"))
# A name that says of a date that it is no point in time.
_NO_DATE = frozenset(("relative", "format", "field", "type"))

# What texts call a value that names something, whatever the field is called.
_ANY_NAMES = frozenset(("name", "id", "identifier", "key", "path"))
# Words of a text about a point in time, and what they may call it.
_WHEN = frozenset(
    ("when", "since", "until", "before", "after", "start", "end", "begin", "first", "last", "from", "date")
)
_TIMES = frozenset(("date", "time", "timestamp", "datetime", "day"))
# Fields whose value contains or describes a date, among other things: a search, a file name, a format to write.
_CONTAINING = LazyPattern(
    r"query|filter|search|name|title|path|file|filename|text|content|format|template|description|prompt|body"
    r"|expression|pattern|message|sql|command|range|period|q"
)


def format_of_name(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text that is an address or an id of one format by its name, and no text opens."""
    yield from _format_of_words(field, words_of(field.name), field.label, "its schema")


def format_of_names(field: Field) -> Iterator[Problem]:
    """Yield the same for a list of plain texts whose name is the plural: the `urls` to read."""
    *before, last = words_of(field.name) or [""]
    if last != singularize(last):
        yield from _format_of_words(
            field, [*before, singularize(last)], f"items of {field.label}", "the schema of its items"
        )


def _format_of_words(field: Field, words: Sequence[str], label: str, place: str) -> Iterator[Problem]:
    last = words[-1] if words else ""
    last = last if last in _KEYWORDS else last.rstrip("0123456789")
    keyword = _KEYWORDS.get(last) or _KEYWORDS_OF_PAIRS.get(" ".join([*words[-2:-1], last]))
    if keyword is None or any(map(_OTHER.search, passages(field))):
        return
    if all(accepts(keyword, each) for each in declared_texts(field)):
        yield Problem(
            f"{label} {'has' if label == field.label else 'have'} a format that only its name states",
            f"add {keyword} to {place}",
            max_level=Level.INFO,
        )


def names_a_date(name: str) -> bool:
    """Say whether a field is called a date or a point in time."""
    words = words_of(name)
    if not words or not _NO_DATE.isdisjoint(words):
        return False
    *before, last = words
    if last == "time":
        return not _POINTS.isdisjoint(before[-1:])
    if words[:2] in (["date", "of"], ["last", "updated"], ["last", "modified"]):
        return len(words) == (3 if words[1] == "of" else 2)
    if words in (["time", "start"], ["time", "end"]) or (last in _AT and not _HAPPENS.isdisjoint(before[-1:])):
        return True
    return last in _DATES or (last in _ENDS and not _EVENTS.isdisjoint(before))


def words_for_value(field: Field) -> frozenset[str]:
    """Return the words that a text may call the values of a field by, in the singular: those of its name and text."""
    words = (*words_of(field.name), *re.findall(r"[A-Za-z]+", re.split(r"[.;:(]", field.description, maxsplit=1)[0]))
    called = {singularize(word.lower()) for word in words} | _ANY_NAMES
    is_date = names_a_date(field.name) or not _WHEN.isdisjoint(called)
    return frozenset(called | _TIMES if is_date else called)


def contains_others(name: str) -> bool:
    """Say whether a value contains or describes a date, among other things; a `country_filter` is a country."""
    words = words_of(name)
    if not _ONE_THING.isdisjoint(words[-1:]) or (words[-1:] == ["name"] and not _ONE_THING.isdisjoint(words[-2:-1])):
        return False
    own = words[:-1] if len(words) > 1 and words[-1] == "filter" else words
    return any(map(_CONTAINING.fullmatch, own))
