"""What the transcript of a runtime shows of the texts that were sent: each one, and how often the model was given it.

A log of requests to a model repeats the thread with each of them, and an entry may show a text in two forms. Neither
means that the model was given it twice.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set

from msgspec import Struct, field

from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue

MARK = "conformance-"
_MARKS = re.compile(rf"{MARK}[0-9a-f]{{16}}")


class Transcript(Struct, frozen=True):
    """All ``texts`` of a transcript, and those with a mark that the model was ``given``, without repetitions."""

    texts: Sequence[str]
    given: Sequence[str]


class _Part(Struct, frozen=True):
    """Any value of a transcript: its texts with a mark, how often each mark occurs, and the items of its lists."""

    texts: Sequence[str] = ()
    marks: Counter[str] = field(default_factory=Counter[str])
    items: int = 0


def read_transcript(text: str, groups: Set[str]) -> Transcript:
    """Read a transcript: JSON, a JSON value in each line, or else any text; ``groups`` are the ids of its threads."""
    for parts in ([text], text.split("\n")):
        try:
            values = [json.loads(part) for part in parts if part.strip()]
            texts = [inner for value in values for _, inner in walk(value) if isinstance(inner, str)]
        except (ValueError, RecursionError):
            continue
        try:
            return Transcript(texts, _read(values, groups).texts)
        except RecursionError:
            return Transcript(texts, texts)
    return Transcript([text], [text])


def _read(value: JsonValue, groups: Set[str]) -> _Part:
    if isinstance(value, str):
        marks = _MARKS.findall(value)
        return _Part([value], Counter(marks)) if marks else _Part()
    if isinstance(value, Mapping):
        threads = [_read(member, groups) for key, member in value.items() if key in groups]
        return _join(threads + _drop_covered(_shows, [_read(value[key], groups) for key in value if key not in groups]))
    if isinstance(value, list):
        part = _join(_drop_covered(_goes_on_from, [_read(item, groups) for item in value]))
        return _Part(part.texts, part.marks, part.items + len(value)) if part.texts else part
    return _Part()


def _join(parts: Sequence[_Part]) -> _Part:
    texts = [text for part in parts for text in part.texts]
    return _Part(texts, sum((part.marks for part in parts), Counter[str]()), sum(part.items for part in parts))


def _drop_covered(covers: Callable[[_Part, _Part], bool], parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts with a mark that no other one ``covers``; of those that cover each other, the first."""
    kept = list[_Part]()
    for part in parts:
        if part.texts and not any(covers(other, part) for other in kept):
            kept = [other for other in kept if not covers(part, other)] + [part]
    return kept


def _shows(member: _Part, other: _Part) -> bool:
    """Say whether a member of an object shows all that another one does: ``text`` and ``messages`` of one entry."""
    return member.marks >= other.marks


def _goes_on_from(item: _Part, other: _Part) -> bool:
    """Say whether an item of a list repeats another one and goes on: with a further text, or a longer list."""
    goes_on = len(item.marks) > len(other.marks) or item.items > other.items
    return goes_on and item.marks >= other.marks
