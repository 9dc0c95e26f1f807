"""The arguments of a tool are closed: a misspelled one is rejected rather than ignored.

Of 43 servers, 33 ignored an argument that did not exist; one accepted ``dry_run`` in place of ``dryRun`` and wrote the
file. The protocol recommends closed inputs for tools without arguments, and nothing else makes a server check the
names that it receives.
"""

from collections.abc import Iterator, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.edits import Edit, edit_below
from conformance.documents.values import as_object, texts_in
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.closing import closing_edits
from conformance.inventory.input_schema import ObjectLevel, object_levels_of
from conformance.names import words_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_HINT = 'set "additionalProperties": false, and make the server validate its input against the schema'
_DECLARE = "add the arguments that they take to `properties`; close those that take none"
# What cannot be done without saying to what, or with what; and what such a tool is named after if it can.
_WITH_OBJECT = frozenset(("insert", "execute", "create", "update", "upload", "send", "write", "copy", "rename"))
_WITHOUT_OBJECT = frozenset(("all", "last", "current", "session", "now", "new"))
# A shorter name shows no spelling mistake.
_SHORTEST_NAME = 3


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all tools without arguments that accept any, and one for all other open objects."""
    levels = [level for tool in inventory.tools for level in object_levels_of(tool) if not level.is_closed]
    roots = [level for level in levels if level.pointer == "/input_schema"]
    with_properties = [level for level in levels if as_object(level.schema.get("properties"))]
    empty = [level for level in roots if not as_object(level.schema.get("properties"))]
    # An object without properties is free-form on purpose.
    if with_properties:
        kind = "arguments" if any(level in roots for level in with_properties) else "fields in nested objects"
        lost = _misspelt_name(with_properties[0])
        cost = f"; {code_text(lost)}, misspelt, would be lost silently" if lost else ""
        yield _problem(with_properties, f"accept{{s}} unknown {kind}{cost}", Level.INFO)
    if empty:
        undeclared = [level for level in empty if _needs_arguments(level)]
        if undeclared:
            # Closing them would make them useless, and so perhaps their siblings, which are written in the same way.
            yield _problem(empty, "declare{s} no arguments but accept{s} any", Level.INFO, _DECLARE)
        else:
            yield _problem(empty, "take{s} no arguments but accept{s} any", Level.WARNING)


def _needs_arguments(level: ObjectLevel) -> bool:
    """Say whether a schema leaves out what its tool needs, as a row to insert; with `properties: {}` it needs none."""
    words = set(words_of(level.tool.name))
    return "properties" not in level.schema and not words.isdisjoint(_WITH_OBJECT) and words.isdisjoint(_WITHOUT_OBJECT)


def _misspelt_name(level: ObjectLevel) -> str:
    """An optional field with two letters swapped, since a required one would be missed."""
    required = texts_in(level.schema.get("required"))
    names = [name for name in as_object(level.schema.get("properties")) if name not in required]
    found = next((name for name in names if len(name) > _SHORTEST_NAME and name[-1] != name[-2]), "")
    return found and found[:-2] + found[-1] + found[-2]


def _problem(levels: Sequence[ObjectLevel], predicate: str, most: Level, hint: str = _HINT) -> Problem:
    names = list(dict.fromkeys(level.tool.name for level in levels))
    first = levels[0]
    subject, ending = ("tool", "s") if len(names) == 1 else ("tools", "")
    return Problem(
        f"{subject} {list_codes(names)} {predicate.format(s=ending)}",
        hint,
        first.tool.pointer + first.pointer,
        {"places": [level.tool.pointer + level.pointer for level in levels[:200]]},
        max_level=most,
        detail="arguments" if any(as_object(level.schema.get("properties")) for level in levels) else "",
        tools=names,
        edits=_edits(levels) if hint == _HINT else [],
    )


def _edits(levels: Sequence[ObjectLevel]) -> list[Edit]:
    """Return what closes all of them; nothing if one of them needs a person, since they are one finding."""
    closing = [(level, closing_edits(level)) for level in levels]
    found = [edit_below(edit, level.tool.pointer) for level, edits in closing for edit in edits]
    return found if all(edits for _, edits in closing) else []


RULE = INVENTORY.rule(
    check,
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
                    "input_schema": {"type": "object", "properties": {"limit": {"type": "integer"}}},
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
