"""Inventory, documentation and the runtime's catalog list the same tools.

A tool that one of them lacks is either promised and out of reach, or within reach and promised nowhere. The catalog
is the same whoever sent the message that a turn answers.
"""

from collections.abc import Iterator, Sequence

from conformance.display import quote_text
from conformance.documents.location import Location
from conformance.documents.markdown import GuidanceFile
from conformance.findings import Level, Problem
from conformance.names import closest_match
from conformance.rules.scopes import SURFACE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface import Surface
from conformance.systems.surface.listings import Entry, legacy_names, listed_tools


def check(surface: Surface, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each name that the inventory has and a listing lacks, or the other way round."""
    for file in surface.surroundings.docs:
        yield from _listing_problems(surface, file)
    for provenance, names in surface.surroundings.catalogs.items():
        offered = set(names)
        for tool in surface.inventory.tools:
            if tool.name not in offered and tool.freeform_grammar is None:
                yield Problem(
                    f"{quote_text(tool.name)} is promised and not offered in turns of {quote_text(provenance)}",
                    "offer it in every turn, or remove it from the inventory",
                    f"{tool.pointer}/name",
                )
        for name in sorted(offered - _promised_names(surface)):
            yield Problem(
                f"{quote_text(name)} is offered in turns of {quote_text(provenance)} and not promised",
                "add it to the inventory, or stop offering it",
                "/tools",
            )


def _promised_names(surface: Surface) -> set[str]:
    """The tools, and the names that they are kept under for old callers."""
    tools = surface.inventory.tools
    return {tool.name for tool in tools} | {name for tool in tools for name, _ in legacy_names(tool)}


def _listing_problems(surface: Surface, file: GuidanceFile) -> Iterator[Problem]:
    entries = listed_tools(file, surface.inventory)
    if not entries:
        yield Problem(
            f"{quote_text(file.name)} has no table with a column 'Tool' or 'Tools'",
            "list the tools in a table, or take the file out of `docs`",
            location=Location(file.name, 1, 1),
        )
        return
    yield from _duplicate_rows(file, entries)
    documented = {entry.name for entry in entries}
    known = [tool.name for tool in surface.inventory.tools]
    for tool in surface.inventory.tools:
        if tool.name not in documented:
            yield Problem(
                f"{quote_text(tool.name)} is in the inventory and in no table of {quote_text(file.name)}",
                f"add it to {file.name}",
                f"{tool.pointer}/name",
            )
    for name in dict.fromkeys(entry.name for entry in entries if entry.name not in known):
        line = next(entry.line for entry in entries if entry.name == name)
        meant = closest_match(name, known)
        yield Problem(
            f"{quote_text(name)} is listed in {quote_text(file.name)} and is no tool of the inventory",
            f"write {quote_text(meant)}" if meant else "remove it, or add it to the inventory",
            location=Location(file.name, line, 1),
        )


def _duplicate_rows(file: GuidanceFile, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Two rows of one table may say different things of a tool; another table may list it again."""
    rows: dict[tuple[int, str], int] = {}
    for entry in entries:
        first = rows.setdefault((entry.table, entry.name), entry.line)
        if first != entry.line:
            yield Problem(
                f"{quote_text(entry.name)} stands in two rows of one table of "
                f"{quote_text(file.name)}, lines {first} and "
                f"{entry.line}",
                "keep one row for each tool",
                location=Location(file.name, entry.line, 1),
                max_level=Level.WARNING,
            )


RULE = SURFACE.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#complete-tool-listing",
    good=(
        {
            "tools": [{"name": "ListTasks"}],
            "docs": "| Tool | Purpose |\n|---|---|\n| `ListTasks` | lists tasks |\n",
            "catalogs": {"operator": ["ListTasks"], "timer": ["ListTasks"]},
        },
    ),
    bad=(
        BadExample(
            {"tools": [{"name": "ListTasks"}], "docs": "| Tool | Purpose |\n|---|---|\n| `TaskList` | lists tasks |\n"},
            says="'ListTasks' is in the inventory and in no table",
            at="/tools/0/name",
        ),
        BadExample(
            {
                "tools": [{"name": "ListTasks"}],
                "docs": "| Tool | Purpose |\n|---|---|\n| `ListTasks` | lists |\n| `ListTasks` | shows |\n",
            },
            says="'ListTasks' stands in two rows of one table of 'docs.md', lines 3 and 4",
        ),
        BadExample(
            {"tools": [{"name": "ListTasks"}], "catalogs": {"timer": []}}, says="not offered in turns of 'timer'"
        ),
    ),
)
