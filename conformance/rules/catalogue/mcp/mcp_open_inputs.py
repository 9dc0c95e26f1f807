"""The arguments of a tool are closed: a misspelled one is rejected rather than ignored.

Of 43 servers, 33 ignored an argument that did not exist; one accepted ``dry_run`` in place of ``dryRun`` and wrote the
file. The protocol recommends closed inputs for tools without arguments, and nothing else makes a server check the
names that it receives.
"""

from collections.abc import Iterator, Sequence

from conformance.display import list_codes
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.inventory.input_schema import ObjectLevel, object_levels_of
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

_HINT = 'set "additionalProperties": false, and make the server validate its input against the schema'


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all tools with open arguments, one for those without arguments, one for nested objects."""
    levels = [level for tool in inventory.tools for level in object_levels_of(tool) if not level.is_closed]
    roots = [level for level in levels if level.pointer == "/input_schema"]
    with_properties = [level for level in levels if as_object(level.schema.get("properties"))]
    inner = [
        level for level in with_properties if level.pointer != "/input_schema"
    ]  # an object without properties is free-form on purpose
    empty = [level for level in roots if not as_object(level.schema.get("properties"))]
    taking = [level for level in roots if level not in empty]
    if taking:
        yield _problem(taking, "accepts unknown arguments", "accept unknown arguments")
    if empty:
        yield _problem(empty, "takes no arguments but accepts any", "take no arguments but accept any")
    if inner:
        yield _problem(inner, "accepts unknown fields in nested objects", "accept unknown fields in nested objects")


def _problem(levels: Sequence[ObjectLevel], singular: str, plural: str) -> Problem:
    names = list(dict.fromkeys(level.tool.name for level in levels))
    first = levels[0]
    return Problem(
        f"tool {list_codes(names)} {singular}" if len(names) == 1 else f"tools {list_codes(names)} {plural}",
        _HINT,
        first.tool.pointer + first.pointer,
        {"places": [level.tool.pointer + level.pointer for level in levels[:200]]},
    )


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
    ),
)
