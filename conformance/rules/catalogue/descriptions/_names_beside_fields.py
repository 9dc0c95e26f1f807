"""Names that a text puts beside fields as if they were some: what is not to be combined with them, what decides whether
they apply, and what an example gives with them.
"""

import re
from collections.abc import Collection, Iterator

from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import once_per_text, sentences_of
from conformance.lazy_patterns import LazyPattern

# Before names of fields that are or are not given together. Matches "Cannot be combined with ", "mutually exclusive
# with `", "do not pass both "; not "works with ", "both ".
_TOGETHER = LazyPattern(
    r"\b(?:combined|passed|given|provided|specified|used together|together|conflicts?|exclusive|incompatible) with "
    r"(?:the )?(?=[`'\"\w])"
    r"|\b(?:pass|provide|specify|give|set|supply|use) both (?=[`'\"\w])",
    re.IGNORECASE,
)
# Matches "both name and email are given", "Both `name` and email use a logical AND if both provided"; not "both name
# and email are searched".
_BOTH = LazyPattern(
    r"\bboth [`'\"]?(?P<first>[a-z]\w{1,40})[`'\"]? and [`'\"]?(?P<second>[a-z]\w{1,40})[`'\"]?"
    r"(?= (?:are |is )?(?:provided|given|specified|supplied|set|passed)\b|[^.;]{1,40}\bif both (?:are )?"
    r"(?:provided|given|specified|supplied|set|passed)\b)",
    re.IGNORECASE,
)
# A case that a name decides. Matches "(when responseType is html-fragment)", "only if `sort_by` is set to 'age'"; not
# "when it is", "if userId is in the response".
_CASE = LazyPattern(
    r"\b(?:when|if|only (?:for|with)) (?:the )?[`'\"]?(?P<name>[a-z]+(?:_[a-z0-9]+|[A-Z][a-z0-9]*)+)[`'\"]? ?"
    r"(?:(?:is set to|is|equals) (?!in\b|not\b|an?\b|the\b|set\b|given\b|returned\b|empty\b|missing\b|null\b)|==? ?)"
    r"[`'\"]?\w",
)
# What makes it a case of an answer.
_ANSWER = LazyPattern(r"\b(?:return(?:s|ed)|responses?|results?|output|answers?)\b", re.IGNORECASE)
# An argument as a call gives it. Next is "a_b=\"c\"", "limit = 10", "deep=True"; not "a=b".
_ARGUMENT = LazyPattern(
    r"(?P<name>[a-z]\w{0,60}) ?= ?(?:\"[^\"\n]*\"|'[^'\n]*'|\[[^\]\n]*\]|\{[^}\n]*\}|-?\d[\d.]*\b"
    r"|(?:[Tt]rue|[Ff]alse|[Nn]one|null)\b)"
)
# What is before the first of several arguments of a line. Is the begin of "- a=1", "Example: a=1"; not "SELECT a=1".
_LINE_BEGINS = LazyPattern(r"\s*(?:[-*\u2022]\s|\d{1,2}[.)]\s|[Ee]xamples?:\s)?\s*[`]?")


def names_beside(text: str, known: Collection[str]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield each name that is no known one and is used together with some, with where it is."""
    yield from ((name, found) for names, found in _partners(text) if names & set(known) for name in names - set(known))
    yield from (
        (name, found)
        for names, found in _arguments(text)
        if names[0] in known
        for name in dict.fromkeys(names)
        if name not in known
    )


@once_per_text
def cases_in(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the names of several words whose values decide, by a text, whether something applies."""
    for sentence in sentences_of(text):
        if not _ANSWER.search(sentence):
            yield from ((found["name"], found) for found in _CASE.finditer(sentence))


@once_per_text
def _partners(text: str) -> Iterator[tuple[frozenset[str], re.Match[str]]]:
    for sentence in sentences_of(text):
        for found in _TOGETHER.finditer(sentence):
            listed = list_at(sentence, found.end(), quoted=False)
            if listed is not None:
                # a plain word may be about anything
                plain = {item for item in listed.items if item.islower() and "_" not in item}
                yield frozenset(item for item in listed.items if item not in plain), found
        yield from ((frozenset((found["first"], found["second"])), found) for found in _BOTH.finditer(sentence))


@once_per_text
def _arguments(text: str) -> Iterator[tuple[tuple[str, ...], re.Match[str]]]:
    """Yield the arguments of each line that gives several of them, separated by commas."""
    for line in text.split("\n") if "=" in text else ():
        begin = _LINE_BEGINS.match(line)
        first = _ARGUMENT.match(line, begin.end() if begin else 0)
        found, names = first, list[str]()
        while found is not None:
            names.append(found["name"])
            comma = line[found.end() : found.end() + 2] == ", "
            found = _ARGUMENT.match(line, found.end() + 2) if comma else None
        if first is not None and len(names) > 1:
            yield tuple(names), first
