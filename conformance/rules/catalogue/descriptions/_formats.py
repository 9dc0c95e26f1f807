"""The formats that a text may state for a field, each with the keyword that states it in a schema."""

import re

from msgspec import Struct

from conformance.findings import Level
from conformance.lazy_patterns import LazyPattern

PATTERN = '"pattern"'
"""What states a format that has no name of its own."""
# Before and behind a date that is a part of something longer: "created:YYYY-MM-DD", "YYYY-MM-DD-title".
_ALONE, _ENDS = r"(?<![\w:<>=~/.*-])", r"(?![\w*/]|-\w|\.\w|\.\.)"
# What a description begins with before what it describes: "The ", "Full ", "Recipient's ".
_BEGIN = r"\A\W{0,3}(?:(?:[Tt]he|[Aa]n?) )?"
# What a code of a standard is not. Matches "'Lisbon'", "`New York`"; not "'en'", "'USD'".
_NO_CODE = LazyPattern(r"[`'\"]\w[^`'\"]{3,40}[`'\"]")
# A colour without a number. Matches "'red'", "named colours", "rgb("; not "'#ff0000'", "'ff0000'".
_NAMED_COLOUR = LazyPattern(
    r"[`'\"](?![0-9A-Fa-f]{3,8}[`'\"])[a-z]{3,20}[`'\"]|\bnames?\b|\bnamed\b|\brgba?\b|\bhsla?\b|\bvariable|\btoken",
    re.IGNORECASE,
)
# What a URL may be as well. Matches "URL or path", "slug", "key"; not "URL".
_NO_URL = LazyPattern(r"\bpath|\bslug|\bID\b|\bids?\b|\bhandle|\bpattern|\bor\b|\bkey\b", re.IGNORECASE)
# An address with a name, or several of them. Matches "Ada <a@b.c>", "address(es)", "usernames"; not "address".
_NO_ADDRESS = LazyPattern(r"<|\(e?s\)|\busername|\bnames?\b|\bcomma|\bme\b|\bdomain", re.IGNORECASE)
# What a schedule may be as well. Matches "@daily", "every 5 minutes"; not "every day at 9" in a remark.
_NO_CRON = LazyPattern(
    r"@(?:daily|hourly|weekly)|\bevery \d|\bnatural|\binterval|\bpreset|\brate\(|\bcron\(", re.IGNORECASE
)
# What a version may be as well. Matches "latest", "^1.0", "range"; not "1.0.0".
_NO_VERSION = LazyPattern(
    r"\blatest\b|[\^~]\d|\brange|\bconstraint|\bx\b|\bpartial|\btags?\b|\bcommit|\bbump", re.IGNORECASE
)


class StatedFormat(Struct, frozen=True):
    """How a text states a format, the keyword that does in a schema, and what makes it one of several.

    ``level`` is the most severe one of a text that only calls the value by what it is.
    """

    words: LazyPattern
    keyword: str
    unless: LazyPattern | None = None
    level: Level = Level.WARNING


