"""Defaults that a text states: ``defaults to 10``, ``(default: "auto")``, ``'text' (default)``.

A default under a condition ("default 5 for files") is none: it says what happens in one case. A default that is
described ("defaults to the current branch") is no value that a schema could hold.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.json_values import JsonValue
from conformance.prose.quantities import NUMBER, Amount, amount
from conformance.words import excerpt

_STATED = re.compile(
    r"(?<![\w-])(?:the )?defaults? (?:value )?(?:is|to|are|of|=|:)\s*:?\s*|(?<![\w-])default(?:s| value)?\s*[:=]\s*"
    r"|(?<=[(\[,;] )default (?=[\d`'\"-]|true\b|false\b)|(?<=[(\[])default(?:s to)? ",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\(?(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{0,80})[`'\"\u201d]"
    rf"|(?P<number>{NUMBER})(?:\s?(?P<unit>[A-Za-z%]{{1,14}})\b)?"
    r"|(?P<word>[A-Za-z_][\w\-]{0,40})(?=\s*(?:[,;:)\]]|\.(?!\w)|\Z|\((?!\))|(?:when|if|unless|for)\b)))"
)
_MARKED = re.compile(
    r"(?:[`'\"\u201c](?P<quoted>[^`'\"\u201c\u201d\n]{1,60})[`'\"\u201d]"
    r"|(?<![\w.])(?P<word>[A-Za-z_][\w\-]{0,40}|-?\d{1,12}))"
    r" ?[(\[](?:the )?default(?=[)\],;])",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\A[`'\"\u201d\])]{0,2},?\s*(?:\([^()]{0,60}\)\s*)?(?:when|if|for|unless|in case|on|outside|inside"
    r"|otherwise|or|and|per|/|,)\b"
    r"(?!\s+(?:it is |this is |not |none is |nothing is |is )?"
    r"(?:omitted|specified|provided|unset|absent|missing|given|left out|set|empty|null|defined|present))",
    re.IGNORECASE,
)
_NO_VALUE = frozenset(
    ("the", "a", "an", "all", "any", "current", "same", "its", "your", "server", "system", "best", "latest")
)


@dataclass(frozen=True, slots=True)
class StatedDefault:
    """A default as the text gives it: a text in quotes, an amount, or a bare word; and the words that say so."""

    quote: str
    text: str | None = None
    amount: Amount | None = None
    word: str | None = None

    def literal(self) -> JsonValue:
        """Return the value that a bare word means: true, false, null, or the word itself."""
        meant: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
        return meant.get((self.word or "").lower(), self.word)


def stated_defaults(passage: str) -> Iterator[StatedDefault]:
    """Yield the unconditional defaults that one sentence states."""
    for found in _STATED.finditer(passage):
        value = _VALUE.match(passage, found.end())
        if value is not None and not _CONDITION.match(passage[value.end() :]):
            yield from _stated(passage, found.start(), value)
    for found in _MARKED.finditer(passage):
        yield StatedDefault(excerpt(passage, *found.span(), 10), text=found["quoted"], word=found["word"])


def _stated(passage: str, begin: int, value: re.Match[str]) -> Iterator[StatedDefault]:
    quote = excerpt(passage, begin, value.end(), 20)
    if value["quoted"] is not None:
        yield StatedDefault(quote, text=value["quoted"])
    elif value["number"] is not None:
        yield StatedDefault(quote, amount=amount(value["number"], value["unit"]))
    elif value["word"].lower() not in _NO_VALUE:
        yield StatedDefault(quote, word=value["word"])
