"""Fields of which one takes the place of another: "overrides `a`", "use `b` instead", "used when `a` is not given".

No call goes wrong where both are given, but one of them is lost; so these only suggest a choice.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_relations import PRESENT, Selector
from conformance.inventory.prose.lists import ItemList, list_of_names
from conformance.lazy_patterns import LazyPattern

# What texts call a field behind its name.
_NOUN = r"(?: (?:parameter|field|argument|option|property|param|object|file|filter|flag|input|value|list|array)s?)?"
# What is done with a field that is there.
_GIVEN = rf"(?:{PRESENT}|used)\b"
# How texts call one that is not there.
_UNSET = rf"(?:not {_GIVEN}|omitted\b|absent\b|missing\b|unset\b|none\b|null\b|empty\b|left out\b)"
# The end of a statement.
_END = r"(?=\s*(?:[.;,:)]|\Z|\u2014|- ))"


def _name(group: str) -> str:
    return rf"(?:the |an? )?[`'\"]?(?P<{group}>[A-Za-z_]\w*)[`'\"]?{_NOUN}"


# Before the fields that one overrides. Matches "Overrides a", "b takes precedence over a", "(overrides a"; not
# "a that overrides".
_OVERRIDES = LazyPattern(
    r"(?:\A\W{0,3}|[.;,:(\u2014] ?|\b(?:this|it) |[`'\"]?(?P<subject>[A-Za-z_]\w*)[`'\"]? )"
    r"(?:overrides?|takes? (?:precedence|priority) over|has (?:precedence|priority) over|supersedes?)\s+"
    r"(?:the |any |both |all of )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# Behind such a list. Next is ".", " options)", " when provided", " and returns"; not " defaults".
_ENDS = LazyPattern(
    rf"{_NOUN}(?:\s*(?:[.;,)]|\Z|\u2014|- )| and \w+s\b|,? (?:if|when) (?:both|{_GIVEN}|it is|this is))", re.IGNORECASE
)
# What a field is used without. Matches "only when `a` is null", "used for x or when a not provided", "only applicable
# when a is omitted"; not "required when a is omitted".
_WITHOUT = LazyPattern(
    r"(?<!not )\b(?:only|used|applicable|valid|applies|considered)\b[^.;()]{0,30}? (?:if|when) "
    rf"(?:no {_name('none')}(?: (?:is|are))? {_GIVEN}|{_name('absent')}(?: (?:is|are|was))? {_UNSET}){_END}",
    re.IGNORECASE,
)
# What may be given in its place. Matches "Alternatively, use `a`.", "use a to pass x instead", "use this instead of
# a", "Instead of an a: "; not "instead".
_INSTEAD = LazyPattern(
    rf"\A\W{{0,3}}alternatively,? (?:use|provide|pass|specify|set) {_name('other')}{_END}"
    rf"|(?:\A\W{{0,3}}|[.;] ?)use {_name('use')} (?:to|for) [^.;()]{{1,60}}? instead{_END}"
    rf"|\(use {_name('bracket')} instead\)"
    rf"|\b(?:use|pass|set|provide) (?:this|it) instead of {_name('of')}(?=[\s.;,:)]|\Z)"
    rf"|\A\W{{0,3}}(?:(?P<entry>\w+): )?instead of {_name('place')}(?=[,:])"
    rf"|\balternative to {_name('to')}{_END}",
    re.IGNORECASE,
)
# Matches "Not needed when using `a`", "omit if a is given", "leave empty when a is set"; not "not needed when
# a is short".
_NEEDLESS = LazyPattern(
    r"\b(?:not (?:needed|required|necessary)|(?:omit|skip)(?: it| this)?|leave (?:it |this )?(?:empty|blank|unset|out))"
    r" (?:if|when) "
    rf"(?:using {_name('using')}|{_name('given')} (?:is )?{_GIVEN}){_END}",
    re.IGNORECASE,
)
# Matches "If a is not provided, use b"; not "If a is not provided, use the default".
_ELSE_USE = LazyPattern(
    rf"\b(?:if|when) {_name('first')} (?:is )?{_UNSET},? (?:then )?(?:use|provide|specify|pass|set) "
    rf"{_name('second')}{_END}",
    re.IGNORECASE,
)
# Before fields that do not count beside another. Matches "When `a` is provided, `b`"; not "When it is provided, b".
_BESIDE = LazyPattern(rf"\b(?:if|when) {_name('first')} is {_GIVEN}, (?:then )?(?:the )?(?=[`'\"\w])", re.IGNORECASE)
# Behind them. Next is " are not used", " parameters are ignored"; not " are used".
_UNUSED = LazyPattern(rf"{_NOUN} (?:are|is|will be) (?:ignored|not used|unused|disregarded)\b", re.IGNORECASE)
# What may be given as well as the field that is described. Matches "Either this or `a`.", "(or use a)", "Provide this
# or a", "use this when you don't have a"; not "this or that".
_OR_OTHER = LazyPattern(
    rf"(?:\A\W{{0,3}}|[.;(] ?)(?:(?:provide |use |pass |specify |set |give )?(?:either )?this,? (?:or|xor)|xor|or (?:"
    rf"use|provide|pass|specify|set)|required \(or(?: use)?) {_name('other')}{_END}"
    rf"|\buse (?:this|it) (?:if|when) you (?:do not|don't) (?:have|know) {_name('unknown')}{_END}",
    re.IGNORECASE,
)
# Which of two counts. Matches "If both a and b are given, a wins", "if both are set, a takes precedence"; not "if both
# are set, a is added".
_OF_BOTH = LazyPattern(
    rf"\b(?:if|when) both (?:(?:of them |the \w+ )?are |{_name('one')} and {_name('two')} (?:are )?){_GIVEN},? "
    rf"(?:then )?{_name('first')} (?:is used|wins|(?:takes|has) (?:precedence|priority)|is preferred|overrides)",
    re.IGNORECASE,
)
# Matches "Overridden by `a`", "superseded by a when set"; not "overridden by the server".
_OVERRIDDEN = LazyPattern(
    rf"(?:\A\W{{0,3}}|[.;(] ?|\bis )(?:overridden|superseded|replaced) by {_name('by')}"
    rf"(?: (?:if|when) {_GIVEN})?{_END}",
    re.IGNORECASE,
)
# Before fields without which one is not given. Matches "Must be paired with `a`", "must be provided together with a".
_PAIRED = LazyPattern(
    r"\b(?:must|should|has to|needs to) be (?:paired|combined|(?:provided|used|given|set|specified) together) with\s+",
    re.IGNORECASE,
)
# What a text tells of an old field states nothing of today.
_OLD = LazyPattern(r"\b(?:deprecated|legacy|obsolete|removed|no longer)\b", re.IGNORECASE)


def precedences(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield the choices that one sentence suggests, in which a field takes the place of others."""
    if _OLD.search(passage):
        return
    yield from _overrides(passage, names, field)
    for found in _ELSE_USE.finditer(passage):
        pair = (found["first"], found["second"])
        if names.issuperset(pair) and len({*pair}) == 2:
            yield Selector(pair, True, refuses_two=False, quote=excerpt(passage, *found.span(), 10), is_likely=True)
    for found in _OF_BOTH.finditer(passage):
        given = [value for value in (found["one"], found["two"], field, found["first"]) if value in names]
        pair = tuple(dict.fromkeys(given))
        if len(pair) == 2 and found["first"] in pair:
            yield Selector(pair, False, refuses_two=True, quote=excerpt(passage, *found.span(), 10), is_likely=True)
    for found in _BESIDE.finditer(passage):
        listed = list_of_names(passage, found.end(), names, found["first"])
        if listed is not None and found["first"] in names and _UNUSED.match(passage, listed.end):
            quote = excerpt(passage, found.start(), listed.end, 20)
            yield from _pairs_of(found["first"], listed, quote)
    if field is not None:
        yield from _field_choices(passage, names, field)


