"""The arguments of a tool are closed: a misspelled one is rejected rather than ignored.

Of 43 servers, 33 ignored an argument that did not exist; one accepted ``dry_run`` in place of ``dryRun`` and wrote the
file. The protocol recommends closed inputs for tools without arguments, and nothing else makes a server check the
names that it receives.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from conformance.display import code_text, list_codes
from conformance.documents.edits import Edit, edit_below
from conformance.documents.values import as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.closing import closing_edits, is_open_by_text, undeclared_names
from conformance.inventory.input_schema import ObjectLevel, object_levels_of
from conformance.inventory.model import INPUT_SCHEMA
from conformance.names import words_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_HINT = 'set "additionalProperties": false, and make the server validate its input against the schema'
# Closed in one of several schemas, an object would refuse the fields of the others; `true` may have been meant.
_DECIDE = (
    'close each object whose fields are all described, with "unevaluatedProperties": false if several schemas '
    "describe it, and make the server validate its input against the schema"
)
_DECLARE = "add the arguments that they take to `properties`; close those that take none"
# What cannot be done without saying to what, or with what; and what such a tool is named after if it can.
_WITH_OBJECT = frozenset(("insert", "execute", "create", "update", "upload", "send", "write", "copy", "rename"))
_WITHOUT_OBJECT = frozenset(("all", "last", "current", "session", "now", "new"))
# A shorter name shows no spelling mistake.
_SHORTEST_NAME = 3


class _OpenLevel(Struct, frozen=True):
    tool: Tool
    pointer: str
    has_properties: bool
    needs_arguments: bool
    lost_name: str
    """A name as it may be misspelt, which would be lost silently."""
    edits: Sequence[Edit]
    """What closes it; nothing if that needs a person."""


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all tools without arguments that accept any, and one for all other open objects.

    What needs a person is a problem of its own, so that the rest can be fixed.
    """
    levels = [level for levels in inventory.gather(_open_levels) for level in levels]
    for with_properties in _groups([level for level in levels if level.has_properties]):
        kind = "arguments" if any(map(_is_root, with_properties)) else "fields in nested objects"
        lost = with_properties[0].lost_name
        cost = f"; {code_text(lost)}, misspelt, would be lost silently" if lost else ""
        yield _problem(with_properties, f"accept{{s}} unknown {kind}{cost}", Level.INFO)
    empty = [level for level in levels if not level.has_properties]
    if any(level.needs_arguments for level in empty):
        # Closing them would make them useless, and so perhaps their siblings, which are written in the same way.
        yield _problem(empty, "declare{s} no arguments but accept{s} any", Level.INFO, _DECLARE)
    else:
        for group in _groups(empty):
            yield _problem(group, "take{s} no arguments but accept{s} any", Level.WARNING)


def _groups(levels: Sequence[_OpenLevel]) -> Iterator[list[_OpenLevel]]:
    """Yield the objects that an edit closes, then those that need a person, each unless there are none."""
    groups = [level for level in levels if level.edits], [level for level in levels if not level.edits]
    yield from filter(None, groups)


def _open_levels(tool: Tool) -> Sequence[_OpenLevel]:
    """Return the open objects of an input, but those inside it that have no properties: they are so on purpose."""
    found = [level for level in object_levels_of(tool) if not level.is_closed]
    return tuple(_open_level(level) for level in found if _has_properties(level) or _is_root(level))


def _open_level(level: ObjectLevel) -> _OpenLevel:
    edits = tuple(edit_below(edit, level.tool.pointer) for edit in closing_edits(level))
    has = _has_properties(level)
    return _OpenLevel(level.tool, level.pointer, has, _needs_arguments(level), _misspelt_name(level), edits)


def _is_root(level: ObjectLevel | _OpenLevel) -> bool:
    return level.pointer == INPUT_SCHEMA


def _has_properties(level: ObjectLevel) -> bool:
    return bool(as_object(level.schema.get("properties")))


def _needs_arguments(level: ObjectLevel) -> bool:
    """Say whether a schema leaves out what its tool needs, as a row to insert; with `properties: {}` it needs none."""
    if undeclared_names(level) or is_open_by_text(level):
        return True
    words = set(words_of(level.tool.name))
    return "properties" not in level.schema and not words.isdisjoint(_WITH_OBJECT) and words.isdisjoint(_WITHOUT_OBJECT)


def _misspelt_name(level: ObjectLevel) -> str:
    """An optional field with two letters swapped, since a required one would be missed."""
    required = texts_in(level.schema.get("required"))
    names = [name for name in as_object(level.schema.get("properties")) if name not in required]
    found = next((name for name in names if len(name) > _SHORTEST_NAME and name[-1] != name[-2]), "")
    # what is passed on is not lost
    return "" if is_open_by_text(level) else found and found[:-2] + found[-1] + found[-2]


def _problem(levels: Sequence[_OpenLevel], predicate: str, most: Level, hint: str = "") -> Problem:
    is_fixed = not hint and bool(levels[0].edits)
    about = "arguments" if any(level.has_properties for level in levels) else ""
    names = list(dict.fromkeys(level.tool.name for level in levels))
    places = [level.tool.pointer + level.pointer for level in levels[:200]]
    subject, ending = ("tool", "s") if len(names) == 1 else ("tools", "")
    return Problem(
        f"{subject} {list_codes(names)} {predicate.format(s=ending)}",
        hint or (_HINT if is_fixed else _DECIDE),
        places[0],
        {"places": places},
        max_level=most,
        # one tool may have objects of both kinds
        detail=about if hint or is_fixed else f"{about} by hand",
        tools=names,
        edits=[edit for level in levels for edit in level.edits] if is_fixed else [],
    )


RULE = INVENTORY.rule(
    check,
    gathers=(_open_levels,),
    level=Level.WARNING,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=([{"name": "list_tasks", "annotations": {"readOnlyHint": True}}],),
    bad=(
        BadExample(
            [
                {
                    "name": "list_tasks",
                    "annotations": {"readOnlyHint": True},
                    "description": "List at most `limit` tasks.",
                    "input_schema": {"type": "object", "properties": {"limit": {"type": "integer", "minimum": 1}}},
                }
            ],
            says="tool `list_tasks` accepts unknown arguments",
            at="/tools/0/input_schema",
        ),
        BadExample(
            [{"name": "list_tasks", "annotations": {"readOnlyHint": True}, "input_schema": {"type": "object"}}],
            says="tool `list_tasks` takes no arguments but accepts any",
        ),
        BadExample(
            [{"name": "insert_row", "annotations": {"destructiveHint": True}, "input_schema": {"type": "object"}}],
            says="tool `insert_row` declares no arguments but accepts any",
        ),
    ),
)
