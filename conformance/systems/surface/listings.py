"""The tools that documentation lists: the names in the tool columns of its tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.documents.markdown import GuidanceFile
from conformance.inventory import Inventory, Tool
from conformance.names import is_pascal_case, is_snake_case

_TITLES = ("tool", "tools", "tool name")
# A name in backticks.
_QUOTED = re.compile(r"`([^`\n]{1,100})`")
# "alias X", "also callable as X", "old name `X`": a name kept for existing callers.
_ALIAS = re.compile(
    r"\b(?:alias(?:ed as)?|(?:also|still) (?:callable|available|known|reachable) as|old name)\s+"
    r"[`'\"]?(?P<name>[A-Za-z]\w{2,80})",
    re.IGNORECASE,
)
# A cell without backticks counts only where it is a single identifier.
_WORD = re.compile(r"[A-Za-z][\w.\-]{1,100}")


@dataclass(frozen=True, slots=True)
class ListedTool:
    """One name in a table of tools, with the line of its row and the line of the table."""

    name: str
    line: int
    table: int


def listed_tools(file: GuidanceFile, inventory: Inventory) -> list[ListedTool]:
    """Return every tool listed in the tables of a file, in order."""
    found: list[ListedTool] = []
    for table in file.tables:
        column = table.column(*_TITLES)
        for row in table.rows if column is not None else ():
            if column is not None and column < len(row.cells):
                found.extend(ListedTool(name, row.line, table.line) for name in names_in(row.cells[column], inventory))
    return found


def names_in(cell: str, inventory: Inventory) -> Iterator[str]:
    """Yield the names of tools in a cell: quoted texts, and single words between commas; phrases are skipped."""
    known = {tool.name for tool in inventory.tools}
    for part in re.split(r",|;|<br ?/?>", cell):
        quoted = _QUOTED.findall(part)
        text = re.sub(r"[*_]{2}", "", part).strip()
        if quoted:
            yield from quoted
        elif text in known or (_WORD.fullmatch(text) and _is_spelled_like_tool(text, inventory)):
            yield text


def _is_spelled_like_tool(text: str, inventory: Inventory) -> bool:
    """Whether a word is spelled like the tools of the inventory: ``PascalCase`` or ``snake_case`` of several words."""
    humps = is_pascal_case(text) and len(re.findall("[A-Z]", text)) > 1
    parts = is_snake_case(text) and "_" in text
    return any(
        (humps and is_pascal_case(tool.name)) or (parts and is_snake_case(tool.name)) for tool in inventory.tools
    )


def legacy_names(tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield the names kept for existing callers, deprecated tools and aliases, with the pointer that says so."""
    if tool.stability == "deprecated":
        yield tool.name, "/name"
    for found in _ALIAS.finditer((tool.description or "")[:20_000]):
        if found["name"] not in ("for", "of", tool.name):
            yield found["name"], "/description"
