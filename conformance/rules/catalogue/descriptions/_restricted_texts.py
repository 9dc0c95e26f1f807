"""What a text must hold whatever it is about: kinds of characters, the end of a file's name, or JSON."""

import re

from conformance.lazy_patterns import LazyPattern

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
    r"(?:[- ](?:encoded|formatted|serialized|stringified))? (?:array|object|list|map|string|text|dictionary)\b"
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
    r"\b(?:or (?:an? )?(?:\w+ )?(?:comma|plain|native|array|list|object|text|path|file|url|yaml|csv|string|json)"
    r"|(?<!not )comma[- ]separated|path to|schema\b)",
    re.IGNORECASE,
)
