"""Lists that are packed into one text: "Comma-separated ids" of a field that is a string."""

import re
from collections.abc import Iterator

from conformance.display import excerpt
from conformance.findings import Level, Problem
from conformance.inventory.fields import Field
from conformance.inventory.prose.clauses import holds_sometimes
from conformance.inventory.prose.field_values import separated_values_of
from conformance.inventory.prose.reading import passages
from conformance.lazy_patterns import LazyPattern
from conformance.names import words_of

# Things that a sign separates. Matches "Comma-separated ids", "comma delimited list of tags", "ids separated by
# commas", "one per line"; not "space-separated words", "comma-separated lat,lon", "no comma-separated list".
_PACKED = LazyPattern(
    r"(?<!not )(?<!no )(?<!or )(?<!or a )(?<!as )(?<!as a )"
    r"\b(?:(?:comma|semicolon|pipe|newline)[- ](?:separated|delimited)|(?:space)[- ](?:separated|delimited) list)\b"
    r"(?! (?:values? (?:file|\(csv)|pairs?|lat|x,? ?y|coord|numbers? of|range|data\b|format\b|csv\b|or\b))"
    r"|\b\w+s,? (?:separated|delimited) (?:by|with) (?:a )?(?:commas?|semicolons?|newlines?|pipes?)\b"
    r"|\bone (?:\w+ )?per line\b",
    re.IGNORECASE,
)
# A value of another field that a sentence is about. Is "disk: " of "disk: comma-separated parts".
_CASE = LazyPattern(r"\W{0,3}(?P<name>[\w-]{1,40}): ")
# What has parts of several kinds, or is the content of a file. Matches "latitude", "x, y", "CSV content", "key=value".
_PARTS = LazyPattern(
    r"\blat(?:itude)?\b|\bx ?, ?y\b|\bcoordinates?\b|\bCSV\b|\bpages? ranges?\b|\branges\b|\bbounding\b|\w=\w|\w:\w+,"
    r"|\bor (?:an? )?(?:JSON )?(?:array|list)\b|\bexpression|\bquery string\b|\brow\b|\bcells?\b",
    re.IGNORECASE,
)
# Names of fields that hold a text, whatever separates its parts.
_TEXTS = frozenset(
    (
        *("content", "data", "csv", "text", "body", "query", "q", "message", "code", "sql", "command", "script"),
        *("expression", "prompt", "instructions", "search", "select", "range", "ranges", "location", "point", "bbox"),
        *("description", "notes", "note", "input", "output", "args", "arguments", "file", "path", "env", "headers"),
    )
)


def packed_list(field: Field) -> Iterator[Problem]:
    """Yield an info for a plain text that holds a list, where a schema could say what each item is."""
    if not _TEXTS.isdisjoint(words_of(field.name)[-1:]) or any(map(_PARTS.search, passages(field))):
        return
    for text in passages(field):
        found = _PACKED.search(text)
        case = _CASE.match(text)
        is_own = case is None or case["name"] == field.name or case.end() != (found.start() if found else 0)
        if found is not None and is_own and not holds_sometimes(text, found.start()):
            # values that a text lists are the matter of another rule
            if separated_values_of(field) is None:
                yield Problem(
                    f"{field.label} is a list that is packed into one text",
                    'make it an array, and add "items" with the type of each',
                    evidence={"quote": excerpt(text, *found.span(), 20)},
                    max_level=Level.INFO,
                )
            return