# Matches "Base64-encoded image", "Base64 string"; not "a Base64 or plain text".
BASE64 = StatedFormat(
    LazyPattern(rf"{_BEGIN}[Bb]ase64[- ](?:encoded|string|data|image|bytes)\b"),
    '"contentEncoding": "base64"',
    LazyPattern(r"\bor\b|\bdata:|\bURL|\bpath", re.IGNORECASE),
)
FORMATS = (
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM-DD HH:(?:MM|mm)"), PATTERN),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM-DDTHH:(?:MM|mm)"), '"format": "date-time"'),
    StatedFormat(
        LazyPattern(rf"{_ALONE}(?:YYYY-MM-DD(?![T ]?HH)|yyyy-(?:mm|MM)-dd(?!'?[T ]'?(?:hh|HH))){_ENDS}"),
        '"format": "date"',
    ),
    StatedFormat(
        LazyPattern(r"\bISO[ -]?8601\b(?! (?:durations?|weeks?|intervals?|periods?))"),
        '"format": "date-time" (or "date")',
    ),
    StatedFormat(
        LazyPattern(
            r"\b(?:in|as) (?:an? )?ISO (?:date(?:-| )?time |date |timestamp )?format\b"
            r"|\bISO (?:date(?:-| )?time|date|timestamp) string\b|\(ISO(?: date)? format\)"
        ),
        '"format": "date-time" (or "date")',
    ),
    StatedFormat(LazyPattern(r"\bRFC ?3339\b"), '"format": "date-time"'),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM{_ENDS}"), '"pattern": "^\\\\d{4}-\\\\d{2}$"'),
    StatedFormat(LazyPattern(rf"{_ALONE}(?:MM/DD/YYYY|DD/MM/YYYY|DD-MM-YYYY|MM-DD-YYYY|YYYY/MM/DD){_ENDS}"), PATTERN),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYYMMDD{_ENDS}"), '"pattern": "^\\\\d{8}$"'),
    # The whole, where a number of seconds is the other way to write it.
    StatedFormat(LazyPattern(rf"{_ALONE}HH:MM(?::SS)? or (?:(?:a )?number of )?seconds\b"), PATTERN),
    StatedFormat(LazyPattern(rf"{_ALONE}HH:MM(?::SS)?{_ENDS}"), PATTERN),
    StatedFormat(LazyPattern(r"\bE\.164\b"), '"pattern": "^\\\\+[1-9]\\\\d{1,14}$"'),
    StatedFormat(LazyPattern(r"#RRGGBB\b"), '"pattern": "^#[0-9A-Fa-f]{6}$"'),
    # Matches "Hex color code", "colour in hex format", "6-digit hex color"; not "hexagon".
    StatedFormat(
        LazyPattern(
            r"\b[Hh]ex(?:adecimal)? colou?r\b|\b[Cc]olou?r(?: code| value)? (?:in|as) (?:a )?hex(?:adecimal)?\b"
            r"|\b[Cc]olou?r(?: code| value)? \(hex(?:adecimal)?(?: format)?\)"
        ),
        PATTERN,
        _NAMED_COLOUR,
    ),
    StatedFormat(
        LazyPattern(
            r"\b[Ff]ormat is (?:an? )?(?:standard |valid )?(?:UUID|uuid)(?:[ -]?v\d)?\b|\(UUID(?: format)?\)"
            r"|\A\W{0,3}(?:[Tt]he )?(?:UUID|uuid) (?:identifier|id|ID)\b"
            r"|\b[Mm]ust be a (?:valid )?UUID\b|\bin UUID format\b|\b[Vv]alid UUID(?:[ -]?v\d)?\b"
            r"|\A\W{0,3}(?:[Tt]he )?UUID(?:[ -]?v\d)?(?: of\b| for\b|\W*\Z)"
            r"|\A\W{0,3}(?:[Tt]he |[Aa]n? )?(?:(?!or\b|and\b)\w+(?:'s)? ){1,3}UUID(?:[ -]?v\d)?(?=\W*\Z)"
            r"|(?<![\d-])8-4-4-4-12(?![\d-])"
        ),
        '"format": "uuid"',
    ),
    # Matches "Must be a valid URL", "An absolute HTTPS URL", "Full URL of the page", "a public URL", "URL, including
    # https://"; not "URL of the page".
    StatedFormat(
        LazyPattern(
            r"\b[Mm]ust be an? (?:valid |full |absolute )*(?:URL|URI)\b"
            r"|(?:\A\W{0,3}|\b[Aa] |\b[Aa]n )(?:[Vv]alid|[Aa]bsolute) (?:https? |HTTPS? )?(?:URL|URI)\b"
            rf"|{_BEGIN}(?:[Ff]ull|[Cc]omplete|HTTPS|[Pp]ublic(?:ly accessible)?) (?:https? |HTTPS? )?(?:\w+ )?UR[LI]\b"
            r"|\bURL,? \(?(?:including|must include|with|starting with) (?:the )?(?:protocol|scheme|https?://)"
        ),
        '"format": "uri"',
        _NO_URL,
    ),
    # Matches "URL of the page", "The URL link to it"; not "the page's URL".
    StatedFormat(
        LazyPattern(rf"{_BEGIN}(?:[Oo]ptional )?UR[LI](?: link)? (?:of|to|for)\b"),
        '"format": "uri"',
        _NO_URL,
        Level.INFO,
    ),
    # Matches "Valid email", "Email address of the user", "The recipient's e-mail address"; not "email addresses",
    # "for a person pass email address".
    StatedFormat(LazyPattern(r"\b[Vv]alid e-?mail(?: address)?\b"), '"format": "email"'),
    StatedFormat(
        LazyPattern(
            rf"{_BEGIN}(?!(?:[Ff]or|[Ii]f|[Ww]hen|[Ii]n) )(?:[A-Za-z']+ ){{0,3}}[Ee]-?mail address"
            r"(?= (?:of|for|to)\b| \((?:for|of|optional|required)\b|\W*\Z)"
        ),
        '"format": "email"',
        _NO_ADDRESS,
    ),
    StatedFormat(LazyPattern(r"\bIPv4 address\b"), '"format": "ipv4"'),
    StatedFormat(LazyPattern(r"\bISO[ -](?:639-1|3166(?:-1)?(?: alpha-[23])?|4217)\b"), PATTERN, _NO_CODE),
    StatedFormat(LazyPattern(r"\bBCP[ -]?47\b|\bIETF language (?:tag|code)\b"), PATTERN),
    # Matches "in owner/repo format", "Repository (owner/repo)", "format: owner/name"; not "e.g. owner/repo".
    StatedFormat(
        LazyPattern(
            r"(?:\b(?:in|as|form|format:?|be) (?:the )?(?:format )?[`'\"]?|\([`'\"]?)"
            r"(?:owner|org|namespace|user|username|workspace)/(?:repo|repository|name|project)\b(?![/#@:])"
        ),
        PATTERN,
        LazyPattern(r"\bURL", re.IGNORECASE),
    ),
    # Matches "Cron expression", "as a cron schedule"; not "cron job".
    StatedFormat(LazyPattern(r"\b[Cc]ron (?:expression|schedule|string|syntax|format|pattern)\b"), PATTERN, _NO_CRON),
    # Matches "Semantic version", "in semver format"; not "semver range".
    StatedFormat(LazyPattern(r"\b[Ss]em[Vv]er\b|\b[Ss]emantic version\b"), PATTERN, _NO_VERSION),
    BASE64,
    # Matches "must match `^a`", "Must match the pattern [a-z]"; not "must match the name".
    StatedFormat(
        LazyPattern(r"\b[Mm]ust match (?:the |this )?(?:(?:regex|pattern|regular expression):? )?[`'\"]?[\^\[]"),
        PATTERN,
    ),
    # Matches "must start with `/`", "should end with .md"; not "must start with a letter", "must end with it".
    StatedFormat(
        LazyPattern(r"\b(?:[Mm]ust|[Ss]hould) (?:start|begin|end) with (?:[`'\"./#@](?!\s)|https?://)"), PATTERN
    ),
    # Matches "in \"lat,lon\" format"; not "lat and lon".
    StatedFormat(LazyPattern(r"\b(?:in|as) [`'\"](?:lat|latitude), ?(?:lon|lng|longitude)[`'\"](?: format)?"), PATTERN),
    # The same in Chinese.
    StatedFormat(
        LazyPattern(r"[23]\u4f4d(?:\u5927\u5199)?\u5b57\u6bcd(?:\u7f16\u7801|\u4ee3\u7801|\u7f16\u53f7)"), PATTERN
    ),
    # Matches "Two-letter country code", "3-letter currency code"; not "two letters".
    StatedFormat(LazyPattern(r"\b(?:[Tt]wo|2|[Tt]hree|3)[- ]letter (?:ISO )?(?:[\w-]+ )?code\b"), PATTERN),
)

