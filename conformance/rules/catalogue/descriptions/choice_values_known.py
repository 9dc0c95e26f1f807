"""A field that takes one of a few values says which, in its schema or in a text.

Of a ``status`` that is any string and "Filter by status" to its description, the model guesses whether it is "open",
"OPEN" or "active"; what it guesses wrong is an error, or finds nothing.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.values import JsonValue, compact_json
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, is_used, places_of, tool_names_of
from conformance.inventory.prose.field_values import holds_open_text, likely_values_of, listed_values
from conformance.inventory.prose.reading import examined_part, passages
from conformance.inventory.prose.shown_values import cuts_off_values, shown_values_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import are_forms_of_one_verb, singularize, words_of
from conformance.rules.catalogue.descriptions._named_choices import (
    CODES,
    is_common,
    is_of_added,
    is_of_system,
    names_choice,
    names_texts,
    shows_choice,
)
from conformance.rules.examples import tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

if TYPE_CHECKING:
    from conformance.rules.catalogue.descriptions._values_elsewhere import NamedThing

# Of what a language is one of computers, whose names everyone writes in the same way. Matches "a script".
_OF_PROGRAMS = LazyPattern(
    r"code|program|script|snippet|repositor|syntax|function|sandbox|execut|compil", re.IGNORECASE
)
# Words that say nothing of a value.
_EMPTY = frozenset(
    (
        *("the", "a", "an", "of", "for", "by", "to", "in", "on", "with", "and", "from", "as", "at", "its", "be"),
        *("optional", "optionally", "required", "filter", "filtering", "specific", "specified", "desired", "given"),
        *("value", "this", "that", "which", "what", "used", "use", "set", "select", "selected", "return", "search"),
        *("show", "get", "field", "list", "apply", "result", "item", "only", "if", "requested", "current", "all"),
        *("target", "choose", "chosen", "specify", "specifie", "determine", "define", "limit", "restrict", "include"),
        *("sort", "order", "ordering", "sorting", "type", "kind", "updated", "update", "new", "apply"),
        *("multiple", "more", "one", "allowed"),
    )
)
# More words than these say something.
_MOST_WORDS = 9
# How many of them may be about the thing that has such a value: "Filter by memory type".
_MOST_THINGS = 2
# What describes a thing has more words: "Type of space weather event".
_KIND_OF = ("type of", "kind of", "the type of", "the kind of")
# A text that shows, limits or explains. Matches "e.g. open", "'open'", "a, b", "1 to 5", "ISO", "state name or ID".
_TELLING = LazyPattern(
    r"[^\sA-Za-z.-]|[a-z]\.\S|\.\s|[a-z][A-Z]|_|\b(?:eg|such|like|or|not|names?|ids?|uuid|codes?|iso|hex|css|rgb|regex"
    r"|requirement\w*|overrid\w+|natural|instruction\w*|clause|statement|keyword|substring|string|json|sql|url|slug|path|text|number|strftime|cron|expression|percent\w*|unit)\b",
)

# The name that an entry of a list of arguments begins with. Matches "- `mode` (str, optional): ".
_ENTRY = LazyPattern(r"\A\W{0,4}\w{1,60}[`*]{0,3}\s?(?:\([^()]{1,60}\)\s?)?(?::|\s[\u2013\u2014-])\s")
# The remark on the default, which shows one of the values. Matches "Format (default: json)", "Default is 'a'."; not
# "Default format".
_DEFAULT = LazyPattern(
    r"(?<![\s.,;([-])[\s.,;([-]*\b(?:by )?defaults?(?: value)?(?: is| to|[:=])?"
    r"\s*[`'\"]?[\w.-]{1,30}[`'\"]?[)\]]?\W*\Z",
    re.IGNORECASE,
)
# Defaults that tell what else there is, and choices that do by one of their values.
_TELLING_DEFAULTS = frozenset(("asc", "desc", "ascending", "descending", "auto", "none", "default", "text", "md"))
_KNOWN_BY_ONE = frozenset(
    ("color", "colour", "resolution", "chain", "blockchain", "level", "priority", "interval", "model")
)
# Matches " (optional)", "(required)".
_NEED = LazyPattern(r"\s?\((?:optional|required)\)", re.IGNORECASE)
_LANGUAGES = frozenset(("language", "lang"))
# Of whom a list is known, if they make what texts, images or voices are made with, and of what not: cars have models
# as well.
_OF_MAKERS = frozenset(("model", "provider", "voice"))
# Matches "LLM", "Generate an image", "read aloud"; not "Find cars", "agency".
_GENERATED = LazyPattern(
    r"\b(?:AI|LLMs?|GPT|prompts?|completions?|chat\w*|agents?|embed\w*|generat\w*|inference|aloud|speech|spoken|tts"
    r"|transcri\w*|synthesi\w*|temperature|narrat\w*)\b",
    re.IGNORECASE,
)
# Matches "Filter by category", "Category to search in"; not "Category of the new note".
_LOOKED_FOR = LazyPattern(r"\b(?:filter\w*|search\w*|by|restrict|limit|only)\b", re.IGNORECASE)
# Matches "The action to perform"; not "Action that was taken".
_DONE = LazyPattern(r"\bto (?:perform|execute|run|take)\b", re.IGNORECASE)


# What is in a pointer beside the names of fields.
_STEPS = frozenset(("", "input_schema", "properties", "items", "anyOf", "oneOf", "allOf", "$defs"))
# What a tool of that name takes in words, or any of another program: `run_cli_operation`.
_ACTS = frozenset(("action", "operation"))
# Inside what holds the data of the caller. Matches "/metadata/properties/", "/attributes/items/".
_OF_DATA = LazyPattern(r"/(?:\w*metadata|attributes|\w*[cC]ontext|additionalProperties)/")
# What tells an order of results from one of goods. Matches "Sort order", "Ordering of results"; not "Order to ship".
_OF_SORTING = LazyPattern(r"\b(?:sort\w*|ordering|results?|asc\w*|desc\w*)\b", re.IGNORECASE)
# Tools of such verbs look for what others added, and list what there is.
_READING = frozenset(
    (
        *(
            "list",
            "get",
            "search",
            "find",
            "fetch",
            "show",
            "read",
            "query",
            "browse",
            "filter",
            "all",
            "available",
            "recall",
        ),
        *("supported", "known", "explore", "discover", "lookup", "count"),
    )
)
# What says nothing of a value by itself. Is all of "Accepts multiple options", "Defaults to 'open'", "Optional".
_REMARK = LazyPattern(
    r"(?:accepts|allows|supports) (?:multiple|several) \w+|(?:by )?defaults?(?: is| to|:)? ?[`'\"]?[\w.-]{1,30}[`'\"]?"
    r"|optional|required",
    re.IGNORECASE,
)
# What may be a list of values in the description of a tool. Matches "a, b or c", "one/two", "'a'", "such as", "(a, b".
_LISTS = LazyPattern(
    r"\w+, \w+,? (?:or|and) \w|[a-z]{2,}/[a-z]{2,}|[`'\"\u201c]\w|\(\w+, \w|: ?\w+, \w|\w ?\| ?\w"
    r"|\w+ or \w+(?:[.)]|\Z)|\b(?:such as|e\.?g|one of|either|list_\w+|get_\w+)\b",
    re.IGNORECASE,
)


class _Choice(NamedField, frozen=True):
    state: Literal["enum", "listed", "known", "cut", "unstated", "silent"]
    """Who says which values it has: an enum, a text that lists them, tells something of them or cuts their list off
    with "etc.", or nothing; then it is silent if no text is about it at all."""
    listed: tuple[str, ...] = ()
    """The values that a text lists."""


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each choice whose values only another tool lists, and one for all that nothing lists."""
    choices = [choice for found in inventory.gather(_choices) for choice in found]
    yield from _listed_elsewhere(inventory)
    yield from _cut_off_values([choice for choice in choices if choice.state == "cut"])
    unstated = [choice for choice in choices if choice.state in ("unstated", "silent")]
    if not unstated:
        return
    # a `type` alone is that of another thing in each tool; `sibling_units_agree` reports an enum that is missing
    known = {_words(choice): choice for choice in reversed(choices) if choice.state in ("enum", "listed")}
    stated = [choice for choice in choices if choice.state in ("enum", "listed", "known", "cut")]
    lists = [words_of(tool.name) for tool in inventory.tools]
    unknown: list[_Choice] = []
    for choice in unstated:
        words = _words(choice)
        same = known.get(words) if len(words) > 1 else None
        if choice.state == "silent" and any(_is_stated_by(one, words, choice) for one in stated):
            continue
        if same is None and not any(_lists(tool, words, choice) for tool in lists):
            unknown.append(choice)
        elif same is not None and same.listed:
            yield _known_elsewhere(choice, same)
    if unknown:
        yield _unknown_values(unknown)


