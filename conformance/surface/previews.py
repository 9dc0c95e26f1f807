"""How a text shows that it was cut: a marker on a line of its own, with counts or without, or an ellipsis."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from conformance.json_values import as_array, as_text
from conformance.surface.envelopes import ResultLevel

TRUNCATED = "truncated"
_PREVIEW = "_preview"
_ELLIPSES = ("...", "…")
_BLANK_CUT = re.compile(r"(?m)^[ \t]*(?:\.\.\.|…)[ \t]*\r?$")
_COUNTS = re.compile(r"first (?P<first>\d+)(?: lines?)? and last (?P<last>\d+) lines?")


@dataclass(frozen=True, slots=True)
class Cut:
    """A preview parted at its marker; the ellipsis lines around the marker belong to neither side."""

    head: str
    marker: str
    tail: str

    @property
    def stated(self) -> tuple[int, int] | None:
        """The line counts that the marker states, if it states any."""
        found = _COUNTS.search(self.marker)
        return (int(found["first"]), int(found["last"])) if found else None

    @property
    def counted(self) -> tuple[int, int]:
        """The line counts that are really there."""
        return _lines(self.head), _lines(self.tail)


@dataclass(frozen=True, slots=True)
class Flag:
    """One truncation flag of a result level, with the texts that it speaks of, each by its key."""

    key: str
    value: object
    previews: Sequence[tuple[str, str]]


def cuts(text: str, markers: Sequence[str]) -> Iterator[Cut]:
    """Yield the text parted at each line that is a marker; ``markers`` are regular expressions."""
    for found in _marker_line(tuple(markers)).finditer(text):
        head, tail = text[: found.start()], text[found.end() :].removeprefix("\n")
        yield Cut(_without_last_ellipsis(head), found[0], _without_first_ellipsis(tail))


def shows_cut(text: str, markers: Sequence[str]) -> bool:
    """Say whether a reader can see that something is missing."""
    if any(ellipsis in text for ellipsis in _ELLIPSES[1:]) or text.strip().startswith(_ELLIPSES):
        return True
    return (
        text.rstrip().endswith(_ELLIPSES)
        or _BLANK_CUT.search(text) is not None
        or any(re.search(marker, text) for marker in markers)
    )


def flags(level: ResultLevel) -> Iterator[Flag]:
    """Yield the truncation flags of a level; ``truncated`` speaks of every preview without a flag of its own."""
    previews = {key: as_text(value) or "" for key, value in level.members.items() if is_preview(level, key)}
    for key, value in level.members.items():
        if key == TRUNCATED or key.endswith(f"_{TRUNCATED}"):
            yield Flag(key, value, [(name, text) for name, text in previews.items() if flag_of(level, name) == key])


def is_preview(level: ResultLevel, key: str) -> bool:
    """Say whether a member is a text that a truncation flag can speak of."""
    named = key.endswith(_PREVIEW) or key == "preview" or f"{key}_{TRUNCATED}" in level.members
    return named and not as_array(level.members[key])


def flag_of(level: ResultLevel, preview: str) -> str | None:
    """Return the key of the flag that speaks of a preview: its own, else the shared one, else ``None``."""
    own = f"{preview.removesuffix(_PREVIEW)}_{TRUNCATED}"
    return own if own in level.members else TRUNCATED if TRUNCATED in level.members else None


@lru_cache
def _marker_line(markers: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?m)^[ \t]*(?:{'|'.join(markers)})[ \t]*\r?$")


def _lines(text: str) -> int:
    return len(text.removesuffix("\n").split("\n")) if text else 0


def _without_last_ellipsis(head: str) -> str:
    rest, _, last = head.removesuffix("\n").rpartition("\n")
    return rest if last.strip() in _ELLIPSES else head.removesuffix("\n")


def _without_first_ellipsis(tail: str) -> str:
    first, _, rest = tail.partition("\n")
    return rest if first.strip() in _ELLIPSES else tail
