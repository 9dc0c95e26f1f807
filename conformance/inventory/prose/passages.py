"""What the inventory says about a field: its own description, and the parts of its tool's description that name it.

A unit or a meaning is often given only there. A sentence that names several fields is split between them, to avoid
attributing a statement to the wrong field.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.inventory.fields import Field
from conformance.names import SNAKE_CASE

MAX_PROSE_CHARS = 20_000
"""No real description has a third of it; ``prose_read_whole`` reports a longer one."""
# Between sentences and paragraphs, and before list items and argument lines. Matches "Done. Next"; not "e.g. this",
# "v1.2".
_SENTENCE_END = re.compile(
    r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)\s+"
    r"|\n\s*\n|\n\s*(?=[-*•])|\n(?=\s*[\w`]+\s*(?:\([^)\n]{0,80}\))?\s*[:=])"
)
# A word that may name a field. Matches "limit", "dry_run"; not "3", ".py".
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
# The name at the start of a line that describes it. Next is "- path (str): where", "limit = 5"; not "the limit: 5".
_ARGUMENT_HEADING = re.compile(r"\s{0,20}[-*•]?\s{0,4}(?P<name>\w+)\s{0,4}(?:\([^)\n]{0,80}\)\s{0,4})?[:=]")
# What a name may be quoted with.
_QUOTES = "`'\""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence, and where it names something that may be a field."""

    text: str
    mentions: tuple[tuple[int, str], ...]


def prose_of(field: Field) -> str:
    """Return all text about a field on one line, its own description first; never more than 20,000 characters."""
    return " ".join(" ".join(_parts(field))[:MAX_PROSE_CHARS].split())


def passages_of(field: Field) -> list[str]:
    """Return the texts about a field, each on one line: the sentences of its own description, then its tool's parts.

    Never more than 20,000 characters of a tool's description are read.
    """
    own, *named = _parts(field)
    return [" ".join(text.split()) for text in (*sentences(own), *named) if text.strip()]


def sentences(text: str) -> list[str]:
    """Return the sentences, list items and argument lines of a text, unchanged."""
    return [part for part in _SENTENCE_END.split(text[:MAX_PROSE_CHARS]) if part.strip()]


def _parts(field: Field) -> list[str]:
    return [field.description, *_tool_passages((field.tool.description or "")[:MAX_PROSE_CHARS], field)]


def _tool_passages(description: str, field: Field) -> Iterator[str]:
    for sentence in _sentences_by_name(description).get(field.name, ()):
        starts = [start for start, name in sentence.mentions if name == field.name]
        elsewhere = [start for start, name in sentence.mentions if name != field.name and name in field.siblings]
        # "`a` in seconds, `b` in rows": what precedes the first mention of this field belongs to the other.
        begin = starts[0] if any(other < starts[0] for other in elsewhere) else 0
        end = next((other for other in elsewhere if other > starts[0]), len(sentence.text))
        yield sentence.text[begin:end]


# Fields of one tool are read one after another, so that a few descriptions suffice.
@functools.lru_cache(maxsize=64)
def _sentences_by_name(description: str) -> Mapping[str, list[_Sentence]]:
    """Return the sentences of a description, keyed by the names in them; computed once for all fields of a tool."""
    found: dict[str, list[_Sentence]] = {}
    for text in _SENTENCE_END.split(description):
        sentence = _Sentence(text, tuple(_mentions(text)))
        for name in {name for _, name in sentence.mentions}:
            found.setdefault(name, []).append(sentence)
    return found


def _mentions(sentence: str) -> Iterator[tuple[int, str]]:
    """Say whether a word names a field: it is not an ordinary word, is quoted, or begins an argument line."""
    head = _ARGUMENT_HEADING.match(sentence)
    head_at = head.start("name") if head else -1
    for match in _WORD.finditer(sentence):
        before, after = sentence[max(match.start() - 1, 0) : match.start()], sentence[match.end() : match.end() + 1]
        ordinary = "_" not in match[0] and SNAKE_CASE.fullmatch(match[0]) is not None
        in_quotes = before != "" and before in _QUOTES and before == after
        if not ordinary or in_quotes or after == "=" or match.start() == head_at:
            yield match.start(), match[0]
