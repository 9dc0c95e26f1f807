"""Further statements on which fields go together: with lists of names, without any name, or as a remark.

"Cannot be used with `a` or `b`", "required unless `a` or `b` is given", "provide both `a` and `b`", "at least one
filter must be given", "(fallback if `a` is not given)".
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_relations import Kind, Selector
from conformance.inventory.prose.lists import list_of_names
from conformance.lazy_patterns import LazyPattern

# Before names that exclude the field. Matches "cannot be used with ", "not compatible with ", "mutually exclusive with
# all other filters (", "cannot work with "; not "can be used with ".
_NOT_WITH = LazyPattern(
    r"\b(?:(?:cannot|can't|can not|must not|may not|should not|do not|don't|never) (?:be )?"
    r"(?:used?|set|given|provided?|specified|specify|combined?|passed?|mixed?|work)(?: it| this)?"
    r"(?: together| in combination| in conjunction| along)?|not compatible|incompatible|mutually exclusive) with "
    r"(?:(?:all |any )?(?:of )?(?:the )?other (?:\w+ )?\w+ ?\()?(?:either |the |any of )?(?:the )?",
    re.IGNORECASE,
)
# Before names of which one makes up for the field. Matches "required unless using a", "Required without b"; not
# "required unless (".
_UNLESS = LazyPattern(
    r"(?<!not )\b(?:required|mandatory|needed) (?:unless (?:using |one of )?|without |if neither |when neither )"
    r"(?:the )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# The same in other languages. Matches "Obligatoire si a, b et c absents.", "Requerido si a o b ausentes"; not
# "Obligatoire si le site existe".
_UNLESS_ELSEWHERE = LazyPattern(
    r"\b(?:obligatoires?|requis(?:es?)?|obligatori[oa]s?|requerid[oa]s?|obrigat[o\u00f3]ri[oa]s?|obbligatori[oa]|richiest[oa]"
    r"|erforderlich|notwendig|verpflichtend) (?:si|se|wenn|falls) (?P<names>[A-Za-z_]\w*(?:[\w, ]{1,120}?)?) "
    r"(?:absente?s?|manquante?s?|ausentes?|faltan?|mancan?o?|assenti|assente|fehlt|fehlen"
    r"|(?:non|no|n\u00e3o|nicht) (?:fourni|renseign|indiqu|proporcionad|indicad|fornecid|informad|fornit|angegeben"
    r"|gesetzt)\w*)"
    r"(?=\s*(?:[.;)]|\Z))",
    re.IGNORECASE,
)
# A name in it, or a word between names.
_NAMED_ELSEWHERE = LazyPattern(r"\w+")
# Words that may be between them, or behind each.
_JOINTS_ELSEWHERE = frozenset(
    (
        "et",
        "ou",
        "y",
        "o",
        "e",
        "und",
        "oder",
        "absent",
        "absente",
        "ausente",
        "est",
        "sont",
        "es",
        "son",
        "ist",
        "sind",
    )
)
# Behind such a list. Next is " is given.", ")", ""; not " work".
_GIVEN_BEHIND = LazyPattern(
    r"(?: (?:is|are|was|were))?(?: (?:also )?(?:provided|given|set|specified|present|supplied|passed|used))?"
    r"\s*(?:[.;,)]|\Z)",
    re.IGNORECASE,
)
# Before two names that are given together. Matches "Provide both a", "must specify both a"; not
# "provide either a".
_BOTH = LazyPattern(
    r"(?:\A\W{0,3}|[.;:(,] ?|\b(?:you )?(?:must|should|need to|have to) )(?:always )?"
    r"(?:provide|specify|pass|set|give|supply|use|include) both (?:the )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# Before two names of which each needs the other. Matches "Both a"; not "both of a".
_BOTH_FIRST = LazyPattern(r"(?:\A\W{0,3}|[.;:(] ?)both (?!of\b)(?:the )?(?=[`'\"\w])", re.IGNORECASE)
# Behind them. Next is " must be provided"; not " are required".
_ARE_NEEDED = LazyPattern(
    r"(?: (?:parameters|fields|arguments))? (?:must|have to|need to|should) be "
    r"(?:provided|given|set|specified|supplied|passed|present)\b(?! (?:if|when|for|unless|by)\b)",
    re.IGNORECASE,
)
# A field that takes the place of another one. Matches "Alternative to url.", "alternative to a/b", "use instead of id";
# not "alternative to it all".
_IN_PLACE = LazyPattern(
    r"\b(?:alternative to|(?:use|used|given|provide|provided) instead of|instead of) (?:the )?"
    r"[`'\"]?(?P<other>[A-Za-z_]\w*)[`'\"]?(?: parameter| field|(?P<more>(?: ?/ ?[`'\"]?[A-Za-z_]\w*[`'\"]?)+))?"
    r"(?=\s*(?:[.;,)]|\Z))",
    re.IGNORECASE,
)
# What the fields are for whose new values an update takes.
_TO_CHANGE = r"(?: to (?:update|change|modify|edit|set))?"
# What one of an unnamed kind is needed of. Matches "At least one search parameter must be provided", "provide at least
# one filter", "one or more of the filters is required", "include id and at least one field to change"; not "at least
# one row must be".
_ANY_OF_ALL = LazyPattern(
    r"(?:(?:\A\W{0,3}|[.;:(] ?)(?P<first>(?:at least one|one or more)(?: of the)?(?: other)? (?:[a-z]+ )?"
    rf"(?:parameter|field|filter|argument|criterion|criteria|option|input)s?{_TO_CHANGE}(?: \([^()]{{1,60}}\))?"
    r" (?:must be|is|are|has to be|needs to be) (?:provided|given|set|specified|supplied|passed|required))"
    r"|\b(?:provide|specify|pass|supply|give|set|include|requires?|needs?) (?:[`'\"]?\w+[`'\"]? (?:and|plus) )?"
    r"(?P<second>at least one(?: of the)?(?: other)? (?:[a-z]+ )?"
    rf"(?:parameter|field|filter|argument|criterion|criteria|option)s?{_TO_CHANGE})(?! (?:of|from|in|for)\b))"
    r"(?! (?:if|when|for|unless|\()\b)(?! ?[(:])",
    re.IGNORECASE,
)
# Before what may be left out all the same. Matches "You can ", "optionally "; not "You must ".
_FREE = LazyPattern(r"\b(?:can|may|could|might|optional(?:ly)?|not|never|cannot|don't)(?: \w+)? ?\Z", re.IGNORECASE)


def alternatives(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield what one sentence states of several of the named fields; ``field`` is the one that it describes."""
    if field is not None:
        yield from _field_statements(passage, names, field)
    for pattern in (_BOTH, _BOTH_FIRST):
        for found in pattern.finditer(passage):
            listed = list_of_names(passage, found.end(), names)
            is_free = _FREE.search(passage[max(found.start() - 20, 0) : found.start() + 1])
            if listed is None or len(listed.items) != 2 or listed.joint != "and" or is_free:
                continue
            if pattern is _BOTH or _ARE_NEEDED.match(passage, listed.end):
                quote = excerpt(passage, found.start(), listed.end, 10)
                yield Selector(listed.items, needs_one=False, refuses_two=False, quote=quote, kind="needed")


