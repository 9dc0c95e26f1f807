"""Fields of which one takes the place of another: "use `b` instead", "not needed when `a` is given".

These only suggest a choice. A text that says which of both counts ("overrides `a`", "ignored if `a` is given") makes
none: it tells what a call with both does.
"""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_relations import PRESENT, Selector
from conformance.inventory.prose.lists import list_of_names
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
# What may be given as well as the field that is described. Matches "Either this or `a`.", "(or use a)", "Provide this
# or a", "use this when you don't have a"; not "this or that".
_OR_OTHER = LazyPattern(
    rf"(?:\A\W{{0,3}}|[.;(] ?)(?:(?:provide |use |pass |specify |set |give )?(?:either )?this,? (?:or|xor)|xor|or (?:"
    rf"use|provide|pass|specify|set)|required \(or(?: use)?) {_name('other')}{_END}"
    rf"|\buse (?:this|it) (?:if|when) you (?:do not|don't) (?:have|know) {_name('unknown')}{_END}",
    re.IGNORECASE,
)
# Before fields without which one is not given. Matches "Must be paired with `a`", "must be provided together with a".
_PAIRED = LazyPattern(
    r"\b(?:must|should|has to|needs to) be (?:paired|combined|(?:provided|used|given|set|specified) together) with\s+",
    re.IGNORECASE,
)
# What a text tells of an old field states nothing of today.
_OLD = LazyPattern(r"\b(?:deprecated|legacy|obsolete|removed|no longer)\b", re.IGNORECASE)


def replacements(passage: str, names: frozenset[str], field: str | None) -> Iterator[Selector]:
    """Yield the choices that one sentence suggests, in which a field takes the place of others."""
    if _OLD.search(passage):
        return
    for found in _ELSE_USE.finditer(passage):
        pair = (found["first"], found["second"])
        if names.issuperset(pair) and len({*pair}) == 2:
            yield Selector(pair, True, refuses_two=False, quote=excerpt(passage, *found.span(), 10), is_likely=True)
    if field is not None:
        yield from _field_choices(passage, names, field)


def _field_choices(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for pattern in (_INSTEAD, _NEEDLESS, _OR_OTHER):
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
