"""What a clause is about: whether it holds in one case only, and whether its subject is the value or something else.

"For wires, at most 100" holds in one case, "the tree has at most 10 levels" is about a tree, and "values above 100 are
slow" is about some of the values. None of them says what every value must be.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize

# The end of the clause before: "Wait; ", "Size ( ", "Note: "; "Wait.- " where the breaks of a list were lost. In
# brackets only "(a screen has" has a subject of its own.
_CLAUSE_END = LazyPattern(r"[.;:(\[\u2014]-?\s|[(\[](?=an? )")
# The end of a sentence or of a part that has a condition of its own.
_PART_END = LazyPattern(r"[.;(\[]\s?")
# A part that begins with a case. Is the begin of "If it is a file, ", "For `a` the ", "In version 2, "; not "If set, ",
# "In seconds".
_CASE = LazyPattern(
    r"\W{0,4}(?:(?:if|when|whenever|while|once|unless|where|for|except|only|on|using|depending)\b"
    r"|in (?:version|mode|case|the case|[`'\"]|v\d))"
    r"(?! (?:(?:it is |it's )?(?:set|provided|given|specified|present|used|enabled|supplied|passed)\b|now\b))",
    re.IGNORECASE,
)
# A label that names a case. Matches "Free accounts: ", "Pro plan: "; not "Note: ", "Mode: ".
_LABEL = LazyPattern(r"\b(?:accounts?|users?|plans?|tiers?|versions? \S{1,8}|customers?)\s?:\s*\Z", re.IGNORECASE)
# A sentence about one case of several. Matches "For boxes: ", "- For `a`/`b`: "; not "For boxes, ".
_OF_ONE_CASE = LazyPattern(r"\W{0,4}for (?!(?:example|instance|more|details?|now)\b)[^:.;,()]{1,40}: ", re.IGNORECASE)
# What makes it a matter of some cases, near what is stated. Matches "usually ", "otherwise at ".
_HEDGE = LazyPattern(
    r"\b(?:usually|normally|typically|mostly|often|commonly|generally|otherwise|else|instead|except)\b[^.;]{0,40}\Z",
    re.IGNORECASE,
)
# Words for advice and some cases in other languages, before a bound. Matches "建议", "meist"; not "建议50，".
_HEDGE_ELSEWHERE = LazyPattern(
    r"(?:建议|推荐|通常|一般|大多|免费|推奨|권장|보통|일반적으로"
    r"|\b(?:empfohlen\w*|empfiehlt|in der regel|üblicherweise|normalerweise|meist\w*|am besten|idealerweise"
    r"|recommand\w*|de préférence|générale?ment|normalement|habituellement|idéalement"
    r"|recomend\w*|recomiend\w*|preferi\w*|preferent\w*|normalmente|generalmente|geralmente|idealmente"
    r"|consigli\w*|di solito|рекоменд\w*|обычно|желательно)\b)[^.;。；\d]{0,30}\Z",
    re.IGNORECASE,
)
# The same behind it. Next is "を推奨", " recommandé"; not "，建议50".
_ADVICE_ELSEWHERE = LazyPattern(
    r"[^.;,。；，、\d]{0,12}(?:推奨|推荐|建议|为宜|권장|recommand|recomend|recomiend|empfohlen|empfehl|consigliat|рекоменд)",
    re.IGNORECASE,
)
# A subject with its verb. Matches "The tree has", "This value must"; not "Must be".
_SUBJECT = LazyPattern(
    r"(?P<subject>\w[^.;:]{0,80}?) (?:is|are|was|were|has|have|can|could|may|might|must|should|will|cannot|does|do"
    r"|allows|returns|supports|accepts|permits|waits|takes|stops|shows|holds|runs|goes|needs|includes|contains|keeps"
    # "to show at most 10" is no statement
    r"|(?<!to )(?<!only )(?:show|display|cut|truncate|shorten)|don't|doesn't|can't|won't)\b",
    re.IGNORECASE,
)
# The value of the clause before, which is not a subject, as in "default: 50, must be". Is the begin of "50, must",
# "true, is"; not "rows, which".
_STATED_VALUE = LazyPattern(r"\A(?:-?\d[\d.]*%?|true|false|none|null)[`'\"]?[,;] ", re.IGNORECASE)
# Words for the value that a text describes.
_VALUE = frozenset(
    (
        *("it", "this", "that", "they", "these", "value", "number", "limit", "length", "size", "count", "range"),
        *("parameter", "field", "argument", "input", "text", "string", "list", "array", "integer", "float", "minimum"),
        *(
            "maximum",
            "min",
            "max",
            "amount",
            "total",
            "which",
            "default",
            "item",
            "entry",
            "element",
            "you",
            "we",
            "question",
        ),
    )
)
# A subject that is a part of the value, all values of a kind, or more than it. Matches "Each name", "All of them",
# "The sum of this and that"; not "The name".
_PART = LazyPattern(r"(?:each|every|any|all|some|most|only|(?:the )?(?:sum|difference|product) of)\b", re.IGNORECASE)
# Behind a number that begins a statement about some values. Next is " is slow", " orders have"; not " are allowed".
_SOME_VALUES = LazyPattern(
    r"`?(?: (?!and\b|or\b|but\b)[A-Za-z][\w-]{0,20}){0,2}? (?:is|are|have|has|had|gives?|works?|produces?|makes?|means"
    r"|yields?|tends?|exists?|will|may|can|could|might|gets?|costs?|needs?)\b"
    r"(?! (?:be )?(?:allowed|permitted|supported|accepted|valid|possible|returned|used|provided|specified|given|set"
    r"|shown|passed|entered|input|sent|selected|submitted|requested|queried|invited|added|attached|uploaded|deleted"
    r"|required|needed|necessary|mandatory)\b)",
    re.IGNORECASE,
)
# Before a number that only some things have. Is the end of "Queries of ", "Machines with "; not "a list of ".
_OF_THINGS = LazyPattern(
    r"(?:\A|[.;:(] ?)\W{0,3}(?:[A-Za-z]+ ){0,2}(?!(?:is|has|uses|lists|arrays)\b)[A-Za-z]{2,}s "
    r"(?:of|with|having|containing|costing|lasting)(?: an?)?\s+\Z",
    re.IGNORECASE,
)
# Behind it, what these do. Next is " EUR ship", " cores should"; not " items", " items in all".
_DOES = LazyPattern(
    r"`? [\w-]+ (?!(?:and|or|to|of|in|for|with|without|per|on|at|from|where|which|that|who|whose|only|inclusive"
    r"|each|every|max|min|maximum|minimum|total|by|as|long|when|if|unless|but|not|separated|allowed|accepted|supported"
    r"|permitted|(?:is|are|can be|may be) (?:allowed|permitted|supported|accepted|valid|possible))\b)[a-z]{2,}\b"
)
# Several things, or one kind of them, that a sentence says something of. Matches "Formulas must", "dates are",
# "custom names use"; not "This must", "Address is".
_THINGS = LazyPattern(
    r"(?:\A|[.;:(] ?)\W{0,3}(?:(?:the|all|any|(?P<kind>built-in|custom|standard|legacy)) )?"
    r"(?!(?:always|has|was|does)\b)(?P<thing>[A-Za-z]{2,}(?<![ius])s)"
    r"(?P<more> (?!(?:always|also|only|all|both|each|must|should|have|need|are)\b)[a-z]+)?"
    r" (?:must|should|have to|need to|are|start|begin|end|use)\b",
    re.IGNORECASE,
)
# What there is after the act, to which the call adds. Matches "number of members after the call"; not "wait after it".
_AFTERWARDS = LazyPattern(
    r"\b(?:number|count|total|amount|sum)\b[^.;,]{0,60}\b(?:after|afterwards|already|altogether)\b[^.;,]{0,40}\Z",
    re.IGNORECASE,
)
# A subject that is one kind of it. Matches "the public name", "external users"; not "the name".
_KIND = LazyPattern(
    r"\b(?P<kind>public|private|internal|external|shared|personal|anonymous|guest|paid|free|premium|enterprise|business"
    r"|verified)\b",
    re.IGNORECASE,
)
# A case that is true with more only. Matches "'create' when x", "create operations (if x", "'a' and b"; not "or when".
_NARROWER = LazyPattern(
    r"(?P<word>[\w-]+)[`'\"]?(?: (?:operations?|actions?|modes?|methods?|types?|kinds?))?[,(]?\s\(?(?:but )?(?:only )?"
    r"(?P<link>when|if|unless|where|while|provided|as long as|except|on|in|and)\b(?=(?P<more>[^.;]{1,160}))",
    re.IGNORECASE,
)
# A condition behind "and". Next is " the file exists", " no id is given", " x is unknown"; not " may be empty", " 'b'".
_CLAUSE = LazyPattern(
    r" (?:(?:the|an?|no|there|you|your|its|this|that|any|not)\b"
    r"|[`'\"]?\w+[`'\"]? (?:is|are|was|has|have|exists?|does)\b)",
    re.IGNORECASE,
)
# Matches " and "; not "android".
_AND = LazyPattern(r"\s+and\s+", re.IGNORECASE)
# Before what is not always so, or not at all. Matches "usually ", "may be ", "no longer "; not "is ".
_NOT_ALWAYS = LazyPattern(
    r"\b(?:usually|normally|often|generally|typically|mostly|probably|sometimes|commonly|not always|may be|might be"
    r"|can be|no longer|never|hardly|rarely)\s+\Z",
    re.IGNORECASE,
)
# What was so once. Matches "Previously", "in older versions", "no longer"; not "previous".
_HISTORY = LazyPattern(
    r"\b(?:previously|formerly|used to (?:be|have|take)|no longer|in (?:older|earlier|previous|former|legacy)"
    r" (?:\w+ )?versions?"
    r"|(?:before|until|prior to) v(?:ersion )?\d)\b",
    re.IGNORECASE,
)
# Matches "Size"; not "10".
_WORD = LazyPattern(r"[A-Za-z]+")


def holds_sometimes(passage: str, position: int) -> bool:
    """Say whether the words before a position make what follows a matter of some cases only."""
    before = passage[max(position - 300, 0) : position]
    part = before[_end_of_last(_PART_END, before) :]
    return bool((part.strip() and _CASE.match(part)) or _LABEL.search(before) or _HEDGE.search(before))


def is_advice_elsewhere(passage: str, begin: int, behind: int) -> bool:
    """Say whether words of another language make what is between two positions advice, or of some cases."""
    return bool(_HEDGE_ELSEWHERE.search(passage, max(begin - 60, 0), begin) or _ADVICE_ELSEWHERE.match(passage, behind))


def are_cases(passages: Iterable[str]) -> bool:
    """Say whether two sentences or more begin with a case of their own, so that none holds for all."""
    return sum(_OF_ONE_CASE.match(passage) is not None for passage in passages) > 1


def is_about_other(passage: str, position: int, about: Collection[str]) -> bool:
    """Say whether the subject of the clause before a position is something else than the value.

    ``about`` are the words that the value is called by, in the singular.
    """
    before = passage[max(position - 300, 0) : position]
    if _AFTERWARDS.search(before):
        return True
    clause = before[_end_of_last(_CLAUSE_END, before) :].lstrip(" -*\u2022`'\"")
    clause = _STATED_VALUE.sub("", clause)
    found = _SUBJECT.match(clause)
    if found is None:
        return False
    words = [singularize(word.lower()) for word in _WORD.findall(found["subject"])]
    own = any(word in _VALUE or word in about for word in words)
    kind = _KIND.search(found["subject"])
    is_narrower = kind is not None and kind["kind"].lower() not in about
    return not own or is_narrower or _PART.match(found["subject"]) is not None


def is_about_things(passage: str, end: int, called: Collection[str]) -> bool:
    """Say whether a sentence up to a position is about several things that are only some of the values.

    "Formulas must start with '='" in a cell, "numbers abroad start with '+'". ``called`` are the words for the values.
    """
    found = _THINGS.search(passage, 0, end)
    if found is None:
        return False
    thing = singularize(found["thing"].lower())
    is_narrower = found["kind"] is not None or found["more"] is not None
    return is_narrower or not (thing in called or thing in _VALUE)


def is_of_some(passage: str, begin: int, behind: int) -> bool:
    """Say whether a bound between two positions picks some things out, and the sentence says what these do.

    "Orders of at least 50 EUR ship free"; "values above 100 are slow".
    """
    is_of_things = _OF_THINGS.search(passage, max(begin - 60, 0), begin) and _DOES.match(passage, behind)
    return bool(is_of_things or _SOME_VALUES.match(passage, behind))


def is_history(passage: str) -> bool:
    """Say whether a sentence tells what was so once, and states nothing of today."""
    return _HISTORY.search(passage) is not None


def is_hedged(passage: str, position: int) -> bool:
    """Say whether the word before a position denies what follows, or makes it a matter of some cases."""
    return _NOT_ALWAYS.search(passage, max(position - 40, 0), position) is not None


def narrower_cases(clause: str, named: Collection[str]) -> Iterator[str]:
    """Yield what a clause adds to the named cases, of each to its end: "for 'a' when it is private", "'a' and no b".

    "Required for 'a' and may be empty" adds nothing, but goes on with another statement.
    """
    for found in _NARROWER.finditer(clause):
        if found["word"] in named and (found["link"].lower() != "and" or _CLAUSE.match(found["more"])):
            yield found["more"]


def clauses_of(clause: str) -> Iterator[str]:
    """Yield the clauses that "and" joins, "x is given" and "kind is a"; none where there is but one."""
    parts = _AND.split(clause.strip())
    yield from (part for part in parts if len(parts) > 1 and _CLAUSE.match(f" {part}"))


def _end_of_last(pattern: LazyPattern, text: str) -> int:
    return max((found.end() for found in pattern.finditer(text)), default=0)
