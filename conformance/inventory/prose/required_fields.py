"""Fields that a tool's description requires whatever the call is about: "Required parameters:", "You must provide `a`".

A sentence says so at its beginning: words before it could restrict it. What fails without a field requires it too, and
so does a value without which nothing happens: "Requires confirm=true".
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.display import excerpt
from conformance.inventory.prose.field_relations import GIVE, PRESENT, written_names
from conformance.inventory.prose.lists import ItemList, list_at, names_below
from conformance.inventory.prose.passages import statements
from conformance.inventory.prose.reading import once_per_text
from conformance.lazy_patterns import LazyPattern

# What texts call fields.
_FIELDS = r"(?:param(?:eter)?s?|fields?|arg(?:ument)?s?|inputs?)"
# Before the names of what has to be given. Matches "Required parameters: a", "Mandatory: a", "**Required:** `a`".
_LABEL = LazyPattern(
    rf"\b(?:required|mandatory)(?: {_FIELDS})?\*{{0,2}}(?::| [-\u2013\u2014])\*{{0,2}}\s+(?=[`'\"\w])", re.IGNORECASE
)
# A line that does so for the lines below it. Is all of "Required parameters:", "## Required", "**Required**:"; not
# "Required permissions:".
_HEADING = LazyPattern(
    rf"\s*(?:#{{1,6}} |\*\*)?(?:required|mandatory)(?: (?:input )?{_FIELDS})?(?:\*\*:|:\*\*|\*\*|:)?\s*", re.IGNORECASE
)
# Such a line is marked as one. Matches "Required:", "# Required", "**Required**"; not "Required".
_MARKED = LazyPattern(r":|#|\*\*")
# Before the names, at the beginning of a sentence, so that no case is before it. Next is "Requires a", "Needs the a",
# "You must provide `a`", "Always pass a", "Required fields are a"; not "It requires a".
_REQUIRES = LazyPattern(
    rf"\W{{0,3}}(?:(?:requires|needs):? |(?:you )?(?:must|have to|need to) (?:always |also )?{GIVE} "
    rf"|always {GIVE} |required {_FIELDS} (?:are|is) )(?:(?:both|the|an?) )?(?=[`'\"\w])",
    re.IGNORECASE,
)
# Where names may begin that a sentence calls required. Next is "`a`", "Both a"; not "(a".
_NAMES_FIRST = LazyPattern(r"[-*\u2022 ]{0,3}(?:both |the )?(?=[`'\"]?\w)", re.IGNORECASE)
# Next is " are required.", " parameter is mandatory", " must be provided."; not " is required when", " are required
# fields".
_ARE_REQUIRED = LazyPattern(
    rf"(?: {_FIELDS})? (?:(?:is|are) (?:always |both |all )?(?:required|mandatory)"
    rf"|must (?:always |both |all )?be {PRESENT})\s*(?:[.;!]|\Z)",
    re.IGNORECASE,
)
# The end of a list of names. Next is ".", " to be set.", " (from the list)."; not " when".
_ENDS = LazyPattern(
    rf"(?: {_FIELDS})?(?: to be {PRESENT})?(?: \((?!if|when|unless|for|or\b)[^()]{{1,60}}\))?\s*(?:[.;!]|\Z)", re.I
)
# What may be given as well. Matches ", with optional"; not "optional".
_MORE = LazyPattern(r",? (?:with|and) optional(?:ly)?\b", re.IGNORECASE)
# What a call does that lacks something.
_FAILS = (
    r"(?:fails|errors(?: out)?|returns? an error|throws(?: an error)?|raises(?: an error)?|is rejected|does not work"
    r"|won't work|cannot work)"
)
# What fails without a field. Matches "Fails without a", "Returns an error if `a` is missing", "Without a it fails".
_FAILS_WITHOUT = LazyPattern(
    rf"\A\W{{0,3}}(?:(?:it |the (?:call|tool) )?{_FAILS} (?:without (?:the |an? )?[`'\"]?(?P<one>\w+)[`'\"]?"
    rf"|if (?:the |no )?[`'\"]?(?P<two>\w+)[`'\"]? (?:is )?(?:missing|omitted|absent|empty|not {PRESENT}|{PRESENT}))"
    rf"|without (?:the |an? )?[`'\"]?(?P<three>\w+)[`'\"]?,? (?:it|the (?:call|tool)) {_FAILS})(?=\s*(?:[.;!]|\Z))",
    re.IGNORECASE,
)
# A flag that has to be on. Matches "Requires confirm=true", "You must set `confirm` to true", "confirm must be true";
# not "Set confirm=true".
_HAS_TO_BE = LazyPattern(
    rf"(?:\A\W{{0,3}}(?:it )?(?:also )?(?:requires |needs )(?:[A-Z][A-Z0-9_]+=\w+ and )?"
    rf"|\A\W{{0,3}}(?:you )?(?:must|have to|need to) (?:also )?(?:{GIVE}|use) )[`'\"]?(?P<name>[A-Za-z_]\w*)[`'\"]?"
    r"(?: ?==? ?|: ?| to be (?:set to )?| (?:set )?to )[`'\"]?true[`'\"]?(?P<behind>.{0,20})"
    r"|\A\W{0,3}[`'\"]?(?P<subject>[A-Za-z_]\w*)[`'\"]? must be (?:set to )?[`'\"]?true[`'\"]?(?P<rest>.{0,20})",
    re.IGNORECASE,
)
# Nothing else follows. Next is ".", " to proceed"; not " for private lists", " to skip it".
_IN_ALL_CASES = LazyPattern(
    r"\s*(?:[.;,)!]|\Z|to (?:proceed|confirm|execute|run|apply|actually|take effect|continue)\b|as confirmation)",
    re.IGNORECASE,
)
# What a call without it is for, so that it need not be on. Matches "dry run", "only reports", "previews"; not "lists".
_USEFUL_WITHOUT = LazyPattern(
    r"\b(?:dry[- ]?run|previews?|(?:only|just) (?:reports?|shows?|lists?|returns?|counts?|describes?|prints?))\b",
    re.IGNORECASE,
)


class RequiredField(Struct, frozen=True):
    """A field that a text requires, the words that do, and whether it has to be true."""

    name: str
    quote: str
    has_to_be_true: bool = False


@once_per_text
def required_fields(text: str, names: frozenset[str]) -> Iterator[RequiredField]:
    """Yield the fields that a description requires; all that a list names are fields."""
    yield from _fields_below_headings(text, names)
    # several such lists are each that of a mode
    is_of_modes = sum(1 for _ in _LABEL.finditer(text)) > 1
    for sentence in statements(text):
        written = written_names(sentence, names)
        if not (is_of_modes and _LABEL.search(written)):
            yield from _fields_in_sentence(written, names)
        found = _HAS_TO_BE.match(written)
        name = found["name"] or found["subject"] if found is not None else ""
        behind = found["behind"] or found["rest"] or "" if found is not None else ""
        if found is not None and name in names and _IN_ALL_CASES.match(behind) and not _USEFUL_WITHOUT.search(text):
            quote = excerpt(written, found.start(), found.end() - len(behind), 10)
            yield RequiredField(name, quote, has_to_be_true=True)


def _fields_below_headings(text: str, names: frozenset[str]) -> Iterator[RequiredField]:
    lines = text.split("\n") if "\n" in text else []
    for index, line in enumerate(lines[:-1]):
        if _HEADING.fullmatch(line) and _MARKED.search(line):
            listed = names_below(lines[index + 1 :])
            for name in listed if names.issuperset(listed) else ():
                yield RequiredField(name, f"{line.strip()} {name}")


def _fields_in_sentence(sentence: str, names: frozenset[str]) -> Iterator[RequiredField]:
    for found, listed in _lists_in(sentence):
        quote = excerpt(sentence, min(found.start(), listed.begin), listed.end, 10)
        for name in listed.items if names.issuperset(listed.items) else ():
            yield RequiredField(name, quote)
    found = _FAILS_WITHOUT.match(sentence)
    name = next((value for value in found.groupdict().values() if value), "") if found is not None else ""
    if found is not None and name in names:
        yield RequiredField(name, excerpt(sentence, *found.span(), 10))


def _lists_in(sentence: str) -> Iterator[tuple[re.Match[str], ItemList]]:
    """Yield the names that a sentence requires whatever the call is about, with the words that do."""
    found = _LABEL.search(sentence)
    listed = list_at(sentence, found.end(), quoted=False) if found else None
    if found and listed:
        yield found, listed
    sentence = _MORE.split(sentence)[0]
    for first, end in ((_REQUIRES, _ENDS), (_NAMES_FIRST, _ARE_REQUIRED)):
        found = first.match(sentence)
        listed = list_at(sentence, found.end(), quoted=False) if found else None
        if found and listed and not listed.is_choice and end.match(sentence, listed.end):
            yield found, listed
