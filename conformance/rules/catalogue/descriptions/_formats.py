"""The formats that a text may state for a field, each with the keyword that states it in a schema."""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.findings import Level
from conformance.lazy_patterns import LazyPattern

PATTERN = '"pattern"'
"""What states a format that has no name of its own."""
# Before and behind a date that is a part of something longer: "created:YYYY-MM-DD", "YYYY-MM-DD-title".
# Words of Chinese and Japanese are next to it, and of "YYYY-MM-DD, MM-DD, YYYY" it is only one form.
_ALONE, _ENDS = r"(?<![A-Za-z0-9_:<>=~/.*-])", r"(?![A-Za-z0-9_*/]|-\w|\.\w|\.\.|, ?(?:YYYY|MM|DD|HH)\b)"
# What a description begins with before what it describes: "The ", "Full ", "Recipient's ".
_BEGIN = r"\A\W{0,3}(?:(?:[Tt]he|[Aa]n?) )?"
# What a code of a standard is not. Matches "'Lisbon'", "`New York`"; not "'en'", "'USD'".
_NO_CODE = LazyPattern(r"[`'\"]\w[^`'\"]{3,40}[`'\"]")
# A colour without a number. Matches "'red'", "named colours", "rgb("; not "'#ff0000'", "'ff0000'".
_NAMED_COLOUR = LazyPattern(
    r"[`'\"](?![0-9A-Fa-f]{3,8}[`'\"])[a-z]{3,20}[`'\"]|\bnames?\b|\bnamed\b|(?<!hex )\brgba?\b|\bhsla?\b"
    r"|\bvariable|\btoken"
    r"|\bor (?:red|green|blue|black|white|transparent)\b",
    re.IGNORECASE,
)
# What a URL may be as well. Matches "URL or path", "slug", "key", "video or its id"; not "URL to open or close".
_NO_URL = LazyPattern(
    r"\bpath|\bpart of|\bslug|\bids?\b|\bhandle|\bpattern|\bkey\b|\bur[li]s?,? or\b"
    r"|\bor (?:an? |the |its )?(?:[\w-]+ ){0,3}(?:file|name|domain|host\w*|text|string|query|keyword|html|markdown"
    r"|base64|image|number|username|channel|address|term|content|code|data|repo\w*|hash|identifier|title|link|ur[li]|scheme)\b",
    re.IGNORECASE,
)
# An address with a name, or several of them. Matches "Ada <a@b.c>", "address(es)", "usernames"; not "address".
_NO_ADDRESS = LazyPattern(r"<|\(e?s\)|\busername|\bnames?\b|\bcomma|\bto match\b|\bme\b|\bdomain", re.IGNORECASE)
# What a schedule may be as well. Matches "@daily", "every 5 minutes"; not "every day at 9" in a remark.
_NO_CRON = LazyPattern(
    r"@(?:daily|hourly|weekly)|\bevery \d|\bnatural|\binterval|\bpreset|\brate\(|\bcron\(", re.IGNORECASE
)
# What a version may be as well. Matches "latest", "^1.0", "range"; not "1.0.0".
_NO_VERSION = LazyPattern(
    r"\blatest\b|[\^~]\d|\brange|\bconstraint|\bx\b(?!\.[yx])(?<!\.x)|\bpartial|\btags?\b|\bcommit|\bbump|\blabel",
    re.IGNORECASE,
)

# Words before a name at the beginning of a text. Matches "The full billing "; not "Name or ", "Page with the ".
NOUN_BEFORE = (
    r"(?!(?:or|and|of|if|for|when|with|without|from|by|not|no|to|per|in|each|whether|any|its|only|filter|search"
    r"|find|match|matches|returns?|include|includes|exclude|as|non|validate)\b)[\w'/&-]+,? "
)
"""Words in front of what a text is called, as a pattern."""
# What may be behind the noun that a text begins with. Next is " of the page", " that it reads", "."; not " and title".
_BEHIND_NOUN = (
    r"(?= (?:of|for|to|that|which|where|used|from|in|at|containing|when|by|on|as|whose)\b|\s*(?:[.,;:(]|\Z|- ))"
)


