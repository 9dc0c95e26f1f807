"""What is counted or numbered is an integer: a limit, a page, an offset, a port, a year, an index, an id.

A ``limit`` of type ``number`` accepts 2.5: a program that reads the schema offers it, and the server rounds it, fails
or returns nothing.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.edits import Edit, SetMember, edit_below
from conformance.documents.values import JsonValue, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of
from conformance.inventory.model import INPUT_SCHEMA
from conformance.inventory.prose.reading import own_text
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Names of the size of a page.
_PAGING = frozenset((("page", "size"), ("per", "page")))
# What a text is described as that holds such a number. Matches "Page number", "Number of results", "Maximum number of
# tasks to return"; not "Page to read", "Number of the task".
_PAGE = LazyPattern(
    r"\W{0,3}(?:the )?(?:page (?:number|size)"
    r"|(?:max(?:imum)? )?number of (?:results|items|rows|pages|records|entries|posts|messages|days (?:of|to)"
    r"|(?:\w+ ){1,2}to (?:return|fetch|retrieve|skip|show|list|get|read|capture|include))\b)",
    re.IGNORECASE,
)
# The first and the last one. Matches "(1-4)", "(1 to 10)"; not "(low-high)".
_FROM_TO = LazyPattern(r"\(\d{1,3} ?(?:-|to) ?\d{1,4}\)")
# Words that the name of a whole number ends in, and how a text shows that it is one. Matches "Chapter number (1-114)",
# "Port, eg: 8080", "Year of the report"; not "Port(s)", "Year or range", "2019-2021".
_SHOWN_AS_NUMBER = {
    **dict.fromkeys(("number", "priority", "level", "rating", "score", "rank"), _FROM_TO),
    "port": LazyPattern(
        r"\bport\b(?!\(s)[\w ]{0,20}\W{1,3}(?:eg|e\.g\.|default|such as|like)\W{1,3}\d{2,5}\b", re.IGNORECASE
    ),
    "year": LazyPattern(
        r"\A(?!.*(?:\brange|\bor\b|season|\d{4} ?[-/,:\u2013]))(?:\w+ )?year\b"
        r"(?= of\b| to\b| for\b|\W{1,3}e\.?g|\W*\Z)",
        re.IGNORECASE,
    ),
}
# Names of a number of things or tries, whatever a text says of them.
_COUNTED_NAMES = frozenset(("count", "limit", "retries", "attempts", "replicas"))
_COUNTED_PAIRS = frozenset(
    (
        *(("max", "results"), ("num", "results"), ("max", "items"), ("max", "count"), ("page", "number")),
        *(("page", "num"), ("top", "k"), ("top", "n")),
    )
)
# Names of a time, which a text may count.
_TIMES = frozenset(("timeout", "duration", "delay", "interval", "wait", "ttl", "seconds", "minutes", "ms"))
# Matches "in seconds", "Milliseconds to wait", "(ms)"; not "seconds, minutes or hours".
_IN_UNIT = LazyPattern(r"\bin (?:milli)?seconds\b|\bin (?:ms|minutes|hours)\b|\((?:ms|seconds)\)", re.IGNORECASE)
# What a text holds that is not such a number. Matches "or 'all'", "token", "1 to 5", "30s", "10/minute"; not "number".
_OTHER_FORM = LazyPattern(
    r"\ball\b|unlimited|infinit|token|cursor|comma|separat|range|expression|\d ?/"
    r"|\d ?(?:to|-|s|m|h|d|ms|[kmg]b|%)(?![\w.])|percent|format|pattern"
    r"|\bor\b|\band\b|\bas (?:a )?string|e\.g\.,? ['\"][^'\"\d]",
    re.IGNORECASE,
)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all counts of the inputs that accept fractions, and one for those that are texts."""
    counts = [field for fields in inventory.gather(_fractional_counts) for field in fields]
    # one with its type in a shared definition needs a person: a problem of its own, so that the rest can be fixed
    for found in filter(None, ([one for one in counts if one.edits], [one for one in counts if not one.edits])):
        yield Problem(
            f"{_subject(found)} fractions",
            'set "type": "integer"',
            found[0].place,
            {"places": places_of(found)},
            tools=[f"{field.tool.name} {field.pointer}" for field in found],
            edits=[edit for field in found for edit in field.edits],
        )
    texts = [field for fields in inventory.gather(_counts_as_text) for field in fields]
    if texts:
        yield Problem(
            f"{_subject(texts)} any text",
            'set "type": "integer"',
            texts[0].place,
            {"places": places_of(texts)},
            tools=[f"{field.tool.name} {field.pointer}" for field in texts],
        )


