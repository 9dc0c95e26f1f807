"""Formats that a text shows by its examples alone: "Issue key (e.g. PROJ-123)", "Zone, such as 'Europe/Paris'"."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.shown_examples import ShownExamples, examples_in
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._values_of_formats import accepts, declared_texts


class _Shape(Struct, frozen=True):
    """How all examples of a format are written, what states it, and the words of which a name ends in one.

    Where there are such words the examples alone are those of any text: a "12" may be a name. ``is_sure`` says that no
    name, title or path is written so.
    """

    written: LazyPattern
    keyword: str
    names: frozenset[str] = frozenset()
    is_sure: bool = False


_IDS = frozenset(
    (
        *("id", "key", "code", "number", "identifier", "ref", "reference", "accession", "no", "num", "sku", "serial"),
        *("registration", "ticket", "anum", "issue", "cik", "zip", "zipcode", "postcode", "isbn", "barcode"),
    )
)
_TIMES = frozenset(
    (
        *(
            "date",
            "time",
            "timestamp",
            "datetime",
            "day",
            "month",
            "start",
            "end",
            "since",
            "until",
            "from",
            "to",
            "after",
        ),
        *("before", "at", "on", "begin", "due", "expiry", "deadline", "birthday", "dob", "checkin", "checkout", "when"),
        *("in", "out", "by", "departure", "arrival"),
    )
)
_AMOUNTS = frozenset(
    ("amount", "price", "quantity", "qty", "fee", "rate", "cost", "balance", "wei", "gwei", "lat", "lng", "lon")
)
_DOTTED = frozenset(("id", "package", "bundle", "identifier"))
_SHAPES = (
    _Shape(LazyPattern(r"\d{4}-\d\d-\d\d"), '"format": "date"', is_sure=True),
    _Shape(LazyPattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d\S*"), '"format": "date-time"', is_sure=True),
    # The same without a zone, or with a space, both of which that format refuses.
    _Shape(
        LazyPattern(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*"),
        '"pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}[T ]\\\\d{2}:\\\\d{2}"',
        is_sure=True,
    ),
    _Shape(LazyPattern(r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?"), '"pattern": "^\\\\d{1,2}:\\\\d{2}"', _TIMES),
    _Shape(LazyPattern(r"\d{4}-\d\d"), '"pattern": "^\\\\d{4}-\\\\d{2}$"', _TIMES | {"period"}),
    _Shape(LazyPattern(r"(?:\d\d?[/.]){2}\d{4}|\d{4}/\d\d/\d\d"), '"pattern"', _TIMES),
    # Matches "15s", "2h 30m", "1.5d"; not "5g".
    _Shape(
        LazyPattern(r"\d+(?:\.\d+)?(?:ns|us|ms|s|sec|mins?|m|h|hr|d|w|mo|M|y)(?: ?\d+(?:ms|s|m|h|d|w))*"),
        '"pattern": "^\\\\d+[a-zA-Z]+"',
        is_sure=True,
    ),
    _Shape(
        LazyPattern(r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US)/[A-Z]\S+|UTC"),
        '"pattern": "^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*$"',
        is_sure=True,
    ),
    _Shape(
        LazyPattern(r"[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_][A-Z]{2})?"),
        '"pattern": "^[a-z]{2,3}([-_][A-Za-z]{2,4})*$"',
        frozenset(("language", "lang", "locale", "languages", "langs")),
    ),
    _Shape(LazyPattern("[A-Z]{3}"), '"pattern": "^[A-Z]{3}$"', frozenset(("currency", "ccy"))),
    _Shape(LazyPattern("[A-Z]{2}|[A-Z]{3}"), '"pattern": "^[A-Z]{2,3}$"', frozenset(("country",))),
    # Matches "B2021", "MEP-124810", "PROJ-123", "JOB00142"; not "A", "V2" as it may be a version.
    _Shape(LazyPattern(r"[A-Z]{1,10}[-_#:]?\d{2,}(?:[-.]\d+)*|[A-Z]{2,10}-\d+"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"\d{3,}"), '"pattern": "^\\\\d+$"', _IDS),
    # Matches "0000320193-23-000106", "2103.12345", "10.1000/xyz123"; not "1.2".
    _Shape(LazyPattern(r"\d{2,}(?:[-./]\d{2,})+(?:v\d+)?|10\.\d{4,9}/\S+"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"\d{1,12}(?:\.\d{1,18})?"), '"pattern": "^\\\\d+(\\\\.\\\\d+)?$"', _AMOUNTS),
    _Shape(LazyPattern(r"\d{9,10}\.\d{4,9}"), '"pattern": "^\\\\d+\\\\.\\\\d+$"', _TIMES | {"ts", "id"}),
    _Shape(
        LazyPattern(r"[+-]\d\d:?\d\d"),
        '"pattern": "^[+-]\\\\d{2}:?\\\\d{2}$"',
        frozenset(("offset", "tz", "timezone", "zone")),
    ),
    _Shape(LazyPattern(r"\d{4}-\d\d(?:\d\d)?"), '"pattern": "^\\\\d{4}-\\\\d{2}$"', frozenset(("season",))),
    _Shape(LazyPattern(r"(?:\d{1,3}\.){3}\d{1,3}/\d{1,2}"), '"pattern"', is_sure=True),
    _Shape(LazyPattern(r"(?:\d{1,3}\.){3}\d{1,3}"), '"format": "ipv4"', frozenset(("ip", "ipv4"))),
    # Matches "com.example.app"; not "config.json".
    _Shape(
        LazyPattern(
            r"(?:com|org|net|io|dev|app|me|co|de|fr|uk|eu|jp|cn|br|ru|edu|gov)(?:\.[A-Za-z][\w-]*){2,6}", re.ASCII
        ),
        '"pattern": "^[A-Za-z][\\\\w-]*(\\\\.[A-Za-z][\\\\w-]*)+$"',
        is_sure=True,
    ),
    # Matches "2024Q1", "Q3 2025", "2024-Q4".
    _Shape(LazyPattern(r"\d{4}[- ]?Q[1-4]|Q[1-4][- ]?\d{4}"), '"pattern"', is_sure=True),
    # Matches "now", "now-1h"; not "now" alone as it may be one of several words.
    _Shape(LazyPattern(r"now(?:[+-]\d+[a-zA-Z]+(?:/[a-zA-Z])?|(?=\Z))"), '"pattern": "^now([+-]\\\\d+[a-zA-Z]+)?"'),
    # Matches "512Mi", "100px", "50%", "-45deg"; not "4K", "5G".
    _Shape(
        LazyPattern(
            r"[+-]?\d+(?:\.\d+)?(?: ?(?:px|r?em|pt|vh|vw|deg|[KMGT]i?B|[KMGT]i|kB|[kmgt]b|cm|mm|km|kg|fps|kbps|bps)|%)"
        ),
        '"pattern": "^[+-]?\\\\d+(\\\\.\\\\d+)?[a-zA-Z%]+$"',
        is_sure=True,
    ),
    _Shape(
        LazyPattern(r"\d{1,3}(?:, ?\d{1,3}){2}(?:, ?[\d.]+)?"),
        '"pattern": "^\\\\d{1,3}(,\\\\d{1,3}){2}"',
        frozenset(("rgb", "rgba", "color", "colour", "background")),
    ),
    _Shape(
        LazyPattern(r"0?[0-7]{3}"), '"pattern": "^0?[0-7]{3}$"', frozenset(("permissions", "mode", "chmod", "umask"))
    ),
    # Matches "1234@s.whatsapp.net", "12-34@g.us".
    _Shape(LazyPattern(r"\d[\d-]{5,}@[a-z]\w*(?:\.[a-z]+){1,3}"), '"pattern"', is_sure=True),
    _Shape(
        LazyPattern(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]{2,})+", re.ASCII),
        '"format": "hostname"',
        frozenset(("domain", "hostname")),
    ),
    # Matches "octocat/hello-world"; not "octocat".
    _Shape(
        LazyPattern(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII),
        '"pattern": "^[^/]+/[^/]+$"',
        frozenset(("repo", "repository", "repos", "repositories")),
    ),
    _Shape(LazyPattern("[A-Z]{2}"), '"pattern": "^[A-Z]{2}$"', frozenset(("state", "province"))),
    _Shape(
        LazyPattern("[A-Z]{2,4}"),
        '"pattern": "^[A-Z]{2,4}$"',
        frozenset(("code", "airport", "iata", "icao", "origin", "destination", "departure", "arrival")),
    ),
    _Shape(
        LazyPattern("[A-Z0-9]{2,6}(?:USDT|USDC|USD|EUR|BTC|ETH|BUSD|JPY|GBP|INR)"),
        '"pattern": "^[A-Z0-9]+$"',
        frozenset(("symbol", "pair", "market", "instrument", "ticker")),
    ),
    _Shape(LazyPattern(r"\d[A-Z0-9]{3}"), '"pattern": "^\\\\d[A-Z0-9]{3}$"', frozenset(("pdb",))),
    # Matches "16:9"; not "9:41" of a time.
    _Shape(
        LazyPattern(r"\d{1,4}(?:\.\d+)?:\d{1,4}(?:\.\d+)?"),
        '"pattern": "^\\\\d+:\\\\d+$"',
        frozenset(("ratio", "aspect", "scale")),
    ),
    # Matches "light.living_room", "com.example.app", "EUR/USD", "text/plain", "rs7412", "chr1:1-99".
    _Shape(LazyPattern(r"[a-z]\w*(?:\.[a-z]\w*){1,4}"), '"pattern"', _DOTTED),
    _Shape(
        LazyPattern(r"[A-Z0-9]{2,8}[/-][A-Z0-9]{2,8}"),
        '"pattern"',
        frozenset(("pair", "symbol", "market", "instrument")),
    ),
    _Shape(
        LazyPattern(r"(?:text|image|audio|video|application|font|multipart|model)/[\w.+-]+"),
        '"pattern": "^[a-z]+/[\\\\w.+-]+$"',
        frozenset(("mime", "mimetype", "type")),
    ),
    _Shape(LazyPattern(r"[a-z]{2,4}\d{3,}"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"(?:chr)?[0-9XYM]{1,2}[:-]\d+(?:-\d+|[:-]\S+)"), '"pattern"', is_sure=True),
    # Matches "cus_a1B2c3", "sess-12ab34"; not "my_key".
    _Shape(LazyPattern(r"[a-z]{2,10}[-_](?=[a-zA-Z]*\d)[a-zA-Z0-9]{3,}"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"0x[0-9a-fA-F]{2,}\S*"), '"pattern": "^0x[0-9a-fA-F]+$"', is_sure=True),
    _Shape(LazyPattern(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?"), '"pattern": "^#[0-9a-fA-F]{3,8}$"'),
    _Shape(LazyPattern(r"https?://\S+"), '"format": "uri"', is_sure=True),
    _Shape(
        LazyPattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE), '"format": "uuid"', is_sure=True
    ),
    _Shape(LazyPattern(r"\d{2,5}[x\u00d7]\d{2,5}"), '"pattern": "^\\\\d+x\\\\d+$"'),
    _Shape(LazyPattern(r"-?\d{1,3}\.\d+, ?-?\d{1,3}\.\d+"), '"pattern"'),
    _Shape(LazyPattern(r"\+\d[\d ()-]{6,}"), '"pattern": "^\\\\+[1-9]\\\\d{1,14}$"'),
    _Shape(
        LazyPattern(r"[\w.+-]+@[\w-]+\.[\w.]+"),
        '"format": "email"',
        frozenset(("email", "mail", "recipient", "to", "cc", "bcc", "from")),
    ),
    _Shape(
        LazyPattern(r"(?=.*[-,])\d+(?:-\d+)?(?:, ?\d+(?:-\d+)?)*"), '"pattern"', frozenset(("pages", "ranges", "range"))
    ),
    _Shape(
        LazyPattern(r"(?:[\w ]+!)?[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?"), '"pattern"', frozenset(("range", "cell", "cells"))
    ),
    _Shape(LazyPattern(r"v?\d+\.\d+(?:\.\d+)?"), '"pattern": "^v?\\\\d+\\\\.\\\\d+"', frozenset(("version", "tag"))),
)
# Parts with signs between them, of which one is a number. Matches "000001.SZ", "activity:7234", "sh.600000", "A1-20";
# not "us-east-1", "gpt-4", "v1.2", "a.json".
_PARTED = LazyPattern(
    r"(?=.*\d)(?!v?\d+(?:\.\d+)*\Z)(?!.*\.[a-z]{1,5}\d?\Z)[A-Za-z0-9]+(?:[.:#|@_/-][A-Za-z0-9]+){1,5}", re.ASCII
)
# Its digits and letters, for what remains the same in all examples. Matches "600000", "sh"; not ":".
_DIGITS_OR_LETTERS = LazyPattern(r"\d+|[A-Z]+|[a-z]+|[A-Za-z]+", re.ASCII)
# A part with as many digits as no name or version has, or that is called by what is before it. Matches "600000",
# "activity:7"; not "gpt-4", "iphone-15".
_IS_NUMBERED = LazyPattern(r"(?<![A-Za-z0-9])\d{3,}(?![a-z])|[:#]\d|\d[:#]|[A-Z]{2,}[-_]\d|\d[A-Z]\b|\d\.[A-Z]{2}")
# Fields of which a value with a number in it is a name all the same: a model `gpt-4-0613`.
_NAMED = frozenset(
    (
        *(
            "model",
            "version",
            "tag",
            "branch",
            "image",
            "font",
            "voice",
            "user",
            "username",
            "host",
            "hostname",
            "agent",
        ),
        *("region", "zone", "instance", "device", "machine", "ref", "commit", "revision", "release", "engine", "size"),
        *("server", "cluster", "node", "directory", "folder", "url", "uri", "endpoint", "address", "location", "place"),
    )
)
# What a text takes beside what it shows, or that it is a part of a value. Matches "or a name", "free text", "prefix".
_OTHER = LazyPattern(
    r"\bor\b|\beither\b|\bany\b|\bfree\b|\bnatural|\bpartial|\bpart of\b|\bsubstring|\bprefix|\bsuffix"
    r"|\bpattern|\bregex|\bwildcard|\bfuzzy|\bsearch (?:query|terms?|string|text|phrase|for)\b|\bexpression"
    r"|\bquery (?:string|text|language|syntax|expression)|\bcomma|\bseparated|\blist of\b"
    r"|\u5206\u9694|\u5217\u8868|\u6216\u8005?|\bs\u00e9par|\bsepara|\bgetrennt"
    r"|\bvarious|\bformats\b|\bflexible|\bboth\b|\balso (?:accepts|supports)|\bif\b|\bwhen\b|\bjson\b",
    re.IGNORECASE,
)
_PARTS_ALIKE = _Shape(_PARTED, '"pattern"')
# A sentence about the call and not about the value. Matches "If omitted, all are listed", "Either this or id must be
# provided", "Required if no id is given"; not "If it is a number, an id".
_IS_OF_CALL = LazyPattern(
    r"\A\W{0,3}(?:(?:if|when|unless) (?:(?:this|it|not|is|are|left|the parameter)\b ?){0,3}"
    r"(?:omitted|provided|given|set|specified|empty|blank|absent|missing|unspecified|null|none|passed)\b"
    r"|(?:provide |give |pass |use )?(?:exactly one of|one of|either) (?:this|it|`?\w+`?) (?:or|and)\b"
    r"|(?:required|optional|ignored|needed|only used|used|mandatory) (?:if|when|unless|for|with|together)\b"
    r"|(?:leave|omit)\b|defaults? to\b)",
    re.IGNORECASE,
)
# What makes an example that many texts are written like one of these. Matches "the name", "a value"; not "the id".
_OF_TEXTS = LazyPattern(
    r"\bname\b|\btitle\b|\btext\b|\bpath\b|\bfile\b|\bvalues?\b|\bcontains?\b|\burl\b(?!s? )"
    r"|(?<!to )\bquery|(?<!to )\bsearch",
    re.IGNORECASE,
)
# A time that begins or ends at now, whose examples are no dates.
_RELATIVE = LazyPattern(r"\brelative", re.IGNORECASE)
# What a text says of the beginning of a value, and of units, in which "or" joins no other way to write it. Matches
# "with sheet prefix", "months (m), days (d), or hours (h)"; not "prefix of it", "months or a date".
_INNER = LazyPattern(
    r"\bwith(?:out|(?: or |/)without)? (?:an? |the )?(?:[\w'\"#`-]+ ){0,2}prefix\b"
    r"|\b(?:month|week|day|hour|minute|second|year)s?(?: \([a-zA-Z]{1,3}\))?(?:,? (?:or|and) |, (?:or |and )?)"
    r"(?=(?:month|week|day|hour|minute|second|year)s?\b)",
    re.IGNORECASE,
)
# Fields of which an example is one of many texts.
_TEXTS = frozenset(
    (
        *(
            "query",
            "search",
            "name",
            "title",
            "text",
            "content",
            "template",
            "description",
            "prompt",
            "body",
            "message",
            "note",
            "notes",
            "comment",
            "remark",
            "remarks",
            "caption",
            "summary",
            "subject",
            "heading",
            "slug",
        ),
        *("expression", "filter", "pattern", "sql", "command", "q", "label", "value", "input", "selector", "args"),
        *(
            "path",
            "file",
            "filename",
            "topic",
            "prefix",
            "suffix",
            "keyword",
            "format",
            "regex",
            "formula",
            "condition",
            "criteria",
        ),
    )
)


def format_of_examples(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text whose examples are all written alike, if no text takes anything else."""
    names = words_of(field.name)
    if not names or not _TEXTS.isdisjoint(names[-1:]):
        return
    texts = [text for text in passages(field) if not _IS_OF_CALL.search(text)]
    shown = [(text, group) for text in texts for group in examples_in(text)]
    if not shown or any(map(_takes_other, texts)):
        return
    items = [item for _, group in shown for item in group.items] + [text for text in declared_texts(field) if text]
    shape = _shape_of(items, names, shown, is_of_texts=any(map(_is_of_texts, texts)))
    # one relative time may stand for words as well
    is_of_times = shape is not None and ("date" in shape.keyword or len(items) == 1)
    if is_of_times and any(map(_RELATIVE.search, texts)):
        return
    if shape is not None:
        text, group = shown[0]
        yield Problem(
            f"{field.label} has a format that only examples show",
            f"add {shape.keyword} to its schema, or say in the description what else it may be",
            evidence={"quote": excerpt(text, group.begin, group.end, 30)},
            max_level=Level.INFO,
        )


