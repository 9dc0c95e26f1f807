"""The annotations of a tool state whether it reads, destroys, may be repeated, or reaches the open world.

Without annotations clients assume the worst: not read-only, destructive, and open to the world. They silently drop a
misspelled annotation, and then assume the worst as well. They believe a `destructiveHint` that is false, and let a tool
overwrite or delete without asking.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.display import code_text, list_codes
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.findings import Level, Problem
from conformance.inventory import Inventory, Tool
from conformance.inventory.fields import fields_of
from conformance.inventory.prose.effects import joins_change, may_change
from conformance.inventory.prose.reading import sentences_of
from conformance.inventory.siblings import list_prefix, verb_of
from conformance.lazy_patterns import LazyPattern
from conformance.names import closest_match
from conformance.rules.catalogue.mcp._contradicted_hints import contradicted_hints
from conformance.rules.examples import closed_object
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile

# The members of ToolAnnotations, and those that say whether a tool changes anything.
_HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_CHANGES = ("readOnlyHint", "destructiveHint")
_KNOWN = ("title", *_HINTS)
# Where something is written. Matches "output_path", "saveTo", "Where to write the page", "File to save it to"; not
# "output", "file_path", "Where to read".
_PLACE_TO_WRITE = LazyPattern(
    r"\A(?:output|out|save|download|export|dest|destination|target)_?(?:path|file|filename|filepath|dir|directory|folder)\Z"
    r"|\A(?:save|write|export|download)_?(?:to|as)\Z"
    r"|\A\W{0,3}(?:(?:optional|the|a|an|local) )*(?:where|files?|path|folder|directory|location|filename|file path)"
    r" (?:(?:in|on|of|at) (?:the )?\w+ )?(?:(?:in|to) which )?to (?:write|save|store|export|download|put)\b",
    re.IGNORECASE,
)


def check(inventory: Inventory, profile: Profile) -> Iterator[Problem]:
    """Yield one problem for all tools without annotations, and one for each unknown or contradictory one."""
    unclear = [
        (tool, writes)
        for tool, writes in zip(inventory.tools, inventory.gather(_takes_place_to_write), strict=True)
        if not _has_hint(tool, _CHANGES)
    ]
    prefix = list_prefix(inventory, (*profile.reading_verbs, *profile.changing_verbs))
    reading, other = list[Tool](), list[Tool]()
    for tool, writes in unclear:
        reads = verb_of(tool, prefix) in profile.reading_verbs and not writes
        reads = reads and not joins_change(tool.name, profile.changing_verbs) and not may_change(tool.description or "")
        (reading if reads else other).append(tool)
    silent = [tool for tool in other if not _has_hint(tool, _HINTS)]
    if reading:
        reach = "" if any(_has_hint(tool, ("openWorldHint",)) for tool in reading) else " and open to the world"
        assumed = f"destructive{reach}"
        yield _missing_hints_problem(
            reading, "no `readOnlyHint`", assumed, 'add "annotations": {"readOnlyHint": true}', Level.WARNING
        )
    if silent:
        hint = "set `readOnlyHint`, `destructiveHint` and `openWorldHint` to what the tools do"
        yield _missing_hints_problem(silent, "no annotations", "destructive and open to the world", hint, Level.INFO)
    yield from _unknown_annotations(inventory)
    for tool in inventory.tools:
        yield from _contradictory_annotations(tool, _hints(tool))
    yield from contradicted_hints(inventory, profile)


def _takes_place_to_write(tool: Tool) -> bool:
    """Say whether an input names where a result is written: what is named after reading then writes a file.

    That is not looked for in a tool whose annotations say whether it reads.
    """
    return not _has_hint(tool, _CHANGES) and any(
        _PLACE_TO_WRITE.search(text)
        for field in fields_of(tool)
        for text in (field.name, *sentences_of(field.description))
    )


def _hints(tool: Tool) -> JsonObject:
    return as_object(tool.raw.get("annotations"))


def _has_hint(tool: Tool, hints: Sequence[str]) -> bool:
    return any(isinstance(_hints(tool).get(hint), bool) for hint in hints)


def _missing_hints_problem(tools: Sequence[Tool], missing: str, assumed: str, hint: str, most: Level) -> Problem:
    names = list_codes(tool.name for tool in tools)
    subject, they = (f"tool {names} has", "it is") if len(tools) == 1 else (f"tools {names} have", "they are")
    message = f"{subject} {missing}, so clients assume that {they} {assumed}"
    named = [tool.name for tool in tools]
    return Problem(message, hint, child(tools[0].pointer, "annotations"), max_level=most, tools=named)


def _unknown_annotations(inventory: Inventory) -> Iterator[Problem]:
    users: dict[str, list[Tool]] = {}
    for tool in inventory.tools:
        for name in _hints(tool):
            if name not in _KNOWN:
                users.setdefault(name, []).append(tool)
    for name, tools in users.items():
        meant = closest_match(name, _KNOWN)
        # Next to the right one it is no misspelling of it: `sensitiveHint` and `destructiveHint` say two things.
        meant = None if any(meant in _hints(tool) for tool in tools) else meant
        yield Problem(
            f"annotation {code_text(name)} of {list_codes((tool.name for tool in tools), 3)} "
            "is not defined in MCP, so clients may drop it",
            f"rename it to {code_text(meant)}" if meant else "move it into the `_meta` of the tool",
            child(tools[0].pointer, "annotations", name),
            max_level=Level.WARNING if meant else Level.INFO,
            detail=name,
            tools=[tool.name for tool in tools],
        )


def _contradictory_annotations(tool: Tool, hints: Mapping[str, object]) -> Iterator[Problem]:
    if hints.get("readOnlyHint") is True and hints.get("destructiveHint") is True:
        yield Problem(
            "tool is annotated as both read-only and destructive",
            "set `destructiveHint` to false, or remove it",
            child(tool.pointer, "annotations", "destructiveHint"),
        )


_ADDITIVE: JsonObject = {"destructiveHint": False, "openWorldHint": False}

RULE = INVENTORY.rule(
    check,
    gathers=(_takes_place_to_write,),
    level=Level.WARNING,
    source="provider-and-mcp-limits#mcp-revisions",
    profile="mcp",
    good=(
        [{"name": "list_tasks", "annotations": {"readOnlyHint": True, "openWorldHint": False}}],
        [
            {
                "name": "view_page",
                "input_schema": closed_object(page={"type": "string", "description": "Where to write the page."}),
                "annotations": {"openWorldHint": False},
            }
        ],
        [{"name": "get_or_add_label", "annotations": {"openWorldHint": False}}],
        [
            {
                "name": "get_token",
                "description": "Mint a new access token. The old one is revoked.",
                "annotations": {"openWorldHint": False},
            }
        ],
        [
            {
                "name": "put_page",
                "description": "Put a page next to others; it never overwrites an existing one.",
                "annotations": _ADDITIVE,
            }
        ],
        [
            {
                "name": "list_pages",
                "description": "This stub records who asked.",
                "annotations": {"openWorldHint": False},
            }
        ],
    ),
    bad=(
        BadExample(
            [{"name": "list_tasks", "annotations": {"readonlyHint": True, "openWorldHint": False}}],
            says="`readonlyHint`",
            at="/tools/0/annotations/readonlyHint",
        ),
        BadExample(
            [{"name": "get_task", "annotations": {"title": "Task", "openWorldHint": False}}],
            says="no `readOnlyHint`, so clients assume that it is destructive",
            at="/tools/0/annotations",
        ),
        BadExample(
            [{"name": "list_tasks"}],
            says="tool `list_tasks` has no `readOnlyHint`, so clients assume",
            at="/tools/0/annotations",
        ),
        BadExample(
            [{"name": name} for name in ("db_get_task", "db_add_task", "db_stop_task")],
            says="tool `db_get_task` has no `readOnlyHint`, so clients assume",
        ),
        BadExample(
            [{"name": "run_task", "annotations": {"destructiveHint": True, "readOnlyHint": True}}],
            says="tool is annotated as both read-only and destructive",
            at="/tools/0/annotations/destructiveHint",
        ),
        BadExample(
            [
                {"name": name, "description": f"Create or overwrite a {thing}.", "annotations": _ADDITIVE}
                for name, thing in (("put_page", "page"), ("put_note", "note"))
            ],
            says="tools `put_page`, `put_note` do more than add something, but their `destructiveHint` is false",
            at="/tools/0/annotations/destructiveHint",
        ),
        BadExample(
            [
                {
                    "name": "edit_page",
                    "description": "Change a page.",
                    "input_schema": closed_object(
                        "operation", operation={"enum": ["append", "replace"], "description": "How to change it."}
                    ),
                    "annotations": _ADDITIVE,
                }
            ],
            says="tool `edit_page` does more than add something, but its `destructiveHint` is false",
        ),
        BadExample(
            [{"name": "run_sql", "description": "Execute a SQL query.", "annotations": _ADDITIVE}],
            says="tool `run_sql` runs what it is given, but its `destructiveHint` is false",
        ),
        BadExample(
            [
                {
                    "name": "append_note",
                    "description": "Add a line to a note.",
                    "annotations": {**_ADDITIVE, "idempotentHint": True},
                }
            ],
            says="tool `append_note` does the same once more in each call, but its `idempotentHint` is true",
        ),
        BadExample(
            [
                {
                    "name": "find_pages",
                    "description": "Search the web for pages.",
                    "annotations": {"readOnlyHint": True, "openWorldHint": False},
                }
            ],
            says="tool `find_pages` reaches the whole web, but its `openWorldHint` is false",
        ),
    ),
)