def _overrides(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    for found in _OVERRIDES.finditer(passage):
        subject = found["subject"] or field or ""
        listed = list_of_names(passage, found.end(), names, subject)
        is_whole = listed is not None and _ENDS.match(passage, listed.end) is not None
        if listed is not None and is_whole and subject in names and not holds_sometimes(passage, found.start()):
            yield from _pairs_of(subject, listed, excerpt(passage, found.start(), listed.end, 10))


def _pairs_of(subject: str, listed: ItemList, quote: str) -> Iterator[Selector]:
    kind = "excludes" if len(listed.items) > 1 else "choice"
    yield Selector((subject, *listed.items), False, refuses_two=True, quote=quote, kind=kind, is_likely=True)


def _field_choices(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for pattern in (_WITHOUT, _INSTEAD, _NEEDLESS, _OR_OTHER, _OVERRIDDEN):
        for found in pattern.finditer(passage):
            other = next((value for key, value in found.groupdict().items() if value and key != "entry"), "")
            needs_one = pattern in (_NEEDLESS, _OR_OTHER)
            if other in names and other != field and not holds_sometimes(passage, found.start()):
                quote = excerpt(passage, *found.span(), 10)
                yield Selector((field, other), needs_one, refuses_two=not needs_one, quote=quote, is_likely=True)
    for found in _PAIRED.finditer(passage):
        listed = list_of_names(passage, found.end(), names, field)
        for other in listed.items if listed is not None and listed.joint != "or" else ():
            quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
            yield Selector((other, field), needs_one=False, refuses_two=False, quote=quote, kind="needed")
