"""Forms that a text states by a template or a sample, or as one of several: ``in the format 'kind:name'``."""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.rules.catalogue.descriptions._formats import PATTERN, StatedFormat

# What introduces a form. Matches "in the format ", "of the form: ", "Format: ", "formatted as ", "must follow the
# pattern ", "defined as "; not "the format of ", "output format: ".
_INTRODUCED = LazyPattern(
    r"\b(?:in|of|with|using|follows?|following|has|have|use|takes?) (?:the |this |an? |exact |following |canonical )*"
    r"(?:format|form|notation|syntax|pattern|structure)(?: of)?:?\s+"
    r"|(?:\A\W{0,3}|[.;(] ?|, |[-\u2013\u2014] )(?P<label>(?:(?:[Ee]xpected|[Rr]equired|[Rr]ecogni[sz]ed"
    r"|[Aa]ccepted|[Ss]upported|[Vv]alid|[Ii]nput|[Cc]anonical|[Ii][Dd]|[Kk]ey) )?"
    r"(?:[Ff]ormats?|[Ff]orm|[Ss]yntax|[Nn]otation|[Pp]attern|[Ss]tructure)(?: is| are| must be| should be)?:?)\s+"
    r"|\b(?P<written>(?:formatted|written|given|specified|expressed|provided|passed|supplied|defined|encoded|represented)"
    r" (?:as|like|in)) (?:an? |the )?"
    # "Pass as kind=<name>" is how the argument is written
    r"|\b(?P<plain>as) (?!(?<=[Pp]ass as )\w+=)(?:an? |the )?"
    # Chinese and Japanese
    r"|(?:\u683c\u5f0f|\u5f62\u5f0f)(?:\u4e3a|\u662f|\u5982|\uff1a|:) ?"
)
# A form in quotes. Next is "'kind:name'", "`<a>,<b>`", "\"column = value\""; not "'a' 'b'", "'s".
_QUOTED = LazyPattern(
    r"`(?P<code>[^`\n]{2,90})`|\"(?P<double>[^\"\n]{2,90})\"|'(?P<single>[^'\n]{2,90})'(?!\w)"
    r"|\u201c(?P<curly>[^\u201c\u201d\n]{2,90})\u201d"
)
# One without. Next is "START:END", "<id>@<host>", "chr-pos-ref-alt"; not "a", "comma-separated values".
_BARE = LazyPattern(
    r"[^\s`'\"(),;|\u3002\uff0c\uff08\uff09]*[A-Za-z0-9#\u3002>}\]*](?:,[^\s`'\"(),;|]*[A-Za-z0-9>}\]])*"
)
# Between two forms of one value. Next is " or ", ", or a ", " | ".
_JOINT = LazyPattern(r"(?:,? (?:or|and) (?:an? )?|, (?=[`'\"])| ?[|/] ?(?=[`'\"]))", re.IGNORECASE)
# Behind a form that only one of several kinds of value has. Next is ", a key as 'b:c', or a name"; not ", or a page".
_OTHER_KIND = LazyPattern(r",(?: [^.;,]{2,60},){1,8}? or (?:an? |the )?\w", re.IGNORECASE)
# What may be behind a form without quotes. Next is ".", " (e.g.", ", e.g.", " where id is"; not " values".
_ENDS = LazyPattern(
    r"[`'\"]?\s*(?:[.;,()\u2014\u2013\u3002\uff0c\uff08\uff09\uff1b]|- |\Z"
    r"|(?:where|with|e\.g|such as|like|for example|using|whose|in which)\b)"
)
# Behind a form that stands before its noun. Next is " format", "' form."; not " format of".
_NOUN = r"(?: |-)(?:format|form|notation|syntax|style|pattern)\b(?! (?:for|is|string)\b)"
# A form that stands there. Matches "FROM:TO format", "'a/b' format", ":name: format"; not "PDF format".
_BEFORE_NOUN = LazyPattern(
    rf"(?:(?P<quoted>`[^`\n]{{2,60}}`|\"[^\"\n]{{2,60}}\"|'[^'\n]{{2,60}}')"
    rf"|(?<![\w`'\"])(?:[a-z][a-z0-9+.-]*://,? or )?"
    rf"(?P<bare>[:@#]?[A-Za-z<{{\[*][^\s`'\"(),;|]*[:@=+#/<>{{}}][^\s`'\"(),;|]*)){_NOUN}"
)
# A template in quotes or brackets, of which only signs are between the places. Matches "(`<lat>,<lon>`)",
# "'<w>x<h>'", "{chain}:{address}"; not "/projects/{id}/tasks", "{{name}}".
_TEMPLATE = LazyPattern(
    r"(?:(?<=[`'\"])|(?<=[`'\"(] )|(?<=\()|(?<=as )|(?<=code )|(?<=tag )|(?<=key )|(?<=[Ii][Dd] )"
    r"|(?<=: ))(?:<[A-Za-z][\w -]{0,30}>(?:[:,@=x|+#_-]"
    r"|->)(?:<[A-Za-z][\w -]{0,30}>)"
    r"|(?<!\{)\{[A-Za-z]\w{0,30}\}(?:[:,@=x|+#_-]|->)\{[A-Za-z]\w{0,30}\})"
)
# Before what is made, stored or returned in such a form. Matches "saved as ", "is returned as", "named "; not "in".
_MADE = LazyPattern(
    r"\b(?:saved?|stored?|named|renamed|returns?|returned|generated?|outputs?|prints?|printed|shows?|shown|becomes?"
    r"|exports?|exported|writes?|converted|logged|displayed|responds?|e\.g\.|such as|for example|example:?|instead of"
    r"|rather than|defaults?|emitted|not|never|unlike|same|treated|interpreted|stringified|parsed|used|known|such"
    r"|well|soon|long|far"
    r"|much|many|act|acts|serve|serves|just|described|labell?ed|marked|flagged)(?: \w+){0,3}\s*\Z",
    re.IGNORECASE,
)
# Before it, several things of which it is the form: "with dates ", "All times are "; not "the address ".
_OF_THINGS = LazyPattern(
    r"\b(?!(?:is|its|this|has|was|as|address|class|status|always|process|access)\b)[a-z]{2,}s(?: are)?,? \Z"
)
# Signs between the parts of a form, and its parts.
_SIGNS = LazyPattern(r"[:@=,+#_<>{}\[\]./~^&$%-]")
_PARTS = LazyPattern(r"[A-Za-z0-9]+")
# Words of formats of files and of prose, which slashes and hyphens join as well. Is all of "json", "separated"; not
# "name".
_NO_PART = LazyPattern(
    r"(?:json[5l]?|jsonl|ya?ml|xml|csv|tsv|html?|markdown|md|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|webp|svg|bmp|tiff?|mp[34]"
    r"|wav|ogg|flac|m4a|mov|avi|webm|txt|text|toml|ini|parquet|avro|sql|zip|tar|gz|base\d+|utf|ascii|hex|rst|epub|odt|rtf"
    r"|ics|vcf|geojson|kml|gpx|protobuf|binary|plain|lcov|sarif|junit|separated|delimited|readable|encoded|formatted"
    r"|based|style|styled|friendly|spaced|hour|digit|letter|character|line|prefixed|quoted|terminated|safe|escaped"
    r"|serialized|compatible|compliant|specific|like|case|long|short|wide|free|only|up|end|term|by|step|rich|raw"
    r"|https?|www|com|org|io|true|false|yes|no|null|none)",
    re.IGNORECASE,
)
# The name of a standard. Is all of "PKCS#12", "C#"; not "id#name".
_STANDARD = LazyPattern(r"[A-Z]+#\d*")
# A place in a form for what varies. Matches "<id>", "{name}", "[key]".
_PLACES = LazyPattern(r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]")
# What names a part on both sides of a slash, where any other word may be one of two values: "owner/repo"; not
# "landscape/portrait".
_NAMED_PART = LazyPattern(
    r"(?:[a-z]*_\w+|\w*(?:name|id|Name|Id|ID)|[A-Z][A-Z0-9_]*|owner|org|organization|repo|repository|user|project|group"
    r"|namespace|key|path|type|number|num|year|month|day|version|branch|tag|bucket|base|quote|host|port|slug|workspace"
    r"|team|package|module|chain|network|account|region|zone|resource|kind|database|schema|table|provider|model|author"
    r"|prefix|suffix|min|max|start|end|from|to|source|target|server|tool)"
)


