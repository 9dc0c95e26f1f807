"""Names in a text that look like tools or fields: ``TaskList``, ``task_list``, `` `dryRun` ``, and how they are used
there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.prose.reading import on_one_line
from conformance.words import excerpt

_NAME = re.compile(
    r"(?<![\w./\\@$<{#-])(?P<name>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+"
    r"|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+)"
    r"(?![\w\\>}-]|/\w|\.\w{2,4}\b(?!\())"
)
_ORDER_BEFORE = re.compile(
    r"\b(?:use|using|call|calling|invoke|run|prefer|try|see|via|with|from|by|then|and|or|over|than"
    r"|not)\s+(?:the\s+)?[`'\"]?\Z",
    re.IGNORECASE,
)
_TOOL_BEFORE = re.compile(r"\b(?:instead of|rather than|the tool|tool named|tool called)\s+[`'\"]?\Z", re.IGNORECASE)
_TOOL_AFTER = re.compile(r"\A[`'\"]?\s+tool\b", re.IGNORECASE)
_NOT_ALWAYS = re.compile(r"\b(?:when|where|if|once) available\b|\bif (?:it is |you have it)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """One name in a text, the words around it, whether they order it to be used, whether they call it a tool."""

    name: str
    quote: str
    is_ordered: bool
    is_called_tool: bool


def mentions(text: str) -> Iterator[Mention]:
    """Yield the names of several words in a text, each once; a name that may be absent is left out."""
    seen: set[str] = set()
    line = on_one_line(text)
    for found in _NAME.finditer(line):
        before, after = line[max(found.start() - 30, 0) : found.start()], line[found.end() : found.end() + 60]
        if found["name"] not in seen and not _NOT_ALWAYS.search(after):
            seen.add(found["name"])
            called = bool(_TOOL_BEFORE.search(before) or _TOOL_AFTER.match(after))
            yield Mention(found["name"], excerpt(line, *found.span()), bool(_ORDER_BEFORE.search(before)), called)
