"""A list of what a tool works on holds something: the `ids` of ``delete_tasks`` are at least one.

A schema that requires the list and accepts an empty one lets a call through that does nothing, or that a server takes
as "all of them".
"""

import re
from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.pointers import parent, resolve
from conformance.documents.values import JsonValue, as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import Field, NamedField, fields_of, places_of, tool_names_of
from conformance.inventory.prose.reading import passages, sentences_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import singularize, words_of
from conformance.rules.catalogue.descriptions._claimed_bounds import claimed_bounds
from conformance.rules.catalogue.descriptions._input_levels import INPUT
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# Words in the names of tools that work on many things at once.
_BATCHES = frozenset(("batch", "batched", "bulk", "multiple", "many"))
# Those that put a list in the place of another, which an empty one clears, and those for which it means none.
_REPLACING = frozenset(
    (
        *("set", "replace", "update", "put", "assign", "sync", "save", "write", "edit", "modify", "track", "todo"),
        *("select", "configure", "reorder", "patch", "choose", "upload", "log", "record", "report"),
    )
)
# Words at the end of names of lists that only narrow, refine or accompany what a tool works on.
_BESIDES = frozenset(
    (
        *("filter", "group", "condition", "criterion", "criteria", "constraint", "arg", "args", "argument", "argv"),
        *("param", "parameter", "option", "flag", "exclude", "exclusion", "env", "header", "history", "context"),
        *("preference", "scope", "permission", "setting", "variable", "attachment", "assumption", "limitation"),
    )
)
# What things are chosen by, which an empty list leaves open, where their tool is not named after it.
_NARROWING = frozenset(
    (
        *("label", "tag", "category", "type", "status", "state", "kind", "language", "country", "region", "source"),
        *("field", "column", "topic", "genre", "level", "format", "platform", "include", "expand"),
    )
)
# What is begun may hold nothing yet: the `nodes` of ``create_workflow``.
_BEGINNING = frozenset(("create", "new", "init", "start", "open", "begin", "initialize"))
# How names of lists end that hold the keys of what is there already.
_KEYS = frozenset(("ids", "uids", "uuids", "guids"))
_RECIPIENTS = frozenset(("to", "recipients", "to_recipients", "toRecipients"))
_SENDING = frozenset(("send", "forward", "email", "mail", "message"))
# What says what an empty list means. Matches "empty to clear", "all if none", "[]", "replaces the tags"; not "names".
_MEANS_SOMETHING = LazyPattern(
    r"\bempty\b|\bnone\b|\bclears?\b|\bomit|\boptional|\breplac|\bresets?\b|\bif (?:not|no)\b|\ball\b|\[\]|\bany\b"
    r"|空|所有|全部|可选",
    re.IGNORECASE,
)
# What is done with the things of a list. Matches "ids to delete", "URLs to be crawled"; not "steps taken to debug".
_TO_DO = LazyPattern(r"\b(?!(?:taken|used|made|done|needed|required) )\w+ to (?P<verb>[a-z]{3,20})\b", re.IGNORECASE)
# What a tool does to its list. Matches "Move one or more boxes", "Grants or revokes 1 or more rights", "Mail to one or
# more people"; not "Find boxes with one or more labels".
_ONE_OR_MORE = LazyPattern(
    r"\A\W{0,3}[a-z]+(?: or [a-z]+)? (?:(?:the|an?) (?:\w+ ){1,4}?(?:of|for|from|to|between) )?(?:one|1) or more\b",
    re.IGNORECASE,
)
# Verbs and the names of their tools begin alike: "analyze" in ``log_analysis``.
_STEM = 5


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all lists of an inventory that are required, and may be empty."""
    lists = [one for found in inventory.gather(_empty_lists) for one in found]
    if not lists:
        return
    names = list(dict.fromkeys(one.name for one in lists))
    are = f"list {list_codes(names)} is" if len(names) == 1 else f"lists {list_codes(names, most=8)} are"
    yield Problem(
        f"{are} required, but may be empty, which leaves {'its tool' if len(lists) == 1 else 'their tools'} nothing to"
        " work on",
        'set "minItems": 1, or say in the description what an empty list means',
        lists[0].place,
        {"places": places_of(lists)},
        tools=tool_names_of(lists),
    )


def _empty_lists(tool: Tool) -> Sequence[NamedField]:
    required = texts_in(as_object(resolve(tool.raw, INPUT)).get("required"))
    if not required:
        return ()
    lists = [
        field
        for field in fields_of(tool)
        if field.name in required and parent(parent(field.pointer)) == INPUT and field.has_only_types("array")
    ]
    return tuple(
        NamedField(tool, field.name, field.pointer)
        for field in lists
        if _may_be_empty(field) and _is_worked_on(field, is_only_list=len(lists) == 1, is_all=len(required) == 1)
    )


def _may_be_empty(field: Field) -> bool:
    """Say whether the schema accepts an empty list, and no text says what it means or how many there are."""
    if field.is_undetermined or field.values is not None or "null" in field.subschemas.types_of(field.position):
        return False
    if any(not {"minItems", "default", "contains", "prefixItems"}.isdisjoint(part) for part in field.parts):
        return False
    if any(map(_MEANS_SOMETHING.search, passages(field))):
        return False
    return not any(found.claim.side == "lower" for found in claimed_bounds(field))


def _is_worked_on(field: Field, *, is_only_list: bool, is_all: bool) -> bool:
    """Say whether a list is what a tool works on, by its name or its text and by the name of the tool."""
    of_tool, words = [singularize(word) for word in words_of(field.tool.name)], words_of(field.name)
    if field.name in _RECIPIENTS:
        return not _SENDING.isdisjoint(of_tool)
    if not words or singularize(words[-1]) in _BESIDES or singularize(words[0]) in _BESIDES:
        return False
    if is_only_list and not _BATCHES.isdisjoint(of_tool):
        return True
    if is_only_list and _ONE_OR_MORE.match(next(iter(sentences_of(field.tool.description or "")), "")):
        return True
    # a list of objects with ids is changed, and not put in the place of another
    is_of_objects = field.items is not None and "object" in field.subschemas.types_of(field.items)
    if not is_of_objects and not _REPLACING.isdisjoint(of_tool):
        return False
    is_named_so = is_only_list and any(word != singularize(word) and singularize(word) in of_tool for word in words)
    is_left_open = singularize(words[-1]) in _NARROWING or not _BEGINNING.isdisjoint(of_tool)
    is_of_keys = is_only_list and words[-1] in _KEYS and not is_left_open
    return is_named_so or is_of_keys or (is_all and not is_left_open) or _is_done(field, of_tool)


def _is_done(field: Field, of_tool: Sequence[str]) -> bool:
    """Say whether the text of a list says that its tool's own act is done with it: "Packages to install"."""
    found = _TO_DO.search(field.description)
    return found is not None and any(word[:_STEM] == found["verb"].lower()[:_STEM] for word in of_tool)


