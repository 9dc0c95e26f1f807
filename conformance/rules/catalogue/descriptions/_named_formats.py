"""Formats that have a name, wherever a text puts it: first, in brackets, behind a comma, behind "as" or "must be"."""

from collections.abc import Iterator

from msgspec import Struct

from conformance.findings import Level
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._formats import NOUN_BEFORE as _WORD
from conformance.rules.catalogue.descriptions._formats import PATTERN, StatedFormat

# What a name is called before it: "a valid ", "the full ".
_CALLED = r"(?:(?:an?|the|valid|full|standard|optional|required|single) )*"
# What introduces a name anywhere. Matches "in ", "is a ", "formatted as ", "must be a ", ", "; not "with ".
_INTRODUCED = (
    r"(?:\b(?:in|as|are|is an?|[Mm]ust be|[Ss]hould be|has to be|in the (?:form|format|style)(?: of)?"
    r"|[Ff]ormatted (?:as|like)|encoded (?:as|in|with)|expects|accepts"
    rf"|[Ff]ormat(?: is|:)|formatted|[Tt]ype:) |[,;\u2014\u2013] | - ){_CALLED}"
)
# What may be behind a name: the end of a part, or what it is of.
_BEHIND = LazyPattern(
    r"(?: (?:formatted|(?:format|string|notation|value|syntax|form|pair|name)s?|(?:[a-z]+ )?(?:code|number"
    r"|identifier)s?))?"
    r"(?=[`'\"]?\s*(?:[.,;()\u2014\u2013\]]|- |\Z)"
    r"|[`'\"]? (?:of|for|to|from|at|where|that|which|on|in|used|like|e\.g|such|identifying|whose|after|before"
    r"|with|without"
    r"|returned)\b)"
)


# What a text begins with about several things. Is all of "Optional list of ", "An array of ".
_LIST = r"(?:(?:[Aa]n? )?(?:[Oo]ptional )?(?:[Ll]ist|[Aa]rray|[Ss]et) of )?"


def _introduction(begin: str) -> LazyPattern:
    """Return a pattern of all that may be in front of a name, which is searched for up to it."""
    return LazyPattern(
        rf"(?:\A\W{{0,3}}{begin}(?P<words>(?:{_WORD}){{0,3}})|\A[\w' -]{{2,30}}: "
        rf"|\((?:as |in )?{_CALLED}|{_INTRODUCED})[`'\"]?\Z"
    )


# Which of both is in front of the name of the format of one thing, and of several.
_BEFORE_ONE, _BEFORE_SEVERAL = _introduction(""), _introduction(_LIST)
# How far in front of a name its introduction begins at most: 30 characters and a colon, or a few long words.
_REACH = 120