class _StatedForm(StatedFormat, frozen=True):
    """A form that a text introduces as one, in quotes or not, or that has its noun behind it.

    ``of_several`` says that it may be that of several things, which are the items of a list.
    """

    of_several: bool = False

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where a text states a form, with all other forms that it joins to it."""
        for found in self.words.finditer(text):
            end = _end_of_forms(text, found)
            is_of_kind = bool(end) and found["plain"] is not None and _OTHER_KIND.match(text, end)
            if end and not is_of_kind and not self._is_of_other(text, found.start()):
                yield found.start(), end
                return
        for found in _BEFORE_NOUN.finditer(text):
            form = found["quoted"][1:-1] if found["quoted"] else found["bare"]
            if _is_form(form, quoted=bool(found["quoted"])) and not self._is_of_other(text, found.start()):
                yield found.span()
                return

    def _is_of_other(self, text: str, begin: int) -> bool:
        """Say whether a form is that of something that is made, of an example, or of several things."""
        before = text[max(begin - 60, 0) : begin].rstrip("`'\"( ") + " "
        is_other = _MADE.search(before) or (not self.of_several and _OF_THINGS.search(before))
        return bool(is_other or holds_sometimes(text, begin))


class _Template(StatedFormat, frozen=True):
    """A form by its places alone, wherever a text puts it, except in a list of several."""

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where a text shows one."""
        for found in self.words.finditer(text):
            before = text[: found.start()].rstrip("`'\"( ")
            if not before.endswith((",", ":", "|")) and not _MADE.search(f"{before[-60:]} "):
                yield found.span()


