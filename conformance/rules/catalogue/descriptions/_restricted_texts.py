"""What a text must hold whatever it is about: kinds and numbers of characters, its begin or end, JSON, a list."""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_values import separated_values_of
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._formats import NOUN_BEFORE as _WORD
from conformance.rules.catalogue.descriptions._formats import PATTERN, StatedFormat

# What a name may have beside letters and digits, and what is between two of them.
_SIGN = r"(?:hyphens?|dash(?:es)?|underscores?|dots?|periods?|spaces?|slash(?:es)?|[`'\"]?[-_.][`'\"]?)"
_JOINT = r"(?:,? (?:and|or|plus|with) |, ?| ?[/+] ?)(?:only )?"
# The begin of a text that calls its value a name. Is all of "Unique name ", "Id of the page "; not "Text for a slug ".
_NAMED = (
    rf"\A\W{{0,3}}(?:{_WORD}){{0,3}}"
    r"(?:[Nn]ame|[Ii][Dd]|[Ii]dentifier|[Ss]lug|[Kk]ey|[Ll]abel|[Tt]ag|[Hh]andle|[Cc]ode) "
    r"(?:(?:of|for) (?:(?!(?:that|which|is|are|will|to)\b)[\w'-]+ ){1,4})?"
)
# Characters or a beginning that any text must have, whatever it is about.
# Matches "can only contain letters", "must contain only digits", "Must be an absolute path"; not "contain letters".
ANY_TEXT = LazyPattern(
    r"\b(?:[Cc]an|[Mm]ay|[Mm]ust) (?:only contain|contain only|consist only of) (?:\w+ )?"
    r"(?:letters|digits|numbers|alphanumerics?|(?:upper|lower) ?case)\b"
    r"|\b[Cc]haracters? [^\w.;]{1,40}(?:(?:and|or) [^\w.;]{1,10})?(?:are|is) not (?:allowed|permitted)\b"
    r"|\b(?:lower|upper) ?case letters [^.;()]{0,40}\b(?:digits|numbers)\b[^.;()]{0,24} only\b"
    r"|\b(?:[Ll]ower|[Uu]pper)-?case (?:letters|with hyphens)(?:,[^.;()]{0,40}| [^.;()]{0,40})? only\b"
    r"|\b[Mm]ust be (?:all )?(?:lower|upper)-?case (?:with|and|letters|only)\b"
    r"|\b[Oo]nly (?:(?:lower|upper) ?case |ASCII )?(?:letters|alphanumeric(?: characters)?)(?:,| and)"
    r"(?:(?!\b(?:is|are|will)\b)[^.;()]){0,40}"
    r"(?=[.;)]|\Z)"
    # Matches "letters, numbers and hyphens only", "Alphanumeric characters and underscores", "No spaces allowed",
    # "lowercase with hyphens", "must be URL-safe"; not "letters of the alphabet".
    r"|\b(?:[Ll]etters|[Aa]lphanumeric(?: characters|s)?|[Aa]-[Zz])(?:,|,? (?:and|or)) [^.;()]{0,50}\bonly\b"
    r"|\A\W{0,3}[Aa]lphanumeric characters(?:,|,? (?:and|or|plus)) [^.;()]{2,40}(?=[.;()]|\Z)"
    # In brackets it may be about the result, unless these are behind what the value is.
    # Matches "Name of the page (alphanumeric, hyphens)", "must be alphanumeric with dots or dashes"; not "Title that
    # becomes a slug (alphanumeric, hyphens)".
    rf"|{_NAMED}(?P<remark>\([Aa]lphanumeric(?: characters)?{_JOINT}{_SIGN}(?:{_JOINT}{_SIGN}){{0,4}}\))"
    rf"|\b[Mm]ust be alphanumeric(?: characters)?{_JOINT}{_SIGN}(?:{_JOINT}{_SIGN}){{0,4}}(?=\s*(?:[.;,)]|\Z))"
    r"|\b[Nn]o (?:spaces|white ?spaces?|special characters) (?:(?:are )?allowed|permitted)\b"
    r"|\b[Ll]ower-?case,? (?:(?:words )?with|and) (?:hyphens|dashes|underscores)\b"
    r"|\b[Mm]ust be (?:URL|url|file(?:system)?|DNS)-safe\b"
    r"|\b[Aa]lphanumeric (?:characters )?only\b|\b[Mm]ust be (?:alphanumeric|(?:lower|upper) ?case)(?=\s*(?:[.;,)]|\Z))"
    r"|(?:\A\W{0,3}|: |\(|\b(?:path|it|this) )(?:must|MUST|Must) be an? absolute (?:file |directory )?path\b"
)
# The end of a file's name that any path must have. Matches "(.xlsx only)", "must have .xlsx extension", "workbook
# (.xlsx)", "(.parquet or .csv)", "(MP4, MOV)", "Only MP3 and WAV formats are supported"; not "(e.g. .csv)", "a .csv
# file".
SUFFIX = LazyPattern(
    r"\(?[`'\"]?\.[a-z][a-z0-9]{1,4}[`'\"]? (?:only|files only|extension required)\b"
    r"|\b(?:must|should) (?:be an?|have an?|have the|end in|end with|have) [`'\"]?\.[a-z][a-z0-9]{1,4}\b"
    r"|\(\.[a-z][a-z0-9]{1,8}(?:(?:, (?:or )?| or |/|, and )\.[a-z][a-z0-9]{1,8}){0,8}\)"
    r"|\bsupport(?:s|ed formats:) (?-i:[A-Z][A-Z0-9]{1,4}(?:(?:, and |, or |, | and | or |/)[A-Z][A-Z0-9]{1,4}){1,8})"
    r"(?: (?:formats|files)\b|(?=[.;)]|\Z))"
    r"|\((?-i:[A-Z][A-Z0-9]{1,4}(?:(?:, (?:or )?| or |/|, and )[A-Z][A-Z0-9]{1,4}){1,5})(?: only)?\)"
    r"|\bonly (?-i:[A-Z][A-Z0-9]{1,4}(?:(?:, |,? and |,? or |/)[A-Z][A-Z0-9]{1,4}){0,5}) "
    r"(?:(?:formats?|files?) )?(?:is|are) (?:supported|accepted|allowed)",
    re.IGNORECASE,
)
# JSON in a text, whatever it is about. Matches "JSON array of steps", "a JSON-encoded object", "Must be valid JSON";
# not "JSON file", "JSON or text", "JSON array or a list".
JSON = LazyPattern(
    r"\A\W{0,3}(?:(?:an?|the|optional:?|as) ){0,2}(?:(?:valid|stringified|serialized) )?JSON"
    r"(?:[- ](?:encoded|formatted|serialized|stringified)(?: [\w-]+){0,2}?)?"
    r" (?:array|object|list|map|string|text|dictionary|blob|document|payload|data|body)\b"
    r"|\bmust be (?:an? )?(?:valid )?JSON(?: (?:string|text|array|object)){0,2}(?=\s*(?:[.;,)]|\Z))"
    r"|\b(?:as|in) (?:an? )?(?:valid |stringified )?JSON(?: (?:string|format|array|object))\b"
    r"|\((?:as )?(?:an? )?(?:valid |stringified )?JSON(?: (?:string|format|array|object))?\)"
    r"|\A\W{0,3}(?:a )?(?:valid|stringified|serialized) JSON(?=\s*(?:[.;,)]|\Z)| (?:of|with|for|containing)\b)"
    r"|\b(?:encoded|serialized|stringified) (?:as|to|in) JSON\b",
    re.IGNORECASE,
)
# Several values as JSON in a text that is one value else. Matches "For batches, give a JSON array"; not "JSON
# array".
JSON_OF_SEVERAL = LazyPattern(
    r"\b(?:batch\w*|bulk|multiple|several|many|more than one)\b[^.;]{0,40}\bJSON"
    r"(?:[- ](?:encoded|formatted|stringified))? (?:array|list)\b",
    re.IGNORECASE,
)
# Behind it, what else is accepted. Next is " or a list", ", comma-separated"; not " of a or b".
NO_JSON = LazyPattern(
    r"\b(?:or @|or (?:an? )?(?:\w+ )?(?:comma|plain|native|array|list|object|text|path|file|url|yaml|csv|string|json)"
    r"|(?<!not )comma[- ]separated|path to|schema\b)",
    re.IGNORECASE,
)
# How many of them there are. Is all of "8", "six"; not "100".
_COUNT = r"(?:[1-9]\d?|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]welve)"
# What has so many of them, but is another thing.
_NO_NOUN = (
    r"(?:precision|accuracy|rounding|hex|colou?r|limit|maximum|minimum|max|min|summary|description|title|text|message"
    r"|preview|snippet|password|passphrase|context|window|range|overlap|chunks?|lines?|abstract)"
)
DIGITS = (
    # Either of two. Matches "number (7 digits) or key (9 digits)"; not "number (7 digits) or name".
    StatedFormat(LazyPattern(r"\([1-9]\d? digits\),? or (?:an? |the )?[^().;]{2,30} \([1-9]\d? digits\)"), PATTERN),
    # Matches "8-digit site number", "Six digit verification code", "number (8 digits)"; not "6-digit precision".
    StatedFormat(
        LazyPattern(
            rf"\b{_COUNT}[- ]digits? (?!{_NO_NOUN}\b)"
            r"(?:[\w-]+ ){0,3}?(?:number|code|id|ID|identifier|PIN|zip|ZIP|postal|pin|string|year)\b"
            r"|\([1-9]\d? digits\)"
            r"|\bof [1-9]\d? digits\b"
        ),
        PATTERN,
        LazyPattern(r"\bor\b", re.IGNORECASE),
    ),
    # Matches "Letter of the quay (A-F)", "letter from A to F"; not "letters A-Z of the text".
    StatedFormat(
        LazyPattern(
            r"\b[Ll]etter,? (?:\(|from |between )?(?:[\w-]+ ){0,3}?\(?[A-Z] ?(?:-|\u2013|to|through|and) ?[A-Z]\b"
        ),
        PATTERN,
        LazyPattern(r"\bor\b", re.IGNORECASE),
        Level.INFO,
    ),
    # Matches "video ID (11 characters)"; not "title (60 characters)".
    StatedFormat(
        LazyPattern(
            r"\b(?:[Ii][Dd]|[Cc]ode|[Kk]ey|[Nn]umber|[Tt]oken|[Hh]ash|[Ii]dentifier)s? "
            r"\((?:exactly |always )?[1-9]\d? (?:characters|chars|letters)(?: long)?\)"
        ),
        PATTERN,
        None,
        Level.INFO,
    ),
    # The same in other languages, in brackets or behind "of". Matches "(2 ou 3 chiffres, ", "de 5 d\u00edgitos",
    # "5-stellige", "6\u4f4d\u6570\u5b57"; not "2 chiffres apr\u00e8s la virgule".
    StatedFormat(
        LazyPattern(
            r"(?:\(|, |\b(?:de|a|\u00e0|con|com|aus|di) )\d{1,2}(?: ?(?:ou|o|oder|a|\u00e0|e|bis|-|\u2013) ?\d{1,2})? "
            r"(?:chiffres|d[\u00edi]gitos|cifre|cifras|ziffern|lettres|letras|lettere|buchstaben|\u0446\u0438\u0444\u0440\w{0,3})"
            r"(?! (?:apr\u00e8s|significati|decimal|dopo|nach|hinter|despu))"
            r"|\b\d{1,2}-?stellig\w{0,2}\b"
            r"|(?<![\d.])\d{1,2} ?(?:\u4f4d(?:\u6570\u5b57|\u6570(?!\u4ee5)|\u4ee3\u7801|\u7f16\u7801"
            r"|\u6574\u6570|\u5b57\u7b26)|\u6841\u306e|\uc790\ub9ac)",
            re.IGNORECASE,
        ),
        PATTERN,
    ),
    # Matches "PIN (4 to 6 digits)", "SHA (7-40 hex characters)", "4-6 digit code"; not "(3-50 characters)".
    StatedFormat(
        LazyPattern(
            r"\([1-9]\d? ?(?:-|\u2013|to|or) ?\d{1,2} (?:(?:hex(?:adecimal)?|numeric) (?:digits|characters|chars)"
            r"|digits|letters)[),]"
            r"|\b[1-9]\d? ?(?:-|\u2013|to|or) ?\d{1,2}[- ]digit (?:[\w-]+ ){0,2}?(?:number|code|id|ID|identifier"
            r"|PIN|pin)\b"
        ),
        PATTERN,
        None,
        Level.INFO,
    ),
    # The beginning of a text. Matches "10-digit National Provider Identifier", "17-character vehicle identification
    # number"; not "20-character summary".
    StatedFormat(
        LazyPattern(
            rf"\A\W{{0,3}}(?:(?:[Tt]he|[Aa]n?|[Vv]alid|[Uu]nique) ){{0,2}}{_COUNT}[- ](?:digit|character|char"
            rf"|letter)s?,? "
            rf"(?!{_NO_NOUN}\b)(?:(?!or\b)[\w-]+ ){{0,4}}?(?!{_NO_NOUN}\b)[\w-]+(?= \(|[.,;]|\Z| (?:of|for|to"
            rf"|assigned|used)\b)"
        ),
        PATTERN,
        None,
        Level.INFO,
    ),
    # The same in Chinese.
    StatedFormat(
        LazyPattern("[23]\u4f4d(?:\u5927\u5199)?\u5b57\u6bcd(?:\u7f16\u7801|\u4ee3\u7801|\u7f16\u53f7)"), PATTERN
    ),
    # Matches "Two-letter country code", "3-letter currency code"; not "two letters".
    StatedFormat(LazyPattern(r"\b(?:[Tt]wo|2|[Tt]hree|3)[- ]letter (?:ISO )?(?:[\w-]+ )?code\b"), PATTERN),
)
"""Formats of one text by how many digits, letters or characters it has."""

