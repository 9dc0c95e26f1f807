"""How a text shows that it was cut: a marker on a line of its own, with counts or without, or an ellipsis."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from conformance.documents.values import JsonValue, as_text
from conformance.systems.surface.envelopes import ResultLevel

TRUNCATED = "truncated"
_PREVIEW = "_preview"
_ELLIPSES = ("...", "…")
_MAX_MARKERS = 4
_BLANK_CUT = re.compile(r"(?m)^[ \t]*(?:\.\.\.|…)[ \t]*\r?$")
_COUNTS = re.compile(
    r"first (?P<first>\d{1,18})(?: (?P<first_unit>lines|characters))? "
    r"and last (?P<last>\d{1,18}) (?P<unit>lines|characters)"
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A preview parted at its marker; the ellipsis lines around the marker belong to neither side."""

    head: str
    marker: str
    tail: str
    is_set_off: bool
    """An ellipsis stands on either side of the marker."""

    @property
    def has_counts(self) -> bool:
        """Say whether the marker states how much is shown."""
        return _COUNTS.search(self.marker) is not None

    @property
    def count_mismatch(self) -> str | None:
        """What the marker states and the preview does not hold, ``None`` where it states nothing or the truth."""
        found = _COUNTS.search(self.marker)
        if found is None:
            return None
        unit = found["unit"]
        for text, side, own in ((self.head, "first", found["first_unit"] or unit), (self.tail, "last", unit)):
            there = _line_count(text) if own == "lines" else len(text)
            slack = 0 if own == "lines" else 1  # the line break before the marker may be the text's or the marker's
            if abs(there - int(found[side])) > slack:
                return f"states {side} {int(found[side]):,} {own} and shows {there:,}"
        return None


@dataclass(frozen=True, slots=True)
class Flag:
    """One truncation flag of a result level, with the texts that it speaks of, each by its key."""

    key: str
    value: JsonValue
    previews: Sequence[tuple[str, str]]


def cuts(text: str, markers: Sequence[str]) -> Iterator[Cut]:
    """Yield the text parted at each of the first lines that are markers; ``markers`` are regular expressions."""
    for found in islice(_marker_pattern(tuple(markers)).finditer(text), _MAX_MARKERS):
        head, tail = text[: found.start()], text[found.end() :].removeprefix("\n")
        kept_head, kept_tail = _strip_last_ellipsis(head), _strip_first_ellipsis(tail)
        yield Cut(kept_head, found[0], kept_tail, is_set_off=kept_head != head and kept_tail != tail)


def kept_sides(text: str, markers: Sequence[str]) -> tuple[bool, bool]:
    """Say whether a cut preview keeps text before and after its cut; where no cut is seen it keeps both."""
    found = next(cuts(text, markers), None)
    if found is not None:
        is_blank = not (found.head + found.tail).strip()  # blank lines are the ends of an output of blank lines
        return is_blank or bool(found.head.strip()), is_blank or bool(found.tail.strip())
    return not text.lstrip().startswith(_ELLIPSES), not text.rstrip().endswith(_ELLIPSES)


def has_visible_cut(text: str, markers: Sequence[str]) -> bool:
    """Say whether a reader can see that something is missing."""
    return (
        "…" in text
        or not all(kept_sides(text, markers))
        or _BLANK_CUT.search(text) is not None
        or any(re.search(marker, text) for marker in markers)
    )


def previews(level: ResultLevel) -> dict[str, str]:
    """Return the texts of a level that a truncation flag can speak of; one that is null is empty."""
    return {key: as_text(value) or "" for key, value in level.members.items() if _is_preview(level, key, value)}


def flags(level: ResultLevel) -> Iterator[Flag]:
    """Yield the truncation flags of a level; ``truncated`` speaks of every preview without a flag of its own."""
    texts = previews(level)
    for key, value in level.members.items():
        if key == TRUNCATED or key.endswith(f"_{TRUNCATED}"):
            yield Flag(key, value, [(name, text) for name, text in texts.items() if flag_of(level, name) == key])


def flag_of(level: ResultLevel, preview: str) -> str | None:
    """Return the key of the flag that speaks of a preview: its own, else the shared one, else ``None``."""
    own = f"{preview.removesuffix(_PREVIEW)}_{TRUNCATED}"
    return own if own in level.members else TRUNCATED if TRUNCATED in level.members else None


def _is_preview(level: ResultLevel, key: str, value: JsonValue) -> bool:
    named = key.endswith(_PREVIEW) or key == "preview" or f"{key}_{TRUNCATED}" in level.members
    return named and isinstance(value, str | None)


@lru_cache
def _marker_pattern(markers: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?m)^[ \t]*(?:{'|'.join(markers)})[ \t]*\r?$")


def _line_count(text: str) -> int:
    return len(text.removesuffix("\n").split("\n")) if text else 0


def _strip_last_ellipsis(head: str) -> str:
    start = head.rfind("\n", 0, max(len(head) - 1, 0)) + 1
    return head[:start] if head[start:].strip() in _ELLIPSES else head


def _strip_first_ellipsis(tail: str) -> str:
    first, _, rest = tail.partition("\n")
    return rest if first.strip() in _ELLIPSES else tail
