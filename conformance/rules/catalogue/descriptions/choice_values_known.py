"""A field that takes one of a few values says which, in its schema or in a text.

Of a ``status`` that is any string and "Filter by status" to its description, the model guesses whether it is "open",
"OPEN" or "active"; what it guesses wrong is an error, or finds nothing.
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import code_text, escape_text, list_codes
from conformance.documents.values import JsonValue, compact_json
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.field_values import holds_open_text, likely_values_of, listed_values
from conformance.inventory.prose.reading import passages
from conformance.inventory.prose.shown_values import shown_values_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.examples import tool_with
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# What nearly every program has a fixed list of.
_CHOICES = frozenset(
    (
        *("type", "kind", "category", "status", "mode", "platform", "severity", "priority", "level", "sort", "order"),
        *("ordering", "sorting", "format", "color", "colour", "visibility", "interval", "timeframe", "theme"),
        *("granularity", "frequency", "resolution", "tier", "genre", "scope", "stage", "metric", "role"),
        *("blockchain", "chain", "direction", "environment", "strategy", "sentiment", "subtype"),
        *("voice", "model", "language", "lang", "locale", "period", "season", "unit", "engine"),
        *("provider", "algorithm", "quality", "orientation", "alignment", "league", "sport", "network", "codec"),
    )
)
# Those that may be numbers, of which nobody can know what each stands for.
_CODES = frozenset(("type", "kind", "category", "status", "mode", "style", "severity"))
# Words before "by" of a name that says what decides the order: "sort_by", "order_by".
_ORDERS = frozenset(("sort", "order", "sorted", "ordered", "group"))
# Kinds that are named in the same way everywhere, or freely by whoever adds one. Matches "MIME type", "HTTP method",
# "relation type"; not "event type".
_COMMON = LazyPattern(
    r"\b(?:mime|content|media|http|request|relation\w*|entit\w+|memor\w+|node|edge|custom|free|own|any|new|your)\b",
    re.IGNORECASE,
)
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
        *("sort", "order", "type", "kind"),
    )
)
# More words than these say something.
_MOST_WORDS = 9
# How many of them may be about the thing that has such a value: "Filter by memory type".
_MOST_THINGS = 2
# A text that shows, limits or explains. Matches "e.g. open", "'open'", "a, b", "1 to 5", "ISO", "state name or ID".
_TELLING = LazyPattern(
    r"[^\sA-Za-z.-]|[a-z]\.\S|\.\s|[a-z][A-Z]|_|\b(?:eg|such|like|or|not|names?|ids?|uuid|codes?|iso|hex|css|rgb|regex"
    r"|substring|string|json|sql|url|slug|path|text|number|strftime|cron|expression|percent\w*|unit)\b",
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
_KNOWN_BY_ONE = frozenset(("color", "colour", "resolution", "chain", "blockchain", "level", "priority", "interval"))
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
# What whoever adds a thing may choose freely, and whoever looks for it has to know.
_OF_ADDED = frozenset(("category", "genre", "theme", "role", "stage", "scope", "environment", "strategy", "metric"))
# Matches "Filter by category", "Category to search in"; not "Category of the new note".
_LOOKED_FOR = LazyPattern(r"\b(?:filter\w*|search\w*|by|restrict|limit|only)\b", re.IGNORECASE)


class _Choice(NamedField, frozen=True):
    is_unstated: bool
    """Whether nothing says which values it has."""
    has_enum: bool
    listed: tuple[str, ...] = ()
    """The values that a text lists."""


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each choice whose values only another tool lists, and one for all that nothing lists."""
    choices = [choice for found in inventory.gather(_choices) for choice in found]
    unstated = [choice for choice in choices if choice.is_unstated]
    if not unstated:
        return
    # a `type` alone is that of another thing in each tool; `sibling_units_agree` reports an enum that is missing
    known = {
        tuple(map(singularize, words_of(choice.name))): choice
        for choice in reversed(choices)
        if choice.has_enum or choice.listed
    }
    named = _listed_things(inventory)
    unknown: list[_Choice] = []
    for choice in unstated:
        words = [*map(singularize, words_of(choice.name))]
        same = known.get(tuple(words)) if len(words) > 1 else None
        if same is None and words[-1] not in named:
            unknown.append(choice)
        elif same is not None and same.listed:
            yield _known_elsewhere(choice, same)
    if unknown:
        yield _unknown_values(unknown)