class NamedFormat(StatedFormat, frozen=True):
    """A format whose ``words`` are only names, which state it in certain positions.

    One pattern for the positions of all is compiled once, and most texts contain no name. ``is_shape`` says that the
    name, such as "owner/repo", is only a sample where a text begins with it.
    """

    before: LazyPattern = _BEFORE_ONE
    is_shape: bool = False

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where a text states the format, beginning with what introduces the name."""
        for found in self.words.finditer(text):
            introduced = self.before.search(text, max(0, found.start() - _REACH), found.start())
            behind = _BEHIND.match(text, found.end())
            if introduced and behind and (introduced["words"] != "" or not self.is_shape):
                yield introduced.start(), behind.end()


# What a text says that takes something else as well: "UUID or slug", "names or ARNs".
_OTHER = LazyPattern(
    r"\bor (?:an? |the )?(?:\w+ )?(?:name|id|ID|slug|path|title|text|username|url|URL|number)\b"
    r"|\b(?:name|id|ID|slug|path|title|username)s? or\b"
)
_WARNING, _INFO = Level.WARNING, Level.INFO
# Parts of a date or a time. Matches "YYYY", "Qn"; not "Y".
_TOKENS = "YYYY|yyyy|YY|yy|MMM|MM|mm|DD|dd|HH|hh|Qn|Q#"


class _Name(Struct, frozen=True):
    """The ways to write the name of a format, the keyword that states it, and whether any field may have it.

    A shape, such as "owner/repo", is only a sample where a text begins with it.
    """

    words: tuple[str, ...]
    keyword: str = PATTERN
    level: Level = Level.INFO
    is_whole: bool = False
    is_shape: bool = False


# Upper and lower case count in names, and the first letter may begin a text.
_NAMES = (
    # Matches "ISO datetime", "ISO-8601 date string", "ISO UTC timestamp"; not "ISO code".
    _Name(
        (
            (
                r"ISO(?:[ -]?8601)?(?:[ -](?:UTC|formatted|compliant))? "
                r"(?:[Dd]ate(?:[ /-]?[Tt]ime)?|[Tt]ime(?:[ -]?stamp)?)(?: string)?"
            ),
        ),
        '"format": "date-time" (or "date")',
        _WARNING,
    ),
    # Order of its parts. Matches "DD.MM.YYYY", "hh:mm", "MM/YY", "YYYY-Qn"; not "MM", "YYYY-MM-DD/YYYY-MM-DD".
    _Name(
        (
            (
                r"(?!\S*(?:YYYY|yyyy)\S*(?:YYYY|yyyy))"
                rf"(?:{_TOKENS})(?:(?:[-/.: _T]|, )?(?:{_TOKENS}|SS|ss|WW|ww)){{1,6}}"
                r"(?:\.S+|\.s+)?Z?(?: ?(?:AM/PM|am/pm|A|a))?"
            ),
            # The same for a program. Matches "%Y-%m-%d", "%d/%m/%Y %H:%M"; not "%s".
            r"%[YymdHMbB](?:(?:[-/.: T,]|, )?%[YymdHMSBbpz]){1,6}",
        ),
        PATTERN,
        _WARNING,
    ),
    # Characters of one number. Matches "32-character hexadecimal token", "40 hex characters", "9 digit routing
    # number", "12 digits", "17-character VIN", "2-letter state abbreviation"; not "6-digit precision".
    _Name(
        (
            (
                r"\d{1,3}[- ](?:char(?:acter)?s?|digits?|symbols?),? (?:long )?(?:[Ll]ower-?case |[Uu]pper-?case )?"
                r"(?:[Hh]ex(?:adecimal)?|[Aa]lphanumeric|[Nn]umeric)"
                r"(?: (?!(?:of|for|to|from|at|that|which|with|without|in)\b)[\w-]+){0,2}"
            ),
            r"\d{1,3} (?:lower-?case |upper-?case )?hex(?:adecimal)? (?:characters|chars|digits)",
            (
                r"[1-9]\d?[- ](?:digit|character|char|letter) (?:[\w-]+ ){0,2}?"
                r"(?:number|code|id|ID|identifier|[A-Z]{2,6}\b(?! (?:[A-Z]{2,6}|number|code|id|ID)\b))"
            ),
            r"(?:[1-9]\d?|[Tt]wo|[Tt]hree|[Ff]our|[Ss]ix) (?:digits|letters)(?: only)?",
            r"(?:[Tt]wo|2|[Tt]hree|3)[ -][Ll]etters? (?:[\w-]+ ){0,3}?(?:code|abbreviation)",
            r"(?:[Tt]wo|2)[ -][Ll]etter (?:country|language|state)(?! [\w-]+ code)",
            r"0x ?\+ ?\d{1,3} hex(?:adecimal)? (?:characters|chars|digits)",
        ),
        PATTERN,
        _WARNING,
    ),
    # Parts with signs between them. Matches "MAJOR.MINOR.PATCH", "host:port", "KEY=VALUE", "owner/repo".
    _Name(
        (
            r"(?:MAJOR|major)\.(?:MINOR|minor)\.(?:PATCH|patch)|[xX]\.[yY]\.[zZ]",
            r"host(?:name)?:port|(?:KEY|key|Key)[=:] ?(?:VALUE|value|Value)|[Nn]ame[=:] ?[Vv]alue",
            r"(?:owner|org|OWNER|user)/(?:repo|name|repository|REPO)",
            r"\w{1,12}\(\d{1,2}\)(?: ?\+ ?\w{1,12}\(\d{1,2}\)){1,6}",
        ),
        PATTERN,
        _WARNING,
        is_shape=True,
    ),
    # Places. Matches "as lat,lng", "Box minLon,minLat,maxLon,maxLat".
    _Name(
        (
            r"lat(?:itude)?, ?(?:longitude|long|lng|lon)",
            r"min_?\w+, ?min_?\w+, ?max_?\w+, ?max_?\w+",
        ),
        PATTERN,
        _WARNING,
        is_whole=True,
        is_shape=True,
    ),
    _Name(
        (r"[Ll]at(?:itude)? and [Ll]on(?:gitude)?,? (?:separated by an? comma|comma-separated)",),
        PATTERN,
        _WARNING,
        is_whole=True,
    ),
    # Matches "'a:kind:place' format"; not "'a' format".
    _Name((r"[`'\"][\w<>{}]+(?:[:/@|][\w<>{}]+){1,5}[`'\"] (?:format|form|notation|syntax)",)),
    # Matches "field:direction"; not "field".
    _Name((r"(?:FIELD|field|column|name):(?:direction|order|asc(?:\|desc)?)",), is_whole=True, is_shape=True),
    # Forms of keys. Matches "PROJECT-NUMBER", "ABC-123"; not "IN-PROGRESS".
    _Name((r"[A-Z]{2,12}[-_/](?:NUMBER|NUM|ID|KEY|NAME|XXX+|NNN+|#+)", r"[A-Z]{2,6}-\d{2,6}"), is_shape=True),
    _Name((r"GUID", r"(?<!\w)(?:(?!or\b)[a-z]+ )?(?:UUID|uuid)(?:[ -]?v\d)?"), '"format": "uuid"'),
    # Notations of one field: games, molecules, genes, shapes, music, rules. Matches "FEN notation", "SMILES string",
    # "WKT", "HGVS", "GeoJSON"; not "a chess game".
    _Name(
        (
            r"FEN|PGN|(?:standard |short |long )?algebraic(?= notation)|SAN(?= notation)",
            r"UCI(?= (?:move|notation|format))",
            r"SMILES|SMARTS|InChI(?:Key)?|FASTA|HGVS|VCF(?= (?:format|notation))|Newick|WKT|WKB|well-known text",
            r"[Gg]eohash",
            r"MGRS|GeoURI|H3 (?:cell|index)|[Pp]lus [Cc]ode",
            r"RRULE|iCalendar (?:recurrence rule|RRULE)|recurrence rule|ABC(?= notation)",
            r"LaTeX(?= (?:expression|formula))",
            r"(?:JSON [Pp]ointer|JWT|JWK|PEM)(?:[- ]encoded)?|[Pp]url|Package URL|CPE(?: 2\.3)?(?: name| string)?",
            r"CVSS(?: v?\d\S*)? vector",
            r"(?:[Dd]otted[- ]quad|[Dd]ot(?:ted)?[- ]decimal)(?= notation)|[Dd]istinguished [Nn]ame|LDAP DN",
        )
    ),
    # Numbers and keys of authorities. Matches "CAS number", "UN/LOCODE", "ICD-10 code", "PMID", "NPI"; not "a number".
    _Name(
        (
            r"UN/?LOCODE|IMO|MMSI|CAS(?:-?RN)?(?= (?:[Rr]egistry )?(?:[Nn]umber|[Nn]o\b))|EC(?= number)",
            r"ICD-?\d+(?:-?CM)?|CPT(?= code)|LOINC",
            r"RxCUI|NDC|SNOMED(?: CT)?|HCPCS|ATC(?= code)|NPI|DEA(?= number)|OMIM|RxNorm(?= (?:ID|code))",
            r"PMC?ID|PubMed ID|arXiv(?= (?:ID|id|identifier|number))|ISNI|ISRC|ISWC|ISMN|Bibcode|bibcode|CrossRef DOI",
            r"(?:[Dd]igital [Oo]bject [Ii]dentifier)(?: \(DOI\))?",
            r"(?:HS|HTS|SIC|FIPS|ATC|MIC|NACE|HUC-?\d{0,2})(?= (?:code|number)s?\b)|NAICS|UNSPSC|GNIS",
            r"SWIFT(?:/BIC)?|BIC/SWIFT|VAT(?= (?:number|ID|id))",
            r"(?:ABA )?[Rr]outing(?= number)|SEDOL|FIGI|CIK|MCC|TIN(?= (?:number|of the tax\w*))|SSCC|EUI-64",
            r"CVE|CWE|GHSA|CAPEC|MITRE ATT&CK(?= (?:technique )?ID)|RFC 1123|RFC ?(?:2|5|7)(?:822|322|231)",
            r"E\.123|Open Location Code|what3words(?= address)|EIP-?55|[Bb]ech32m?|[Bb]ase58(?:[Cc]heck)?|ENS(?= name)",
        )
    ),
    # What a language calls a name. Matches "valid Python variable name", "JavaScript identifier"; not "valid name".
    _Name(
        (
            (
                r"(?:[Pp]ython|Java[Ss]cript|JS|TypeScript|Java|C#|C|SQL|GraphQL|Kubernetes|DNS-1123|RFC ?1123)"
                r" (?:variable name|identifier|(?:resource |object |label )name|subdomain|label|function name)"
            ),
        ),
        is_whole=True,
    ),
    # Numbers and keys of standards. Matches "IBAN", "ISBN-13", "MD5 checksum"; not "commit SHA", which may be short.
    _Name(
        (
            r"IBAN|BIC|ISBN(?:-1[03])?|ISSN|VIN|DOI|ORCID(?: i?[Dd])?|ARN|ISIN|CUSIP|LEI|IMEI|EAN(?:-13)?|UPC|GTIN",
            r"SSN|EIN|ASIN|ULID|(?:Mongo(?:DB)? )?Object(?:Id|ID)|ISO week(?: date)?",
            r"(?:MD5|SHA-?(?:1|224|256|384|512))(?: (?:hash|checksum|digest|sum))?",
        )
    ),
    # Kinds of characters. Matches "Numeric ID as a string", "digits only", "kebab-case", "no spaces".
    _Name(
        (
            r"(?:[Nn]umeric|[Dd]ecimal|[Ii]nteger)(?: [\w-]+){0,2} as (?:an? )?string|(?:[Nn]umeric|[Dd]ecimal) string",
            r"(?:filter )?in (?:all )?(?:upper|lower)-?case",
            r"(?<=[(,] )[Nn]umeric|(?<=\()[Nn]umeric|[Nn]umeric (?:[\w-]+ )?(?:ID|id|identifier|code)",
            r"(?:all )?(?:lower|upper)-?case, no \w+",
            r"no (?:underscores|hyphens|slashes|punctuation|special characters|blanks)",
            r"[Dd]igits only|[Uu]pper-?case only|[Ll]ower-?case only|[Kk]ebab-case|snake_case|camelCase|no spaces",
            r"[Uu]pper-?case (?:[Tt]icker(?: symbol)?|symbol)|[Tt]icker(?: symbol)? in uppercase",
        )
    ),
    _Name((r"IP(?:v4)?(?:(?: or |/)IPv6)? address|IPv[46]",), '"format": "ipv4" (or "ipv6")'),
    _Name((r"CIDR(?: (?:block|range)s?)?",)),
    _Name((r"FQDN|(?:[Ff]ully[ -][Qq]ualified )?[Dd]omain [Nn]ame",), '"format": "hostname"'),
    # Matches "data URI", "S3 URI", "s3://bucket/key", "Fully-qualified URL"; not "URL".
    _Name(
        (r"[Ff]ully[ -][Qq]ualified URL|data:? UR[IL]|(?:s3|S3|gs|GCS) UR[IL]|(?:s3|gs)://[\w/<>{}.-]{0,40}",),
        '"format": "uri"',
        is_whole=True,
    ),
    # Codes of countries, languages and currencies, and zones of time.
    _Name(
        (
            r"alpha-[23]|[Cc]ountry code|[Ll]anguage code|[Ll]ocale code|[Cc]urrency code|(?:[Uu][Ss] )?[Ss]tate code",
            r"ISO[ -]639(?:-[123])?(?:/[BT])?(?: language)?",
            r"IANA [Tt]ime ?-?[Zz]one(?: [Dd]atabase)?(?: [Nn]ame| ID)?|IANA(?: name)?|IANA tz(?: name)?",
            r"tz database name|tzdata name|(?:[Tt]ime ?[Zz]one )?name from the (?:IANA|tz)(?: time ?zone)? database",
            (
                r"[Tt]ime ?-?[Zz]one(?: [Nn]ame| identifier| ID)? (?:\(|as (?:an? )?)(?:IANA|tz|Olson)"
                r"(?: [Tt]ime ?[Zz]one)?"
                r"(?: [Dd]atabase)?(?: [Nn]ame| format)?"
            ),
        )
    ),
    _Name((r"(?:[\w-]+ )?(?:MIME|[Mm]ime|[Mm]edia)[ -][Tt]ype|MIME",)),
    _Name((r"(?:[\w-]+ )?[Cc]rontab (?:entry|expression|line|schedule)|[Cc]ron",), is_whole=True),
    # Times by a clock. Matches "in 24-hour format", "24h time", "Go duration string"; not "the last 24 hours".
    _Name(
        (
            r"(?:24|12)[ -]?(?:h|hr|hour)(?: clock| time)?(?= (?:format|notation)\b(?! is))",
            r"(?:Go|Golang|Prometheus|Elasticsearch|ISO)(?:-style| time)? [Dd]uration(?= string| format|\s*[.,;(]|\Z)",
        )
    ),
    _Name(
        (
            r"(?<=\()[Hh]ex(?:adecimal)?|#RGB(?: or |/)#RRGGBB|(?:[Ss]ix-digit )?[Hh]ex colou?r",
            r"(?<=as )hex(?:adecimal)? (?:RGB|code|value)|RGBA? or RGBA?",
            r"(?i:rgba?(?: or rgba?)?)(?= (?:format|notation)\b)",
            r"(?<=in )hex(?:adecimal)?|(?<=as )hex(?:adecimal)?|[Hh]ex(?:adecimal)?-encoded(?: [\w-]+){1,2}",
            r"[Hh]ex(?:adecimal)? (?:data|bytes|payload|representation|digest)|[Bb]ase58(?:[Cc]heck)?(?:[- ]encoded)?",
        )
    ),
    # How words are joined. Matches "Should be in PascalCase"; not "case".
    _Name((r"PascalCase|(?:SCREAMING|UPPER)_SNAKE_CASE|all caps|camelCase|snake_case|kebab-case",), is_whole=True),
    # Addresses and hashes of a chain. Matches "Solana wallet address", "token mint address", "Transaction hash"; not
    # "address of the function", "commit hash".
    _Name(
        (
            (
                r"(?:Ethereum|EVM|Bitcoin|BTC|ETH|Solana|Starknet|StarkNet|Tron|TRON|Sui|Aptos|Polygon|BSC|BSV|Base|Cardano"
                r"|NEAR|TON|XRP|Algorand|Cosmos|Avalanche|Arbitrum|Optimism|ERC-?20|ERC-?721|ERC-?1155|SPL)"
                r"(?: token| wallet| contract| mint| account| NFT){0,2} address"
            ),
            r"(?:[Ww]allet|(?:[Ss]mart |[Tt]oken |NFT )?[Cc]ontract|(?:[Tt]oken )?[Mm]int|[Tt]oken|[Hh]older) address",
            r"(?:[Tt]ransaction|[Tt]x|[Bb]lock) hash",
        )
    ),
    # Matches "Regex to apply", "(regular expression)", "a regex pattern"; not "a regex or a text".
    _Name((r"[Rr]egular [Ee]xpression|[Rr]eg[Ee]xp?",), '"format": "regex"', is_whole=True),
    # Matches "amount in wei", "Price in lamports"; not "in ETH".
    _Name(
        (
            (
                r"(?<=in )(?<!not in )(?:wei|gwei|lamports|satoshis?|sats|(?:base|smallest|atomic|raw"
                r"|minor)(?: token)? units?)"
            ),
        )
    ),
    _Name((r"(?:[Aa]mount|[Pp]rice|[Qq]uantity|[Vv]alue)(?: [\w-]+){1,5} as (?:an? )?(?:decimal |numeric )?string",)),
    # Matches "file mode in octal", "Octal permissions", "in dot notation", "Fully qualified class name", "DID".
    _Name(
        (
            r"[Oo]ctal(?: (?:permissions?|mode|notation|number|value))?",
            (
                r"[Dd]ot(?:ted)?[- ](?:notation|path)|[Ff]ully[- ][Qq]ualified (?:[\w]+ )?name"
                r"|[Bb]undle (?:identifier|ID|id)"
            ),
            r"DID(?! not)",
        )
    ),
    _Name(
        (r"base64(?:[- ]encoded)?|[Bb]ase64[- ]encoded (?:[\w-]+ ){0,4}?[\w-]+(?= \(|[.,;]|\Z)",),
        '"contentEncoding": "base64"',
        is_whole=True,
    ),
    _Name((r"[Ii]nternational format|[Pp]hone number with country code|[Ii]nternational phone number",)),
    _Name((r"[Ss]lug|(?:URL|url)-(?:friendly|safe) (?:name|slug)",), is_whole=True),
)
NAMED_FORMATS = (
    *(
        NamedFormat(
            LazyPattern("|".join(one.words)),
            one.keyword,
            _OTHER,
            one.level,
            is_whole=one.is_whole,
            is_shape=one.is_shape,
        )
        for one in _NAMES
    ),
)
"""Formats of one text, by their names."""
NAMED_ITEM_FORMATS = tuple(
    NamedFormat(
        LazyPattern(rf"(?:{'|'.join(one.words)})(?:e?s)?"),
        one.keyword,
        _OTHER,
        one.level,
        before=_BEFORE_SEVERAL,
        is_shape=one.is_shape,
    )
    for one in _NAMES
)
"""Formats of each item of a list, by their names."""
