"""The inventory, the documentation and the runtime's catalogs list the same tools, each with its own purpose.

A tool that is missing from one of them is either promised but unreachable, or reachable but promised nowhere. The
catalog is the same no matter who sent the message that a turn answers. A row with the purpose of another tool is a
mistake of copying that a reader believes.
"""

from collections.abc import Iterator, Sequence

from conformance.display import code_text, quotation
from conformance.documents.location import Location
from conformance.documents.markdown import GuidanceFile
from conformance.findings import Level, Problem
from conformance.names import closest_match
from conformance.rules.scopes import LISTED_SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.listings import (
    ListedTool,
    legacy_names,
    listed_purposes,
    listed_tools,
    tool_of_purpose,
)


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that the inventory has and a listing lacks, or vice versa."""
    for file in surface.surroundings.docs:
        yield from _listing_problems(surface, file)
    for provenance, names in surface.surroundings.catalogs.items():
        offered = set(names)
        for tool in surface.inventory.tools:
            if tool.name not in offered and tool.freeform_grammar is None:
                yield Problem(
                    f"tool {code_text(tool.name)} is in the inventory but not in the catalog for turns from "
                    f"{code_text(provenance)}",
                    "add it to the catalog of every turn, or remove it from the inventory",
                    f"{tool.pointer}/name",
                )
        for name in sorted(offered - _promised_names(surface)):
            yield Problem(
                f"tool {code_text(name)} is in the catalog for turns from {code_text(provenance)} "
                "but not in the inventory",
                "add it to the inventory, or remove it from the catalog",
                "/tools",
            )


def _promised_names(surface: Surface) -> set[str]:
    """Return the names of the tools and their legacy aliases."""
    tools = surface.inventory.tools
    return {tool.name for tool in tools} | {name for tool in tools for name, _ in legacy_names(tool)}


def _listing_problems(surface: Surface, file: GuidanceFile) -> Iterator[Problem]:
    entries = listed_tools(file, surface.inventory)
    if not entries:
        yield Problem(
            f"{code_text(file.name)} has no table with a column `Tool` or `Tools`",
            "list the tools in a table, or remove the file from `docs`",
            location=Location(file.name, 1, 1),
        )
        return
    yield from _duplicate_rows(file, entries)
    yield from _foreign_purposes(surface, file)
    documented = {entry.name for entry in entries}
    known = [tool.name for tool in surface.inventory.tools]
    for tool in surface.inventory.tools:
        if tool.name not in documented:
            yield Problem(
                f"tool {code_text(tool.name)} is in the inventory but in no table of {code_text(file.name)}",
                f"add it to {file.name}",
                f"{tool.pointer}/name",
            )
    for name in dict.fromkeys(entry.name for entry in entries if entry.name not in known):
        line = next(entry.line for entry in entries if entry.name == name)
        meant = closest_match(name, known)
        yield Problem(
            f"tool {code_text(name)} is listed in {code_text(file.name)} but not in the inventory",
            f"change it to {code_text(meant)}" if meant else "remove it, or add it to the inventory",
            location=Location(file.name, line, 1),
            detail=name,
        )


def _foreign_purposes(surface: Surface, file: GuidanceFile) -> Iterator[Problem]:
    """Yield a problem for each row that states the purpose of another tool."""
    for purpose in listed_purposes(file, surface.inventory):
        other = tool_of_purpose(purpose, surface.inventory)
        if other is not None:
            name = code_text(purpose.tool.name)
            yield Problem(
                f"purpose of {name} in {code_text(file.name)} is that of {code_text(other.name)}",
                f"describe what {name} does",
                location=Location(file.name, purpose.line, 1),
                evidence={"text": quotation(purpose.text)},
                detail=f"{purpose.tool.name} as {other.name}",
                max_level=Level.WARNING,
            )


def _duplicate_rows(file: GuidanceFile, entries: Sequence[ListedTool]) -> Iterator[Problem]:
    """Yield a problem for each tool with two rows in one table, which may disagree; other tables may list it again."""
    rows: dict[tuple[int, str], int] = {}
    for entry in entries:
        first = rows.setdefault((entry.table, entry.name), entry.line)
        if first != entry.line:
            yield Problem(
                f"tool {code_text(entry.name)} has two rows in one table of {code_text(file.name)}, "
                f"lines {first} and {entry.line}",
                "keep one row per tool",
                location=Location(file.name, entry.line, 1),
                detail=f"{entry.name} twice",
                max_level=Level.WARNING,
            )


RULE = LISTED_SURFACE.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#complete-tool-listing",
    good=(
        {
            "tools": [{"name": "ListTasks"}],
            "docs": "| Tool | Purpose |\n|---|---|\n| `ListTasks` | lists tasks |\n",
            "catalogs": {"operator": ["ListTasks"], "timer": ["ListTasks"]},
        },
        {
            "tools": [{"name": "ListTasks"}, {"name": "StopTask", "description": "Stop an active task."}],
            "docs": "| Tool | Purpose |\n|---|---|\n| ListTasks | Shows active tasks |\n| StopTask | Ends a task |\n",
        },
    ),
    bad=(
        BadExample(
            {"tools": [{"name": "ListTasks"}], "docs": "| Tool | Purpose |\n|---|---|\n| `TaskList` | lists tasks |\n"},
            says="`ListTasks` is in the inventory but in no table",
            at="/tools/0/name",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "docs": "| Tool | Purpose |\n|---|---|\n| `ListTasks` | lists |\n| `ListTasks` | shows |\n",
            },
            says="`ListTasks` has two rows in one table of `docs.md`, lines 3 and 4",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}, {"name": "StopTask", "description": "Stop an active task."}],
                "docs": "| Tool | Purpose |\n|---|---|\n| ListTasks | Stops a task |\n| StopTask | Stops a task |\n",
            },
            says="purpose of `ListTasks` in `docs.md` is that of `StopTask`",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "catalogs": {"timer": []}},
            says="not in the catalog for turns from `timer`",
        ),
    ),
)
