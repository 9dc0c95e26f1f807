"""Values that the description of a tool lists for one of its fields, outside of any entry about the field.

``quality: draft|high``, ``mode="fast": one. "deep": another``, ``Available category IDs: 1 (Film), 2 (Music)``.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.display import excerpt
from conformance.documents.values import JsonValue, as_array, as_object
from conformance.inventory.fields import Field
from conformance.inventory.model import Tool
from conformance.inventory.prose.choices import ACCEPTED, are_of_one_case, ends_sentence, is_called_choice, names_kinds
from conformance.inventory.prose.lists import list_at
from conformance.inventory.prose.reading import examined_part, sentences_of, single_line
from conformance.inventory.prose.value_lines import labelled_items
from conformance.inventory.prose.values import HEDGES, ClosedSet
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of

# A name with its values between bars. Matches "kind=static|sliding,", "quality: draft| high."; not "a: b|c or d",
# "kind=a | [x]".
_BARS = LazyPattern(
    r"(?<![\w.\"'-])(?P<name>[A-Za-z_]\w{0,40})(?: ?= ?|: )"
    r"(?P<items>[\"'`]?[\w.-]{1,40}[\"'`]?(?: ?\| ?[\"'`]?[\w.-]{1,40}[\"'`]?){1,30})"
    r"(?! ?\||[\w\"'`\[(<-]| or\b| and\b| in (?!this)|\.\.\.|,? etc)",
)
# A name with its values in brackets. Matches "state (open/done/stale)", "side (a|b)"; not "host (http/https)",
# "`state` (a or b)".
_BRACKETS = LazyPattern(
    r"(?<![\w.\"'-])(?P<name>[A-Za-z_]\w{0,40}) \((?P<items>[a-z][\w-]{0,40}(?:/[a-z][\w-]{0,40}){2,30}"
    r"|[a-z][\w-]{0,40}(?: ?\| ?[a-z][\w-]{0,40}){1,30})\)"
)
# Between them.
_SIGN = LazyPattern(r" ?[|/] ?")
# A value of a field with what it does. Matches "mode=\"fast\": one", "mode 'fast': one"; not "mode=\"fast\" is".
_FIRST = LazyPattern(r"(?<![\w.\"'-])(?P<name>[A-Za-z_]\w{0,40})(?: ?= ?|: ?| )[\"'`](?P<item>[\w.-]{1,40})[\"'`]: ")
# A further value behind it, at the beginning of a sentence. Matches ". \"deep\": another"; not ", \"deep\": another".
_NEXT = LazyPattern(r"[.;)] [\"'`](?P<item>[\w.-]{1,40})[\"'`]: ")
# Values that are called by the name of a field. Matches "Available category IDs: 1"; not "See available files: a".
_CALLED = LazyPattern(
    rf"\A\W{{0,3}}(?:the )?(?:currently )?{ACCEPTED} (?P<noun>[a-z][\w ]{{1,40}}?)(?:(?: are)?:| are)\s+(?=[\w`'\"])",
    re.IGNORECASE,
)
# The same as a label of its own line. Is all of "Available categories", "The valid modes are"; not "Popular modes".
_LINES_CALLED = LazyPattern(
    rf"(?:.*[.;] )?(?:the )?(?:currently )?{ACCEPTED} (?P<noun>[a-z][\w ]{{1,40}}?)(?: are)?", re.IGNORECASE
)
# Things of which a text may list some that are there, and none that a value has to be.
_NO_NOUNS = frozenset(
    ("file", "tool", "query", "path", "text", "url", "command", "function", "prompt", "message", "resource")
)
# A number that stands for something. Is all of "15"; not "1.5".
_NUMBER = LazyPattern(r"\d{1,6}")
# Names of types, which list what a value may be.
_TYPES = frozenset(
    (
        *("string", "str", "number", "int", "integer", "float", "bool", "boolean", "object", "dict", "array", "list"),
        *("null", "none", "undefined", "any", "true", "false"),
    )
)
# Three values are more than examples.
_FEW = 3


def tool_values(field: Field, default: JsonValue, *, in_brackets: bool = True) -> ClosedSet | None:
    """Return the only values that the tool's description lists for an argument of that name.

    Behind a word for a thing, "by name (class/method)", brackets say of what kind these are: without ``in_brackets``.
    """
    if field.holder or field.is_result:
        return None
    barred = field.tool.once(_barred_values).get(field.name)
    explained = field.tool.once(_explained_values).get(field.name)
    if explained is not None and default not in explained.values and len(explained.values) < _FEW:
        explained = None
    found = barred or explained or _called_values(field) or _values_below(field, default)
    return found or (bracketed_values(field) if in_brackets else None)


def _values_below(field: Field, default: JsonValue) -> ClosedSet | None:
    """Return the values below a heading of the tool's description that is the field's name."""
    if not field.has_only_types("string") or not is_called_choice(field.name):
        return None
    from conformance.inventory.prose.value_sections import sectioned_values  # few fields are called a choice

    found = sectioned_values(examined_part(field.tool.description or ""), field.name)
    return found if found is not None and default in (None, "", *found.values) else None


def bracketed_values(field: Field) -> ClosedSet | None:
    """Return the values in brackets behind the name in the tool's description: "state (open/done/stale)".

    Those that the schema of another field lists are its own: "a script (bash/lua/python)" beside `language`.
    """
    found = None if field.holder or field.is_result else field.tool.once(_bracketed_values).get(field.name)
    if found is None:
        return None
    enums = [as_array(as_object(schema).get("enum")) for name, schema in field.siblings.items() if name != field.name]
    return None if any(set(found.values) <= set(map(str, enum)) for enum in enums) else found


def _barred_values(tool: Tool) -> Mapping[str, ClosedSet]:
    """Return the values between bars by the name before them; of two lists for one name neither holds all."""
    found: dict[str, ClosedSet] = {}
    line = single_line(tool.description or "")
    for each in _BARS.finditer(line):
        items = tuple(item.strip(" \"'`").rstrip(".") for item in each["items"].split("|"))
        # An action may be called "list".
        are_types = 2 * sum(item.lower() in _TYPES for item in items) >= len(items)
        if each["name"] in found or are_types or not HEDGES.isdisjoint(map(str.lower, items)):
            found[each["name"]] = ClosedSet((), "")
        else:
            found[each["name"]] = ClosedSet(items, excerpt(line, *each.span(), 10), each["name"])
    return {name: one for name, one in found.items() if one.values}


def _bracketed_values(tool: Tool) -> Mapping[str, ClosedSet]:
    """Return the values in brackets by the name before them; kinds of values, "id (uuid/name/slug)", are none."""
    line = single_line(tool.description or "")
    found: dict[str, ClosedSet] = {}
    for each in _BRACKETS.finditer(line):
        items = tuple(_SIGN.split(each["items"]))
        if are_of_one_case(items) and not names_kinds(items, is_announced=False):
            found.setdefault(each["name"], ClosedSet(items, excerpt(line, *each.span(), 10), each["name"]))
    return found


def _explained_values(tool: Tool) -> Mapping[str, ClosedSet]:
    """Return the values that sentences explain one after another, by the name before the first one."""
    line = single_line(tool.description or "")
    starts = list(_FIRST.finditer(line))
    items: dict[str, list[str]] = {}
    quotes: dict[str, str] = {}
    ends = [*(one.start() for one in starts), len(line)][1:]
    for first, end in zip(starts, ends, strict=True):
        further = (each["item"] for each in _NEXT.finditer(line, first.end(), end))
        items.setdefault(first["name"], []).extend((first["item"], *further))
        quotes.setdefault(first["name"], excerpt(line, *first.span(), 10))
    return {
        name: ClosedSet(values, quotes[name], name)
        for name, listed in items.items()
        if len(values := tuple(dict.fromkeys(listed))) > 1
    }


def _called_values(field: Field) -> ClosedSet | None:
    words = _words_of(field.name)
    if _NO_NOUNS.intersection(map(singularize, words_of(field.name)[-1:])):
        return None
    own = words[:-1] if len(words) > 1 and words[-1] in ("nam", "id", "typ") else words
    announced = (*_announcements(field.description), *field.tool.once(_announced_values))
    return next((found for noun, found in announced if noun in (words, own)), None)


def _announced_values(tool: Tool) -> list[tuple[list[str], ClosedSet]]:
    """Return the lists that the description announces, each with the words that it is announced by."""
    text = tool.description or ""
    labelled = ((_LINES_CALLED.fullmatch(label), found) for label, found in labelled_items(examined_part(text)))
    lines = [(_words_of(called["noun"]), found) for called, found in labelled if called is not None]
    return [*_announcements(text), *lines]


def _words_of(noun: str) -> list[str]:
    # "status" has an s of its own
    return [singularize(word).removesuffix("e").removesuffix("s") for word in words_of(noun.replace(" ", "_"))]


def _announcements(text: str) -> Iterator[tuple[list[str], ClosedSet]]:
    for sentence in sentences_of(text):
        found = _CALLED.match(sentence)
        listed = list_at(sentence, found.end(), quoted=False) if found is not None else None
        if found is None or listed is None or len(listed.items) < 2 or not ends_sentence(sentence, listed.end):
            continue
        if listed.quoted or are_of_one_case(listed.items) or all(map(_NUMBER.fullmatch, listed.items)):
            yield _words_of(found["noun"]), ClosedSet(listed.items, excerpt(sentence, found.start(), listed.end, 10))
