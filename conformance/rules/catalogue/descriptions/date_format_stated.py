"""A text that is a date or a time says how it is written.

A `start_date` that is any string may be "2026-03-01", "03/01/2026" or "March 1": the model guesses, and what the server
reads is an error or another day.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import list_codes
from conformance.documents.values import JsonObject, JsonValue, as_object, as_text
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.reading import examined_part, passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._formats_of_names import contains_others, names_a_date
from conformance.rules.catalogue.descriptions._values_of_formats import takes_empty
from conformance.rules.examples import tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# What shows or tells how a date is written. Matches "YYYY-MM-DD", "ISO 8601", "2026-03"; not "the first day".
_WRITTEN = LazyPattern(
    r"\b(?:19|20)\d\d-|[Yy]{4}|\bRFC\b"
    # of a country or a currency it says nothing about dates
    r"|\bISO\b(?!(?: (?:country|currency|language|alpha|code)|[ -](?:3166|4217|639)))"
    r"|[Ee]poch|\b[Uu]nix\b|[Nn]atural language|\b[Dd]ate format|HH:|\bhh:"
)
# The same next to a field. Matches "7d", "in ms", "such as 'now'", "today"; not "the day".
_OWN = LazyPattern(
    r"\d|[`'\"]|[Ff]ormat|[Tt]imestamp|[Rr]elative|[Nn]atural|\bin (?:ms|milliseconds|seconds)\b"
    r"|\b(?:such as|like|today|now|yesterday|values?|one of|cursor|e\.g)\b"
    # the order of its parts, or who knows the form: "day.month.year", "in the form that list_days returns"
    r"|\b(?:day|month|year)[-./](?:month|day|year)\b|\bserial number"
    r"|\b(?:form|way|notation)s? (?:that|in which|as|of)\b"
    # the values one by one: "Date to use: created or updated"
    r"|: ?[\w-]+(?:, [\w-]+)*,? or [\w-]+"
)
# What is used where no date is given, which shows no way to write one. Matches "defaults to today", "If no date is
# provided, the date will default to today's date", "today by default"; not "'today'".
_DEFAULTED = LazyPattern(
    r"\bdefaults?(?: is|:| to)? (?:to )?(?:the )?(?:now|today(?:'s date)?|yesterday|(?:the )?current (?:date|time"
    r"|day))\b"
    r"|\b(?:now|today) (?:by default|if (?:omitted|not (?:given|set|provided|specified)))",
    re.IGNORECASE,
)
_DATE = r"(?:(?<!\bup to )date(?:[- ]?time)?|timestamp|point in time|instant)"
# What a text calls a value that is a date, whatever the field is called. Matches "Due date of the task", "Rows before
# this datetime", "Publication date"; not "Date range", "Filter by date or name", "Format of the date".
_CALLED_DATE = LazyPattern(
    rf"\A\W{{0,3}}(?:range (?:start|end) )?"
    rf"(?:(?!(?:or|and|of|for|with|whether|field|column|sort|format|range)\b)[\w'-]+ ){{0,4}}{_DATE}"
    r"(?: and time)?(?=\s*(?:[.,;(]|\Z)| (?:of|for|to|when|at|on|from|after|before|until|that|which|by|in)\b)"
    r"|\b(?:before|after|since|until|by|from|at|on|than)(?: (?:this|the|an?|that|given|specified)){0,2}(?: UTC)?"
    rf" {_DATE}\W{{0,3}}(?:\(|\Z)",
    re.IGNORECASE,
)
# Names of the ends of a range, of dates or of anything else.
_ENDS = frozenset(("before", "after", "since", "until"))
# What states the form of a day.
_KEYWORD = '"format": "date"'
# The formats of the schema that say it.
_DATE_FORMATS = frozenset(("date", "date-time", "time"))

# The pointer of a member of a sort order. Matches "/properties/sorts/items/properties/timestamp"; not "/sort_date".
_ORDER = LazyPattern(r"/(?:sorts?|sorting|sort_?by|order|orders|ordering|order_?by)/", re.IGNORECASE)


class _Date(NamedField, frozen=True):
    label: str
    is_sure: bool
    """Whether it is a date by its name, and not by a text alone."""
    takes_empty: bool


class _Dates(Struct, frozen=True):
    """The dates of a tool that nothing in it says how to write, and whether it shows how any date is written."""

    unclear: tuple[_Date, ...]
    timestamps: tuple[_Date, ...]
    """Those that a text calls timestamps, which says something: one form for all of a list may be stated elsewhere."""
    is_shown: bool


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all dates of a tool, if neither a schema nor a text shows how to write one."""
    dates = inventory.gather(_dates_of)
    is_shown = any(one.is_shown for one in dates)
    for each in dates:
        if each.unclear:
            yield _problem(each.unclear, Level.WARNING if any(one.is_sure for one in each.unclear) else Level.INFO)
        elif each.timestamps and not is_shown:
            yield _problem(each.timestamps, Level.INFO)