ITEM_FORMATS = (
    # Matches "List of attendee email addresses", "Email addresses to invite"; not "Email addresses or names".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:optional )?(?:list|array) of )?(?:valid )?(?:[a-z]+ )?e-?mail addresses"
            r"(?= (?:of|for|to)\b|\s*(?:[.;(]|\Z))",
            re.IGNORECASE,
        ),
        '"format": "email"',
        _NO_ADDRESS,
    ),
    # Matches "List of UUIDs", "task UUIDs"; not "UUIDs or names".
    StatedFormat(
        LazyPattern(r"\A\W{0,3}(?:(?:optional )?(?:list|array) of )?(?:[a-z]+ ){0,2}UUIDs(?! or\b|,)", re.IGNORECASE),
        '"format": "uuid"',
    ),
    # Matches "2-letter IATA codes", "Array of ISO 3166-1 alpha-2 codes", "ISO 4217 currency codes"; not "codes".
    StatedFormat(
        LazyPattern(
            r"\b(?:[Tt]wo|2|[Tt]hree|3)[- ]letter (?:ISO )?(?:[\w-]+ ){0,2}codes\b"
            r"|\bISO[ -](?:639-1|3166(?:-1)?(?: alpha-[23])?|4217) (?:[a-z]+ )?codes\b"
        ),
        PATTERN,
        _NO_CODE,
    ),
    # Matches "Dates (YYYY-MM-DD)", "list of days in YYYY-MM-DD format"; not "YYYY-MM-DD/YYYY-MM-DD".
    StatedFormat(
        LazyPattern(rf"(?:\(|\b(?:in|as) (?:the )?(?:format )?|format: ?){_ALONE}YYYY-MM-DD{_ENDS}"), '"format": "date"'
    ),
)
"""Formats of each item of a list, as a text about the list states them."""
