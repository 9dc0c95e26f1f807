"""The labels of a receipt with their values, whatever its layout: "Rows: 7", "Rows - 7", headings, lines of tables."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.systems.surface.member_names import usual_name
from conformance.systems.surface.receipts import normalise_words
from conformance.systems.surface.tables import ShownTable, tables_in

_NAME = r"(?P<label>[A-Za-z][\w ]{0,40}?)"
# "Label: value", "Label:    value".
_LABELLED = LazyPattern(rf"\W{{0,4}}{_NAME}[*`\"]* ?[:=](?!>)[ \t]{{0,60}}[*`\"]*(?P<value>\S.{{0,200}})")
# "<label>value</label>", one or several.
_TAGGED = LazyPattern(r"<(?P<label>[A-Za-z][\w-]{0,40})>(?P<value>[^<>\n]{1,200})</(?P=label)>")
_TAGS = LazyPattern(r"(?:\s{0,8}<([A-Za-z][\w-]{0,40})>[^<>\n]{1,200}</\1>){1,20}\s*")
_ARROW = r"[\u2192\u21d2\u2794\u279c\u27f6]|[-=]>"
# "Label - 7", "Label -> 7", "Label ... 7": other values may be anything, as in "Artist - Title".
_ASIDE = LazyPattern(
    rf"\W{{0,4}}{_NAME}[*`]* {{0,8}}(?:(?<=[ *`])[-\u2013\u2014](?= )|{_ARROW}|\.{{2,80}}) {{0,8}}"
    r"[*`]*(?P<value>-?\d[\d,.]{0,20}(?<=\d)%?)[*`]*\.?\s*"
)
# "Labels (7)", which counts them where no list of some of them follows; the number of a single one may be its code.
_COUNT = LazyPattern(r"\W{0,4}(?P<label>[A-Za-z][\w ]{0,40}?(?<![isu])s)[*`]* \((?P<value>\d[\d,]{0,12})\)[*`]*:?\s*")
# "Label [7]" of several; it is the number of a source where a line begins with that: "[7] https://...".
_SQUARE = LazyPattern(r"\W{0,4}(?P<label>[A-Za-z][\w ]{0,40}?)[*`]* \[(?P<value>\d[\d,]{0,12})\][*`]*:?\s*")
_SOURCE = LazyPattern(r"\s{0,8}\[\d{1,3}\]")
# What the second of two columns is called, beside one of labels.
_VALUES = ("value", "count", "number", "amount", "#", "n")
# The cells of a row that is a label with a number.
_LABEL, _AMOUNT = LazyPattern(r"[A-Za-z][\w ]{0,40}:?"), LazyPattern(r"-?\d[\d,.]{0,20}%?")
# What is between several of them in one line, and one of them between blanks: "Rows: 7, Cols: 2", "rows=7 cols=2".
_BETWEEN = LazyPattern(
    r"[ ]?[,;|\u00b7\u2022] {1,4}|[,;](?=[A-Za-z]\w{0,40}[:=])|(?<=[^\s:=])(?: {3,9}|\t{1,4})(?=[A-Za-z])"
)
_ASSIGNED = LazyPattern(r"(?P<label>[A-Za-z]\w{0,40})=(?P<value>\S{1,200})")
# A value that begins with another label, as below the heading of "Before: rows=7, cols=2"; not "https:...", "db:5432".
_HEADED = LazyPattern(r"\W{0,4}[A-Za-z][\w ]{0,40}[*`\"]* ?(?:=|:[*`\"]*\s)")
# How a value of JSON begins, also as an item of a list.
_JSON = LazyPattern(r"\W{0,4}[{\[]")
_MOST_PARTS = 20
# Labels in brackets, alone: "(rows: 7, cols: 2)"; behind words they are about what these name. JSON quotes its names.
_IN_BRACKETS = LazyPattern(r"\W{0,8}(?:\((?P<round>[^()]+)\)|\[(?P<square>[^\[\]]+)\]|\{(?P<curly>[^{}\"']+)\})[.\s]*")
# The number of an item of a list.
_NUMBERED = LazyPattern(r"\s{0,8}\d{1,2}[.)] (?=[A-Za-z*`])")
# What says of values that they are not those of the result itself, but of another time or of what was wanted.
OF_ANOTHER = LazyPattern(
    r"\b(?:old|prev\w*|before|was|were|from|expect\w*|request\w*|ask\w*|want\w*|limit\w*|max\w*|min\w*|target\w*"
    r"|default\w*|input|given|desired|last|first|next|base\w*|source|original\w*|total\w*|of|instead|not|than|vs"
    r"|compared|with\w*|using|for|to fit|under|like|would|should|will|if|sample|example|e\.g|per|each"
    r"|undo\w*|revert\w*)\b",
    re.IGNORECASE,
)
# A line that is a heading: "Rows:", "## Rows", "**Rows**"; or "Rows" above a line of dashes.
_HEADING = LazyPattern(
    r"\s{0,8}(?:(?:[*_`]{0,3}(?P<colon>[A-Za-z][\w ]{0,40}?)[*_`]{0,3}:[*_`]{0,3})"
    r"|#{1,6} (?P<hash>[A-Za-z][\w ]{0,40}?):?|\*\*(?P<bold>[A-Za-z][\w ]{0,40}?)\*\*)\s*"
)
_UNDERLINED = LazyPattern(r"\s{0,8}(?P<label>[A-Za-z][\w ]{0,40}?)\s*")
_UNDERLINE = LazyPattern(r"\s{0,8}(?:-{2,80}|={2,80}|~{2,80})\s*")
# The only line below a heading that may be its value: no item of a list, row, or rule.
_VALUE = LazyPattern(
    r"\s{0,8}[*_`]{0,3}(?P<value>(?![-+*>|#\u2022] )[\w$\u20ac\u00a3\"'~./-][^|\n]{0,200}?)[*_`]{0,3}\s*"
)
# A full stop behind a number or a word alone.
_STOPPED = LazyPattern(r"(?P<value>-?\d[\d,]*|[A-Za-z]+)\.")


class LabelledValue(Struct, frozen=True):
    """A label, normalised, with its value and the line that has the value.

    ``is_plain`` says that the line is nothing else: what a heading, a row, or several labels in one line state
    may be of a part, of the input or of another time.
    """

    label: str
    value: str
    line: str
    is_plain: bool = True

    @property
    def statement(self) -> str:
        """The line, with the label where that is in another one."""
        line = self.line.strip()
        return line if self.label in normalise_words(usual_name(line)) else f"{self.label}: {self.value}"


def labelled_values_in(lines: Sequence[str]) -> Iterator[LabelledValue]:
    """Yield each label of some lines that follow each other, with its value."""
    in_tables = {at: pairs for table in tables_in(lines) for at, pairs in _pairs_of(table, lines)}
    first_count = _first_count(lines)
    has_squares = sum(map(bool, map(_SQUARE.fullmatch, lines))) > 1 and not any(map(_SOURCE.match, lines))
    # Whether the last line that states no value mentions another thing or time: it may be long, and is read once.
    is_of_another = False
    for number, line in enumerate(lines):
        if (pairs := in_tables.get(number)) is not None:
            yield from (_labelled_value(label, value, line, is_plain=False) for label, value in pairs)
        elif parts := _parts_of(line) or _count_in(line, number >= first_count, has_squares):
            for label, value in () if is_of_another else parts:
                yield _labelled_value(label, value, line, is_plain=False)
        elif (whole := _LABELLED.fullmatch(line)) is not None:
            yield _labelled_value(whole["label"], whole["value"], line, is_plain=True)
        elif (below := _value_below(lines, number)) is not None:
            label, value, at = below
            yield _labelled_value(label, value, lines[at], is_plain=False)
        elif line.strip():
            is_of_another = OF_ANOTHER.search(line) is not None


def _labelled_value(label: str, value: str, line: str, *, is_plain: bool) -> LabelledValue:
    shown = value.strip(" \t,;'\"`*")
    stopped = _STOPPED.fullmatch(shown)
    return LabelledValue(
        normalise_words(usual_name(label)), stopped["value"] if stopped else shown, line, is_plain=is_plain
    )


def _parts_of(line: str) -> Sequence[tuple[str, str]]:
    """Return the labels with a value of which a line consists in other ways than "Rows: 7"."""
    numbered = _NUMBERED.match(line)
    item = _LABELLED.fullmatch(line, numbered.end()) if numbered else None
    tags = _TAGGED.finditer(line) if _TAGS.fullmatch(line) else ()
    return _parts(*_several_in(line), *tags) or _parts(item, _ASIDE.fullmatch(line, numbered.end() if numbered else 0))


def _parts(*found: re.Match[str] | None) -> Sequence[tuple[str, str]]:
    return [(one["label"], one["value"]) for one in found if one is not None]


def _several_in(line: str) -> Sequence[re.Match[str]]:
    """Return several labels in one line: "Rows: 7, Cols: 2", "rows=7 cols=2", "(rows: 7, cols: 2)".

    Several of JSON, or below a heading ("Before: rows=7, cols=2"), are the value of one label at most.
    """
    bracket = _IN_BRACKETS.fullmatch(line)
    inner = (bracket["round"] or bracket["square"] or bracket["curly"]) if bracket is not None else ""
    for text in filter(None, (inner, line.strip().removeprefix("|").removesuffix("|").strip())):
        for pattern, parts in ((_LABELLED, _BETWEEN.split(text)), (_ASSIGNED, text.split())):
            found = [pattern.fullmatch(part) for part in parts] if 1 < len(parts) <= _MOST_PARTS else []
            labelled = [one for one in found if one is not None]
            is_nested = _JSON.match(text) or any(_HEADED.match(one["value"]) for one in labelled)
            if labelled and len(labelled) == len(found) and not is_nested:
                return labelled
    return []


def _count_in(line: str, has_counts: bool, has_squares: bool) -> Sequence[tuple[str, str]]:
    """Return the label and the value of "Labels (7)" and "Label [7]"."""
    count = _COUNT.fullmatch(line) if has_counts else None
    return _parts(count or (_SQUARE.fullmatch(line) if has_squares else None))


def _first_count(lines: Sequence[str]) -> int:
    """Return the number of the first line with a count, if no others follow: they may be a list of some of them."""
    first = next((at for at, line in enumerate(lines) if _COUNT.fullmatch(line)), len(lines))
    is_last = all(_COUNT.fullmatch(line) for line in lines[first:] if line.strip())
    return first if is_last else len(lines)


def _is_labelled(line: str) -> bool:
    return _LABELLED.fullmatch(line) is not None or bool(_parts_of(line))


def _value_below(lines: Sequence[str], number: int) -> tuple[str, str, int] | None:
    """Return the heading in a line, the only line below it, and where that is; ``None`` if it has more or none."""
    label, at = _heading_in(lines, number)
    if label is None:
        return None
    at += at < len(lines) and not lines[at].strip()
    found = _VALUE.fullmatch(lines[at]) if at < len(lines) else None
    is_last = at + 1 >= len(lines) or not lines[at + 1].strip() or _heading_in(lines, at + 1)[0] is not None
    if found is None or not is_last or _heading_in(lines, at)[0] is not None or _is_labelled(lines[at]):
        return None
    return label, found["value"], at


def _heading_in(lines: Sequence[str], number: int) -> tuple[str | None, int]:
    """Return the label of a heading, and the number of the line behind it."""
    found = _HEADING.fullmatch(lines[number])
    if found is not None:
        return found["colon"] or found["hash"] or found["bold"], number + 1
    title = _UNDERLINED.fullmatch(lines[number])
    is_underlined = number + 1 < len(lines) and _UNDERLINE.fullmatch(lines[number + 1]) is not None
    return (title["label"], number + 2) if title is not None and is_underlined else (None, number + 1)


def _pairs_of(table: ShownTable, lines: Sequence[str]) -> Iterator[tuple[int, Sequence[tuple[str, str]]]]:
    """Yield the labels and values of the rows of a table about one thing, by the numbers of their lines.

    That are tables with a single row, and those of a column of labels and one of values.
    """
    (first, heading), *rows = table.rows
    if any(map(OF_ANOTHER.search, lines[max(0, first - 2) : first])):
        return
    is_heading = table.has_heading and not _is_pair(heading)
    if is_heading and len(heading) == 2 and heading[1].casefold() in _VALUES:
        yield from ((at, [(row[0], row[1])]) for at, row in rows if len(row) == 2 and all(row))
    elif is_heading and len(rows) == 1 and len(rows[0][1]) == len(heading) > 1:
        pairs = zip(heading, rows[0][1], strict=True)
        yield rows[0][0], [(label, value) for label, value in pairs if label and value]
    elif all(_is_pair(row) for _, row in table.rows):
        yield from ((at, [(row[0], row[1])]) for at, row in table.rows)


def _is_pair(row: Sequence[str]) -> bool:
    """Say whether a row is a label with a number."""
    return len(row) == 2 and _LABEL.fullmatch(row[0]) is not None and _AMOUNT.fullmatch(row[1]) is not None