def _problem(dates: Sequence[_Date], level: Level) -> Problem:
    one = len(dates) == 1
    names = dates[0].label if one else f"fields {list_codes(date.name for date in dates)}"
    return Problem(
        f"{names} {'is a date' if one else 'are dates'}, but nothing says how to write {'it' if one else 'them'}",
        f"{_fix(dates)}, or say how it is written in the description",
        dates[0].place,
        {"places": places_of(dates)},
        max_level=level,
        tools=tool_names_of(dates),
    )


def _dates_of(tool: Tool) -> _Dates:
    dates = [field for field in fields_of(tool) if _is_open_date(field)]
    is_shown = _shows_a_date(tool)
    if not dates or is_shown:
        return _Dates((), (), is_shown)
    stated = [{found[0].lower() for found in _own_words(field)} for field in dates]
    unclear = [field for field, words in zip(dates, stated, strict=True) if not words]
    timestamps = [field for field, words in zip(dates, stated, strict=True) if words == {"timestamp"}]
    return _Dates(tuple(map(_date, unclear)), tuple(map(_date, timestamps)), is_shown=False)


def _own_words(field: Field) -> Iterator[re.Match[str]]:
    return (found for text in passages(field) for found in _OWN.finditer(_DEFAULTED.sub(" ", text)))


def _date(field: Field) -> _Date:
    is_empty = any(part.get("default") == "" for part in field.parts) or takes_empty(field, _KEYWORD)
    return _Date(field.tool, field.name, field.pointer, field.label, _is_surely_date(field), is_empty)


def _fix(dates: Sequence[_Date]) -> str:
    """Return what to add to the schemas; the format alone would refuse an empty text that a default or a text gives."""
    if any(date.takes_empty for date in dates):
        return f'add "anyOf" with {{"const": ""}} and {_KEYWORD} (or "date-time") to the schema'
    return f'add {_KEYWORD} (or "date-time") to the schema'


def _is_open_date(field: Field) -> bool:
    """Say whether a field is called a date or a time, by its name or its text, and may be any text."""
    if not field.has_only_types("string") or field.values is not None or field.is_undetermined:
        return False
    # the `timestamp` of a sort order is the name of what to sort by
    if _ORDER.search(field.pointer):
        return False
    restricted = any(not {"format", "pattern", "maxLength"}.isdisjoint(part) for part in field.parts)
    if restricted or any(part.get("default") for part in field.parts):
        return False
    return names_a_date(field.name) or words_of(field.name)[-2:] == ["as", "of"] or _is_called_date(field)


def _is_called_date(field: Field) -> bool:
    return _CALLED_DATE.search(field.description) is not None and not contains_others(field.name)


def _is_surely_date(field: Field) -> bool:
    """Say whether a field is a date, and neither what holds as of a commit nor any text about a date."""
    return names_a_date(field.name) or not _ENDS.isdisjoint(words_of(field.name)[-1:])


def _shows_a_date(tool: Tool) -> bool:
    """Say whether the tool, or any of its fields, shows or tells how a date is written."""
    texts = [tool.description or ""]
    for field in fields_of(tool):
        texts += [as_text(as_object(part).get("description")) or "" for part in field.parts]
        if any(as_text(part.get("format")) in _DATE_FORMATS for part in field.parts):
            return True
    return any(_WRITTEN.search(examined_part(text)) for text in texts)


def _tool(description: str = "Find rows.", **properties: JsonValue) -> JsonObject:
    return {"description": description, **tool_with(**properties)}


_TEXT: JsonObject = {"type": "string"}

RULE = INVENTORY.rule(
    check,
    gathers=(_dates_of,),
    level=Level.WARNING,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        [_tool(start_date={"type": "string", "format": "date"})],
        [_tool(start_date={"type": "string", "description": "First day, such as 'monday'."})],
        [_tool("Find rows. Dates are YYYY-MM-DD.", start_date={"type": "string", "description": "First day."})],
        [_tool(start_date={"type": "string", "description": "First day (ISO)."}, end_date=_TEXT)],
        [_tool(run_time=_TEXT, date_format=_TEXT, reply_to=_TEXT, created_by=_TEXT)],
        [_tool(created_at={"type": "integer"})],
    ),
    bad=(
        BadExample(
            [_tool(first={"type": "string", "description": "Range start timestamp"})],
            says="parameter `first` is a date, but nothing says how to write it",
        ),
        BadExample(
            [_tool(start_date={"type": "string", "description": "First day."})],
            says="parameter `start_date` is a date, but nothing says how to write it",
            at="/tools/0/input_schema/properties/start_date",
        ),
        BadExample(
            [_tool(date={"type": "string", "description": "Day of it. If none is given, it will default to today."})],
            says="parameter `date` is a date",
        ),
        BadExample(
            [_tool(created_after=_TEXT, start_time={"type": "string", "description": "When the work began."})],
            says="fields `created_after`, `start_time` are dates, but nothing says how to write them",
        ),
    ),
)