def _end_of_forms(text: str, introduced: re.Match[str]) -> int:
    """Return where the forms behind an introduction end, 0 where none is there, or something else is joined to them."""
    position = introduced.end()
    is_plain = introduced["plain"] is not None
    is_strong = introduced["label"] is None and introduced["written"] is None and not is_plain
    while True:
        quoted = _QUOTED.match(text, position)
        bare = None if quoted else _BARE.match(text, position)
        found = quoted or bare
        if found is None:
            return 0
        form = next(each for each in quoted.groups() if each) if quoted else found[0].rstrip(".:")
        end = found.end() if quoted else position + len(form)
        is_form = _is_form(form, quoted=quoted is not None, is_strong=is_strong, is_plain=is_plain)
        if not is_form or (not quoted and not _ENDS.match(text, end)):
            return 0
        joined = _JOINT.match(text, end)
        if joined is None or not (_QUOTED.match(text, joined.end()) or (bare and _BARE.match(text, joined.end()))):
            return end
        position = joined.end()


def _is_form(form: str, *, quoted: bool, is_strong: bool = True, is_plain: bool = False) -> bool:
    """Say whether a text is a form, and not a word, a value or a phrase.

    ``is_strong`` says that the text calls it a form, ``is_plain`` that there is nothing but "as" before it.
    """
    parts = _PARTS.findall(form)
    signs = set(_SIGNS.findall(form))
    is_prose = signs <= set("/-.,_ ") and any(map(_NO_PART.fullmatch, parts))
    if not parts or is_prose or form.startswith(("http", "www.")) or _STANDARD.fullmatch(form):
        return False
    if any(map(form.__contains__, "<{[")):
        return _PLACES.sub("", form).strip() != "" or (not is_plain and len(_PLACES.findall(form)) > 1)
    if quoted and " " in form:
        return is_strong or bool(signs & set(":=@#/_"))
    if len(parts) < 2 or "|" in form:
        return form[0] in ":#@$" and form[-1] in ":#@$"
    if all(map(str.isdigit, parts)):
        return is_strong and not is_plain
    if signs <= set("/"):
        return quoted or (not is_plain and all(map(_NAMED_PART.fullmatch, parts)))
    if signs <= set("-_"):
        named = any(not each.islower() for each in parts) or len(parts) > 2 or quoted
        return named and not is_plain and ("-" in signs or (quoted and is_strong and not _CASES.fullmatch(form)))
    return not (signs <= set(".,_") and is_plain) or quoted


# How words are joined, and what is called after it. Is all of "snake_case", "json_lines"; not "txid_vout".
_CASES = LazyPattern(r"(?:\w+_case|\w+_(?:lines?|text|string|format|style|only|mode))", re.IGNORECASE)
# Names of fields that say themselves how something else is written.
_FIELDS_OF_FORMS = frozenset(
    ("format", "template", "pattern", "layout", "prefix", "suffix", "style", "syntax", "schema")
)