class StatedFormat(Struct, frozen=True):
    """How a text states a format, the keyword that does in a schema, and what makes it one of several.

    ``level`` is the most severe one of a text that only calls the value by what it is. ``names`` are the words of which
    the name of the field has to end in one, where the text alone may be about something else. ``is_whole`` says that it
    is the format of the whole value even of a field that contains other things by its name, such as a range.
    """

    words: LazyPattern
    keyword: str
    unless: LazyPattern | None = None
    level: Level = Level.WARNING
    names: frozenset[str] = frozenset()
    is_whole: bool = False
    other_names: frozenset[str] = frozenset()

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where a text states the format: the first character and the one behind the last."""
        return (found.span() for found in self.words.finditer(text))


# What a file may be of, which is no other way to give it: "base64-encoded png or jpg".
_KINDS_OF_FILES = r"(?:png|jpe?g|gif|webp|svg|bmp|pdf|mp[34]|wav|ogg|image|audio|video)"
# Matches "Base64-encoded image", "Base64 string"; not "a Base64 or plain text".
BASE64 = StatedFormat(
    LazyPattern(
        rf"{_BEGIN}[Bb]ase[ -]?64[- ](?:encoded|string|data|image|bytes)\b(?! (?:URL|URI|url|uri)\b)"
        r"|\b(?:in|as) [Bb]ase64\b|\([Bb]ase64(?:[- ]encoded)?\)"
    ),
    '"contentEncoding": "base64"',
    LazyPattern(rf"\bor\b(?! (?:an? )?{_KINDS_OF_FILES}\b)|\bdata:|\bURL|\bpath", re.IGNORECASE),
)
FORMATS = (
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM-DD HH:(?:MM|mm)"), PATTERN),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM-DDTHH:(?:MM|mm)"), '"format": "date-time"'),
    StatedFormat(
        LazyPattern(rf"{_ALONE}(?:YYYY-MM-DD(?![T ]?HH)|yyyy-(?:mm|MM)-dd(?!'?[T ]'?(?:hh|HH))){_ENDS}"),
        '"format": "date"',
    ),
    StatedFormat(
        LazyPattern(r"\bISO[ -]?8601\b(?! (?:durations?|weeks?|intervals?|periods?|format durations?))"),
        '"format": "date-time" (or "date")',
    ),
    # Matches "in ISO format", "ISO date string", "(ISO string format)", "ISO timestamp", "ISO date lower bound"; not
    # "ISO country code".
    StatedFormat(
        LazyPattern(
            r"\b(?:in|as) (?:an? )?ISO (?:date(?:-| )?time |date |timestamp )?format\b"
            r"|\bISO (?:date(?:-| )?time|date|timestamp)(?: string)?"
            r"(?=\s*(?:[.,;()]|\Z| (?:of|for|to|when|at|format)\b))"
            r"|\A\W{0,3}ISO (?:date(?:-| )?time|date|timestamp)(?: string)? (?:lower|upper|start|end)\b(?!,? or\b)"
            r"|\bISO string\b|\(ISO(?: date| string)? format[),]"
        ),
        '"format": "date-time" (or "date")',
    ),
    # Matches "ISO 8601 duration", "ISO duration such as P7D"; not "ISO 8601".
    StatedFormat(LazyPattern(r"\bISO(?:[ -]?8601)? durations?\b"), '"format": "duration"', is_whole=True),
    StatedFormat(LazyPattern(r"\bRFC ?3339\b"), '"format": "date-time"'),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYY-MM{_ENDS}"), '"pattern": "^\\\\d{4}-\\\\d{2}$"'),
    # Matches "Year (YYYY)", "in 'YYYY' format", "format: YYYY"; not "YYYY-MM-DD", "YYYY or YYYY-MM".
    StatedFormat(
        LazyPattern(
            r"\b[Yy]ear\b[^().;]{0,40}\((?:YYYY|yyyy)(?: format)?[),]|\b(?:in|as|format:?|of) [`'\"]?(?:YYYY"
            r"|yyyy)[`'\"]? (?:format|form)\b"
            r"|\b[Ff]ormat:? [`'\"]?(?:YYYY|yyyy)[`'\"]?(?=\s*(?:[.,;)]|\Z))"
        ),
        '"pattern": "^\\\\d{4}$"',
    ),
    StatedFormat(
        LazyPattern(
            rf"{_ALONE}(?:MM/DD/YYYY|DD/MM/YYYY|DD-MM-YYYY|MM-DD-YYYY|YYYY/MM/DD|dd[/-](?:mm|MM)[/-]yyyy){_ENDS}"
        ),
        PATTERN,
    ),
    # The same in Spanish, Portuguese, French, German, Russian and Turkish. Matches "AAAA-MM-DD", "TT.MM.JJJJ",
    # "JJ/MM/AAAA"; not "GG".
    StatedFormat(
        LazyPattern(
            rf"{_ALONE}(?:(?:AAAA|JJJJ|YYYY|\u0413\u0413\u0413\u0413)[-./](?:MM|\u041c\u041c|AA)[-./](?:JJ|TT|GG|\u0414\u0414|DD)"
            rf"|(?:DD|JJ|TT|GG|\u0414\u0414)[-./](?:MM|\u041c\u041c|AA)[-./](?:AAAA|JJJJ|\u0413\u0413\u0413\u0413))(?![\w*/]|-\w|\.\w)"
        ),
        PATTERN,
    ),
    StatedFormat(LazyPattern(rf"{_ALONE}YYYYMMDD{_ENDS}"), '"pattern": "^\\\\d{8}$"'),
    # The whole, where a number of seconds is the other way to write it.
    StatedFormat(LazyPattern(rf"{_ALONE}HH:MM(?::SS)? or (?:(?:a )?number of )?seconds\b"), PATTERN),
    StatedFormat(LazyPattern(rf"{_ALONE}HH:MM(?::SS)?{_ENDS}"), PATTERN),
    StatedFormat(LazyPattern(r"\bE\.164\b"), '"pattern": "^\\\\+[1-9]\\\\d{1,14}$"'),
    # Two lengths of one. Matches "#RGB or #RRGGBB", "#RRGGBB/#RRGGBBAA".
    StatedFormat(LazyPattern(r"#(?:RGB|RRGGBB|rrggbb)(?: or |/|, )#(?:RRGGBB(?:AA)?|rrggbb(?:aa)?)\b"), PATTERN),
    StatedFormat(
        LazyPattern(r"(?<!#RGB or )(?<!#RGB/)#(?:RRGGBB|rrggbb)\b(?!(?: or |/|, )#)"), '"pattern": "^#[0-9A-Fa-f]{6}$"'
    ),
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
            r"\b[Ff]ormat is (?:an? )?(?:standard |valid )?(?:UUID|uuid)(?:[ -]?v\d)?\b"
            r"|\((?:UUID|uuid)(?:[ -]?v\d)?(?: format)?\)|\A\W{0,3}uuid\W*\Z"
            r"|\A\W{0,3}(?:[Tt]he )?(?:UUID|uuid) (?:identifier|id|ID)\b"
            r"|\b[Mm]ust be a (?:valid )?UUID\b|\bin UUID format\b|\b[Vv]alid UUID(?:[ -]?v\d)?\b"
            r"|\A\W{0,3}(?:[Tt]he )?UUID(?:[ -]?v\d)?(?: of\b| for\b|\W*\Z)"
            r"|\A\W{0,3}(?:[Tt]he |[Aa]n? )?(?:(?!or\b|and\b)\w+(?:'s)? ){1,3}UUID(?:[ -]?v\d)?(?=\W*\Z)"
            r"|(?<![\d-])8-4-4-4-12(?![\d-])"
        ),
        '"format": "uuid"',
        # an example, or a default, that is written in another way
        LazyPattern(r"\b(?:e\.g\.?|such as|default:?)[,:]? [`'\"]?(?![0-9a-fA-F]{8}-)[\w-]{3,}"),
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
        LazyPattern(rf"{_BEGIN}(?:[Oo]ptional )?UR[LI](?: link)? (?:of|to|for|opened|visited|fetched)\b"),
        '"format": "uri"',
        _NO_URL,
        Level.INFO,
    ),
    # Matches "Target URL", "A public video URL from the list"; not "the page's URL and title", "Number of the URL".
    StatedFormat(
        LazyPattern(rf"{_BEGIN}(?:{NOUN_BEFORE}){{0,4}}(?:UR[LI]|url|uri)(?: link)?{_BEHIND_NOUN}"),
        '"format": "uri"',
        LazyPattern(rf"{_NO_URL.pattern}|\bgit\b|\bssh\b|\bclone\b|\bjdbc\b", re.IGNORECASE),
        Level.INFO,
    ),
    # Matches "User's email", "Email where people write"; not "Email subject".
    StatedFormat(
        LazyPattern(
            rf"{_BEGIN}(?:[A-Za-z']+ ){{0,3}}[Ee]-?mail(?: address)?"
            r"(?= (?:of|for|to|where|at|used)\b|\s*(?:[.(]|\Z))"
        ),
        '"format": "email"',
        _NO_ADDRESS,
        Level.INFO,
        frozenset(
            (
                *("email", "mail", "contact", "recipient", "sender", "cc", "bcc", "to", "from", "user", "owner"),
                *("member", "assignee", "author", "attendee", "invitee", "organizer", "login", "account"),
            )
        ),
    ),
    # Matches "Absolute path to the file"; not "Path of the file".
    StatedFormat(
        LazyPattern(rf"{_BEGIN}[Aa]bsolute (?:file |directory |local |filesystem )?path\b"),
        PATTERN,
        LazyPattern(r"\bor\b|\brelative\b", re.IGNORECASE),
        Level.INFO,
        is_whole=True,
    ),
    # Matches "Valid email", "The recipient's e-mail address"; not "email addresses", "for a person pass email address".
    StatedFormat(LazyPattern(r"\b[Vv]alid e-?mail(?: address)?\b"), '"format": "email"'),
    StatedFormat(
        LazyPattern(
            rf"{_BEGIN}(?!(?:[Ff]or|[Ii]f|[Ww]hen|[Ii]n) )(?:[A-Za-z']+ ){{0,3}}[Ee]-?mail address"
            r"(?= (?:of|for|to|that|where|which|used|associated)\b| \((?:for|of|optional|required)\b|\W*\Z)"
        ),
        '"format": "email"',
        _NO_ADDRESS,
    ),
    StatedFormat(LazyPattern(r"\bIPv4 address\b"), '"format": "ipv4"'),
    StatedFormat(LazyPattern(r"(?<!IPv4 or )(?<!IPv4/)\bIPv6 address\b"), '"format": "ipv6"'),
    StatedFormat(LazyPattern(r"\bCIDR (?:notation|block|range|format)\b|\bMAC address\b"), PATTERN),
    # Matches "ISO 3166-1 alpha-2 code", "ISO country code", "ISO alpha-2"; not "ISO 8601".
    StatedFormat(
        LazyPattern(
            r"\bISO[ -](?:639-1|3166(?:-1)?(?: alpha-[23])?|4217)\b"
            r"|\bISO (?:alpha-[23](?: \w+)?|country|currency|language)(?: codes?)\b"
        ),
        PATTERN,
        _NO_CODE,
    ),
    # Matches "IATA code", "3-letter IATA airport code", "4-letter ICAO code"; not "IATA code or city".
    StatedFormat(
        LazyPattern(r"\b(?:(?:3|[Tt]hree|4|[Ff]our)-letter )?(?:IATA|ICAO)(?: [a-z]+)? code\b(?! or\b)"),
        PATTERN,
        _NO_CODE,
    ),
    StatedFormat(LazyPattern(r"\bBCP[ -]?47\b|\b(?:IETF|RFC ?\d{4}) [Ll]anguage (?:[Tt]ag|code)\b"), PATTERN),
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
    StatedFormat(
        LazyPattern(r"\b[Cc]ron (?:expression|schedule|string|syntax|format|pattern)\b"),
        PATTERN,
        _NO_CRON,
        Level.INFO,
        is_whole=True,
    ),
    # Matches "Semantic version", "in semver format"; not "semver range".
    StatedFormat(LazyPattern(r"\b[Ss]em[Vv]er\b|\b[Ss]emantic version\b"), PATTERN, _NO_VERSION),
    BASE64,
    # Matches "must match `^a`", "Must match the pattern [a-z]"; not "must match the name".
    StatedFormat(
        LazyPattern(
            r"\b[Mm]ust match (?:the |this )?(?:(?:regex|pattern|regular expression):? )?[`'\"]?[\^\[]"
            r"|\b(?:matching|matches|[Pp]attern:|[Rr]egex:) (?:(?:the )?(?:regex|pattern):? )?[`'\"]?/?\^"
        ),
        PATTERN,
        is_whole=True,
    ),
    StatedFormat(LazyPattern(r"\bdatetime-local\b", re.IGNORECASE), PATTERN),
    StatedFormat(
        LazyPattern(r"\bA1 notation\b"),
        PATTERN,
        LazyPattern(r"\bor\b|\bnamed\b", re.IGNORECASE),
        Level.INFO,
        is_whole=True,
    ),
    # Matches "SHA-256 hash of the file", "hex string"; not "hash of the file".
    StatedFormat(
        LazyPattern(
            r"\bSHA-?(?:1|256|512) (?:hash|digest|checksum|sum)\b|\b0x-prefixed\b|\b[Hh]ex(?:adecimal)? string\b"
        ),
        PATTERN,
        LazyPattern(r"\bor\b(?! without)", re.IGNORECASE),
        Level.INFO,
    ),
    # Matches "in \"lat,lon\" format"; not "lat and lon".
    StatedFormat(LazyPattern(r"\b(?:in|as) [`'\"](?:lat|latitude), ?(?:lon|lng|longitude)[`'\"](?: format)?"), PATTERN),
)

ITEM_FORMATS = (
    # Matches "List of attendee email addresses", "Email addresses to invite"; not "Email addresses or names".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:an? )?(?:optional |new )?(?:list|array) of )?"
            r"(?:(?!or\b|and\b)[a-z]+ ){0,3}e-?mail addresses"
            r"(?= (?:of|for|to|that|who)\b|\s*(?:[.;(]|\Z))",
            re.IGNORECASE,
        ),
        '"format": "email"',
        _NO_ADDRESS,
        Level.INFO,  # many lists of recipients take "Name <address>" as well
    ),
    # Matches "Numbers in E.164 format", "RFC3339 times"; not "version".
    StatedFormat(LazyPattern(r"\bE\.164\b|\bRFC ?3339\b|\b[Ss]em[Vv]er\b"), PATTERN, _NO_VERSION),
    # Matches "List of UUIDs", "task UUIDs"; not "UUIDs or names".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:an? )?(?:optional )?(?:list|array) of )?(?:(?!or )[a-z]+ ){0,2}UUIDs(?! or\b|,)",
            re.IGNORECASE,
        ),
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
    # Matches "Dates (ISO format)", "ISO 8601 dates".
    StatedFormat(
        LazyPattern(r"\(ISO(?:[ -]?8601)?(?: date)? format\)|\bin ISO(?:[ -]?8601)? format\b|\bISO[ -]?8601 dates?\b"),
        '"format": "date" (or "date-time")',
    ),
    # Matches "ISO country codes", "IATA codes"; not "codes".
    StatedFormat(
        LazyPattern(
            r"\bISO (?:alpha-[23] )?(?:country|currency|language) codes\b|\b(?:IATA|ICAO)(?: [a-z]+)? codes\b(?! or\b)"
        ),
        PATTERN,
        _NO_CODE,
    ),
    # Matches "Variables in KEY=VALUE format".
    StatedFormat(
        LazyPattern(
            r"\b(?:in|as) (?:the )?[`'\"]?[A-Za-z]{1,12}[=:][A-Za-z]{1,12}[`'\"]? (?:format|form|pairs|strings)\b"
        ),
        PATTERN,
    ),
    # Matches "List of URLs to read", "URLs to crawl"; not "URLs or ids".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:an? )?(?:optional )?(?:list|array) of )?(?:[a-z]+ ){0,2}(?-i:URLs)"
            r"(?= (?:to|of|for)\b|\s*(?:[.;(]|\Z))",
            re.IGNORECASE,
        ),
        '"format": "uri"',
        _NO_URL,
        Level.INFO,
    ),
    # Matches "Absolute paths", "List of absolute file paths"; not "absolute or relative paths".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:an? )?(?:list|array) of )?absolute (?:file |directory |local )?paths\b", re.IGNORECASE
        ),
        PATTERN,
        LazyPattern(r"\brelative\b", re.IGNORECASE),
        Level.INFO,
    ),
    # Matches "List of emails", "Emails to invite".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:(?:an? )?(?:list|array) of )?(?:[a-z]+ )?e-?mails(?= (?:of|for|to)\b|\s*(?:[.;(]|\Z))",
            re.IGNORECASE,
        ),
        '"format": "email"',
        _NO_ADDRESS,
        Level.INFO,
        frozenset(("emails", "email", "recipients", "attendees", "to", "cc", "bcc", "invitees")),
    ),
    # Matches "Dates (YYYY-MM-DD)", "list of days in YYYY-MM-DD format"; not "YYYY-MM-DD/YYYY-MM-DD".
    StatedFormat(
        LazyPattern(rf"(?:\(|\b(?:in|as) (?:the )?(?:format )?|format: ?){_ALONE}YYYY-MM-DD{_ENDS}"), '"format": "date"'
    ),
)
"""Formats of each item of a list, as a text about the list states them."""