def _listed_elsewhere(inventory: Inventory) -> Iterator[Problem]:
    from conformance.rules.catalogue.descriptions._values_elsewhere import values_elsewhere  # as below

    yield from values_elsewhere(inventory.gather(_named_things))


def _named_things(tool: Tool) -> Sequence["NamedThing"]:
    # nothing of an unchanged list is looked at
    from conformance.rules.catalogue.descriptions._values_elsewhere import named_things

    return named_things(tool)


def _words(choice: _Choice) -> tuple[str, ...]:
    return tuple(map(singularize, words_of(choice.name)))


def _is_stated_by(other: _Choice, words: Sequence[str], choice: _Choice) -> bool:
    """Say whether a field of the same name of this tool, or of one for the same things, has a text on its values."""
    own, others = (_things(one.tool.name) for one in (choice, other))
    return _words(other) == words and (len(words) > 1 or other.tool is choice.tool or not own.isdisjoint(others))


def _things(name: str) -> frozenset[str]:
    """Return what a tool is for: the words of its name without the first one, which is its verb or a prefix."""
    return frozenset(map(singularize, words_of(name)[1:])) - _READING


def _lists(tool: Sequence[str], words: Sequence[str], choice: _Choice) -> bool:
    """Say whether a tool of such a name lists the values of a choice: `list_task_statuses` those of a task's status."""
    own = {*words[:-1], *map(singularize, words_of(choice.tool.name))}
    for at, word in enumerate(tool):
        if singularize(word) == words[-1] and word != words[-1]:
            before = tool[at - 1] if at else ""
            return not before or before in _READING or singularize(before) in own
    return False


