"""Choices between fields that a text states: "exactly one of `path` or `id`", "either text or regex, not both"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.display import excerpt
from conformance.inventory.prose.lists import list_at

# Matches "exactly one of the ", "Provide either ", "at least one of "; not "one of ".
_GROUP = re.compile(
    r"\b(?P<exact>exactly one of)\s+(?:the\s+)?|\b(?P<least>at least one of)\s+(?:the\s+)?"
    r"|\b(?:provide|specify|pass|supply|give|use|set)\s+(?:(?P<either>either)\s+|(?P<plain>))(?:the\s+)?",
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
# Matches "required unless `id` is given"; not "required unless it works".
_UNLESS = re.compile(
    r"\brequired unless\s+[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?\s+(?:is|are)\s+(?:provided|given|set|specified|present)",
    re.IGNORECASE,
)

# The characters before "are mutually exclusive" in which the names are searched.
_LONGEST_LIST = 200


@dataclass(frozen=True, slots=True)
class Selector:
    """A choice between fields: whether one is needed, whether two are too many, and the words that say so."""

    names: tuple[str, ...]
    needs_one: bool
    refuses_two: bool
    quote: str


def selectors(passage: str, names: frozenset[str], field: str | None = None) -> Iterator[Selector]:
    """Yield the choices that one sentence states between the named fields; ``field`` is what ``this`` stands for."""
    for found in _GROUP.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        # What introduces a result is in the same clause, just before the choice.
        if listed is not None and not _OF_RESULTS.search(passage[max(found.start() - 60, 0) : found.start()]):
            chosen = _known_names(listed.items, names, field)
            excludes = found["exact"] is not None or _NOT_BOTH.match(passage[listed.end :]) is not None
            # "Provide either a or b" may allow both; only "exactly", "at least" or "not both" says which.
            loose = found["exact"] is None and found["least"] is None and not excludes
            if len(chosen) == len(listed.items) > 1 and not loose:
                quote = excerpt(passage, found.start(), listed.end, 15)
                yield Selector(chosen, needs_one=found["plain"] is None, refuses_two=excludes, quote=quote)
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
    for found in _UNLESS.finditer(passage):
        if found["name"] in names:
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, found["name"]), needs_one=True, refuses_two=False, quote=quote)


def _known_names(items: tuple[str, ...], names: frozenset[str], field: str | None) -> tuple[str, ...]:
    meant = [field if item.lower() in ("this", "it") and field is not None else item for item in items]
    return tuple(dict.fromkeys(item for item in meant if item in names))