# Forms that are written in one way only.
_SAMPLES = (
    # Parts of one text. Matches "as 'west,south,east,north'", "format: minLon,minLat", "as x,y,w,h",
    # "(min_x,min_y,max_x,max_y)".
    StatedFormat(
        LazyPattern(
            r"\b(?:in|as|is|be|[Ff]ormat(?: is|:)?) [`'\"](?!\d)\w+(?:,\w+){1,3}(?=[`'\"])"
            r"|\b[Ff]ormat(?: is|:) (?!\d)\w+(?:,\w+){1,3}(?=\s*(?:[.;)]|\Z))"
            r"|\([`'\"]?(?:[a-z]+_?[a-zA-Z]+)(?:,[a-z]+_?[a-zA-Z]+){3}[`'\"]?\)"
            r"|\A\W{0,3}[`'\"](?!\d)\w+,\w+[`'\"] format\b"
            r"|\bas [a-z]\w?(?:,[a-z]\w?){2,5}(?=\s*(?:[.;)]|\Z)| in\b)"
        ),
        PATTERN,
    ),
    # Matches "\"WxH\"", "as WIDTHxHEIGHT"; not "W x H metres".
    StatedFormat(LazyPattern(r"(?<!\w)(?:W|WIDTH|[Ww]idth)x(?:H|HEIGHT|[Hh]eight)\b"), PATTERN),
    # Two ends in one text. Matches "Rows within A-B", "start-end of the lines"; not "range A-B" of another field.
    StatedFormat(
        LazyPattern(
            r"(?<![\w-])(?:A-B|N-M|M-N|X-Y|n-m|x-y|(?i:start-end|first-last|from-to|min-max|low-high))(?![\w-]"
            r"| tests?\b)"
        ),
        PATTERN,
        LazyPattern(r"\bor\b", re.IGNORECASE),
        Level.INFO,
        frozenset(("range", "ranges", "lines", "pages", "rows", "span", "interval", "between")),
        is_whole=True,
    ),
    # Matches "in KEY=VALUE format", "as key:value pairs"; not "key-value pairs".
    StatedFormat(
        LazyPattern(r"\b(?:in|as) (?:the )?[`'\"]?[A-Za-z]{1,12}[=:][A-Za-z]{1,12}[`'\"]? (?:format|form|notation)\b"),
        PATTERN,
    ),
    # A form with places for what varies. Matches "Format: <a>-<b>", "format is ext_[ID]"; not "Format: text".
    StatedFormat(
        LazyPattern(
            r"\b(?:[Ff]ormat|[Pp]attern|[Ff]orm)(?:(?: is|:)|(?<=[Ii]n the format)|(?<=[Ii]n the form)) ?[`'\"]?"
            r"(?![<\[{]?(?:json|JSON|string)\b)(?:[\w#:/-]{0,20}[<\[{][A-Za-z][^<>\[\]{}.;]{0,40}[>\]}]){1,6}"
            # where it is found, and not how it is written
            r"(?! (?:in|of|from) (?:the |an? )?(?:\w+ )?(?:URL|link|address)\b)"
        ),
        PATTERN,
    ),
    # The address of something that the server knows. Matches "A `doc://page/<id>` handle"; not "https://<host>".
    StatedFormat(
        LazyPattern(r"[`'\"](?!https?:)[a-z][a-z0-9+.-]{1,20}://[^\s`'\"]{0,60}[<{]\w[^\s`'\"]{0,60}[`'\"]"),
        PATTERN,
        LazyPattern(r"\bor\b", re.IGNORECASE),
        Level.INFO,
    ),
    # A form by one sample. Matches "Format: PROJ-123", "format: mem_xyz123"; not "Format: 16:9 or 4:3".
    StatedFormat(
        LazyPattern(r"\b[Ff]ormat(?: is|:) [`'\"]?[A-Za-z]{2,10}[-_][A-Za-z]{0,6}\d{2,8}[`'\"]?(?=\s*(?:[.;)]|\Z))"),
        PATTERN,
    ),
)
# One fixed form. Is all of "block hash", "ISO 8601 timestamp", "email address", "YYYY-MM-DD", "relative time (e.g.
# 1h)", "'latest'", "'a'/'b'"; not "name", "id", "path", "title", "phone number", which may be written in any way.
_VALUE = r"[`'\"][\w.+@-]{1,20}[`'\"]"
_FORM = (
    r"(?:(?!(?:or|and|if|when|of|for|to|by|with|name|id|title|text|slug|path)\b)[A-Za-z0-9][\w'-]* ){0,3}?"
    r"(?:(?<=block )number|hash"
    r"|(?:wallet|contract|Ethereum|EVM|Starknet|Solana|Bitcoin|IP|IPv4|IPv6|MAC|e-?mail|token) address"
    r"|UUID|GUID|UR[LI]|e-?mail|domain(?: name)?|host ?name|IP|CIDR|ENS name|DOI|PMID|ISBN|ISSN"
    r"|(?:ISO|ISO[ -]8601|RFC ?3339|UTC)(?: (?:date|time|date-?time|timestamp|string|format))?|timestamp|epoch"
    r"(?: (?:seconds?|millis|milliseconds?|ms|timestamps?))?|relative (?:time|date|duration|offset|expression)"
    r"|ISO[ -]8601 duration|YYYY-MM-DD|YYYY-MM|YYYY|owner/repo|coordinates)(?: ?\([^()]{0,60}\)"
    r"| like [`'\"][^`'\"]{1,20}[`'\"])?"
)
# Several of them at the beginning, or behind what the value is. Matches "Block number, hash, or 'latest'", "Start time
# in ISO format or relative time (e.g. '1h')"; not "Number or name", "id or URL".
_UNION = LazyPattern(
    rf"\A\W{{0,3}}(?:(?:the|an?|optional|either) )?"
    rf"(?:(?![^.;:()]*\b(?:such as|e\.g|like|for example)\b)"
    rf"[^.;:()`'\"]{{2,40}}?(?: (?:in|as|by)|:|,) )?(?P<forms>(?:an? |the )?"
    rf"(?:{_FORM}|{_VALUE})(?:(?:, | ?/ ?)(?:an? )?(?:{_FORM}|{_VALUE})){{0,4}},? or (?:an? |the )?"
    rf"(?:{_FORM}|{_VALUE}(?: ?/ ?{_VALUE})*))"
    r"(?=\s*(?:[.;,()]|\Z)| (?:to|of|for|from|in|where|that|which|with|used|at|on)\b)",
    re.IGNORECASE,
)
# More that is accepted, or that it is one of several or a part. Matches "also accepts", "any text", "comma-separated".
_MORE = LazyPattern(
    r"\balso\b|\bany\b|\bfree|\bnatural|\bcomma|\bseparated|\bpart of|\bpartial|\bcontain|\bfilter|\bsearch|\bquery",
    re.IGNORECASE,
)
# Values in quotes, which alone are no forms. Matches "'latest'"; not "hash".
_VALUES = LazyPattern(_VALUE)
# A word that is left of a form. Matches "hash", "YYYY"; not "or", ", ".
_WORD = LazyPattern(r"\b(?!or\b|an?\b|the\b|either\b|optional\b)\w{2,}", re.IGNORECASE)

FORMS = (
    *_SAMPLES,
    _StatedForm(_INTRODUCED, PATTERN, is_whole=True, other_names=_FIELDS_OF_FORMS),
    _Template(_TEMPLATE, PATTERN, level=Level.INFO, is_whole=True, other_names=_FIELDS_OF_FORMS),
)
"""Forms of one text that are stated by a template or a sample of it."""
ITEM_FORMS = (_StatedForm(_INTRODUCED, PATTERN, level=Level.INFO, of_several=True),)
"""The same of each item of a list."""


def union_of_forms(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text that its first sentence says to be in one of several fixed forms."""
    texts = passages(field)
    for text in texts:
        found = _UNION.search(text)
        is_form = found is not None and _WORD.search(_VALUES.sub(" ", found["forms"]))
        if found is not None and is_form and not any(map(_MORE.search, texts)):
            yield Problem(
                f"{field.label} takes one of several forms, which only its description states",
                'add "anyOf" with the "format" or the "pattern" of each form to its schema',
                evidence={"quote": excerpt(text, *found.span(), 20)},
                max_level=Level.INFO,
            )
            return
