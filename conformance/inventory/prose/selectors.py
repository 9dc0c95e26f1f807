"""Choices and dependencies between fields that a text states: "exactly one of `path` or `id`", "required with `url`".

All names have to be fields of one object; with any other word in their place the sentence is about something else.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_relations import GIVEN, IS, NOUN, Selector, known_names, name_of
from conformance.inventory.prose.lists import list_at, names_below
from conformance.inventory.prose.predicates import conditions, field_selectors
from conformance.lazy_patterns import LazyPattern

# Where a choice begins. Matches "exactly one of the ", "EXACTLY ONE of these THREE options: ", "at least one field (",
# "at least one search term (", "either "; not "one day".
_GROUP = LazyPattern(
    r"\b(?:(?P<exact>(?:exactly|precisely) (?:one|1))|(?P<only>(?:only|at most) (?:one|1))"
    r"|(?P<least>at least (?:one|1)|one or more)|(?P<one>one)(?=:? of\b)|(?P<either>either)\b)"
    r"(?::? of)?(?: (?:these|the)\b)?(?: (?:following|\d|two|three|four|five))*"
    r"(?: (?:[a-z]+ )?(?:options?|parameters?|fields?|arguments?|inputs?|properties|values?)"
    # what the fields are, which the brackets list
    r"|(?(either)(?!)|(?: [a-z]+){1,3}(?= \()))?"
    r"(?: of)?\s*[:(\[]?\s*(?:the )?",
    re.IGNORECASE,
)
# Before a choice that has to be made. Matches "Provide ", "must specify ", "requires "; not "returns ".
_ORDER = LazyPattern(
    r"\b(?:provide|specify|pass|supply|give|use|set|include|requires?|needs?|must (?:have|be)|expects?|accepts?|takes?)"
    r"(?: with)?\s*\Z",
    re.IGNORECASE,
)
# Before a choice that may be made. Matches "You can specify ", "may also use "; not "Specify ".
_ALLOWED = LazyPattern(
    r"\b(?:can|may|could|might|optionally)(?: also| optionally)? (?:be )?(?:\w+ )?(?:with |by )?\Z", re.IGNORECASE
)
# Behind a choice that has to be made. Next is " must be provided", " is required"; not " is used".
_REQUIRED_BEHIND = LazyPattern(
    r"[)\]]?(?: (?:fields?|parameters?|arguments?))?,?"
    r"(?: (?:must(?: also)? be|should be|is|are|has to be|have to be|needs to be))?"
    r" (?:required|mandatory|provided|given|set|specified|present|supplied|passed|included|non-null)\b"
    r"(?! (?:if|when|for|unless)\b)",
    re.IGNORECASE,
)
# Before names that have to be given although nothing says "either". Matches "You must specify ", "Requires "; not
# "Provide ".
_MUST = LazyPattern(
    r"(?:\b(?:must|(?:need|have) to) (?:provide|specify|pass|supply|give|include|set|use|have)"
    r"|\A\W{0,3}(?:requires?|needs?))\s+(?:the |an? )?",
    re.IGNORECASE,
)
# Before names that may be alternatives. Matches "Provide "; not "provides ".
_PROVIDE = LazyPattern(r"\b(?:provide|specify|pass|supply|give|use|set)\s+(?:the )?", re.IGNORECASE)
# Before a choice between members of the result. Matches "returns ", "Each row has "; not "You must ".
_OF_RESULTS = LazyPattern(
    r"\b(?:returns?|returned|returning|yields?|outputs?|prints?|shows?|emits?|finds?|match(?:es)?"
    r"|(?:row|result|item|entry|record)s? (?:has|have|holds?|contains?))\b[^.;]{0,40}\Z",
    re.IGNORECASE,
)
# Behind the names. Next is " are mutually exclusive", " cannot be used together"; not " are mutually exclusive with".
_TOGETHER = LazyPattern(
    r"(?: (?:parameters|fields|arguments|options))? (?:are (?:all )?mutually exclusive(?! with)"
    r"|(?:must not|cannot|can't|may not|should not) (?:both )?"
    r"be (?:used|set|given|passed|provided|specified|combined)(?: together| at the same time| simultaneously)\b"
    r"|(?:must not|cannot|can't|may not) both be\b)",
    re.IGNORECASE,
)
# Behind two names of which each needs the other. Next is " must be used together", " must both be provided or
# both omitted"; not " must be used".
_PAIR = LazyPattern(
    r"(?: (?:parameters|fields|arguments|options))? (?:must|should|have to|need to) (?:always )?"
    r"(?:be (?:used|set|given|passed|provided|specified) together\b|go together\b"
    r"|both be \w+ or (?:both )?(?:omitted|neither)\b)"
    r"|(?: (?:parameters|fields))? are (?:both |only )?(?:required|needed|valid) together\b",
    re.IGNORECASE,
)
# Behind names of which one has to be given. Next is " is required.", " required)", " must be given"; not " is required
# for".
_ONE_NEEDED = LazyPattern(
    r"(?: (?:parameters?|fields?|arguments?))? (?:(?:(?:is|are) )?(?:required|mandatory|needed)"
    rf"|must be {GIVEN})(?=\s*(?:[.;)]|\Z))",
    re.IGNORECASE,
)
# Before two names of which one is too many. Matches "Cannot specify both ", "do not use both "; not "use both ".
_NOT_TWO = LazyPattern(
    r"\b(?:cannot|can't|can not|do not|don't|must not|may not|never|should not)\s+"
    r"(?:(?:specify|provide|use|set|pass|give|supply)\s+both|(?:combine|mix)(?:\s+both)?)\s+(?:the )?",
    re.IGNORECASE,
)
# Matches "`a` or ", "a/b"; not "order".
_OR = LazyPattern(r"\sor\s|\w ?/ ?\w", re.IGNORECASE)
# Where a list of names may begin.
_WORD = LazyPattern(r"[`'\"]?(?<!\w)[A-Za-z_]\w*")
# Behind the names. Next is ", but not both", " (not both)"; not ". Not both work".
_NOT_BOTH = LazyPattern(r"\A[\s\w,`'\"()]{0,40}\b(?:not both|but not both|never both)\b", re.IGNORECASE)
# Matches "Provide `a` or `b` + `c`", "either a or both b and c"; not "a or b".
_PLUS = LazyPattern(
    rf"\b(?:provide|specify|pass|supply|use|either|requires?|by)\s+{name_of('first')},? or (?:by |both )?"
    rf"{name_of('second')} ?(?:\+|and) ?{name_of('third')}",
    re.IGNORECASE,
)
# Matches "If neither a nor b is given, an error is returned"; not "neither a nor b matters".
_NEITHER = LazyPattern(
    rf"\bneither {name_of('first')} nor {name_of('second')} {IS}{GIVEN}"
    r"[^.;]{0,40}\b(?:error|fails?|raise|rejected|required)\b",
    re.IGNORECASE,
)
# Matches "either specify a or b, but not both", "either a page parent or an id, but not both"; not "either a or b".
_ONE_NOT_BOTH = LazyPattern(
    r"\beither (?:specify |provide |use |pass |give |set |supply )?(?:the |an? )?(?:[a-z]+ )?"
    r"[`'\"]?(?P<first>[A-Za-z_]\w*)[`'\"]?,? or (?:specify |provide |use |pass |give |set |supply )?"
    r"(?:the |an? )?(?:[a-z]+ )?[`'\"]?(?P<second>[A-Za-z_]\w*)[`'\"]?" + NOUN + r",? \(?(?:but )?(?:not|never) both\b",
    re.IGNORECASE,
)
# Matches "`a`, never combine with ", "a must not be combined with "; not "never combine with".
_NEVER_COMBINED = LazyPattern(
    rf"{name_of('first')}(?:,| \u2014| -|;)? (?:(?:must|should|can|may) ?not be|cannot be|never|do not|don't)"
    r" (?:combined?|used?|mixed?)(?: it)? (?:together )?with (?:the )?",
    re.IGNORECASE,
)
# The characters before "are mutually exclusive" in which the names are searched.
_LONGEST_LIST = 200
# A line that announces a choice. Is the end of "Use ONE of these modes:", "Exactly one of the following must be
# provided:", "Either:", "At least one of these is required:"; not "One of the following values:".
_ANNOUNCED = LazyPattern(
    r"(?:\A|[.;] ?)\W{0,4}(?:you (?:must|have to|need to) )?(?P<order>(?:use|provide|specify|pass|supply|give|set"
    r"|include|choose|requires?|needs?|must (?:provide|specify|include|have)) )?"
    r"(?:(?P<exact>(?:exactly|only|precisely) one)|(?P<least>at least one|one or more)|(?P<one>one)|(?P<either>either))"
    r"(?:(?: of)?(?: (?:the|these|those|following)){1,2}(?: \w+){0,3}?| of)?"
    r"(?P<behind> (?:must be (?:provided|given|set|specified|supplied)|is required|are required|is needed))?"
    r"(?: \([^()]{1,40}\))?:\s*\Z",
    re.IGNORECASE,
)
# A choice that may be left out, or is one of the result. Matches "optionally use one of", "returns one of".
_OF_OTHERS = LazyPattern(
    r"\b(?:optional(?:ly)?|can|may|could|returns?|results?|response|outputs?|values?)\b", re.IGNORECASE
)


def selectors(passage: str, names: frozenset[str], field: str | None = None) -> Iterator[Selector]:
    """Yield what one sentence states of several of the named fields; ``field`` is what ``this`` stands for."""
    groups = list(_groups(passage, names, field))
    yield from groups
    stated = {frozenset(group.names) for group in groups}
    yield from _joined_selectors(passage, names)
    others = (*_refused_pairs(passage, names), *_needed_choices(passage, names))
    yield from (choice for choice in others if frozenset(choice.names) not in stated)
    yield from conditions(passage, names, field)
    yield from field_selectors(passage, names, field)


def _groups(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Lists of which one is to be chosen."""
    for found in _GROUP.finditer(passage):
        # What introduces a result is in the same clause, just before the choice.
        before = passage[max(found.start() - 60, 0) : found.start()]
        listed = list_at(passage, found.end(), quoted=False)
        if listed is None or _OF_RESULTS.search(before) or holds_sometimes(passage, found.start()):
            continue
        chosen = known_names(listed.items, names, field)
        behind = passage[listed.end :]
        excludes = (found["exact"] or found["only"]) is not None or _NOT_BOTH.match(behind) is not None
        # "One of a, b" alone may explain values; an order before it, or a demand behind it, says that it does not.
        is_allowed = _ALLOWED.search(before) is not None
        is_strict = found["least"] or excludes or _ORDER.search(before) or _REQUIRED_BEHIND.match(behind)
        if len(chosen) == len(listed.items) > 1 and is_strict and (excludes or not is_allowed):
            quote = excerpt(passage, found.start(), listed.end, 15)
            yield Selector(chosen, found["only"] is None and not is_allowed, excludes, quote)
    for pattern in (_MUST, _PROVIDE):
        for found in pattern.finditer(passage):
            listed = list_at(passage, found.end(), quoted=False)
            chosen = known_names(listed.items, names, field) if listed is not None and listed.is_choice else ()
            if listed is not None and len(chosen) == len(listed.items) > 1:
                excludes = _NOT_BOTH.match(passage[listed.end :]) is not None
                if excludes or pattern is _MUST:
                    quote = excerpt(passage, found.start(), listed.end, 15)
                    yield Selector(chosen, pattern is _MUST, excludes, quote)


