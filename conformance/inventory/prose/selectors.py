"""Choices and dependencies between fields that a text states: "exactly one of `path` or `id`", "required with `url`".

All names have to be fields of one object; with any other word in their place the sentence is about something else.
"""

import functools
import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.lists import list_at
from conformance.lazy_patterns import LazyPattern

Kind = Literal["choice", "needed", "only", "excludes"]
"""A choice between the fields; the first is needed with the second; it has an effect only with the second; it excludes
all others."""

# What texts call a field behind its name: "the `device` parameter", "device preset".
_NOUN = r"(?: (?:parameter|field|argument|option|preset|flag|property|param|arg|input|filter)s?)?"
# What is done with a field that is there.
_GIVEN = (
    r"(?:also )?(?:provided|given|set|specified|present|supplied|passed|used|included)\b"
    r"(?! (?:to|as(?! well)|for|by|in)\b)"
)
# A verb that a remark leaves out: "(required if url not provided)".
_IS = r"(?:(?:is|are|was) )?"
# How texts call a field that is not there.
_UNSET = r"(?:not " + _GIVEN + r"|omitted\b|absent\b|missing\b|unset\b|null\b|left out\b)"
# The end of a statement.
_END = r"(?=\s*(?:[.;,)]|\Z|\u2014|- ))"


def _name(group: str) -> str:
    """The pattern of one name, perhaps in quotes, with an article and a noun."""
    return rf"(?:the |an? )?[`'\"]?(?P<{group}>[A-Za-z_]\w*)[`'\"]?{_NOUN}"