def _known_elsewhere(choice: _Choice, same: _Choice) -> Problem:
    return Problem(
        f"which values {code_text(choice.name)} takes is stated only in {code_text(same.tool.name)}",
        f'add "enum": {escape_text(compact_json([*same.listed]))[:400]} to its schema',
        choice.place,
        tools=[choice.tool.name],
    )


def _cut_off_values(found: Sequence[_Choice]) -> Iterator[Problem]:
    names = list_codes(dict.fromkeys(choice.name for choice in found))
    if found:
        yield Problem(
            f'only some of the values of {names} are stated, and "etc." stands for the others',
            'list all of them as an "enum", or say where they are found',
            found[0].place,
            {"places": places_of(found)},
            max_level=Level.INFO,
            tools=tool_names_of(found),
        )


def _unknown_values(unknown: Sequence[_Choice]) -> Problem:
    names = list(dict.fromkeys(choice.name for choice in unknown))
    each = "it takes" if len(names) == 1 else "each takes"
    return Problem(
        f"nothing says which values {list_codes(names)} {'takes' if len(names) == 1 else 'take'}",
        f'add an "enum", or list the values that {each} in the description',
        unknown[0].place,
        {"places": places_of(unknown)},
        tools=tool_names_of(unknown),
    )


def _choices(tool: Tool) -> Sequence[_Choice]:
    """Return the choices of a tool, each with who says which values it has."""
    found: list[_Choice] = []
    for field in fields_of(tool):
        words = words_of(field.name)
        if not words or not names_choice(words):
            continue
        if _values_of(field):
            found.append(_Choice(tool, field.name, field.pointer, "enum"))
        elif (stated := field.once(listed_values)) is not None:
            found.append(_Choice(tool, field.name, field.pointer, "listed", tuple(stated.values)))
        else:
            is_open = _is_open(field, words)
            state = _state(field, words) if is_open else "known"
            # what may be all values `closed_value_set_in_prose` reports, and a few of them are enough for an open set
            if state != "known" and (field.once(likely_values_of) is not None or shown_values_of(field) is not None):
                state = "known"
            if is_open and state == "known" and cuts_off_values(field):
                state = "cut"
            found.append(_Choice(tool, field.name, field.pointer, state))
    return tuple(found)