def _known_elsewhere(choice: _Choice, same: _Choice) -> Problem:
    return Problem(
        f"which values {code_text(choice.name)} takes is stated only in {code_text(same.tool.name)}",
        f'add "enum": {escape_text(compact_json([*same.listed]))[:400]} to its schema',
        choice.place,
        tools=[choice.tool.name],
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
    """Return the choices of a tool that have an enum, or of which nothing says the values."""
    found: list[_Choice] = []
    for field in fields_of(tool):
        words = words_of(field.name)
        if words and _is_choice(words):
            has_enum = bool(_values_of(field))
            stated = None if has_enum else field.once(listed_values)
            is_unstated = not has_enum and stated is None and _is_open(field, words) and _is_unstated(field)
            # what may be all values, or a few of them, `closed_value_set_in_prose` reports
            is_unstated = is_unstated and likely_values_of(field) is None and shown_values_of(field) is None
            if has_enum or is_unstated or stated is not None:
                listed = tuple(stated.values) if stated is not None else ()
                found.append(_Choice(tool, field.name, field.pointer, is_unstated, has_enum, listed))
    return tuple(found)


def _is_choice(words: Sequence[str]) -> bool:
    return _may_be_text(words) or words[-1] in _CODES


def _may_be_text(words: Sequence[str]) -> bool:
    if words[-1] == "by":
        return len(words) > 1 and words[-2] in _ORDERS
    return not {words[-1], singularize(words[-1])}.isdisjoint(_CHOICES)


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
    if defaults and singularize(words[-1]) in _KNOWN_BY_ONE:
        return False
    if any(part.get(key) is not None for part in field.parts for key in ("examples", "minimum", "maximum")):
        return False
    if field.is_numeric:
        return field.values is None and words[-1] in _CODES
    is_open = field.types in (["string"], ["array"]) and _may_be_text(words) and holds_open_text(field)
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


def _is_unstated(field: Field) -> bool:
    """Say whether texts are about a field and say no more than its name does."""
    remarks = (_NEED.sub("", _DEFAULT.sub("", _ENTRY.sub("", one))) for one in passages(field))
    texts = [text for one in remarks if (text := one.strip().removesuffix("."))]
    is_looked_for = any(map(_LOOKED_FOR.search, texts)) or singularize(words_of(field.name)[-1]) not in _OF_ADDED
    is_empty = bool(texts) and all(_says_nothing(text, field) for text in texts)
    return is_looked_for and is_empty and _is_used(field)


def _is_used(field: Field) -> bool:
    """Say whether a field is no part of a definition that nothing refers to."""
    reachable = field.subschemas.reachable_positions()
    return "defs/" not in field.position or any(one.pointer == field.position for one in reachable)


def _says_nothing(text: str, field: Field) -> bool:
    if _TELLING.search(text) or _COMMON.search(text):
        return False
    words = [singularize(word) for word in re.findall(r"[a-z]+", text.lower())]
    known = {singularize(word) for word in (*words_of(field.name), *words_of(field.tool.name))} | _EMPTY
    is_named = not {singularize(word) for word in words_of(field.name)}.isdisjoint(words)
    return is_named and len(words) <= _MOST_WORDS and len([one for one in words if one not in known]) <= _MOST_THINGS


def _listed_things(inventory: Inventory) -> frozenset[str]:
    """Return what the tools of a list are the lists of: "category" where there is `list_categories`."""
    names = [words_of(tool.name) for tool in inventory.tools]
    return frozenset(singularize(word) for words in names for word in words if singularize(word) != word)


def _tool(name: str, **properties: JsonValue) -> JsonValue:
    return {"name": name, **tool_with(**properties)}


RULE = INVENTORY.rule(
    check,
    gathers=(_choices,),
    level=Level.INFO,
    source="tool-contract-consistency#prompt-guidance-must-match-runtime-reality",
    good=(
        [_tool("ListTasks", status={"enum": ["open", "done"], "description": "Filter by status."})],
        [_tool("ListTasks", status={"type": "string", "description": "Filter by status, such as open."})],
        [_tool("ListTasks", status={"type": "string"}, call_type={"type": "string", "description": "Request type."})],
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
            [_tool("ReadTaskAloud", voice={"type": "string", "description": "Voice to use (optional)"})],
            says="nothing says which values `voice` takes",
        ),
        BadExample(
            [_tool("ListTasks", status={"type": "integer", "description": "Task status"})],
            says="nothing says which values `status` takes",
        ),
    ),
)