class _WholeNumber(NamedField, frozen=True):
    edits: Sequence[Edit] = ()
    """What makes it an integer."""


def _subject(found: Sequence[_WholeNumber]) -> str:
    names = list(dict.fromkeys(field.name for field in found))
    if len(names) == 1:
        return f"field {list_codes(names)} is a whole number, but accepts"
    return f"fields {list_codes(names)} are whole numbers, but accept"


def _fractional_counts(tool: Tool) -> Sequence[_WholeNumber]:
    return tuple(
        _WholeNumber(
            tool,
            field.name,
            next((INPUT_SCHEMA + position for position, _ in _stated_types(field, head)), field.pointer),
            tuple(edit_below(edit, tool.pointer) for edit in _type_edits(field, head)),
        )
        for field in fields_of(tool)
        for head in _fractional(field)
    )


def _counts_as_text(tool: Tool) -> Sequence[_WholeNumber]:
    return tuple(_WholeNumber(tool, field.name, field.pointer) for field in fields_of(tool) if _is_whole_text(field))


def _type_edits(field: Field, head: str) -> Iterator[Edit]:
    from conformance.inventory.prose.whole_numbers import may_be_finer  # as below

    if may_be_finer(field):
        return
    for position, written in _stated_types(field, head):
        whole = ["integer" if name == "number" else name for name in texts_in(written)]
        yield SetMember(INPUT_SCHEMA + position, "type", "integer" if isinstance(written, str) else whole)


def _stated_types(field: Field, head: str) -> Iterator[tuple[str, JsonValue]]:
    """Yield each position in the field that says that a value is a number, such as its items or a branch, and how."""
    for position in field.subschemas.closure([head], conditions=False):
        written = field.subschemas.keywords_of(position).get("type")
        if "number" in texts_in(written) and position.startswith(field.position):
            yield position, written


def _fractional(field: Field) -> Iterator[str]:
    """Yield the position of the schema of a number that accepts fractions and should not."""
    is_list = field.types == ["array"] and field.items is not None
    head = field.items if is_list and field.items is not None else field.position
    types = field.subschemas.types_of(head) if is_list else field.types
    # a number beside "max" as a text is still a count
    if "number" not in types or not {"number", "string"}.issuperset(types):
        return
    parts = field.subschemas.conjunction(head)
    is_whole = any("multipleOf" in part or part.get("format") in ("int32", "int64") for part in parts)
    if is_whole or field.subschemas.values_of(head) is not None:
        return
    from conformance.inventory.prose.whole_numbers import has_whole_items, whole  # few lists have such numbers

    kind = ("key" if has_whole_items(field) else None) if is_list else whole(field)
    # an id beside a slug may be of another form as well
    if kind == "count" or (kind is not None and "string" not in types):
        yield head