def _tool(name: str, required: Sequence[JsonValue], **properties: JsonValue) -> JsonValue:
    schema: JsonValue = {"type": "object", "additionalProperties": False, "properties": properties}
    return [{"name": name, "input_schema": {**schema, "required": [*required]}}]


_IDS: JsonValue = {"type": "array", "items": {"type": "string"}}

RULE = INVENTORY.rule(
    check,
    gathers=(_empty_lists,),
    level=Level.INFO,
    source="tool-contract-consistency#naming-and-schema-conventions",
    profile="python",
    good=(
        _tool("DeleteTasks", ["task_ids"], task_ids={**_IDS, "minItems": 1}),
        _tool("ListTasks", [], task_ids=_IDS),
        _tool("SetLabels", ["labels"], labels=_IDS),
        _tool("SearchTasks", ["filters"], filters=_IDS),
        _tool("DeleteTasks", ["task_ids"], task_ids={**_IDS, "description": "Which; an empty list deletes every one."}),
    ),
    bad=(
        BadExample(
            _tool("DeleteTasks", ["task_ids"], task_ids=_IDS),
            says="list `task_ids` is required, but may be empty, which leaves its tool nothing to work on",
            at="/tools/0/input_schema/properties/task_ids",
        ),
        BadExample(
            _tool(
                "InstallParts",
                ["path", "names"],
                path={"type": "string"},
                names={**_IDS, "description": "Parts to install."},
            ),
            says="list `names` is required, but may be empty",
        ),
        BadExample(
            [
                {
                    "name": "MoveParts",
                    "description": "Move one or more parts to another box.",
                    "input_schema": closed_object("box", "names", box={"type": "string"}, names=_IDS),
                }
            ],
            says="list `names` is required, but may be empty",
        ),
        BadExample(
            _tool("TagBox", ["box", "part_ids"], box={"type": "string"}, part_ids=_IDS),
            says="list `part_ids` is required, but may be empty",
        ),
    ),
)
