"""The members that a description lists for an object, or for each item of a list, are in the schema.

"Each task must contain: title, owner" beside ``{"type": "object"}`` accepts any object: nothing rejects a misspelt
member before the call runs, and programs that read schemas cannot offer the members.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.passages import entries_below
from conformance.inventory.prose.reading import examined_part
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import DESCRIBED_FIELD, BadExample
from conformance.settings.profiles import Profile

# What texts call members.
_MEMBERS = r"(?:keys?|fields?|properties|attributes|members|parameters)"
# What holds them. Matches "each task", "every dict", "objects", "dictionary", "JSON object".
_HOLDER = (
    r"(?:each (?:\w+ )?\w+|every \w+|(?:list of |array of )?(?:dict(?:ionar(?:y|ies))?|objects?|maps?)s?|items?"
    r"|entries)"
)
# The end of a line that announces a list of members. Is the end of "Each task must contain:", "dicts with the following
# keys:", "Each dict must have:", "Object with:", "Supported fields:"; not "Examples:".
_ANNOUNCED = LazyPattern(
    rf"\b{_HOLDER} (?:(?:must|should|can|may|has to|needs to) (?:contain|have|include)|contains?|has|have"
    rf"|includ(?:es?|ing)|containing|with|(?:must |should )?be an? (?:dict(?:ionary)?|object) with)"
    rf"(?: (?:these|the following|the))?(?: (?:required|optional))?(?: {_MEMBERS})?:\s*\Z"
    rf"|\b(?:with|have|has|contains?) (?:these|the following) (?:required |optional )?{_MEMBERS}:\s*\Z"
    rf"|(?:\A|[.;(] ?)(?:(?:required|supported|available|expected|valid) )?{_MEMBERS}(?: are)?:\s*\Z",
    re.IGNORECASE,
)
# A line about one of them. Matches "- 'path' (str): where", "* `title`: its name", "- name (required)"; not "- first do
# this", "- Airline codes: x".
_LINE = LazyPattern(
    r"[ \t]*[-*\u2022] (?P<quote>[`'\"*]{0,2})(?P<name>[A-Za-z_]\w{0,40})(?P=quote)\s?"
    r"(?:\((?:[^()\n]|\([^()\n]*\)){1,80}\)(?=\s*(?::|[-\u2013\u2014]|\Z))|(?=:\s|\s[-\u2013\u2014]\s))"
)
# Quoted names in one sentence. Matches "dicts with keys 'a' and", "objects with 'a', "; not "with a".
_IN_SENTENCE = LazyPattern(
    rf"\b{_HOLDER} (?:must (?:contain|have|include)|(?:with|containing|having)(?: {_MEMBERS})?|must be an? object with)"
    rf"(?: (?:the )?(?:following )?{_MEMBERS})?:?\s+(?=[`'\"])",
    re.IGNORECASE,
)
# Behind the names of an example, or of one case. Next is ", etc", " for each"; not ".".
_OPEN = LazyPattern(r"\s*[,(]?\s*(?:etc|e\.g|\.\.\.|or\b|and more)", re.IGNORECASE)
# Keywords that declare members, or hand the object to another schema.
_DECLARING = frozenset(
    (
        "properties",
        "patternProperties",
        "propertyNames",
        "$ref",
        "$dynamicRef",
        "anyOf",
        "oneOf",
        "allOf",
        "if",
        "enum",
        "const",
    )
)
# Two names or more are a list; one may be an example.
_FEWEST = 2


def check(field: Field, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a description lists the members of an open object, or of the items of a list."""
    place = _open_object(field)
    if place is None or field.source != "description" or field.is_undetermined:
        return
    names, quote = _listed_members(field)
    if len(names) >= _FEWEST:
        subject = field.label if place == field.position else f"each item of {field.label}"
        yield Problem(
            f"{subject} has members that only the description lists",
            f'declare {list_codes(names)} in "properties", each with its type',
            evidence={"quote": quote, "members": [*names]},
        )