# Where a choice begins. Matches "exactly one of the ", "EXACTLY ONE of these THREE options: ", "at least one field (",
# "either "; not "one day".
_GROUP = LazyPattern(
    r"\b(?:(?P<exact>(?:exactly|precisely) (?:one|1))|(?P<only>(?:only|at most) (?:one|1))"
    r"|(?P<least>at least (?:one|1)|one or more)|(?P<one>one)(?=:? of\b)|(?P<either>either)\b)"
    r"(?::? of)?(?: (?:these|the)\b)?(?: (?:following|\d|two|three|four|five))*"
    r"(?: (?:[a-z]+ )?(?:options?|parameters?|fields?|arguments?|inputs?|properties|values?))?"
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
    r"(?:\b(?:must|(?:need|have) to) (?:provide|specify|pass|supply|give|include|set|use|have)|\A\W{0,3}requires?)\s+"
    r"(?:the |an? )?",
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
    r"(?:be (?:used|set|given|passed|provided|specified) together\b|both be \w+ or (?:both )?(?:omitted|neither)\b)",
    re.IGNORECASE,
)
# Before two names of which one is too many. Matches "Cannot specify both ", "do not use both "; not "use both ".
_NOT_TWO = LazyPattern(
    r"\b(?:cannot|can't|can not|do not|don't|must not|may not|never|should not)\s+"
    r"(?:specify|provide|use|set|pass|give|supply|combine)\s+both\s+(?:the )?",
    re.IGNORECASE,
)
# Where a list of names may begin.
_WORD = LazyPattern(r"[`'\"]?(?<!\w)[A-Za-z_]\w*")
# What may be the name of a field, and is one word. Matches "dry_run", "3d"; not "-".
_WHOLE_WORD = LazyPattern(r"\w+")
# Behind the names. Next is ", but not both", " (not both)"; not ". Not both work".
_NOT_BOTH = LazyPattern(r"\A[\s\w,`'\"()]{0,40}\b(?:not both|but not both|never both)\b", re.IGNORECASE)
# Matches "mutually exclusive with `path`"; not "mutually exclusive".
_EXCLUSIVE = LazyPattern(r"\bmutually exclusive with\s+(?:the\s+)?", re.IGNORECASE)
# Matches "Provide `a` or `b` + `c`", "either a or both b and c"; not "a or b".
_PLUS = LazyPattern(
    rf"\b(?:provide|specify|pass|supply|use|either|requires?|by)\s+{_name('first')},? or (?:by |both )?"
    rf"{_name('second')} ?(?:\+|and) ?{_name('third')}",
    re.IGNORECASE,
)
# Matches "If neither a nor b is given, an error is returned"; not "neither a nor b matters".
_NEITHER = LazyPattern(
    rf"\bneither {_name('first')} nor {_name('second')} {_IS}{_GIVEN}"
    r"[^.;]{0,40}\b(?:error|fails?|raise|rejected|required)\b",
    re.IGNORECASE,
)
# Matches "either specify a or b, but not both", "either a page parent or an id, but not both"; not "either a or b".
_ONE_NOT_BOTH = LazyPattern(
    r"\beither (?:specify |provide |use |pass |give |set |supply )?(?:the |an? )?(?:[a-z]+ )?"
    r"[`'\"]?(?P<first>[A-Za-z_]\w*)[`'\"]?,? or (?:specify |provide |use |pass |give |set |supply )?"
    r"(?:the |an? )?(?:[a-z]+ )?[`'\"]?(?P<second>[A-Za-z_]\w*)[`'\"]?"
    + _NOUN
    + r",? \(?(?:but )?(?:not|never) both\b",
    re.IGNORECASE,
)
# Matches "`a`, never combine with ", "a must not be combined with "; not "never combine with".
_NEVER_COMBINED = LazyPattern(
    rf"{_name('first')}(?:,| \u2014| -|;)? (?:(?:must|should|can|may) ?not be|cannot be|never|do not|don't)"
    r" (?:combined?|used?|mixed?)(?: it)? (?:together )?with (?:the )?",
    re.IGNORECASE,
)
# What a field says of itself and another one, from the first word of its predicate; the other one is `name`.
_OTHER = _name("name")
# Matches "required unless `id` is given", "required if id is not provided", "mandatory without id"; not "not required
# if id is set", "required unless it works".
_REQUIRED_WITHOUT = LazyPattern(
    rf"(?<!not )(?<!n't be )\b(?:required|mandatory|needed|must be (?:provided|given|set|specified)) "
    rf"(?:(?:if|when) (?:not using {_name('using')}|{_name('absent')} {_IS}{_UNSET}"
    rf"|no {_name('none')} {_IS}{_GIVEN})"
    rf"|unless (?:using )?{_name('unless')}(?: {_IS}{_GIVEN})?|without {_OTHER}){_END}",
    re.IGNORECASE,
)
# Matches "optional if `id` is given", "optional when using id"; not "optional if it is short".
_OPTIONAL_WITH = LazyPattern(
    rf"(?<!not )\boptional (?:if|when) (?:using {_name('using')}|(?:either )?{_name('given')}"
    rf"(?:,? or {_name('other')})? {_IS}{_GIVEN}){_END}",
    re.IGNORECASE,
)
# Matches "required when using `id`", "must be provided with id"; not "required with care".
_REQUIRED_WITH = LazyPattern(
    rf"(?<!not )\b(?:required|mandatory|needed|must (?:also )?be (?:provided|given|set|specified))(?: together)? "
    rf"(?:(?:if|when) (?:using {_name('using')}|{_name('given')} {_IS}{_GIVEN})|with {_OTHER}){_END}",
    re.IGNORECASE,
)
# Matches "only used with `id`", "only applies when using id", "must be used with id", "use together with id".
_ONLY_WITH = LazyPattern(
    r"(?<!not )(?<!not be )(?<!n't be )(?<!never be )(?<!usually )(?<!mostly )(?<!often )(?<!normally )(?<!typically )"
    r"\b(?:only (?:be )?(?:used|valid|allowed|accepted|applicable|available|supported|applies|meaningful|effective"
    r"|works?|relevant|considered|has (?:an )?effect|takes effect)|(?:used|valid|applies|applicable|allowed|available"
    r"|supported|works|relevant|meaningful) only|use only|only use|must be used"
    r"|(?<!can )(?<!may )(?<!can be )(?<!may be )(?<!often )use(?:d)? (?:together|in (?:combination|conjunction))) "
    rf"(?:(?:together |in combination |in conjunction |along )?with {_OTHER}(?: {_IS}{_GIVEN})?"
    rf"|(?:if|when) (?:using {_name('using')}|{_name('given')} {_IS}{_GIVEN})){_END}",
    re.IGNORECASE,
)
# The same as a negation. Matches "ignored unless `id` is set", "has no effect without id"; not "ignored unless true".
_NOTHING_WITHOUT = LazyPattern(
    r"(?<!not )(?<!never )\b(?:ignored|not used|unused|not applicable|(?:has|have) no effect|does nothing) "
    rf"(?:unless (?:using {_name('using')}|{_name('given')} {_IS}{_GIVEN})|without {_OTHER}"
    rf"|(?:if|when) (?:no {_name('none')} {_IS}{_GIVEN}|{_name('absent')} {_IS}{_UNSET})){_END}",
    re.IGNORECASE,
)
# Matches "If omitted, `id` is required", "When not set, id must be given"; not "Fails if omitted, id is required".
_OTHERWISE = LazyPattern(
    rf"\A\W{{0,3}}(?:if|when) (?:(?:it|this) is )?{_UNSET},? (?:then )?{_OTHER} "
    rf"(?:(?:is|are|becomes) (?:required|mandatory)|must (?:also )?be {_GIVEN}){_END}",
    re.IGNORECASE,
)
# A field that needs another one: "requires `id`", "requires id to also be set", but not "requires id and care".
_REQUIRES = rf"requires? {_OTHER}(?: to (?:also )?be {_GIVEN}(?: (?:too|as well))?| as well| too)?{_END}"
# The same about the field itself. Matches "Requires `id`.", "it requires id"; not "Whoever requires id".
_ITSELF_REQUIRES = LazyPattern(rf"(?:\A\W{{0,3}}|[;,(] ?|\b(?:this|it|also) ){_REQUIRES}", re.IGNORECASE)
# The same behind the name of another field. Next is "requires `id`"; not "required".
_SUBJECT_REQUIRES = LazyPattern(_REQUIRES, re.IGNORECASE)
# A remark on one of several values. Matches "'fast' for a quick one (", "'fast' (costs more, "; not "(costs more, ".
_OF_VALUE = LazyPattern(r"[`'\"][\w/.-]{1,40}[`'\"][^.;,()]{0,60}\([^()]*\Z")
# Matches "cannot be used if `id` is provided", "ignored when id is set", "incompatible with id"; not "cannot be used
# here".
_REFUSED = LazyPattern(
    r"\b(?:(?:cannot|can't|can not|must not|may not|should not|do not|don't|never) (?:be )?"
    r"(?:used?|set|given|provided?|specify|specified|combined?|passed|pass)(?: this| it)?(?: together)?"
    r"|not compatible|incompatible|(?<!may )(?<!might )(?<!can )(?<!could )conflicts?|ignored|not used|has no effect"
    r"|not (?:allowed|permitted|supported|applicable))"
    rf" (?:(?:if|when) (?:using {_name('using')}|{_name('given')} {_IS}{_GIVEN})"
    rf"|(?:in combination |in conjunction |together |along )?with {_OTHER}){_END}",
    re.IGNORECASE,
)
# A field that a statement in the description of its tool is about. Matches "`sort` is ", "- name "; not "12 is".
_SUBJECT = LazyPattern(
    rf"(?:\A\W{{0,4}}|[;:(] ?|, (?:and |but |then )?|\b(?:and|but) |\bthe )[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?{_NOUN}"
    r" (?:is |are |can |may )?(?:only )?",
    re.IGNORECASE,
)
# Matches "If a is given, b is required", "When using a, you must also provide b", "If a is set, b is ignored".
_CONDITION_FIRST = LazyPattern(
    rf"\b(?:if|when) (?:(?:using|specifying|providing|setting) {_name('using')}|{_name('given')} {_IS}"
    rf"(?:(?P<unset>{_UNSET})|{_GIVEN})), (?:then )?"
    r"(?:you must (?:also )?(?P<include>provide|specify|set|include|pass|supply|use|give)\b|)[^.;,]{0,40}?"
    rf"(?<![\w`'\"])[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?{_NOUN}"
    r"(?P<needed> (?:is|are) (?:also )?(?:required|mandatory)| (?:must|has to|have to) (?:also )?be "
    rf"{_GIVEN}(?: as well| too)?)?"
    rf"(?P<refused> (?:is|are|will be) ignored| (?:must not|cannot|can't) be {_GIVEN})?{_END}",
    re.IGNORECASE,
)
# Matches "When provided, a/b parameters are ignored"; the fields begin where it ends.
_IGNORES = LazyPattern(rf"\b(?:if|when) {_GIVEN}, (?:the )?", re.IGNORECASE)
# Behind the names. Next is " parameters are ignored"; not " are".
_ARE_IGNORED = LazyPattern(rf"{_NOUN} (?:is|are|will be) ignored\b", re.IGNORECASE)
# The characters before "are mutually exclusive" in which the names are searched.
_LONGEST_LIST = 200