# What a text may begin or end with. Is the begin of "'a-'", "/", "/v1/ or /v2/", "https://", "cus_", "a slash"; not
# "a letter".
_LETTERS = (
    r"(?:[`'\"]?https?://[`'\"]?(?: or [`'\"]?https?://[`'\"]?)?"
    r"|[`'\"][^`'\"\s]+[`'\"]|/(?:[\w./-]*(?:,? or /[\w./-]*){1,3}(?=[\s,;)]|\Z))?"
    r"|https?\b|0x|\.|[A-Za-z]{1,6}[_:-]|[A-Z]\b|an? (?:leading |forward )?slash\b"
    r"|(?!(?:it|the|this|that|its|an?)\b)[a-z][a-z0-9]{1,9}(?:(?:, or |, | or )[a-z][a-z0-9]{1,9}){0,4}(?=\)))"
)
# How a text begins or ends, where it says so of itself. Matches "(starts with 'a')", ", beginning with b_", "Wallet
# address starting with 0x", "No leading slash", "without https://"; not "names that start with 'a'".
_BEGINS = LazyPattern(
    rf"(?:\(|, ?)(?:always |must |it |and )?(?:[Ss]tarts?|[Ss]tarting|[Bb]egins?|[Bb]eginning|prefixed|ends?|ending)"
    rf" (?:with|in|by) {_LETTERS}"
    rf"|\A\W{{0,3}}(?:{_WORD}){{0,3}}?(?!\w*[^s\W]s )[\w'-]+ "
    rf"(?:(?:that |which )?(?:starts|begins|must start|must begin|starting|beginning)"
    rf" with|prefixed (?:with|by)|with (?:the )?prefix) {_LETTERS}"
    r"|\b[Mm]ust (?:begin|start) with an? (?:leading |forward )?slash\b"
    r"|\b(?:[Nn]o|[Ww]ithout|[Nn]ot including|[Ee]xcluding|[Oo]mit) (?:an? |the |any )?"
    r"(?:leading (?:slash|dot|zeros?|hash|#|@)|trailing slash|protocol|scheme"
    r"|https?(?:s|\(s\))?:?(?://)?(?: or (?:www|https?(?:://)?))?|dot|hash|#|@)"
    r"(?=[\s.,;)]|\Z)"
    r"|\b(?:[Ww]ith|[Ii]ncluding) (?:an? |the )?leading (?:slash|dot|hash|#|@|zeros?)(?=[\s.,;)]|\Z)"
    r"|, 0x followed by\b|\(0x(?:\.\.\.|\u2026|[0-9a-fA-F]{2,})"
)
BEGINNINGS = (
    # Matches "must start with `/`", "should end with .md", "must end in .a or .b"; not "must start with a letter",
    # "must end with it".
    StatedFormat(
        LazyPattern(
            r"\b(?:[Mm]ust|[Ss]hould|[Hh]as to|[Nn]eeds to) (?:start|begin|end) (?:with|in) "
            r"(?:[`'\"./#@](?!\s)(?:[^\s,;()]*(?:, (?:or )?| or )[`'\"]?[./#@][\w./-]+[`'\"]?){0,6}|https?://)"
            r"|\b[Aa]lways (?:starts|begins|ends) with (?:[`'\"./#@](?!\s)|[A-Z]{2,}\b)"
            r"|\b(?:[Mm]ust|[Ss]hould) be prefixed (?:with|by) [`'\"]"
            r"|\b[Pp]refix is [`'\"][^`'\"]+[`'\"](?:(?:/|,? or |, )[`'\"][^`'\"]+[`'\"])*"
        ),
        PATTERN,
        is_whole=True,
    ),
    # The same as a plain statement. Matches "Starts with 'UPI'", "Starts with 0x", "prefixed with `a-`"; not "name
    # starts with 'a'".
    StatedFormat(
        LazyPattern(
            r"\A\W{0,3}(?:[Ss]tarts|[Bb]egins) with (?:[`'\"](?!\s)|[A-Z]{2,}-|0x\b|/(?=\W))"
            r"|(?:\A|[,(]) ?prefixed with [`'\"]"
        ),
        PATTERN,
        None,
        Level.INFO,
    ),
    # Matches "must include prefix", "must have its prefix"; not "may have a prefix".
    StatedFormat(
        LazyPattern(
            r"\b[Mm]ust (?:include|have|contain|carry|keep) (?:an? |the |its |their )?(?:[\w`'\":-]+ )?prefix\b"
        ),
        PATTERN,
    ),
    # Matches "path with a \"local:\" or \"remote:\" prefix"; not "with a prefix", "files with a 'tmp' prefix".
    StatedFormat(
        LazyPattern(
            rf"\A\W{{0,3}}(?:{_WORD}){{0,3}}?(?!\w*[^s\W]s )[\w'-]+,? with (?:an? |the |its )?(?:leading |required )?"
            r"(?:[`'\"][^`'\"\s]{1,20}[`'\"](?:, or |, | or |/))*[`'\"][^`'\"\s]{1,20}[`'\"] prefix\b"
        ),
        PATTERN,
        None,
        Level.INFO,
        is_whole=True,
    ),
    StatedFormat(_BEGINS, PATTERN, None, Level.INFO, is_whole=True),
    # Matches "Area as a GeoJSON polygon", "Request payload in JSON"; not "Returns it in JSON".
    StatedFormat(
        LazyPattern(
            r"\bGeoJSON (?:geometry|polygon|feature|object|string|point)\b|\b(?:in|as) GeoJSON\b"
            r"|\A\W{0,3}(?:[Tt]he |[Oo]ptional )?(?!(?:[Rr]eturns?|[Oo]utputs?|[Pp]rints?|[Ss]hows?|[Gg]ets?"
            r"|[Ww]hether|[Ff]ormat|[Ee]xports?"
            r"|[Rr]esponses?|[Rr]esults?|[Ss]aves?|[Ww]rites?|[Rr]eads?|[Ss]end|[Ii]f|[Ww]hen|[Aa]lso|[Uu]se|[Ee]mits?)\b)"
            r"(?:(?!(?:or|path|file|name|url|URL)\b)[\w'-]+ ){1,5}(?:in"
            r"|as) (?:valid )?JSON(?: format)?(?=\s*(?:[.;,)]|\Z|\())"
        ),
        '"contentMediaType": "application/json"',
        LazyPattern(r"\bor\b|\bnot\b|\bpath\b|\bfile\b", re.IGNORECASE),
        Level.INFO,
    ),
)
"""Beginnings and ends of one text, and JSON in it."""

