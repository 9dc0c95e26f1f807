"""Formats that a text shows by its examples alone: "Issue key (e.g. PROJ-123)", "Zone, such as 'Europe/Paris'"."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.shown_examples import ShownExamples, examples_in
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of
from conformance.rules.catalogue.descriptions._values_of_formats import declared_texts


class _Shape(Struct, frozen=True):
    """How all examples of a format are written, what states it, and the words of which a name ends in one.

    Where there are such words the examples alone are those of any text: a "12" may be a name.
    """

    written: LazyPattern
    keyword: str
    names: frozenset[str] = frozenset()


_IDS = frozenset(
    (
        *("id", "key", "code", "number", "identifier", "ref", "reference", "accession", "no", "num", "sku", "serial"),
        *("registration", "ticket", "anum", "issue", "cik", "zip", "zipcode", "postcode", "isbn", "barcode"),
    )
)
_TIMES = frozenset(
    (
        *(
            "date",
            "time",
            "timestamp",
            "datetime",
            "day",
            "month",
            "start",
            "end",
            "since",
            "until",
            "from",
            "to",
            "after",
        ),
        *("before", "at", "on", "begin", "due", "expiry", "deadline", "birthday", "dob", "checkin", "checkout", "when"),
        *("in", "out", "by", "departure", "arrival"),
    )
)
_SHAPES = (
    _Shape(LazyPattern(r"\d{4}-\d\d-\d\d"), '"format": "date"'),
    _Shape(LazyPattern(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*"), '"format": "date-time"'),
    _Shape(LazyPattern(r"\d{1,2}:\d\d(?::\d\d)?"), '"pattern": "^\\\\d{1,2}:\\\\d{2}"', _TIMES),
    _Shape(LazyPattern(r"\d{4}-\d\d"), '"pattern": "^\\\\d{4}-\\\\d{2}$"', _TIMES | {"period"}),
    _Shape(LazyPattern(r"(?:\d\d?[/.]){2}\d{4}|\d{4}/\d\d/\d\d"), '"pattern"', _TIMES),
    # Matches "15s", "2h 30m", "1.5d"; not "5g".
    _Shape(
        LazyPattern(r"\d+(?:\.\d+)?(?:ns|us|ms|s|sec|mins?|m|h|hr|d|w|mo|M|y)(?: ?\d+(?:ms|s|m|h|d|w))*"),
        '"pattern": "^\\\\d+[a-zA-Z]+"',
    ),
    _Shape(
        LazyPattern(r"(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US)/[A-Z]\S+|UTC"),
        '"pattern": "^[A-Za-z_]+(/[A-Za-z_+-]+)*$"',
    ),
    _Shape(
        LazyPattern(r"[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_][A-Z]{2})?"),
        '"pattern": "^[a-z]{2,3}([-_][A-Za-z]{2,4})*$"',
        frozenset(("language", "lang", "locale", "languages", "langs")),
    ),
    _Shape(LazyPattern("[A-Z]{3}"), '"pattern": "^[A-Z]{3}$"', frozenset(("currency", "ccy"))),
    _Shape(LazyPattern("[A-Z]{2}|[A-Z]{3}"), '"pattern": "^[A-Z]{2,3}$"', frozenset(("country",))),
    # Matches "B2021", "MEP-124810", "PROJ-123", "JOB00142"; not "A", "V2" as it may be a version.
    _Shape(LazyPattern(r"[A-Z]{1,10}[-_#:]?\d{2,}(?:[-.]\d+)*|[A-Z]{2,10}-\d+"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"\d{3,}"), '"pattern": "^\\\\d+$"', _IDS),
    # Matches "cus_a1B2c3", "sess-12ab34"; not "my_key".
    _Shape(LazyPattern(r"[a-z]{2,10}[-_](?=[a-zA-Z]*\d)[a-zA-Z0-9]{3,}"), '"pattern"', _IDS),
    _Shape(LazyPattern(r"0x[0-9a-fA-F]{2,}\S*"), '"pattern": "^0x[0-9a-fA-F]+$"'),
    _Shape(LazyPattern(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?"), '"pattern": "^#[0-9a-fA-F]{3,8}$"'),
    _Shape(LazyPattern(r"https?://\S+"), '"format": "uri"'),
    _Shape(LazyPattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE), '"format": "uuid"'),
    _Shape(LazyPattern(r"\d{2,5}[x\u00d7]\d{2,5}"), '"pattern": "^\\\\d+x\\\\d+$"'),
    _Shape(LazyPattern(r"-?\d{1,3}\.\d+, ?-?\d{1,3}\.\d+"), '"pattern"'),
    _Shape(LazyPattern(r"\+\d[\d ()-]{6,}"), '"pattern": "^\\\\+[1-9]\\\\d{1,14}$"'),
    _Shape(
        LazyPattern(r"[\w.+-]+@[\w-]+\.[\w.]+"),
        '"format": "email"',
        frozenset(("email", "mail", "recipient", "to", "cc", "bcc", "from")),
    ),
    _Shape(
        LazyPattern(r"(?=.*[-,])\d+(?:-\d+)?(?:, ?\d+(?:-\d+)?)*"), '"pattern"', frozenset(("pages", "ranges", "range"))
    ),
    _Shape(
        LazyPattern(r"(?:[\w ]+!)?[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?"), '"pattern"', frozenset(("range", "cell", "cells"))
    ),
    _Shape(
        LazyPattern(r"v?\d+\.\d+\.\d+"), '"pattern": "^v?\\\\d+\\\\.\\\\d+\\\\.\\\\d+"', frozenset(("version", "tag"))
    ),
)
# What a text takes beside what it shows, or that it is a part of a value. Matches "or a name", "free text", "prefix".
_OTHER = LazyPattern(
    r"\bor\b|\beither\b|\bany\b|\bfree\b|\bnatural|\brelative|\bpartial|\bpart of\b|\bsubstring|\bprefix|\bsuffix"
    r"|\bpattern|\bregex|\bwildcard|\bfuzzy|\bsearch|\bquery|\bexpression|\bcontains?\b|\bcomma|\bseparated|\blist of\b"
    r"|\bvarious|\bformats\b|\bflexible|\bname\b|\btitle\b|\btext\b|\bpath\b|\bfile\b|\bvalues?\b|\bboth\b"
    r"|\balso (?:accepts|supports)|\bif\b|\bwhen\b|\bjson\b|\burl\b(?!s? )",
    re.IGNORECASE,
)
# Fields of which an example is one of many texts.
_TEXTS = frozenset(
    (
        *(
            "query",
            "search",
            "name",
            "title",
            "text",
            "content",
            "template",
            "description",
            "prompt",
            "body",
            "message",
        ),
        *("expression", "filter", "pattern", "sql", "command", "q", "label", "value", "input", "selector", "args"),
        *("path", "file", "filename", "topic", "keyword", "format", "regex", "formula", "condition", "criteria"),
    )
)


def format_of_examples(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text whose examples are all written alike, if no text takes anything else."""
    names = words_of(field.name)
    if not names or not _TEXTS.isdisjoint(names[-1:]):
        return
    shown = [(text, group) for text in passages(field) for group in examples_in(text)]
    if not shown or any(map(_takes_other, passages(field))):
        return
    items = [item for _, group in shown for item in group.items] + [text for text in declared_texts(field) if text]
    shape = next((one for one in _SHAPES if _fits(one, names, shown) and all(map(one.written.fullmatch, items))), None)
    if shape is not None:
        text, group = shown[0]
        yield Problem(
            f"{field.label} has a format that only examples show",
            f"add {shape.keyword} to its schema, or say in the description what else it may be",
            evidence={"quote": excerpt(text, group.begin, group.end, 30)},
            max_level=Level.INFO,
        )


def _fits(shape: _Shape, names: Sequence[str], shown: Sequence[tuple[str, ShownExamples]]) -> bool:
    """Say whether the name of the field, or what the text calls it in front of the examples, may have a format."""
    if not shape.names or not shape.names.isdisjoint(names[-1:]):
        return True
    return any(not shape.names.isdisjoint(words_of(_word_before(text, group))[-1:]) for text, group in shown)


def _word_before(text: str, group: ShownExamples) -> str:
    """Return the last word before the examples: "key" of "The issue key (e.g. A-1)"."""
    return text[: group.begin].rstrip(" (,:-").rpartition(" ")[2].strip("`'\".")


def _takes_other(text: str) -> bool:
    for group in examples_in(text):
        text = text.replace(text[group.begin : group.end], " ")
    return _OTHER.search(text) is not None