def _field_statements(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for found in _NOT_WITH.finditer(passage):
        listed = list_of_names(passage, found.end(), names, but=field)
        is_whole = listed is not None and _GIVEN_BEHIND.match(passage, listed.end)
        if listed is not None and is_whole and not holds_sometimes(passage, found.start()):
            quote = excerpt(passage, found.start(), listed.end, 10)
            kind: Kind = "excludes" if len(listed.items) > 1 else "choice"
            yield Selector((field, *listed.items), needs_one=False, refuses_two=True, quote=quote, kind=kind)
    for found in _UNLESS.finditer(passage):
        listed = list_of_names(passage, found.end(), names, but=field)
        if listed is not None and len(listed.items) > 1 and _GIVEN_BEHIND.match(passage, listed.end):
            quote = excerpt(passage, found.start(), listed.end, 10)
            yield Selector((field, *listed.items), needs_one=True, refuses_two=False, quote=quote)
    for found in _UNLESS_ELSEWHERE.finditer(passage):
        words = tuple(dict.fromkeys(_NAMED_ELSEWHERE.findall(found["names"])))
        others = tuple(word for word in words if word in names and word != field)
        if others and _JOINTS_ELSEWHERE.issuperset(set(words) - names):
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, *others), needs_one=True, refuses_two=False, quote=quote)
    for found in _IN_PLACE.finditer(passage):
        others = (found["other"], *_NAMED_ELSEWHERE.findall(found["more"] or ""))
        if names.issuperset(others) and field not in others:
            kind = "excludes" if len(others) > 1 else "choice"
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, *others), False, refuses_two=True, quote=quote, kind=kind, is_likely=True)


def needs_any(sentence: str) -> tuple[str, str] | None:
    """Return the words with which a sentence about a tool needs one of its fields, and those that name exceptions."""
    found = _ANY_OF_ALL.search(sentence)
    is_free = found is not None and _FREE.search(sentence[max(found.start() - 20, 0) : found.start() + 1])
    if found is None or is_free or holds_sometimes(sentence, found.start()):
        return None
    _, _, spared = found[0].partition("other than ")
    return excerpt(sentence, *found.span(), 20), spared
