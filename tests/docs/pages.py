"""The pages that people read, and the blocks in them.

A block becomes a file if the line above it ends with a name in backticks and a colon, as in "The log, `log.jsonl`:".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
IDS = [path.relative_to(ROOT).as_posix() for path in PAGES]
EXTRA = re.compile(r"(?:tool-conformance|\.)\[([a-z,-]+)\]")
"""The extras in an install line."""

_BLOCK = re.compile(r"(?:`([\w./-]+)`:\n\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: its language, its text, and the file that it becomes."""

    language: str
    body: str
    file: str | None


def read_blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    for file, language, body in _BLOCK.findall(text):
        yield Block(language, body, file or None)