def _is_whole_text(field: Field) -> bool:
    """Say whether a field of any text holds a number: that or the size of a page, a year, a port."""
    restricting = {"pattern", "format"}
    if field.types != ["string"] or field.values is not None or any(not restricting.isdisjoint(p) for p in field.parts):
        return False
    words, text = tuple(words_of(field.name)), own_text(field)
    # A page alone may be one of a site; next to its size it is a number.
    is_paged = words == ("page",) and any(tuple(words_of(name)) in _PAGING for name in field.siblings)
    if is_paged or words in _PAGING or _PAGE.match(text) is not None:
        return True
    if words and not _OTHER_FORM.search(text):
        is_time = words[-1] in _TIMES and _IN_UNIT.search(text) is not None
        if is_time or words[-1] in _COUNTED_NAMES or words[-2:] in _COUNTED_PAIRS:
            return not any(isinstance(value, str) and not value.isdecimal() for value in _defaults_of(field))
    shown = _SHOWN_AS_NUMBER.get(words[-1]) if words else None
    return shown is not None and shown.search(text) is not None


def _defaults_of(field: Field) -> Iterator[JsonValue]:
    return (part["default"] for part in field.parts if "default" in part)


RULE = INVENTORY.rule(
    check,
    gathers=(_fractional_counts, _counts_as_text),
    level=Level.INFO,
    source="tool-contract-consistency#naming-and-schema-conventions",
    good=(
        [
            {
                "name": "ListTasks",
                "input_schema": closed_object(
                    limit={"type": "string", "description": "How many, or all."},
                    count={"type": "string", "default": "few"},
                    timeout={"type": "string", "pattern": "^[0-9]+s$", "description": "How long to wait, such as 30s."},
                ),
            }
        ],
        [
            {
                "name": "ListTasks",
                "input_schema": closed_object(page={"type": "string", "description": "Page to watch."}),
            }
        ],
        [
            {
                "name": "ListTasks",
                "input_schema": closed_object(
                    uv_index={"type": "number"},
                    depth={"type": "number", "description": "Depth of the pool."},
                    hours_per_year={"type": "number"},
                    seek={"type": "number", "description": "Timestamp in the video, in seconds."},
                    since={"type": "number", "description": "Unix timestamp, fractions included."},
                    min_radius={"type": "number"},
                    base_offset={"type": "number", "description": "Offset from the floor."},
                    ends={"type": "array", "items": {"type": "number"}},
                ),
            }
        ],
    ),
    bad=(
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(page={"type": "string"}, page_size={"type": "string"}),
                }
            ],
            says="fields `page`, `page_size` are whole numbers, but accept any text",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        skipped={"type": "string", "description": "Number of tasks to skip."},
                        priority={"type": "string", "description": "Priority (1-4)."},
                    ),
                }
            ],
            says="fields `skipped`, `priority` are whole numbers, but accept any text",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(limit={"type": "number"}),
                }
            ],
            says="field `limit` is a whole number, but accepts fractions",
            at="/tools/0/input_schema/properties/limit",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(depth={"type": "number", "description": "Number of levels to read."}),
                }
            ],
            says="field `depth` is a whole number, but accepts fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(since={"type": "number", "description": "Begin in epoch seconds."}),
                }
            ],
            says="field `since` is a whole number, but accepts fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(owner_id={"type": "number"}, year={"type": "number"}),
                }
            ],
            says="fields `owner_id`, `year` are whole numbers, but accept fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        max_guests={"type": "number"},
                        tab_ids={"type": "array", "items": {"type": "number"}, "maxItems": 9},
                    ),
                }
            ],
            says="fields `max_guests`, `tab_ids` are whole numbers, but accept fractions",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(tab_ids={"type": "array", "items": {"type": "number"}}),
                }
            ],
            says="field `tab_ids` is a whole number, but accepts fractions",
            at="/tools/0/input_schema/properties/tab_ids/items",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(year={"type": "string", "description": "Year of the report."}),
                }
            ],
            says="field `year` is a whole number, but accepts any text",
        ),
        BadExample(
            [
                {
                    "name": "ListTasks",
                    "input_schema": closed_object(
                        record_count={"type": "string"},
                        timeout={"type": "string", "description": "How long to wait, in seconds."},
                    ),
                }
            ],
            says="fields `record_count`, `timeout` are whole numbers, but accept any text",
        ),
    ),
)
