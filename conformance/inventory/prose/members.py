"""Members of an object that a text lists: on lines, in sentences, in brackets, or as the keys of a shape or an example.

Where a text lists them in several ways, what is sure goes first.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from conformance.inventory.prose.member_names import (
    FEWEST,
    HOLDS,
    IN_CODE,
    KNOWN,
    MEMBERS,
    OPTIONAL,
    REQUIRING,
    THE,
    StatedMembers,
    names_explained,
    names_in_brackets,
    names_in_sentences,
)
from conformance.inventory.prose.member_shapes import members_of_shapes
from conformance.inventory.prose.reading import keep_answers
from conformance.lazy_patterns import LazyPattern

# What holds members. Matches "each task", "every dict", "objects", "dictionary", "JSON object".
_HOLDER = (
    r"(?:each (?:\w+ )?\w+|every \w+|(?:list of |array of )?(?:dict(?:ionar(?:y|ies))?|objects?|maps?)s?|items?"
    r"|entries|each)"
)
# What may be behind the word that announces them. Matches " (all optional)".
_REMARK = r"(?:\s\([^()]{1,60}\))?"
# The end of a line that announces a list of members. Is the end of "Each task must contain:", "settings with keys:",
# "Each dict must have:", "Object with:", "each with:", "Supported fields:"; not "Examples:", "formats:".
_ANNOUNCED = LazyPattern(
    rf"\b{HOLDS}{THE}\s{MEMBERS}{_REMARK}:{{1,2}}\s*\Z"
    rf"|\b{_HOLDER},? {HOLDS}{THE}(?:\s{MEMBERS})?{_REMARK}:{{1,2}}\s*\Z"
    rf"|(?:\A|[.;(\u2014-] ?)(?:(?:{KNOWN}|json|object|item|each item's|its|the) ){{0,2}}{MEMBERS}"
    rf"(?: are| is)?(?: {KNOWN})?{_REMARK}:\s*\Z"
    r"|(?:\A|[.;] ?)(?:contains|includes|object with|may contain|must contain|has):\s*\Z",
    re.IGNORECASE,
)
# What may announce them, if the lines look like members. Is the end of "questions containing:", "as follows:".
_MAYBE_ANNOUNCED = LazyPattern(
    rf"(?:\b{HOLDS}{THE}|\b(?:structure|shape|schema|format|options|settings|parameters|the following|as follows"
    rf"|required|optional|supports|items?|entry|object|dict){_REMARK}):{{1,2}}\s*\Z",
    re.IGNORECASE,
)
# What announces members, or values. Is the end of "Supported options:", "plot settings:".
_OPTIONS = LazyPattern(rf"\b(?:options|settings|parameters|params){_REMARK}:\s*\Z", re.IGNORECASE)
# A line about a member. Is the begin of "- 'path' (str): where", "* `title`: its name", "- name (required)", "- owner",
# "  size (int): how"; not "- first do this", "- Airline codes: x".
_LINE = LazyPattern(
    r"[ \t]*(?P<sign>[-*\u2022+] |\d{1,2}[.)] )?(?P<quote>``|\*\*`|[`'\"*]{0,2})(?P<name>[A-Za-z_][\w-]{0,40})"
    r"(?:``|`\*\*|[`'\"*]{0,2}(?<=[`'\"*\w]))\??\s?"
    r"(?:(?P<remark>\((?:[^()\n]|\([^()\n]*\)){1,120}\)|\[[^\[\]\n]{1,60}\])(?=\s*(?:[:,.]|=|[-\u2013\u2014]|\Z))"
    r"|(?=:\s|:\Z|\s[-=\u2013\u2014]+>?\s|\s*,?\Z))(?P<rest>[^\n]*)"
)
# A form that another document defines. Matches "JSON Schema", "GeoJSON", "see the docs".
_FOREIGN = LazyPattern(
    r"\bJSON[ _-]?schema\b|\bGeoJSON\b|\bOpenAPI\b"
    r"|\bsee (?:the )?(?:[\w-]+ ){0,3}(?:docs|documentation|reference|spec)\b"
    r"|\bas (?:returned|produced) by\b",
    re.IGNORECASE,
)
# Matches "(required)", "(str, required)", ": Required."; not "(not required)".
_REQUIRED = LazyPattern(r"(?<!not )(?<!n't )\brequired\b(?! (?:if|when|for|unless))", re.IGNORECASE)
# What a member holds, and no choice of members. Is the begin of ": One of the modes"; not "(one of both)".
_ONE_VALUE = LazyPattern(r"\s?[:=\u2013\u2014-]\s+one of\b", re.IGNORECASE)


@keep_answers
def stated_members(text: str) -> StatedMembers | None:
    """Return the members of the object that a text describes, or of each item of a list; what is sure goes first."""
    line = " ".join(text.split())
    found = [
        *_listed_lines(text),
        *members_of_shapes(text),
        *_join_sentences(names_in_sentences(line)),
        *names_in_brackets(line),
        *names_explained(line),
    ]
    best = next((one for one in found if one.is_sure), found[0] if found else None)
    is_foreign = best is not None and best.is_sure and _FOREIGN.search(line) is not None
    return msgspec.structs.replace(best, is_sure=False) if best is not None and is_foreign else best


def _join_sentences(found: Iterator[StatedMembers]) -> Iterator[StatedMembers]:
    """Yield what sentences list, all that is sure as one: "Required keys: a, b. Optional keys: c"."""
    sentences = list(found)
    sure = [one for one in sentences if one.is_sure]
    joined = [one for one in sentences if one.is_sure or len(one.names) == 1]
    if sure and len(joined) > 1:
        names = tuple(dict.fromkeys(name for one in joined for name in one.names))
        required = tuple(dict.fromkeys(name for one in joined for name in one.required))
        yield StatedMembers(names, sure[0].quote, required=required)
    yield from sentences


def _listed_lines(text: str) -> Iterator[StatedMembers]:
    """Yield the names of the lines behind each line that announces members."""
    if "\n" not in text:
        return
    lines = text.split("\n")
    for index, line in enumerate(lines[:-1]):
        words = line.strip()
        is_announced = _ANNOUNCED.search(words) is not None
        if not is_announced and not _MAYBE_ANNOUNCED.search(words):
            continue
        found = list(_lines_about_members(lines, index + 1))
        names = tuple(dict.fromkeys(one["name"] for one in found))
        is_sure = is_announced or 2 * sum(map(_looks_like_member, found)) > len(found)
        if len(names) >= FEWEST and (is_sure or _OPTIONS.search(words)):
            yield StatedMembers(names, words[-120:], is_sure, _mandatory(words, found))


def _lines_about_members(lines: Sequence[str], begin: int) -> Iterator[re.Match[str]]:
    """Yield the lines of a list that are as far indented as its first, up to a blank line behind it."""
    depth: int | None = None
    for index in range(begin, len(lines)):
        line = lines[index]
        if not line.strip():
            if depth is not None:
                return
            continue
        indent = len(line) - len(line.lstrip())
        if depth is not None and indent < depth:
            return
        found = _LINE.match(line)
        if depth is None and (found is None or not (found["sign"] or _looks_like_member(found))):
            return
        depth = indent if depth is None else depth
        if found is not None and indent == depth and (found["sign"] or _looks_like_member(found)):
            yield found


def _looks_like_member(line: re.Match[str]) -> bool:
    """Say whether the name at the begin of a line is quoted, typed or written like one in code."""
    return bool(line["quote"] or line["remark"] or IN_CODE.fullmatch(line["name"]))


def _mandatory(announcement: str, lines: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """Return the members that have to be given: those whose lines say so, or all of "must contain" but the optional."""
    remarks = [(line["name"], f"{line['remark'] or ''} {_ONE_VALUE.sub(' ', line['rest'])[:80]}") for line in lines]
    needed = [name for name, remark in remarks if _REQUIRED.search(remark)]
    if not needed and REQUIRING.search(announcement) and not OPTIONAL.search(announcement):
        needed = [name for name, remark in remarks if not OPTIONAL.search(remark)]
    return tuple(dict.fromkeys(needed))