class Selector(Struct, frozen=True):
    """A choice between fields: whether one is needed, whether two are too many, and the words that say so.

    Where ``kind`` is no choice, it is about two fields, in the order that the kind says.
    """

    names: tuple[str, ...]
    needs_one: bool
    refuses_two: bool
    quote: str
    kind: Kind = "choice"
    is_likely: bool = False
    """Whether the text only suggests it."""


def selectors(passage: str, names: frozenset[str], field: str | None = None) -> Iterator[Selector]:
    """Yield what one sentence states of several of the named fields; ``field`` is what ``this`` stands for."""
    others = names.intersection(_WHOLE_WORD.findall(passage)) - {field}
    if len(others) + (field is not None) < 2 and _are_words(names):
        return  # each statement is about two fields, and most sentences mention fewer
    groups = list(_groups(passage, names, field))
    yield from groups
    yield from _joined_selectors(passage, names)
    stated = {frozenset(group.names) for group in groups}
    yield from (pair for pair in _refused_pairs(passage, names) if frozenset(pair.names) not in stated)
    yield from _conditions(passage, names, field)
    subjects = [found for found in _SUBJECT.finditer(passage) if found["name"] in names]
    of_subjects = [each for found in subjects for each in _predicates(passage, names, found["name"], found.end())]
    yield from of_subjects
    # A sentence with a subject of its own says nothing of the field that it describes.
    if field is not None and not of_subjects:
        yield from _field_selectors(passage, names, field)


