"""What is counted or numbered is an integer: a limit, a page, an offset, a port, a year, an index, an id.

A ``limit`` of type ``number`` accepts 2.5: a program that reads the schema offers it, and the server rounds it, fails
or returns nothing.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.edits import Edit, SetMember, edit_below
from conformance.documents.values import texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of
from conformance.inventory.model import INPUT_SCHEMA
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Words that a count ends in, and pairs of them where one alone may be a measure.
_COUNTS = frozenset(
    ("limit", "count", "page", "offset", "skip", "port", "replicas", "retries", "attempts", "iterations", "workers")
) | frozenset(("threads", "tokens", "rows", "pages", "results", "seed", "lines", "bytes", "characters", "chars"))
_PAIRS = frozenset((("page", "size"), ("per", "page"), ("max", "items"), ("top", "k"), ("batch", "size"))) | frozenset(
    (("heading", "level"), ("max", "length"), ("min", "length"), ("text", "length"), ("max", "columns"))
)
# Names of the size of a page.
_PAGING = frozenset((("page", "size"), ("per", "page")))
# What a text is described as that holds such a number. Matches "Page number", "Number of results"; not "Page to read".
_PAGE = LazyPattern(
    r"\W{0,3}(?:the )?(?:page (?:number|size)"
    r"|(?:max(?:imum)? )?number of (?:results|items|rows|pages|records|entries))\b",
    re.IGNORECASE,
)
# Things that are counted through, so that their number is whole.
_NUMBERED = frozenset(("issue", "pull", "pr", "page", "line", "row", "column", "build", "run", "port"))
# Words that a name of one thing of many ends in: its key, or its place among the others.
_KEYS = frozenset(("id", "ids", "pid", "year", "month", "milestone", "index", "idx", "flags", "bitmask"))
# A description of a key of one thing. Matches "Comment ID to attach", "Optional parent ID"; not "Kind of ID".
_ITS_ID = LazyPattern(r"\W{0,3}(?:[Tt]he |[Oo]ptional )?(?:[A-Za-z]+ ){1,2}(?:ID|Id)\b(?! (?:or|and)\b)")
# The first and the last of several, by their number.
_ENDS = frozenset((*(("start", "line"), ("end", "line"), ("from", "line"), ("to", "line"), ("start", "year")),))
# Between a measure and what it is taken of: "hours_per_year", "days_in_month".
_OF_EACH = frozenset(("per", "in", "of", "each", "a"))
# An index that is measured. Matches "UV index", "refractive index"; not "tab index".
_MEASURED = frozenset(("uv", "refractive", "heat", "price", "quality", "mass", "body", "risk", "light"))
# Levels below each other. Matches "Traversal depth", "how deep to recurse", "nesting"; not "depth in metres".
_LEVELS = LazyPattern(r"\b(?:travers\w*|recurs\w*|nest\w*|levels?|crawl\w*|hops|tree|graph)\b", re.IGNORECASE)
# A description of a count. Matches "Maximum number of logs", "How many lines", "Page number"; not "Number of seconds",
# "The number".
_COUNTED = LazyPattern(
    r"\W{0,3}(?:the |an? )?(?:(?:max(?:imum)?|min(?:imum)?|total|optional|desired)\.? )*"
    r"(?:number of (?!the\b|(?:milli|micro)?seconds|minutes|hours|days|weeks|months|years)"
    r"|(?:line|row|page|record|result|pagination) offset\b|offset (?:for|of|from)\b|(?:[a-z]+ )?(?:http )?status code\b"
    r"|(?:lines|rows|pages|items|results|characters|tokens)\b(?! per)|[\w ]{1,40}\bin bytes\b|show n [a-z]+\b"
    r"|how many (?!(?:milli)?seconds|minutes|hours|days)|(?:line|page|port|row|column) number\b"
    r"|(?:zero|one|0|1)-based\b|[\w ]{0,30}\(\d{1,4}(?: ?= ?|: ?)\w+, ?\d)",
    re.IGNORECASE,
)
# A moment that is counted in whole seconds, as most programs read it. Matches "Unix timestamp", "epoch seconds",
# "seconds since the epoch", "Epoch milliseconds"; not "timestamp in the video".
_MOMENT = LazyPattern(
    r"\b(?:unix|epoch)[- ](?:epoch )?(?:time(?:stamps?)?|seconds|milliseconds|ms)\b|\bsince (?:the )?(?:unix )?epoch\b",
    re.IGNORECASE,
)
# What counts pixels, or places from the first on. Matches "Width in pixels", "(0-based index)"; not "points".
_WHOLE = LazyPattern(r"\bin pixels\b|\(px\)|\b(?:zero|one|0|1)-(?:based|indexed)\b", re.IGNORECASE)
# Matches "fractional", "up to 9 decimals"; not "whole".
_FRACTIONS = LazyPattern(r"fraction|decimal", re.IGNORECASE)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all counts of the inputs that accept fractions, and one for those that are texts."""
    counts = [field for fields in inventory.gather(_fractional_counts) for field in fields]
    # one with its type in a shared definition needs a person: a problem of its own, so that the rest can be fixed
    for found in filter(None, ([one for one in counts if one.edits], [one for one in counts if not one.edits])):
        names = list(dict.fromkeys(field.name for field in found))
        subject = "field" if len(names) == 1 else "fields"
        is_count = all(field.is_count for field in found)
        one, many = ("is a count", "are counts") if is_count else ("is a whole number", "are whole numbers")
        yield Problem(
            f"{subject} {list_codes(names)} {one if len(names) == 1 else many}, "
            f"but {'accepts' if len(names) == 1 else 'accept'} fractions",
            'set "type": "integer"',
            found[0].place,
            {"places": [field.place for field in found[:200]]},
            tools=[f"{field.tool.name} {field.pointer}" for field in found],
            edits=[edit for field in found for edit in field.edits],
        )
    texts = [field for fields in inventory.gather(_counts_as_text) for field in fields]
    if texts:
        names = list(dict.fromkeys(field.name for field in texts))
        yield Problem(
            f"{'field' if len(names) == 1 else 'fields'} {list_codes(names)} "
            f"{'is a count, but accepts' if len(names) == 1 else 'are counts, but accept'} any text",
            'set "type": "integer"',
            texts[0].place,
            {"places": [field.place for field in texts[:200]]},
            tools=[f"{field.tool.name} {field.pointer}" for field in texts],
        )