def _joined_selectors(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Names that a sentence joins before or behind what it says of them."""
    for words, kind in ((_TOGETHER, "choice"), (_PAIR, "needed")):
        for found in words.finditer(passage):
            chosen, begin = _names_before(passage, found.start(), names)
            quote = excerpt(passage, begin, found.end(), 10)
            if chosen and kind == "choice":
                yield Selector(chosen, needs_one=False, refuses_two=True, quote=quote)
            elif len(chosen) == 2:
                yield Selector(chosen, needs_one=False, refuses_two=False, quote=quote, kind="needed")
    for found in _NOT_TWO.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        if listed is not None and len(chosen := known_names(listed.items, names, None)) == len(listed.items) > 1:
            quote = excerpt(passage, found.start(), listed.end, 10)
            yield Selector(chosen, needs_one=False, refuses_two=True, quote=quote)
    for pattern in (_PLUS, _NEITHER):
        for found in pattern.finditer(passage):
            chosen = (found["first"], found["second"])
            if names.issuperset({value for value in found.groupdict().values() if value}) and len({*chosen}) == 2:
                yield Selector(chosen, needs_one=True, refuses_two=False, quote=excerpt(passage, *found.span(), 10))


def _needed_choices(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Names joined by "or" before what asks for one of them: "`a` or `b` is required"."""
    for found in _ONE_NEEDED.finditer(passage):
        chosen, begin = _names_before(passage, found.start(), names)
        is_choice = _OR.search(passage, begin, found.start()) is not None
        if chosen and is_choice and not holds_sometimes(passage, begin):
            yield Selector(chosen, needs_one=True, refuses_two=False, quote=excerpt(passage, begin, found.end(), 10))


def _refused_pairs(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Two names that exclude each other: "either a or b, but not both", "`a`, never combine with `b`"."""
    for found in _ONE_NOT_BOTH.finditer(passage):
        pair = (found["first"], found["second"])
        if names.issuperset(pair) and len({*pair}) == 2:
            is_allowed = _ALLOWED.search(passage[max(found.start() - 60, 0) : found.start()]) is not None
            yield Selector(pair, not is_allowed, refuses_two=True, quote=excerpt(passage, *found.span(), 10))
    for found in _NEVER_COMBINED.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for other in known_names(listed.items, names - {found["first"]}, None) if listed else ():
            if found["first"] in names:
                quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
                yield Selector((found["first"], other), needs_one=False, refuses_two=True, quote=quote)


def _names_before(passage: str, end: int, names: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """Return the names of a list that ends at a position, with where it begins; none unless all are fields."""
    for word in _WORD.finditer(passage, max(end - _LONGEST_LIST, 0), end):
        listed = list_at(passage, word.start(), quoted=False)
        if listed is not None and listed.end == end and len(listed.items) > 1:
            chosen = known_names(listed.items, names, None)
            return (chosen if len(chosen) == len(listed.items) else ()), word.start()
    return (), end


def listed_choices(text: str, names: frozenset[str]) -> Iterator[Selector]:
    """Yield the choices between fields that lines list, if each line is about a field."""
    lines = text.split("\n") if "\n" in text else []
    for index, line in enumerate(lines[:-1]):
        found = _ANNOUNCED.search(line) if line.rstrip().endswith(":") else None
        if found is None or _OF_OTHERS.search(line):
            continue
        chosen = names_below(lines[index + 1 :])
        is_strict = any(found[part] for part in ("order", "exact", "least", "behind", "either"))
        if is_strict and len(chosen) > 1 and names.issuperset(chosen):
            quote = excerpt(line, found.start(), found.end(), 20)
            yield Selector(tuple(chosen), needs_one=True, refuses_two=found["exact"] is not None, quote=quote)
