"""Values in forms that list values only for some fields: ``fast = no checks, slow = all checks``, ``asc or desc``.

What a text lists in that way are likely all values: those that it explains one by one; a direction, wherever it is
named; and the formats that the text of a tool names, where the tool has one field for them.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt
from conformance.inventory.fields import Field, fields_of
from conformance.inventory.model import Tool
from conformance.inventory.prose.bracketed_values import bracketed_list
from conformance.inventory.prose.choices import names_kinds
from conformance.inventory.prose.named_values import NO_VALUES
from conformance.inventory.prose.phrase_values import labelled_phrases
from conformance.inventory.prose.quoted_values import LikelyValues
from conformance.inventory.prose.reading import sentences_of_tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# One value with its meaning. Next is "fast = no checks", "'M' - per month", "1 = low"; not "a=b", "width = w", "KEY =
# VALUE".
_ITEM = (
    r"(?:(?P<quote{n}>[`'\"])[A-Za-z0-9][\w.-]{{0,30}}(?P=quote{n}) ?(?:=|-|:|\u2013|\u2014|\u2192|->)"
    r"|(?:[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*|[A-Z]|\d{{1,4}}) =)"
    r" ?(?![`'\"<\[{{$])(?=[^,;=]*[a-z]{{3}})[^,;=`'\"()]{{3,60}}"
)
# All of a text, or all that is in its brackets. Matches "fast = no checks, slow = all checks.", "Plan (a = one, b =
# two)"; not "such as a = one, b = two".
_EXPLAINED = LazyPattern(
    r"(?P<label>\A\W{0,3}(?:[\w' -]{1,60}(?::|[ ]?\(| [-\u2013\u2014]) ?)?)"
    rf"(?P<items>{_ITEM.format(n=1)}(?:[,;] (?:(?:and|or) )?{_ITEM.format(n=2)}){{1,20}}?)(?=\.?\s*(?:\)|\Z)|\. )"
)
# The value of each.
_VALUE = LazyPattern(
    r"(?:\A|[,;] (?:(?:and|or) )?)[`'\"]?(?P<item>[\w.-]{1,31})[`'\"]? ?(?:=|-|:|\u2013|\u2014|\u2192|->)"
)
# Before some of the values, or what only looks like them.
_SOME = LazyPattern(
    r"\b(?:e\.?g|such|like|examples?|includ\w*|common\w*|typical\w*|format|where|with|syntax|variables?|expression)\b",
    re.IGNORECASE,
)
# Letters that name parts of a thing, and no values. Is all of "x".
_PARTS = frozenset("abcdhmnrstwxyzHMSWXYZN")
# The direction of an order. Matches "asc or desc", "'asc'/'desc'", "ASC | DESC", "ascending/descending"; not
# "name:asc or name:desc", "-desc".
_DIRECTIONS = LazyPattern(
    r"(?<![\w:.+-])[`'\"(]?(?P<first>asc|desc|ASC|DESC|ascending|descending)[`'\"]?(?: ?[/|,] ?| or |, or )[`'\"]?"
    r"(?P<second>asc|desc|ASC|DESC|ascending|descending)[`'\"]?(?![\w-])"
)
# What the direction is a part of. Matches "sort by name, asc", "field:asc"; not "Sort direction".
_OF_MORE = LazyPattern(r"\bby \w|\w:\w|\bfields?\b|\bcolumns?\b|\bfollowed\b|\bprefix|\bappend|\be\.g", re.IGNORECASE)
# The last word of a field that is nothing but a direction.
_DIRECTION_NAMES = frozenset(("dir", "direction", "order", "ordering", "asc"))
# Formats that files have.
_FORMATS = frozenset(
    (
        *(
            "png",
            "jpg",
            "jpeg",
            "svg",
            "pdf",
            "webp",
            "gif",
            "bmp",
            "tiff",
            "csv",
            "tsv",
            "json",
            "jsonl",
            "xml",
            "yaml",
        ),
        *("html", "markdown", "md", "txt", "text", "xlsx", "xls", "docx", "pptx", "mp3", "mp4", "wav", "flac", "ogg"),
        *("webm", "mov", "parquet", "geojson", "kml", "gpx", "srt", "vtt", "epub", "latex", "bibtex", "ris", "toml"),
    )
)
# Formats that a text lists. Matches "as png or svg", "in PNG, SVG or PDF format", "to CSV/JSON"; not "from csv or
# json".
_FORMAT_LIST = LazyPattern(
    r"\b(?:as|in|to|into) (?:an? |either )?"
    r"(?P<items>[A-Za-z0-9]{2,8}(?:(?:, or |, | or | ?/ ?)[A-Za-z0-9]{2,8}){1,8})\b"
    r"(?! ?(?:/|,|or\b))(?= (?:format|file|document|image|string|text)s?\b|\s*(?:[.;)]|\Z)| (?:for|with|from|using)\b)"
)
# Between them.
_JOINT = LazyPattern(r", or |, | or | ?/ ?")
# More than these may be added to.
_OPEN = LazyPattern(r"\b(?:such as|e\.g|etc|like|other|including|any)\b", re.IGNORECASE)
# Brackets with a choice, behind which nothing else of the sentence follows. Matches " (list/board)", "(ltr | rtl).".
_CHOICE_ASIDE = LazyPattern(
    r"\((?P<items>[a-z][\w-]{1,20}(?:(?: ?[/|] ?| or )[a-z][\w-]{1,20}){1,5})\)(?=\s*(?:[.;]|\Z))"
)
# Values that are a list only beside other words.
_LIST = "list"


def loose_values(field: Field, texts: Sequence[str]) -> LikelyValues | None:
    """Return the values that a text of a string, or of its tool, seems to list, in one of these forms."""
    if not field.has_only_types("string"):
        return None
    found = (form(field, text) for text in texts for form in (_explanations, _directions, _words_aside, _phrases))
    own = next((one for one in found if one is not None), None)
    return own if own is not None or field.holder or field.is_result else _values_of_tool(field)


def _explanations(field: Field, text: str) -> LikelyValues | None:
    """Return values of which a text gives the meaning of each: "fast = no checks, slow = all checks"."""
    found = _EXPLAINED.search(text)
    if found is None or _SOME.search(text, 0, found.start("items")):
        return None
    items = tuple(each["item"] for each in _VALUE.finditer(found["items"]))
    are_values = len(set(items)) == len(items) > 1 and not set(items) <= _PARTS
    if not are_values or names_kinds(items, is_announced=False) or not NO_VALUES.isdisjoint(map(str.lower, items)):
        return None
    return LikelyValues(items, excerpt(text, *found.span(), 10), field.name, is_sure=False)


def _directions(field: Field, text: str) -> LikelyValues | None:
    """Return both directions of an order, where the field is nothing else: "Sort direction, asc or desc"."""
    found = _DIRECTIONS.search(text)
    if found is None or _DIRECTION_NAMES.isdisjoint(words_of(field.name)[-1:]) or _OF_MORE.search(text):
        return None
    values = (found["first"], found["second"])
    if values[0].lower()[:3] == values[1].lower()[:3]:
        return None
    return LikelyValues(values, excerpt(text, *found.span(), 20), field.name, is_sure=False)


def _phrases(field: Field, text: str) -> LikelyValues | None:
    """Return names of several words behind a label of a choice: "Task status: In Progress, Done, On Hold"."""
    return labelled_phrases(text, field.name)


def _words_aside(field: Field, text: str) -> LikelyValues | None:
    """Return the words in brackets behind the name of the field, of which one may be called "list"."""
    found = _CHOICE_ASIDE.search(text)
    values = tuple(re.split(r" ?[/|] ?| or ", found["items"])) if found is not None else ()
    others = tuple(value for value in values if value != _LIST)
    if found is None or _LIST not in values or names_kinds(others, is_announced=False) or set(others) & NO_VALUES:
        return None
    without = text.replace(found["items"], "/".join(["grid", *others]), 1)
    named = bracketed_list(without, field.name, None)
    return LikelyValues(values, excerpt(text, *found.span(), 20), field.name, is_sure=False) if named else None


def _values_of_tool(field: Field) -> LikelyValues | None:
    """Return what the text of the tool lists: the formats of its only field for one, words behind a field's name."""
    last = words_of(field.name)[-1:]
    for sentence in sentences_of_tool(field.tool.description or ""):
        aside = _CHOICE_ASIDE.search(sentence)
        # "run shell commands (bash/sh)" says of which kind each `command` is
        is_named = aside is not None and sentence[: aside.start()].lower().split()[-1:] == last
        if is_named and (named := bracketed_list(sentence, field.name, None)) is not None:
            return LikelyValues(named.items, excerpt(sentence, named.begin, named.end, 20), field.name, is_sure=False)
    is_format = words_of(field.name)[-1:] == ["format"] and field.tool.once(_count_of_formats) == 1
    return next(_formats_of(field), None) if is_format else None


def _count_of_formats(tool: Tool) -> int:
    return sum(words_of(one.name)[-1:] == ["format"] for one in fields_of(tool))


def _formats_of(field: Field) -> Iterator[LikelyValues]:
    for sentence in sentences_of_tool(field.tool.description or ""):
        for found in _FORMAT_LIST.finditer(sentence):
            items = tuple(dict.fromkeys(map(str.lower, _JOINT.split(found["items"]))))
            if len(items) > 1 and _FORMATS.issuperset(items) and not _OPEN.search(sentence):
                quote = excerpt(sentence, *found.span(), 20)
                yield LikelyValues(items, quote, field.name, is_sure=False)