class _FractionalCount(NamedField, frozen=True):
    is_count: bool
    edits: Sequence[Edit]
    """What makes it an integer."""


def _fractional_counts(tool: Tool) -> Sequence[_FractionalCount]:
    return tuple(
        _FractionalCount(
            tool,
            field.name,
            field.pointer,
            _is_count(field),
            tuple(edit_below(edit, tool.pointer) for edit in _type_edits(field)),
        )
        for field in fields_of(tool)
        if _accepts_fractions(field)
    )


def _counts_as_text(tool: Tool) -> Sequence[NamedField]:
    found = filter(_is_count_as_text, fields_of(tool))
    return tuple(NamedField(tool, field.name, field.pointer) for field in found)


def _type_edits(field: Field) -> Iterator[Edit]:
    for position in field.subschemas.closure([field.position], conditions=False):
        types = texts_in(written := field.subschemas.keywords_of(position).get("type"))
        if "number" in types and position.startswith(field.position):
            whole = ["integer" if name == "number" else name for name in types]
            yield SetMember(INPUT_SCHEMA + position, "type", "integer" if isinstance(written, str) else whole)


def _accepts_fractions(field: Field) -> bool:
    if field.types != ["number"] or field.values is not None or _FRACTIONS.search(field.description):
        return False
    is_whole = any("multipleOf" in part or part.get("format") in ("int32", "int64") for part in field.parts)
    return not is_whole and (_is_count(field) or _is_key(field))


def _is_count_as_text(field: Field) -> bool:
    """Say whether a field of any text holds the number or the size of a page, or a number of results."""
    restricting = {"pattern", "format"}
    if field.types != ["string"] or field.values is not None or any(not restricting.isdisjoint(p) for p in field.parts):
        return False
    words = tuple(words_of(field.name))
    # A page alone may be one of a site; next to its size it is a number.
    is_paged = words == ("page",) and any(tuple(words_of(name)) in _PAGING for name in field.siblings)
    return is_paged or words in _PAGING or _PAGE.match(field.description) is not None


def _is_count(field: Field) -> bool:
    words = words_of(field.name)
    is_named = bool(words) and (words[-1] in _COUNTS or tuple(words[-2:]) in _PAIRS)
    is_named = is_named or (words[-1:] == ["number"] and not _NUMBERED.isdisjoint(words[-2:-1]))
    return is_named or any(
        form(field.description) is not None for form in (_COUNTED.match, _MOMENT.search, _WHOLE.search)
    )


def _is_key(field: Field) -> bool:
    """Say whether a number stands for one thing of many, of which there is none between two others."""
    words = words_of(field.name)
    if not words or not _MEASURED.isdisjoint((*words[:-1], *words_of(field.description[:40]))):
        return False
    is_level = words[-1] == "depth" and _LEVELS.search(field.description) is not None
    # The years that something takes are measured: "hours_per_year".
    is_key = words[-1] in _KEYS and _OF_EACH.isdisjoint(words)
    is_key = is_key or _ITS_ID.match(field.description) is not None
    return is_key or is_level or tuple(words[-2:]) in _ENDS


RULE = INVENTORY.rule(
    check,
    gathers=(_fractional_counts, _counts_as_text),
    level=Level.INFO,
    source="tool-contract-consistency#naming-and-schema-conventions",
    good=(
        [
            {
                "name": "ListTasks",
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"page": {"type": "string", "description": "Page to watch."}},
                },
            }
        ],
        [
            {
                "name": "ListTasks",
                "input_schema": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "uv_index": {"type": "number"},
                        "depth": {"type": "number", "description": "Depth of the pool."},
                        "hours_per_year": {"type": "number"},
                        "seek": {"type": "number", "description": "Timestamp in the video, in seconds."},
                        "since": {"type": "number", "description": "Unix timestamp, fractions included."},
                    },
                },
            }
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"page": {"type": "string"}, "page_size": {"type": "string"}},
                    },
                }
            ],
            says="fields `page`, `page_size` are counts, but accept any text",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"limit": {"type": "number"}},
                    },
                }
            ],
            says="field `limit` is a count, but accepts fractions",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"depth": {"type": "number", "description": "Number of levels to read."}},
                    },
                }
            ],
            says="field `depth` is a count, but accepts fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"since": {"type": "number", "description": "Begin in epoch seconds."}},
                    },
                }
            ],
            says="field `since` is a count, but accepts fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"owner_id": {"type": "number"}, "year": {"type": "number"}},
                    },
                }
            ],
            says="fields `owner_id`, `year` are whole numbers, but accept fractions",
        ),
    ),
)
