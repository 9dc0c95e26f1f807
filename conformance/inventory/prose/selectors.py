"""Choices between fields that a text states: "exactly one of `path` or `id`", "either text or regex, not both"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.display import excerpt
from conformance.inventory.prose.lists import list_at

# Matches "exactly one of the ", "Provide either ", "at least one of "; not "one of ".
_GROUP = re.compile(
    r"\b(?:(?P<exact>exactly one of)|(?P<only>only one of)|(?P<least>at least one of))\s+(?:the\s+)?"
    r"(?:following(?: \w+)?:?\s+)?"
    r"|\b(?P<must>must )?(?:provide|specify|pass|supply|give|use|set)\s+(?:(?P<either>either)\s+|(?P<plain>))"
    r"(?:the\s+)?",
    re.IGNORECASE,
)
# Before a choice between members of the result. Matches "returns ", "Each row has "; not "You must ".
_OF_RESULTS = re.compile(
    r"\b(?:returns?|returned|returning|yields?|outputs?|prints?|shows?|emits?|finds?|match(?:es)?"
    r"|(?:row|result|item|entry|record)s? (?:has|have|holds?|contains?))\b[^.;]{0,40}\Z",
    re.IGNORECASE,
)
# Behind the names. Next is " are mutually exclusive", " cannot be used together"; not " are mutually exclusive with".
_TOGETHER = re.compile(
    r"(?: (?:parameters|fields|arguments|options))? (?:are (?:all )?mutually exclusive(?! with)"
    r"|(?:must not|cannot|can't|may not) (?:both )?be (?:used|set|given|passed|provided|specified|combined)"
    r"(?: together| at the same time)\b)",
    re.IGNORECASE,
)
# Where a list of names may begin.
_WORD = re.compile(r"[`'\"]?(?<!\w)[A-Za-z_]\w*")
# Behind the names. Next is ", but not both", " (not both)"; not ". Not both work".
_NOT_BOTH = re.compile(r"\A[\s\w,`'\"()]{0,40}\b(?:not both|but not both|never both)\b", re.IGNORECASE)
# Matches "mutually exclusive with `path`"; not "mutually exclusive".
_EXCLUSIVE = re.compile(r"\bmutually exclusive with\s+(?:the\s+)?", re.IGNORECASE)
# What is done with a field that is there.
_GIVEN = r"(?:also )?(?:provided|given|set|specified|present|supplied|passed|used)\b(?! (?:to|as|for)\b)"
# A field that a condition is about, which ends the sentence or the clause.
_OTHER = r"(?:the )?[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?(?: (?:parameter|field|argument|option))?"
# Matches "required unless `id` is given", "required if id is not provided", "required when using `id`"; not "not
# required if id is set", "required unless it works".
_REQUIRED = re.compile(
    r"(?<!not )\b(?:required|mandatory) (?P<link>unless|if|when) (?:(?P<unused>not )?using "
    rf"{_OTHER.replace('name', 'used')}|{_OTHER} (?:is|are) (?P<absent>not )?{_GIVEN})(?=\s*(?:[.;,)]|\Z))",
    re.IGNORECASE,
)
# Matches "cannot be used if `id` is provided", "must not be combined with id"; not "cannot be used here".
_REFUSED = re.compile(
    r"\b(?:cannot|can't|can not|must not|may not) be (?:used|set|given|provided|specified|combined|passed)"
    rf"(?: together)? (?:if|when|with) {_OTHER}(?: (?:is|are) {_GIVEN})?(?=\s*(?:[.;,)]|\Z))",
    re.IGNORECASE,
)

# The characters before "are mutually exclusive" in which the names are searched.
_LONGEST_LIST = 200


@dataclass(frozen=True, slots=True)
class Selector:
    """A choice between fields: whether one is needed, whether two are too many, and the words that say so.

    Where ``is_dependency``, there is no choice: the first field is needed with the second one.
    """

    names: tuple[str, ...]
    needs_one: bool
    refuses_two: bool
    quote: str
    is_dependency: bool = False


def selectors(passage: str, names: frozenset[str], field: str | None = None) -> Iterator[Selector]:
    """Yield the choices that one sentence states between the named fields; ``field`` is what ``this`` stands for."""
    for found in _GROUP.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        # What introduces a result is in the same clause, just before the choice.
        if listed is not None and not _OF_RESULTS.search(passage[max(found.start() - 60, 0) : found.start()]):
            chosen = _known_names(listed.items, names, field)
            alone = (found["exact"] or found["only"]) is not None
            needs_one = found["plain"] is None and found["only"] is None
            excludes = alone or _NOT_BOTH.match(passage[listed.end :]) is not None
            # "Provide either a or b" may be advice; "must", "exactly", "at least" or "not both" says that it is not.
            strict = found["least"] is not None or (found["must"] and found["either"]) is not None
            loose = not strict and not excludes
            if len(chosen) == len(listed.items) > 1 and not loose:
                quote = excerpt(passage, found.start(), listed.end, 15)
                yield Selector(chosen, needs_one, excludes, quote)
    yield from _exclusive_selectors(passage, names)
    if field is not None:
        yield from _field_selectors(passage, names, field)


def _exclusive_selectors(passage: str, names: frozenset[str]) -> Iterator[Selector]:
    """Fields before words such as "are mutually exclusive"."""
    for found in _TOGETHER.finditer(passage):
        first = max(found.start() - _LONGEST_LIST, 0)
        for word in _WORD.finditer(passage, first, found.start()):
            listed = list_at(passage, word.start(), quoted=False)
            if listed is not None and listed.end == found.start() and len(listed.items) > 1:
                if len(chosen := _known_names(listed.items, names, None)) == len(listed.items):
                    quote = excerpt(passage, word.start(), found.end(), 10)
                    yield Selector(chosen, needs_one=False, refuses_two=True, quote=quote)
                break


def _field_selectors(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for found in _EXCLUSIVE.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for name in _known_names(listed.items if listed else (), names, None):
            quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
            yield Selector((field, name), needs_one=False, refuses_two=True, quote=quote)
    for found in _REFUSED.finditer(passage):
        if found["name"] in names - {field}:
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, found["name"]), needs_one=False, refuses_two=True, quote=quote)
    for found in _REQUIRED.finditer(passage):
        other = found["name"] or found["used"]
        if other in names - {field}:
            is_negated = (found["absent"] or found["unused"]) is not None
            # Without the other one, unless both negations cancel out.
            needs_one = is_negated != (found["link"].lower() == "unless")
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, other), needs_one, refuses_two=False, quote=quote, is_dependency=not needs_one)


def _known_names(items: tuple[str, ...], names: frozenset[str], field: str | None) -> tuple[str, ...]:
    meant = [field if item.lower() in ("this", "it") and field is not None else item for item in items]
    return tuple(dict.fromkeys(item for item in meant if item in names))