def _open_object(field: Field) -> str | None:
    """Return the position of the object that declares no member: the field's own, or that of its items."""
    if field.has_only_types("object"):
        return field.position if all(map(_declares_nothing, field.parts)) else None
    if not field.has_only_types("array") or any("prefixItems" in part for part in field.parts):
        return None
    items = field.items or child(field.position, "items")
    types = [one for one in field.subschemas.types_of(items) if one != "null"]
    is_object = set(types) <= {"object"} and all(map(_declares_nothing, field.subschemas.conjunction(items)))
    return items if is_object else None


def _declares_nothing(part: JsonObject) -> bool:
    return _DECLARING.isdisjoint(part)


def _listed_members(field: Field) -> tuple[Sequence[str], str]:
    """Return the members that the text lists, and its words: in its own description, or in the entry about it."""
    own = examined_part(field.description)
    for names, quote in (*_listed_lines(own), *_names_in_sentence(own)):
        return names, quote
    entry, below = entries_below(field)
    line = " ".join(entry.split())
    if len(below) >= _FEWEST and _ANNOUNCED.search(line):
        return tuple(dict.fromkeys(below)), excerpt(line, max(len(line) - 60, 0), len(line), 20)
    return next(_names_in_sentence(line), ((), ""))


def _listed_lines(text: str) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the names of the lines behind each line that announces members."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if _ANNOUNCED.search(line.strip()):
            names = [found["name"] for each in _lines_behind(lines, index + 1) if (found := _LINE.match(each))]
            if len(set(names)) >= _FEWEST:
                yield tuple(dict.fromkeys(names)), line.strip()[-120:]


def _lines_behind(lines: Sequence[str], begin: int) -> Iterator[str]:
    """Yield the lines of a list up to a blank line behind it."""
    for index in range(begin, len(lines)):
        if not lines[index].strip() and index > begin:
            return
        yield lines[index]


def _names_in_sentence(text: str) -> Iterator[tuple[Sequence[str], str]]:
    """Yield the quoted names that one sentence lists: "objects with `name` and `value`"."""
    for found in _IN_SENTENCE.finditer(text):
        listed = list_at(text, found.end())
        if listed is None or not listed.quoted or listed.joint == "or" or _OPEN.match(text, listed.end):
            continue
        if len(listed.items) >= _FEWEST and all(map(str.isidentifier, listed.items)):
            yield tuple(dict.fromkeys(listed.items)), excerpt(text, found.start(), listed.end, 10)


_MAPS: JsonObject = {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}}

RULE = DESCRIBED_FIELD.rule(
    check,
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        {
            "labels": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Labels by name. Supported formats:\n- json: text\n- csv: rows",
            }
        },
        {"steps": {**_MAPS, "description": "Steps, such as dicts with 'run' or 'uses'."}},
        {
            "steps": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"run": {"type": "string"}, "title": {"type": "string"}},
                },
                "description": "Each step must contain:\n- run: what to run\n- title: what to call it",
            }
        },
    ),
    bad=(
        BadExample(
            {
                "tasks": {
                    **_MAPS,
                    "description": "What to add. Each task must contain:\n- title (required): a\n- owner: b",
                }
            },
            says="each item of parameter `tasks` has members that only the description lists",
            at="/tools/0/input_schema/properties/tasks",
        ),
        BadExample(
            {"headers": {**_MAPS, "description": "Objects with `title` and `value`, sent in this order."}},
            says="each item of parameter `headers` has members that only the description lists",
        ),
        BadExample(
            {
                "place": {
                    "type": "object",
                    "additionalProperties": {"type": "string"},
                    "description": "Where it is. Object with the following keys:\n- `street`: a\n- `number`: b",
                }
            },
            says="parameter `place` has members that only the description lists",
        ),
    ),
)