@functools.lru_cache(maxsize=8)
def _are_words(names: frozenset[str]) -> bool:
    return all(map(_WHOLE_WORD.fullmatch, names))


def _groups(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Lists of which one is to be chosen."""
    for found in _GROUP.finditer(passage):
        # What introduces a result is in the same clause, just before the choice.
        before = passage[max(found.start() - 60, 0) : found.start()]
        listed = list_at(passage, found.end(), quoted=False)
        if listed is None or _OF_RESULTS.search(before) or holds_sometimes(passage, found.start()):
            continue
        chosen = _known_names(listed.items, names, field)
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
            chosen = _known_names(listed.items, names, field) if listed is not None and listed.is_choice else ()
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
        if listed is not None and len(chosen := _known_names(listed.items, names, None)) == len(listed.items) > 1:
            quote = excerpt(passage, found.start(), listed.end, 10)
            yield Selector(chosen, needs_one=False, refuses_two=True, quote=quote)
    for pattern in (_PLUS, _NEITHER):
        for found in pattern.finditer(passage):
            chosen = (found["first"], found["second"])
            if names.issuperset({value for value in found.groupdict().values() if value}) and len({*chosen}) == 2:
                yield Selector(chosen, needs_one=True, refuses_two=False, quote=excerpt(passage, *found.span(), 10))


def _refused_pairs(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Two names that exclude each other: "either a or b, but not both", "`a`, never combine with `b`"."""
    for found in _ONE_NOT_BOTH.finditer(passage):
        pair = (found["first"], found["second"])
        if names.issuperset(pair) and len({*pair}) == 2:
            is_allowed = _ALLOWED.search(passage[max(found.start() - 60, 0) : found.start()]) is not None
            yield Selector(pair, not is_allowed, refuses_two=True, quote=excerpt(passage, *found.span(), 10))
    for found in _NEVER_COMBINED.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for other in _known_names(listed.items, names - {found["first"]}, None) if listed else ():
            if found["first"] in names:
                quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
                yield Selector((found["first"], other), needs_one=False, refuses_two=True, quote=quote)


def _names_before(passage: str, end: int, names: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """Return the names of a list that ends at a position, with where it begins; none unless all are fields."""
    for word in _WORD.finditer(passage, max(end - _LONGEST_LIST, 0), end):
        listed = list_at(passage, word.start(), quoted=False)
        if listed is not None and listed.end == end and len(listed.items) > 1:
            chosen = _known_names(listed.items, names, None)
            return (chosen if len(chosen) == len(listed.items) else ()), word.start()
    return (), end


def _conditions(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Sentences that begin with the case: "if `a` is given, `b` is required"."""
    for found in _CONDITION_FIRST.finditer(passage):
        given, other = found["using"] or found["given"], found["name"]
        other = field if field is not None and other.lower() in ("this", "it") else other
        quote = excerpt(passage, *found.span(), 10)
        if given == other or not names.issuperset((given, other)):
            continue
        if found["unset"] and found["needed"]:
            yield Selector((other, given), needs_one=True, refuses_two=False, quote=quote)
        elif found["refused"] and not found["unset"]:
            yield Selector((given, other), needs_one=False, refuses_two=True, quote=quote)
        elif (found["needed"] or found["include"]) and not found["unset"]:
            yield Selector((other, given), needs_one=False, refuses_two=False, quote=quote, kind="needed")
    for found in _IGNORES.finditer(passage) if field is not None else ():
        listed = list_at(passage, found.end(), quoted=False)
        if listed is not None and _ARE_IGNORED.match(passage, listed.end):
            for name in _known_names(listed.items, names - {str(field)}, None):
                quote = excerpt(passage, found.start(), listed.end, 20)
                yield Selector((str(field), name), needs_one=False, refuses_two=True, quote=quote)


def _field_selectors(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for found in _EXCLUSIVE.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for name in _known_names(listed.items if listed else (), names - {field}, None):
            quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
            yield Selector((field, name), needs_one=False, refuses_two=True, quote=quote)
    yield from _predicates(passage, names, field)


def _predicates(passage: str, names: frozenset[str], field: str, at: int | None = None) -> Iterator[Selector]:
    """Yield what a sentence says of a field and another one; ``at`` is where the predicate of its subject begins."""
    requires = _ITSELF_REQUIRES if at is None else _SUBJECT_REQUIRES
    alternatives = (_REQUIRED_WITHOUT, _OPTIONAL_WITH, _OTHERWISE)
    for pattern in (*alternatives, _REQUIRED_WITH, _ONLY_WITH, _NOTHING_WITHOUT, requires, _REFUSED):
        for found in pattern.finditer(passage) if at is None else filter(None, [pattern.match(passage, at)]):
            # "Optional if a or b is given" is a choice of three.
            other, *more = (value for value in found.groupdict().values() if value)
            quote = excerpt(passage, *found.span(), 10)
            is_of_value = pattern is requires and _OF_VALUE.search(passage, 0, found.start() + 1)
            if not (names - {field}).issuperset((other, *more)) or is_of_value:
                continue
            if pattern in (*alternatives, _REFUSED):
                needs_one = pattern is not _REFUSED
                yield Selector((field, other, *more), needs_one, refuses_two=not needs_one, quote=quote)
            else:
                kind: Kind = "only" if pattern in (_ONLY_WITH, _NOTHING_WITHOUT) else "needed"
                pair = (other, field) if pattern is requires else (field, other)
                yield Selector(pair, needs_one=False, refuses_two=False, quote=quote, kind=kind)


def _known_names(items: tuple[str, ...], names: frozenset[str], field: str | None) -> tuple[str, ...]:
    meant = [field if item.lower() in ("this", "it") and field is not None else item for item in items]
    return tuple(dict.fromkeys(item for item in meant if item in names))