def _shape_of(
    items: Sequence[str], names: Sequence[str], shown: Sequence[tuple[str, ShownExamples]], *, is_of_texts: bool
) -> _Shape | None:
    """Return how all examples are written: a known shape, or one with the same parts and signs in each."""
    fitting = (one for one in _SHAPES if _fits(one, names, shown) and _writes_all(one, items))
    known = next((one for one in fitting if one.is_sure or not is_of_texts), None)
    if known is not None or is_of_texts or not _NAMED.isdisjoint(names):
        return known
    is_parted = all(map(_PARTED.fullmatch, items)) and all(map(_IS_NUMBERED.search, items))
    return _PARTS_ALIKE if is_parted and len(set(map(_skeleton, items))) == 1 else None


def _writes_all(shape: _Shape, items: Sequence[str]) -> bool:
    """Say whether all examples are written in one way, and what states it refuses none of them."""
    return all(shape.written.fullmatch(item) and accepts(shape.keyword, item) for item in items)


def _skeleton(item: str) -> str:
    """Return the signs of an example with one letter for each run of letters or digits: "a.9" of "sh.600000"."""
    return _DIGITS_OR_LETTERS.sub(lambda run: "9" if run[0].isdigit() else "a", item)


def _fits(shape: _Shape, names: Sequence[str], shown: Sequence[tuple[str, ShownExamples]]) -> bool:
    """Say whether the name of the field, or what the text calls it in front of the examples, may have a format."""
    if not shape.names or not shape.names.isdisjoint(names[-1:]):
        return True
    return any(not shape.names.isdisjoint(words_of(_word_before(text, group))[-1:]) for text, group in shown)


def _word_before(text: str, group: ShownExamples) -> str:
    """Return the last word before the examples: "key" of "The issue key (e.g. A-1)"."""
    return text[: group.begin].rstrip(" (,:-").rpartition(" ")[2].strip("`'\".")


def _takes_other(text: str) -> bool:
    return _OTHER.search(_INNER.sub(" ", _strip_examples(text))) is not None


def _is_of_texts(text: str) -> bool:
    return _OF_TEXTS.search(_strip_examples(text)) is not None


def _strip_examples(text: str) -> str:
    for group in examples_in(text):
        text = text.replace(text[group.begin : group.end], " ")
    return text
