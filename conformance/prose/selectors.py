"""Choices between fields that a text states: "exactly one of `path` or `id`", "either text or regex, not both"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.prose.lists import list_at
from conformance.words import excerpt

_GROUP = re.compile(
    r"\b(?P<exact>exactly one of)\s+(?:the\s+)?|\b(?P<least>at least one of)\s+(?:the\s+)?"
    r"|\b(?:provide|specify|pass|supply|give|use|set)\s+(?P<either>either)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_NOT_BOTH = re.compile(r"\A[\s\w,`'\"()]{0,40}\b(?:not both|but not both|never both)\b", re.IGNORECASE)
_EXCLUSIVE = re.compile(r"\bmutually exclusive with\s+(?:the\s+)?", re.IGNORECASE)
_UNLESS = re.compile(
    r"\brequired unless\s+[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?\s+(?:is|are)\s+(?:provided|given|set|specified|present)",
    re.IGNORECASE,
)


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
        if listed is not None:
            chosen = _known(listed.items, names, field)
            excludes = found["exact"] is not None or _NOT_BOTH.match(passage[listed.end :]) is not None
            loose = found["either"] is not None and not excludes
            if len(chosen) == len(listed.items) > 1 and not loose:
                quote = excerpt(passage, found.start(), listed.end, 15)
                yield Selector(chosen, needs_one=True, refuses_two=excludes, quote=quote)
    if field is not None:
        yield from _beside(passage, names, field)


def _beside(passage: str, names: frozenset[str], field: str) -> Iterator[Selector]:
    for found in _EXCLUSIVE.finditer(passage):
        listed = list_at(passage, found.end(), quoted=False)
        for name in _known(listed.items if listed else (), names, None):
            quote = excerpt(passage, found.start(), listed.end if listed else found.end(), 10)
            yield Selector((field, name), needs_one=False, refuses_two=True, quote=quote)
    for found in _UNLESS.finditer(passage):
        if found["name"] in names:
            quote = excerpt(passage, *found.span(), 10)
            yield Selector((field, found["name"]), needs_one=True, refuses_two=False, quote=quote)


def _known(items: tuple[str, ...], names: frozenset[str], field: str | None) -> tuple[str, ...]:
    meant = [field if item.lower() in ("this", "it") and field is not None else item for item in items]
    return tuple(dict.fromkeys(item for item in meant if item in names))
