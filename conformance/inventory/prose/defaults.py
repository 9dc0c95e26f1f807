"""Defaults that a text states: ``defaults to 10``, ``(default: "auto")``, ``'text' (default)``.

A conditional default ("default 5 for files") does not count, as it applies in one case only. Neither does a described
one ("defaults to the current branch"), which a schema could not state.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.documents.values import JsonValue
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import ItemList, list_at
from conformance.inventory.prose.quantities import NUMBER, Amount, amount
from conformance.inventory.prose.reading import once_per_text
from conformance.lazy_patterns import LazyPattern

# Matches "defaults to 10", "default: x", "(default 5", ". Default USD."; not "default branch", "non-default: x",
# "Default DNS server".
_STATED = LazyPattern(
    # "default is accepted" says what becomes of a value that is called so
    r"(?<![\w-])(?:the )?(?!default is (?:accepted|rejected|allowed|supported|ignored|reserved)\b)"
    r"defaults? (?:(?:value|size|limit|count|timeout|length|number|page size) )?"
    r"(?:(?:is|to|are|of)\b|[=:])\s*:?\s*|(?<![\w-])default(?:s| value)?\s*[:=]\s*"
    r"|(?:\A|(?<=[(\[,;] ))default (?=[\d`'\"-]|true\b|false\b)|(?:\A|(?<=[.;] ))defaults (?=true\b|false\b)"
    r"|(?<=[(\[,;] )default (?!values?\b|behaviou?r|settings?)(?=[a-z]\w+(?<!ing)\s*(?:[.;)]|\Z))"
    r"|(?:\A|(?<=[.;] ))default (?=(?-i:[A-Z]{2,}[A-Z0-9_]*)\s*(?:[.,;]|\Z))"
    r"|(?<=[(\[])default(?:s to)? (?!value\b|behaviou?r\b)",
    re.IGNORECASE,
)
# Words behind a number that are not its unit: "10 when", "5 for".
_NO_UNIT = r"(?:when|if|for|unless|in|on|or|and|per|outside|inside|otherwise|is|are|will)"
# Behind "defaults to". Next is "'auto'", "10 ms", "all, ", "an empty string."; not "the current branch".
_VALUE = LazyPattern(
    r"\(?(?:(?:``(?=[^`\s])|[`'\"\u201c])(?P<quoted>[^`'\"\u201c\u201d\n]{0,80})(?:``|[`'\"\u201d])"
    rf"|(?P<number>{NUMBER})(?:\s?(?P<unit>(?!{_NO_UNIT}\b)(?:%|[A-Za-z]{{1,14}}\b)))?"
    r"|(?P<empty>(?:an? )?empty (?:string|text)\b)"
    r"|(?P<word>(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+){1,3}(?=\)))|(?:true|false)(?= (?:and|but)\b)"
    r"|[-+]?[A-Za-z_][\w\-]{0,40}(?:\.[A-Za-z]\w{0,5})?)"
    r"(?=\s*(?:[,;)\]]|:(?!\S)|\.(?!\w)|\Z|\((?!\))|[\u2013\u2014](?!\s?\d)"
    r"|(?:when|if|unless|for|which|because|since|and|but)\b)))"
)
# The case that a default is for: "omitted", "is not set".
_UNSET = r"(?:(?:is )?(?:omitted|unset|absent|missing|left out|(?:not|un) ?(?:set|given|specified|provided|defined)))"
# A text without quotes that is no word: an address, a path, a version, a model. Next is "127.0.0.1)", "/var/backups)",
# "us-central1.", "gpt-4o-mini, ", "a/b when omitted"; not "5)", "the current one)", "auto)".
_SIGNED = LazyPattern(
    r"(?P<text>(?=[^\s,;()\[\]]*[A-Za-z/~*.])(?=[^\s,;()\[\]]*(?:[/~*@:+]|\.\S|\d-|-\d|[a-z]\d))"
    r"[^\s,;()\[\]{}'\"`<>|$]{1,80}?)(?=[)\]]|[.,;](?:\s|\Z)|\s*\Z"
    rf"| (?:if|when) {_UNSET}\b)(?!,? etc)"
)
# Matches "by default, 10", "if omitted, 5", "when unset 'x'"; not "by default the".
_AHEAD = LazyPattern(
    rf"\bby default,?(?: it is| is|:)? (?=[\d`'\"-])|\b(?:if|when) {_UNSET},? (?:the )?"
    r"(?=[\d`'\"-]|[\w./:-]+ (?:is|will be) used)",
    re.IGNORECASE,
)
# Matches "10 by default", "is 'x' by default.", "enabled by default", ", NO_TAX by default"; not "sorted by default",
# "short ones use 'x' by default".
_BEHIND = LazyPattern(
    r"(?:(?:\A\W{0,3}|\(|[,;:] |\b(?:is|to|of|at|uses|(?<![a-z]s )use) )"
    r"(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,60})[`'\"\u201d]"
    rf"|(?P<number>{NUMBER})(?:\s?(?P<unit>%|[A-Za-z]{{1,14}}))?)"
    r"|(?:\A\W{0,3}|[(,;:] |\A(?:this|it) is |\band )(?P<word>enabled|disabled|on|off|true|false"
    r"|(?-i:[A-Z][A-Z0-9_]{2,40})|[a-z0-9]{1,20}_[a-z0-9_]{1,40}|(?-i:[a-z]{2,20}(?:[A-Z][a-z0-9]+){1,4}))) by default"
    r"(?=\s*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
# Matches "How many, 10 if not given", "is 'x' when omitted."; not "10 if it is set", "10 when omitted twice".
_IF_UNSET = LazyPattern(
    r"(?:\(|[,;:] |\b(?:is|uses?|to be) )"
    r"(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,60})[`'\"\u201d]"
    rf"|(?P<number>{NUMBER})(?:\s?(?P<unit>(?!{_NO_UNIT}\b)(?:%|[A-Za-z]{{1,14}}\b)))?) (?:if|when) {_UNSET}"
    r"(?=\s*(?:[.,;)]|\Z))",
    re.IGNORECASE,
)
# Behind a value that comes after "by default". Next is ".", " is used"; not " items".
_ENDS = LazyPattern(
    r"\s*(?:[.,;)]|\Z|(?:[a-z]+ )?(?:is|are|will be) (?:used|returned|shown)\b"
    r"(?!,? (?:if|when|for|unless|in|on|otherwise)\b))",
    re.IGNORECASE,
)
# Matches "'text' (default)", "fast [default]", "'a' (as it is, default)"; not "text (default 5)".
_MARKED = LazyPattern(
    r"(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,60})[`'\"\u201d]"
    r"(?= ?[(\[](?:[^()\[\]]{1,40}[,;] )?(?:the )?default\b)"
    r"|(?<![\w.])(?P<word>[A-Za-z_][\w\-]{0,40}|-?\d{1,12})(?= ?[(\[](?:the )?default\b))"
    r" ?[(\[][^()\[\]]{0,42}?default(?=[)\],;])",
    re.IGNORECASE,
)
# Before a word that only ends an explanation: "placed at the text " before "location (default)", not "or ", "mode: ".
_PROSE_BEFORE = LazyPattern(
    r"(?<![\w`'\"-])(?!(?:or|and|either|use|uses|is|are|of|to|be|as|one|with|by|mode|values?|options?)\b)[a-z]{3,}\s\Z"
)
# Before the word that explains a value. Is the end of "'auto' = ", "`raw`: ", "0 = "; not "mode: ", "mode=".
_GLOSSED = LazyPattern(
    r"(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,40})[`'\"\u201d]\s?(?:=|:|->|[-\u2013\u2014])"
    r"|(?:\A|\s|\()[\w.-]{1,40} =) \Z"
)
# The value at the head of the clause before such a word. Matches "`all` shows where they are "; not "'a' or ", "'a', ".
_HEADED = LazyPattern(
    r"(?:\A|[,;:(.] )(?:(?:and|or) )?[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,40})[`'\"\u201d]"
    r"(?: (?!(?:and|or)\b)[\w-]{1,20}){1,10} \Z",
    re.IGNORECASE,
)
# Before the default of something else, which a tool may not share. Matches "The API's own "; not "the ".
_OF_OTHER = LazyPattern(
    r"\b(?:api|server|cli|library|browser|driver|service|system|upstream|provider|account|user|proxy|gateway|back-?end"
    r"|host|platform|runtime|framework|engine|database|website|site|app|client|device)(?:'s)?(?: own)? \Z",
    re.IGNORECASE,
)
# Before the default of one case. Matches "If all is true, ", "For images: it "; not "If omitted, ", "If no `a` is, ".
_CASE_BEFORE = LazyPattern(
    r"(?:\A|[.;(] ?)\W{0,3}(?:if|when|for|with|in)\b"
    r"(?![^.;]{0,60}\b(?:omitted|not|no|un\w+|empty|null|none|missing|absent|blank|left|without|n't)\b)"
    r"[^.;,:]{3,60}[,:] (?:(?:it|this|the \w+|which) )?\Z",
    re.IGNORECASE,
)
# Before "default to", something else than the field, which would be one: "replays default to -started_at".
_SEVERAL = LazyPattern(r"\b[a-z]{2,}s \Z", re.IGNORECASE)
# Before the default that another value stands for. Matches "0 for ", "-1 means the ", "(empty = "; not "is ", "10, ".
_STANDS_FOR = LazyPattern(
    r"(?:\A|[(,;.:] ?)[`'\"]?(?:-?\d+|null|none|empty)[`'\"]? (?:for|=|means|selects|uses|gives|is)(?: the| its)? \Z",
    re.IGNORECASE,
)
# Behind a default that applies in one case only. Next is " when editing", " for files"; not " when omitted", ".".
_CONDITION = LazyPattern(
    r"\A[`'\"\u201d\])]{0,2},?\s*(?:\([^()]{0,60}\)\s*)?(?:when|if|for|unless|in (?!\w+\s?[.)])|in (?:the|this)|on"
    r"|outside|inside|otherwise|or|and|per|ago|before|after|from now|earlier|later|/|,)\b"
    r"(?!\s+(?:it is |this is |not |none is |nothing is |is )?"
    r"(?:omitted|specified|provided|unset|absent|missing|given|left out|set|empty|null|defined|present))",
    re.IGNORECASE,
)
# Behind "if omitted,". Next is "'x'", "10", "auto is"; not "auto", "- ".
_VALUE_AHEAD = LazyPattern(
    r"[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{0,80})[`'\"\u201d]"
    rf"|(?P<number>{NUMBER})(?:\s?(?P<unit>(?!{_NO_UNIT}\b)(?:%|[A-Za-z]{{1,14}}\b)))?"
    r"|(?P<word>[A-Za-z_][\w\-]{0,40})(?= )"
)
# Defaults in Chinese, Japanese, Korean, Russian, Spanish, Portuguese, German and French, behind whose value nothing
# but a remark or a counter follows. Matches "por defecto: 10", "Standard: 5", "默认10条", "省略时默认 a"; not "por
# defecto 10 meses", "的默认 schema", "有值时默认 b".
_ELSEWHERE = LazyPattern(
    r"(?:(?:(?:不传|省略|缺省|未传|[未不](?:填|指定|提供))[时则]?[，,]? ?|(?<![的非时后用]))"
    r"(?:默认|缺省)(?:值)?(?:为|是)?"
    r"|デフォルト(?:値)?は?|기본값은?|по умолчанию"
    r"|\b(?:por defecto|(?:valor )?predeterminado|padr[ãa]o|standardmäßig|standardwert|par défaut)|\bstandard(?=:))"
    r"(?: ?[:：=]| ?(?:es|ist|est|é)(?= ))? ?"
    rf"(?:[`'\"“](?P<quoted>[^`'\"“”\n]{{1,60}})[`'\"”]"
    rf"|(?P<number>{NUMBER})(?P<unit>\Z)?(?: ?[条个项次页行张篇名件개])?"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_\-]{0,40}|/))"
    r"(?=\s*(?:[.,;)\]。，；）、（]|\Z|です)|(?<=true|alse)[ =(])",
    re.IGNORECASE,
)
# A command of several words that is one. Matches "不传时默认 run it."; not "默认 run it".
_COMMAND_ELSEWHERE = LazyPattern(
    r"(?:不传|省略|缺省|未传|[未不](?:填|指定|提供))[时则]?[，,]? ?默认(?:值)?(?:为|是)? ?"
    r"(?P<text>[a-z][\w-]*(?: [\w.-]+){1,5})(?=[。，；）]|\.?\Z)"
)
# Units of time that no number of milliseconds equals, so that nothing can be compared.
_OF_NO_LENGTH = frozenset(("month", "months", "quarter", "quarters", "year", "years"))
# The first words of a description, as in "the current branch" or "all"; a schema could not state it.
_NO_VALUE = frozenset(
    ("the", "a", "an", "all", "any", "current", "same", "its", "your", "server", "system", "best", "latest")
)

# Behind a list that is a default. Next is "]", ")", "."; not " of them".
_LIST_ENDS = LazyPattern(r"\s*(?:[\]);\n]|\.(?!\w)|\Z)")
# One text of parts, like a media type. Matches "image/png"; not "a, b", "a / b".
_ONE_WITH_SLASH = LazyPattern(r"[\w.+-]+/[\w.+-]+")
# What marks one of several values. Matches "(default)", "(random, default)"; not "(default 5)".
_DEFAULT_MARK = LazyPattern(r"\((?:[^()]{0,40}[,;] )?(?:the )?default\)", re.IGNORECASE)
# What a text that names a default among values contains. Matches "default", "Omit to", "if unset,"; not "omitted".
_MAY_NAME = LazyPattern(rf"\bdefault|\bomit\b|\bif {_UNSET},", re.IGNORECASE)
# What a flag is: "enabled by default" means true.
_SWITCHES = {"enabled": True, "on": True, "disabled": False, "off": False}
# Behind the smaller end of a range that a default is in. Next is "-15", " to 15"; not "-", " to".
_RANGE_BEHIND = LazyPattern(r"\s?(?:-|\u2013|to)\s?\d")


class StatedDefault(Struct, frozen=True):
    """A default as the text gives it: a text in quotes, an amount, a bare word or a list; and the words that say so."""

    quote: str
    text: str | None = None
    amount: Amount | None = None
    word: str | None = None
    items: tuple[str, ...] = ()

    def literal(self) -> JsonValue:
        """Return the value that a bare word means: true, false, null, or the word itself."""
        meant: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None, **_SWITCHES}
        return meant.get((self.word or "").lower(), self.word)

    @property
    def is_switch(self) -> bool:
        """Say whether it says of something that it is on or off; the field may be what turns that off."""
        return (self.word or "").lower() in _SWITCHES


@once_per_text
def stated_defaults(passage: str) -> Iterator[StatedDefault]:
    """Yield the unconditional defaults that one sentence states."""
    yield from _outright_defaults(passage)
    for found in _AHEAD.finditer(passage):
        value = _VALUE_AHEAD.match(passage, found.end())
        if value is not None and _ENDS.match(passage, value.end()):
            yield from _parse_default(passage, found.start(), value)
    for found in (*_BEHIND.finditer(passage), *_IF_UNSET.finditer(passage)):
        yield from _parse_default(passage, found.start(), found)
    yield from _defaults_elsewhere(passage)
    for found in _MARKED.finditer(passage):
        before = passage[max(found.start() - 60, 0) : found.start()]
        if found["word"] and _PROSE_BEFORE.search(before):
            continue
        glossed = (_GLOSSED.search(before) or _HEADED.search(before)) if found["word"] else None
        if glossed is not None:
            # "'auto' = normal (default)", "'auto' is normal (default)" mark the value, not the word that explains it
            if glossed["quoted"]:
                yield StatedDefault(excerpt(passage, *found.span(), 30), text=glossed["quoted"])
            continue
        yield StatedDefault(excerpt(passage, *found.span(), 10), text=found["quoted"], word=found["word"])


def _defaults_elsewhere(passage: str) -> Iterator[StatedDefault]:
    for found in _ELSEWHERE.finditer(passage):
        yield from _parse_default(passage, found.start(), found)
    for found in _COMMAND_ELSEWHERE.finditer(passage):
        yield StatedDefault(excerpt(passage, *found.span(), 20), text=found["text"])


def _outright_defaults(passage: str) -> Iterator[StatedDefault]:
    """Yield the values and the lists behind "defaults to", "default:" and the like."""
    for found in _STATED.finditer(passage):
        value = _VALUE.match(passage, found.end())
        before = passage[max(found.start() - 40, 0) : found.start()]
        is_other = _OF_OTHER.search(before) or _STANDS_FOR.search(before) or _CASE_BEFORE.search(before)
        is_other = is_other or (found[0].startswith("default to") and _SEVERAL.search(before))
        listed = None if is_other else _listed_default(passage, found.end())
        if listed is not None and _ONE_WITH_SLASH.fullmatch(passage, found.end(), listed.end):
            listed = None
        if listed is not None:
            # its first word alone is not a value
            yield StatedDefault(excerpt(passage, found.start(), listed.end, 20), items=listed.items)
        elif value is not None and value["empty"] and not is_other and not _is_conditional(passage, value):
            yield StatedDefault(excerpt(passage, found.start(), value.end(), 20), text="")
        elif value is not None and value["number"] and _RANGE_BEHIND.match(passage, value.end()):
            continue
        elif value is not None and not is_other and not _is_conditional(passage, value):
            yield from _parse_default(passage, found.start(), value)
        elif not is_other and (signed := _signed_default(passage, found.end())) is not None:
            yield StatedDefault(excerpt(passage, found.start(), signed.end(), 20), text=signed["text"].rstrip("."))


def _is_conditional(passage: str, value: re.Match[str]) -> bool:
    """Say whether a default applies in one case only; behind true or false "and" goes on with another statement."""
    behind = passage[value.end() :]
    goes_on = (value["word"] or "").lower() in ("true", "false") and behind.startswith((" and ", " but "))
    return not goes_on and _CONDITION.match(behind) is not None


def _signed_default(passage: str, begin: int) -> re.Match[str] | None:
    """Return a text without quotes that is written like an address, a path or a version, and like no word or number."""
    found = _SIGNED.match(passage, begin)
    is_whole = found is not None and not _CONDITION.match(passage[found.end() :])
    return found if is_whole and found is not None and re.fullmatch(NUMBER, found["text"]) is None else None


def marked_value(text: str, values: Sequence[str]) -> StatedDefault | None:
    """Return the one of several values that a text marks as the default: ``'brief' for people (default), 'raw'``."""
    marks = list(_DEFAULT_MARK.finditer(text))
    if len(marks) != 1:
        return None
    names = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
    named = list(re.finditer(rf"(?<![\w-])(?:{names})(?![\w-])", text[: marks[0].start()]))
    between = text[named[-1].end() : marks[0].start()] if named else "."
    if re.search(r"[.;]|\n\s*\n", between):
        return None
    return StatedDefault(excerpt(text, named[-1].start(), marks[0].end(), 10), text=named[-1][0])


def default_among(text: str, values: Sequence[str]) -> StatedDefault | None:
    """Return the one of several values that a text names behind "default", whatever signs it has: ``defaults to 1:1``.

    ``Omit to use v2`` names one as well; of one that applies in some cases there is only the quote.
    """
    if not _MAY_NAME.search(text):
        return None
    names = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True) if value)
    named = re.compile(
        rf"(?:\bdefault(?:s to|ing to| to| is| value is|s)?[:=]?|\bomit(?: it| this)? (?:to use|for)|\bif {_UNSET},) "
        rf"[`'\"\u201c]?(?P<value>{names})[`'\"\u201d]?(?=\s*(?:[;,)]|\.(?!\w)|\Z))",
        re.IGNORECASE,
    )
    found = [one for one in named.finditer(text) if not _OF_OTHER.search(text[max(one.start() - 40, 0) : one.start()])]
    if len({one["value"] for one in found}) != 1 or found[0]["value"] not in values:
        return None
    is_sure = not holds_sometimes(text, found[0].start())
    return StatedDefault(excerpt(text, *found[0].span(), 20), text=found[0]["value"] if is_sure else None)


def _listed_default(passage: str, begin: int) -> ItemList | None:
    """Return the list that is a default: ``['a', 'b']``, or ``a, b, c`` up to the end of its clause."""
    opened = passage[begin : begin + 1] == "["
    listed = list_at(passage, begin + opened, quoted=False)
    if listed is None or listed.is_choice:
        return None
    # "1,000" is a number, and a list has two words or more.
    if not opened and (len(listed.items) == 1 or listed.items[0].isdigit()):
        return None
    return (
        listed
        if _LIST_ENDS.match(passage, listed.end) and (not opened or passage.startswith("]", listed.end))
        else None
    )


def _parse_default(passage: str, begin: int, value: re.Match[str]) -> Iterator[StatedDefault]:
    quote = excerpt(passage, begin, value.end(), 20)
    if value["quoted"] is not None:
        yield StatedDefault(quote, text=value["quoted"])
    elif value["number"] is not None:
        # The number would be compared with one of another unit.
        if (value["unit"] or "").lower() in _OF_NO_LENGTH:
            return
        yield StatedDefault(quote, amount=amount(value["number"], value["unit"]))
    elif value["word"].lower() not in _NO_VALUE:
        yield StatedDefault(quote, word=value["word"])
