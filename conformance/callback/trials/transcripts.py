"""What the transcript of a runtime shows of the texts that were sent: how often, and in which thread, they were given.

A log of requests to a model repeats the thread with each of them, or the end of it, and an entry may show a text in two
forms. Neither means that the model was given it twice.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.documents.pointers import walk
from conformance.documents.values import JsonValue

MARK = "conformance-"
_MARKS = re.compile(rf"{MARK}[0-9a-f]{{16}}")
# Names of members with the id of another thread: the one that an entry replies to, or goes on from.
_OF_OTHER_THREAD = re.compile(r"parent|repl(?:y|ies)|prev|next|fork|origin|source|related", re.IGNORECASE)
# An item of a list is compared with so many before it, and may leave out as many of their entries.
_MOST_COMPARED = 100


class GivenText(Struct, frozen=True):
    """A text with a mark that a model was given; ``thread`` is the id of its thread if the transcript has it."""

    text: str
    thread: str | None = None


class Transcript(Struct, frozen=True):
    """All ``texts`` of a transcript, and those with a mark that the model was ``given``, without repetitions."""

    texts: Sequence[str]
    given: Sequence[GivenText]


class _Part(Struct, frozen=True):
    """Any value of a transcript: its texts with a mark, how often each mark occurs, and the items of its lists.

    ``entries`` are the items of its outermost list that has such texts, each with these.
    """

    texts: Sequence[GivenText] = ()
    marks: Counter[str] = field(default_factory=Counter[str])
    items: int = 0
    entries: Sequence[tuple[str, Sequence[GivenText]]] = ()

    @property
    def threads(self) -> frozenset[str | None]:
        """The threads of its texts."""
        return frozenset(one.thread for one in self.texts)

    @property
    def is_single(self) -> bool:
        """Whether it has one mark in no list, so that it repeats nothing."""
        return not self.items and len(self.marks) == 1


def read_transcript(text: str, groups: Set[str]) -> Transcript:
    """Read a transcript: JSON, a JSON value in each line, or else any text; ``groups`` are the ids of its threads."""
    values = _values_of(text)
    texts = [inner for value in values for _, inner in walk(value) if isinstance(inner, str)]
    try:
        return Transcript(texts, _read(values, groups, None).texts)
    except RecursionError:
        return Transcript(texts, [*map(GivenText, texts)])


def _values_of(text: str) -> list[JsonValue]:
    """Return the JSON values of a text; of one that is not JSON, the objects and lists in its lines, and the others."""
    for parts in ([text], text.split("\n")):
        try:
            return [json.loads(part) for part in parts if part.strip()]
        except (ValueError, RecursionError):
            continue
    values, others, known = list[JsonValue](), list[str](), set[str]()
    for line in text.split("\n"):
        before, value = _object_in(line)
        others.append(before)
        if value is not None:
            values.append(value)
            known.update(_MARKS.findall(line))
    # A line that is cut repeats what is whole in others.
    return [*values, _MARKS.sub(lambda mark: "" if mark[0] in known else mark[0], "\n".join(others))]


def _object_in(line: str) -> tuple[str, JsonValue]:
    """Return what is before the object or list at the end of a line, as the time that a log prints, and that value."""
    bare = line.strip(" \t\r\ufeff")
    for at in (0, bare.find("{")):
        try:
            if bare[at:].startswith(("{", "[")):
                return bare[:at], json.loads(bare[at:])
        except (ValueError, RecursionError):
            continue
    return line, None


def _read(value: JsonValue, groups: Set[str], thread: str | None) -> _Part:
    if isinstance(value, str):
        marks = _MARKS.findall(value)
        return _Part([GivenText(value, thread)], Counter(marks)) if marks else _Part()
    if isinstance(value, Mapping):
        own = (member for key, member in value.items() if not _OF_OTHER_THREAD.search(key))
        stated = [member for member in own if isinstance(member, str) and member in groups]
        inside = stated[0] if len(stated) == 1 else thread
        threads = [_read(member, groups, key) for key, member in value.items() if key in groups]
        others = [_read(member, groups, inside) for key, member in value.items() if key not in groups]
        return _join(threads + _drop_copies(others))
    if isinstance(value, list):
        parts = [_read(item, groups, thread) for item in value]
        joined = _join(_drop_repetitions(parts))
        entries = [(json.dumps(item), part.texts) for item, part in zip(value, parts, strict=True)]
        return replace(joined, items=joined.items + len(value), entries=entries) if joined.texts else joined
    return _Part()


def _join(parts: Sequence[_Part]) -> _Part:
    texts = [text for part in parts for text in part.texts]
    entries = next((part.entries for part in parts if part.entries), ())
    marks = Counter[str]()
    for part in parts:
        marks.update(part.marks)
    return _Part(texts, marks, sum(part.items for part in parts), entries)


def _drop_copies(members: Sequence[_Part]) -> list[_Part]:
    """Return the members of an object of which no other one shows the same: ``text`` and ``messages`` of one entry."""
    kept = list[_Part]()
    for part in members:
        if part.texts and not any(other.marks >= part.marks for other in kept[-_MOST_COMPARED:]):
            kept = [other for other in kept if not part.marks >= other.marks] + [part]
    return kept


def _drop_repetitions(items: Sequence[_Part]) -> list[_Part]:
    """Return the items of a list without what another one repeats of its thread."""
    threads, single = list[_Part](), dict[str, list[_Part]]()
    for part in items:
        recent = threads[-_MOST_COMPARED:]
        if not part.texts or any(_goes_on_from(other, part) for other in recent):
            continue
        if part.is_single:
            single.setdefault(next(iter(part.marks)), []).append(part)
            continue
        for mark in part.marks.keys() & single.keys():
            single[mark] = [other for other in single[mark] if not _goes_on_from(part, other)]
        threads[-_MOST_COMPARED:] = _add_to_threads([other for other in recent if not _goes_on_from(part, other)], part)
    return [*threads, *(part for parts in single.values() for part in parts)]


def _add_to_threads(threads: Sequence[_Part], item: _Part) -> list[_Part]:
    """Return the threads with an item that goes on from the end of one, else as one more."""
    for other in reversed(threads):
        if (added := _new_texts(other, item)) is not None:
            rest = [one for one in threads if one is not other]
            return [*rest, replace(item, texts=[*other.texts, *added])]
    return [*threads, item]


def _goes_on_from(item: _Part, other: _Part) -> bool:
    """Say whether an item of a list repeats another one and goes on: with a further text, or a longer list."""
    goes_on = len(item.marks) > len(other.marks) or item.items > other.items
    return goes_on and item.marks >= other.marks and item.threads >= other.threads


def _new_texts(before: _Part, item: _Part) -> Sequence[GivenText] | None:
    """Return the texts that an item adds to the end of a thread whose beginning it leaves out, ``None`` if it does not.

    The first entries may be the same again, as the instructions of a model.
    """
    old, new = ([entry for entry, _ in one.entries] for one in (before, item))
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
    for start in range(same + 1, min(len(old), same + _MOST_COMPARED)):
        end = same + len(old) - start
        if old[start:] == new[same:end] and end < len(new):
            return [text for _, texts in item.entries[end:] for text in texts]
    return None
