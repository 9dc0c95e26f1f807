"""Values that a text gives a line or an item each: ``Valid values:\\n- `a`: one\\n- `b```, ``'a' (default) - one``.

Such a list holds all values where its label says so, where it is about something of which there are a few kinds, or
where it holds the default.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import excerpt
from conformance.documents.values import JsonValue
from conformance.inventory.prose.choices import ACCEPTED, ALL_VALUES, CHOICE_LABEL, PLURALS, are_of_one_case
from conformance.inventory.prose.reading import keep_answers
from conformance.inventory.prose.values import OPEN_ITEMS, ClosedSet
from conformance.lazy_patterns import LazyPattern

# What is behind the value of such a line. Next is ": one", " - one", " (default): one"; not " of one".
_EXPLANATION = r"(?: ?\([^()\n]{1,80}\))?(?: ?[:=]\s| [-\u2013\u2014] )"
# The sign before an item.
_SIGN = r"[ \t]*(?:[-*\u2022]|\d{1,2}[.)])[ \t]+"
# A value, which has no blanks.
_VALUE = r"[\w.\-]{1,40}"
# The end of a line.
_LINE_END = r"[ \t]*(?=\n|\Z)"
# Quotes, bold or not.
_MARK = r"(?:\*\*)?[`'\"](?:\*\*)?"
# A list item that is or explains one value. Matches "- `a`: one", "* a - one", "- 'A' (best)", "- a"; not "- a b: one".
_VALUE_LINE = (
    rf"{_SIGN}(?:{_VALUE}{_EXPLANATION}[^\n]*|{_VALUE}{_LINE_END}|\*\*{_VALUE}\*\*{_EXPLANATION}[^\n]*"
    rf"|{_MARK}{_VALUE}{_MARK}(?:{_EXPLANATION}|[ \t]*\(|{_LINE_END})[^\n]*)"
    # its further lines
    rf"(?:\n[ \t]+(?!{_SIGN})\S[^\n]*){{0,8}}(?=\n|\Z)"
)
# A list of nothing else, behind what announces it.
_VALUE_LINES = LazyPattern(
    rf"(?P<label>[^\n]{{1,160}}?)[:.]?\*{{0,2}}[ \t]*\n(?:[ \t]*\n)?(?P<lines>{_VALUE_LINE}(?:\n{_VALUE_LINE}){{1,40}})"
    r"(?!\s*\n\s*[-*\u2022] )",
    re.IGNORECASE,
)
# The value of such an item. Matches "- `a`: one"; not "a: one".
_LINE_VALUE = LazyPattern(
    rf"^{_SIGN}[*`'\"]{{0,5}}(?P<item>[\w.\-]{{1,40}}?)[*`'\"]{{0,5}}(?:{_EXPLANATION}|[ \t]*(?:\(|$))",
    re.MULTILINE,
)
# A quoted value that begins a line without a sign. Matches "'a' (default) \u2014 one", "\"a\": one"; not "'a' and 'b'".
_QUOTED_LINE = LazyPattern(
    rf"^[ \t]*[`'\"](?P<item>[\w.\-]{{1,40}})[`'\"](?={_EXPLANATION})",
    re.MULTILINE,
)
# What announces all values. Matches "Valid values", "One of", "Options", "The following types are supported"; not
# "Common values".
_ALL_VALUES = LazyPattern(
    rf"\b(?:{ALL_VALUES}|either)\Z|(?:\A|[.;:(*] ?|\n\s*){PLURALS}(?: are)?\Z|\b{ACCEPTED} \w{{3,20}}s(?: are)?\Z"
    rf"|\b(?:the )?following(?: \w{{3,20}}s)? (?:are|can be) (?:\w+ )?(?:{ACCEPTED}|used)\Z",
    re.IGNORECASE,
)
# A label of something of which there are a few kinds. Is all of "Mode", "Sort order of the rows", "`mode` (str): Mode
# to use"; not "Its mode is".
_CHOICE_LABEL = LazyPattern(
    r"(?:\A|.*[.;] |\s*(?:[-*] )?[`*]{0,3}\w{1,40}[`*]{0,3}(?: \([^()]{0,40}\))?: )\W{0,3}"
    rf"(?:the )?{CHOICE_LABEL}",
    re.IGNORECASE,
)
# What announces all values as the items of a list. Matches "Optional values**:- a", "Allowed values are: - `a`"; not
# "values: a".
_ITEMS_ANNOUNCED = LazyPattern(
    rf"\b(?:(?:optional|{ACCEPTED}) {PLURALS}(?: are)?|one of(?: the following(?: {PLURALS})?)?)"
    r"\W{0,4}:\*{0,2}\s*(?=- ?\S)",
    re.IGNORECASE,
)
# An item of it, even where the breaks between lines were lost. Matches "- a- ", "- `a`: one"; not "- a b".
_RUN_ON_ITEM = LazyPattern(r"(?:\A|(?<=\S)|(?<=\n)[ \t]*)- ?[`'\"]?(?P<item>\w{1,40})[`'\"]?(?=- |:\s|\s*(?:\n|\Z))")
# The end of such a list: a blank line, or a heading.
_ITEMS_END = LazyPattern(r"\n\s*\n(?!\s*-)|\*\*")
# Values in a row that a label announces, whose end is that of a line. Matches "Preset options: a, b, c"; not
# "options: a, b and".
_LISTED_RUN = LazyPattern(
    rf"^[ \t]*(?P<label>[^\n:.]{{0,60}}\b(?:options|values|choices))(?: are)?:[ \t]*(?:\n[ \t]*)?"
    rf"(?P<items>[`'\"]?{_VALUE}[`'\"]?(?:,[ \t]*\n?[ \t]*[`'\"]?{_VALUE}[`'\"]?){{2,60}})[ \t]*(?=\n|\Z)",
    re.MULTILINE | re.IGNORECASE,
)
# What announces a few of many. Matches "Common examples", "such as"; not "Valid values".
_SOME_VALUES = LazyPattern(
    r"\b(?:common\w*|typical\w*|examples?|popular|e\.g|such as|includ\w+|recommended|some|notes?|fields?|keys?"
    r"|propert\w+|columns?|syntax|like)\b",
    re.IGNORECASE,
)
# A last item that is not a value.
_MORE = frozenset(("etc", "others", "more", "and", "or"))


def explained_items(text: str, default: JsonValue) -> ClosedSet | None:
    """Return the values that a list explains, an item each, if it is announced as complete or holds the default."""
    for found in _VALUE_LINES.finditer(text):
        values = tuple(each["item"] for each in _LINE_VALUE.finditer(found["lines"]))
        if len(set(values)) == len(values) > 1 and _is_complete(found["label"].strip(), values, default):
            return ClosedSet(values, " ".join(excerpt(text, *found.span(), 0).split()))
    return None


def labelled_items(text: str) -> Iterator[tuple[str, ClosedSet]]:
    """Yield each label that announces values, with those that the items of the list behind it are or explain."""
    for found in _VALUE_LINES.finditer(text):
        values = tuple(each["item"] for each in _LINE_VALUE.finditer(found["lines"]))
        if len(set(values)) == len(values) > 1 and values[-1].lower() not in _MORE:
            quote = " ".join(excerpt(text, *found.span(), 0).split())
            yield found["label"].strip(" *#"), ClosedSet(values, quote[:160])


def _is_complete(label: str, values: tuple[str, ...], default: JsonValue) -> bool:
    is_announced = _ALL_VALUES.search(label) is not None
    if values[-1].lower() in _MORE:
        return False
    is_label = _CHOICE_LABEL.fullmatch(label) is not None and are_of_one_case(values)
    return is_announced or ((is_label or default in values) and _SOME_VALUES.search(label) is None)


def quoted_lines(text: str, default: JsonValue) -> ClosedSet | None:
    """Return the quoted values that begin the lines of a text, each with an explanation, if one is the default."""
    found = list(_QUOTED_LINE.finditer(text))
    values = tuple(dict.fromkeys(each["item"] for each in found))
    if len(values) < 2 or default not in values:
        return None
    return ClosedSet(values, " ".join(excerpt(text, found[0].start(), found[0].end() + 60, 0).split()))


@keep_answers
def listed_run(text: str) -> ClosedSet | None:
    """Return the values that a line of a text announces and lists, where the line ends with the last one."""
    for found in _LISTED_RUN.finditer(text):
        values = tuple(dict.fromkeys(item.strip(" \t\n`'\"") for item in found["items"].split(",")))
        if not _SOME_VALUES.search(found["label"]) and are_of_one_case(values):
            return ClosedSet(values, " ".join(excerpt(text, *found.span(), 0).split()))
    return None


@keep_answers
def announced_items(text: str) -> ClosedSet | None:
    """Return the values that a text announces as all and then lists, an item each: ``Optional values:- a- b: best``."""
    for found in _ITEMS_ANNOUNCED.finditer(text):
        end = _ITEMS_END.search(text, found.end())
        listed = text[found.end() : end.start() if end else len(text)]
        values = tuple(dict.fromkeys(each["item"] for each in _RUN_ON_ITEM.finditer(listed)))
        if len(values) > 1 and not {value.lower() for value in values} & OPEN_ITEMS:
            return ClosedSet(values, " ".join(excerpt(text, found.start(), found.end() + 40, 0).split()))
    return None


def line_values(texts: Sequence[str], default: JsonValue) -> ClosedSet | None:
    """Return the values that one of a few texts, whose lines are unchanged, gives a line each."""
    for text in texts:
        found = explained_items(text, default) or announced_items(text) or quoted_lines(text, default)
        found = found or listed_run(text)
        if found is not None:
            return found
    return None