def _values_of(field: Field) -> Sequence[JsonValue]:
    """Return the values that an enum lists for a field, or for the items of a list."""
    head = field.items if field.types == ["array"] and field.items is not None else field.position
    # a branch with an enum beside any text shows them too
    branches = field.subschemas.closure([head], conditions=False)
    return [value for one in branches for value in field.subschemas.values_of(one) or ()]


def _is_open(field: Field, words: Sequence[str]) -> bool:
    """Say whether a field takes any text, or any number where that is the code of a kind."""
    # null or nothing as the default says only that it may be left out, and a word that there are others
    defaults = [part["default"] for part in field.parts if part.get("default") not in (None, "")]
    if any(not isinstance(one, str) or one.lower() in _TELLING_DEFAULTS for one in defaults):
        return False
    has_default = bool(defaults) or any(map(_DEFAULT.search, passages(field)))
    if has_default and singularize(words[-1]) in _KNOWN_BY_ONE:
        return False
    if any(part.get(key) is not None for part in field.parts for key in ("examples", "minimum", "maximum")):
        return False
    if field.is_numeric:
        return field.values is None and words[-1] in CODES
    is_open = field.types in (["string"], ["array"]) and names_texts(words) and holds_open_text(field)
    last = singularize(words[-1])
    is_free = (last in _LANGUAGES and _is_of_program(field)) or (last in _OF_MAKERS and not _is_of_generator(field))
    return is_open and not is_free


def _is_of_generator(field: Field) -> bool:
    names = (field.tool.name, field.name, *field.siblings)
    about = (*(" ".join(words_of(name)) for name in names), field.tool.description or "", *passages(field))
    return any(map(_GENERATED.search, about))


def _is_of_program(field: Field) -> bool:
    texts = (field.name, field.tool.name, field.tool.description or "", *passages(field))
    return not {"spoken", "target", "source"} & {*words_of(field.name)} and any(map(_OF_PROGRAMS.search, texts))


def _state(field: Field, words: Sequence[str]) -> Literal["known", "unstated", "silent"]:
    """Say whether texts about a field say more than its name does, or whether there are none."""
    remarks = (_NEED.sub("", _DEFAULT.sub("", _ENTRY.sub("", one))) for one in passages(field))
    texts = [text for one in remarks if (text := one.strip().removesuffix(".")) and not _REMARK.fullmatch(text)]
    if not is_used(field) or _OF_DATA.search(field.pointer) or is_common(" ".join(words)):
        return "known"
    if is_of_system(words, f"{' '.join(words_of(field.tool.name))} {examined_part(field.tool.description or '')}"):
        return "known"
    if not texts:
        return "silent" if _is_silent_choice(field, words) else "known"
    # a tool that works on types takes the name of one
    is_free = is_of_added(words) or (words[-1] in ("type", "kind") and words[-1] in words_of(field.tool.name))
    chosen = (_LOOKED_FOR, _DONE) if words[-1] in _ACTS else (_LOOKED_FOR,)
    is_looked_for = not is_free or any(each.search(text) for each in chosen for text in texts)
    if words[-1] == "order" and not any(map(_OF_SORTING.search, texts)):
        return "known"
    return "unstated" if is_looked_for and all(_says_nothing(text, field) for text in texts) else "known"


