"""Finds what looks like a secret in a text, and reports its kind and position, never its value.

A text is also read as its readers do: without the escapes of JSON within JSON, of URLs and of terminals. Behind
``\\n``, ``%3D`` or the command for a colour begins another word, although the escape ends with a letter or a digit.
"""

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.lazy_patterns import LazyPattern
from conformance.pattern_literals import fold, may_match, required_literals

Patterns = Mapping[str, re.Pattern[str]]

_SHORTEST = 12
"""Anything shorter cannot be distinguished from a word."""
# JSON in a URL in JSON, with a colour in it: a text has no more layers unless somebody hides something.
_MOST_LAYERS = 4
# Without one of these, a text has no escapes.
_BEGINNINGS = ("\\", "%", "\x1b", "\x9b")
# An escape with all the backslashes before it: each layer of JSON doubles them. Only the first one of them begins a
# match, and none is given back, for linear time. Matches "\\n", "\\\\\"", "\\u003d", "\\x1b", "\\033", "%3D".
_ESCAPE = LazyPattern(
    r"(?<!\\)\\++(?:(?P<letter>[bfnrtv\"'/]|e(?=\[))|(?P<hex>u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|(?P<octal>[0-3][0-7]{2}))"
    r"|%(?P<percent>[0-9a-fA-F]{2})"
    # The commands of a terminal, and what is left of one in the next layer.
    r"|(?P<command>(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~])|(?P<rest>[\x1b\x9b])"
)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"}
UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._~")
"""Characters that no encoder escapes, in lower case; their escapes are not read.

What is looked for contains some of them, as they are: most texts have none of these and need no other look.
"""


class Secret(Struct, frozen=True):
    """One match: its kind, and its position and length in characters, counted from 0."""

    kind: str
    start: int
    length: int


class PlainText(Struct, frozen=True):
    """A text without its outer layers of escapes; the lowest one is the text itself.

    ``starts`` are the positions of its parts, ``origins`` where these begin in the one ``below``.
    """

    text: str
    starts: Sequence[int] = ()
    origins: Sequence[int] = ()
    below: "PlainText | None" = None

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Return which characters of the text itself are read as those from ``start`` to before ``end``."""
        one = self
        while one.below is not None:
            first = bisect_right(one.starts, start) - 1
            last = bisect_left(one.starts, end)  # a command of a terminal behind the end is not a part of it
            if last == len(one.starts) or one.starts[last] > end:
                last -= 1
            start = one.origins[first] + start - one.starts[first]
            end = one.origins[last] + end - one.starts[last]
            one = one.below
        return start, end


def secrets_in(text: str, patterns: Patterns) -> Iterator[Secret]:
    """Yield what looks like a secret, escaped or not; where two patterns overlap, only the first one reports it."""
    if len(text) < _SHORTEST:
        return
    taken: list[tuple[int, int]] = []  # in their order, none of which overlaps another
    readings = [(one, fold(one.text)) for one in readings_of(text)]
    literals = _literals_of(tuple(patterns.values()))
    if literals is not None and not any(literal in folded for _, folded in readings for literal in literals):
        return
    for kind, pattern in patterns.items():
        for start, end in _spans(pattern, readings):
            at = bisect_left(taken, (end, 0))  # the last one that begins before the end of this
            if not at or taken[at - 1][1] <= start:
                taken.insert(at, (start, end))
                yield Secret(kind, start, end - start)


def possible_secrets(texts: Iterable[str], patterns: Patterns) -> Patterns:
    """Return the patterns that may match one of the texts.

    One look at all texts together spares each of them the patterns whose literals none has.
    """
    readings = [fold(one.text) for one in readings_of("\n".join(texts))]
    return {kind: one for kind, one in patterns.items() if any(may_match(one, folded) for folded in readings)}


def readings_of(text: str) -> Iterator[PlainText]:
    """Yield the text as it is, and then without each layer of escapes."""
    reading: PlainText | None = PlainText(text)
    for _ in range(_MOST_LAYERS + 1):
        if reading is not None:
            yield reading
            reading = _peel(reading)


def join_overlaps(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield spans in their order, where overlapping ones are one: each reading may show only a part of a secret."""
    start, end = 0, 0
    for one in sorted(spans):
        if one[0] >= end and end:
            yield start, end
        start, end = one if one[0] >= end else (start, max(end, one[1]))
    if end:
        yield start, end


@functools.lru_cache(maxsize=8)
def _literals_of(patterns: Sequence[re.Pattern[str]]) -> Sequence[str] | None:
    """Return literals of which every match of any pattern contains one; ``None`` if there are none."""
    known = [required_literals(one) for one in patterns]
    return None if None in known else sorted({literal for one in known if one for literal in one})


def _spans(pattern: re.Pattern[str], readings: Sequence[tuple[PlainText, str]]) -> Iterable[tuple[int, int]]:
    """Return where a pattern matches in any reading of a text, as positions in the text itself, without overlaps."""
    found = [
        reading.source_span(*match.span())
        for reading, folded in readings
        if may_match(pattern, folded)
        for match in pattern.finditer(reading.text)
    ]
    return join_overlaps(found) if len(readings) > 1 else found


def _peel(reading: PlainText) -> PlainText | None:
    """Return what a reading is without its escapes; ``None`` if it has none."""
    text = reading.text
    if not any(map(text.__contains__, _BEGINNINGS)):
        return None
    parts, starts, origins, length, end = list[str](), [0], [0], 0, 0
    for found in _ESCAPE.finditer(text):
        character = _meaning(found)
        if fold(character) in UNRESERVED:
            continue
        at = length + found.start() - end
        parts += [text[end : found.start()], character]
        length, end = at + len(character), found.end()
        starts += [at, length]
        origins += [found.start(), end]
    return PlainText("".join([*parts, text[end:]]), starts, origins, reading) if parts else None


def _meaning(escape: re.Match[str]) -> str:
    """Return the character that an escape stands for; a command of a terminal stays a boundary for one layer."""
    match escape.lastgroup:
        case "letter":
            return _LETTERS.get(escape[0][-1], escape[0][-1])
        case "hex":
            return chr(int(escape["hex"][1:], 16))
        case "octal":
            return chr(int(escape["octal"], 8))
        case "percent":
            return chr(int(escape["percent"], 16))
        case "command":
            return "\x1b"
        case _:
            return ""