# Things that a sign separates. Matches "Comma-separated ids", "comma delimited list of tags", "ids separated by
# commas", "one per line"; not "space-separated words", "comma-separated lat,lon", "no comma-separated list".
_PACKED = LazyPattern(
    r"(?<!not )(?<!no )(?<!or )(?<!or a )(?<!as )(?<!as a )"
    r"\b(?:(?:comma|semicolon|pipe|newline)[- ](?:separated|delimited)|(?:space)[- ](?:separated|delimited) list)\b"
    r"(?! (?:values? (?:file|\(csv)|pairs?|lat|x,? ?y|coord|numbers? of|range|data\b|format\b|csv\b|or\b))"
    r"|\b\w+s,? (?:separated|delimited) (?:by|with) (?:a )?(?:commas?|semicolons?|newlines?|pipes?)\b"
    r"|\bone (?:\w+ )?per line\b",
    re.IGNORECASE,
)
# A value of another field that a sentence is about. Is "disk: " of "disk: comma-separated parts".
_OF_OTHER_FIELD = LazyPattern(r"\W{0,3}(?P<name>[\w-]{1,40}): ")
# What has parts of several kinds, or is the content of a file. Matches "latitude", "x, y", "CSV content", "key=value".
_PARTS_OF_ONE = LazyPattern(
    r"\blat(?:itude)?\b|\bx ?, ?y\b|\bcoordinates?\b|\bCSV\b|\bpages? ranges?\b|\branges\b|\bbounding\b|\w=\w|\w:\w+,"
    r"|\bor (?:an? )?(?:JSON )?(?:array|list)\b|\bexpression|\bquery string\b|\brow\b|\bcells?\b",
    re.IGNORECASE,
)
# Names of fields that hold a text, whatever separates its parts.
_WHOLE_TEXTS = frozenset(
    (
        *("content", "data", "csv", "text", "body", "query", "q", "message", "code", "sql", "command", "script"),
        *("expression", "prompt", "instructions", "search", "select", "range", "ranges", "location", "point", "bbox"),
        *("description", "notes", "note", "input", "output", "args", "arguments", "file", "path", "env", "headers"),
    )
)


def packed_list(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text that holds a list, where a schema could say what each item is."""
    if not _WHOLE_TEXTS.isdisjoint(words_of(field.name)[-1:]) or any(map(_PARTS_OF_ONE.search, passages(field))):
        return
    for text in passages(field):
        found = _PACKED.search(text)
        case = _OF_OTHER_FIELD.match(text)
        is_own = case is None or case["name"] == field.name or case.end() != (found.start() if found else 0)
        if found is not None and is_own and not holds_sometimes(text, found.start()):
            # values that a text lists are the matter of another rule
            if separated_values_of(field) is None:
                yield Problem(
                    f"{field.label} is a list that is packed into one text",
                    'make it an array, and add "items" with the type of each',
                    evidence={"quote": excerpt(text, *found.span(), 20)},
                    max_level=Level.INFO,
                )
            return