def _is_silent_choice(field: Field, words: Sequence[str]) -> bool:
    """Say whether a field of which no text says anything is a choice by its name, and its tool lists nothing."""
    tool = words_of(field.tool.name)
    # in a tool that orders something it is what was ordered
    is_free = (is_of_added(words) or words == ["order"]) and not _READING.intersection(tool)
    is_of_tool = words[-1] in _ACTS and words[-1] in tool
    if field.is_numeric or is_free or is_of_tool or not shows_choice(words):
        return False
    if len(words) == 1 and words[-1] in CODES and is_common(" ".join((*_subject(field), *words))):
        return False
    return not _LISTS.search(examined_part(field.tool.description or ""))


def _subject(field: Field) -> Sequence[str]:
    """Return the words of what a field belongs to: the object that holds it, or its tool."""
    holders = [one for one in field.holder.split("/") if one not in _STEPS and not one.isdecimal()]
    return words_of(holders[-1] if holders else field.tool.name)


def _says_nothing(text: str, field: Field) -> bool:
    if _TELLING.search(text) or is_common(text):
        return False
    words = [singularize(word) for word in re.findall(r"[a-z]+", text.lower())]
    known = {singularize(word) for word in (*words_of(field.name), *words_of(field.tool.name))} | _EMPTY
    names = [singularize(word) for word in words_of(field.name)]
    is_named = any(are_forms_of_one_verb(name, word) or name == word for name in names for word in words)
    most = _MOST_THINGS + (1 if text.lower().startswith(_KIND_OF) else 0)
    return is_named and len(words) <= _MOST_WORDS and len([one for one in words if one not in known]) <= most


def _tool(name: str, **properties: JsonValue) -> JsonValue:
    return {"name": name, **tool_with(**properties)}


RULE = INVENTORY.rule(
    check,
    gathers=(_choices, _named_things),
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        [_tool("ListTasks", status={"enum": ["open", "done"], "description": "Filter by status."})],
        [_tool("ListTasks", status={"type": "string", "description": "Filter by status, such as open."})],
        [_tool("CallTask", call_type={"type": "string", "description": "Request type."}, category={"type": "string"})],
        [_tool("RunTaskCode", language={"type": "string", "description": "Language to run"})],
        [
            _tool("ListTasks", category={"type": "string", "description": "Filter by category."}),
            _tool("ListTaskCategories"),
        ],
    ),
    bad=(
        BadExample(
            [_tool("ListTasks", status={"type": "string", "description": "Filter tasks by status."})],
            says="nothing says which values `status` takes",
            at="/tools/0/input_schema/properties/status",
        ),
        BadExample(
            [_tool("ListTasks", order_by={"type": "string", "description": "Field to order by"})],
            says="nothing says which values `order_by` takes",
        ),
        BadExample(
            [_tool("ListTasks", sort_order={"type": "string"})],
            says="nothing says which values `sort_order` takes",
        ),
        BadExample(
            [_tool("ReadTaskAloud", voice={"type": "string", "description": "Voice to use (optional)"})],
            says="nothing says which values `voice` takes",
        ),
        BadExample(
            [_tool("ListTasks", status={"type": "integer", "description": "Task status"})],
            says="nothing says which values `status` takes",
        ),
    ),
)
