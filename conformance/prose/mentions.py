"""Names in a text that look like tools or fields: ``TaskList``, ``task_list``, `` `dryRun` ``, and how they are used
there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
_LONGEST_READ = 20_000


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
    for found in _NAME.finditer(text[:_LONGEST_READ]):
        before, after = text[max(found.start() - 30, 0) : found.start()], text[found.end() : found.end() + 60]
        if found["name"] not in seen and not _NOT_ALWAYS.search(after):
            seen.add(found["name"])
            called = bool(_TOOL_BEFORE.search(before) or _TOOL_AFTER.match(after))
            quote = excerpt(" ".join(text.split()), *_span_of(found, text))
            yield Mention(found["name"], quote, bool(_ORDER_BEFORE.search(before)), called)


def _span_of(found: re.Match[str], text: str) -> tuple[int, int]:
    """Where the name stands when the text is written on one line."""
    start = len(" ".join(text[: found.start()].split()))
    start += 1 if start and text[found.start() - 1].isspace() else 0
    return start, start + len(found["name"])
