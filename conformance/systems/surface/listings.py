"""The tools that documentation lists: the names in the tool columns of its tables."""

import re
from collections.abc import Iterator

from msgspec import Struct

from conformance.documents.markdown import GuidanceFile
from conformance.inventory import Inventory, Tool
from conformance.lazy_patterns import LazyPattern
from conformance.names import is_pascal_case, is_snake_case, singularize, words_of

_TITLES = ("tool", "tools", "tool name")
_PURPOSE_TITLES = ("purpose", "description", "what it does", "summary")
# A name in backticks.
_QUOTED = LazyPattern(r"`([^`\n]{1,100})`")
# "alias X", "also callable as X", "old name `X`": a name kept for existing callers.
_ALIAS = LazyPattern(
    r"\b(?:alias(?:ed as)?|(?:also|still) (?:callable|available|known|reachable) as|old name)\s+"
    r"[`'\"]?(?P<name>[A-Za-z]\w{2,80})",
    re.IGNORECASE,
)
# More of a description than this is not read.
_MAX_CHARS = 2_000
# A purpose of fewer words fits several tools.
_FEWEST_WORDS = 2
# One word in so many may be another one: "interactive task" for "running task".
_WORDS_PER_STRAY = 4
_SMALL_WORDS = frozenset(
    ("a", "an", "the", "of", "to", "in", "on", "for", "and", "or", "by", "with", "from", "its", "this")
)
# A cell without backticks counts only where it is a single identifier.
_WORD = LazyPattern(r"[A-Za-z][\w.\-]{1,100}")


class ListedTool(Struct, frozen=True):
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


class ListedPurpose(Struct, frozen=True):
    """What a table says of one tool, with the line of its row."""

    tool: Tool
    text: str
    line: int


def listed_purposes(file: GuidanceFile, inventory: Inventory) -> Iterator[ListedPurpose]:
    """Yield what the tables of a file state as the purpose of a single tool."""
    for table in file.tables:
        tool_at, purpose_at = table.column(*_TITLES), table.column(*_PURPOSE_TITLES)
        if tool_at is None or purpose_at is None:
            continue
        for row in table.rows:
            names = list(names_in(row.cells[tool_at], inventory)) if max(tool_at, purpose_at) < len(row.cells) else []
            tool = inventory.tool(names[0]) if len(names) == 1 else None
            if tool is not None and row.cells[purpose_at].strip():
                yield ListedPurpose(tool, row.cells[purpose_at], row.line)


def tool_of_purpose(purpose: ListedPurpose, inventory: Inventory) -> Tool | None:
    """Return the other tool whose purpose this is, ``None`` unless it surely is.

    It is one if it begins with that tool's verb, which its own tool lacks, and nearly all its words are in that tool's
    name and description, more than in its own.
    """
    words = _content_words(purpose.text)
    own = {*_content_words(purpose.tool.name), *_content_words(purpose.tool.description or "")}
    if len(words) < _FEWEST_WORDS or words[0] in own:
        return None
    for other in inventory.tools:
        name = _content_words(other.name)
        described = _content_words(other.description or "")
        known = {*words} & {*name, *described}
        is_its_verb = words[0] in (*name, *described[:1])
        is_near = len({*words} - known) <= len({*words}) // _WORDS_PER_STRAY and len(known) > len({*words} & own)
        if other.name != purpose.tool.name and is_its_verb and is_near:
            return other
    return None


def _content_words(text: str) -> list[str]:
    """Return the words of a text that carry its meaning, in the singular, as which a verb loses its `s`."""
    spelled = [word for part in re.findall(r"\w+", text[:_MAX_CHARS]) for word in words_of(part)]
    return [singularize(word) for word in spelled if word not in _SMALL_WORDS]


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
