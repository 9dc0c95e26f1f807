"""The free texts of a result: what may be shortened without losing what a next call needs.

Identifiers, references, paths, states and single words are not free texts; they are kept unchanged. A free text is
shortened together with its truncation flag, so a result never presents a part as complete.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from conformance.contract.graphemes import boundary_before
from conformance.contract.previews import trim_preview
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array

# `stdout_preview` shows a part of `stdout`; `stdout_truncated`, or `truncated` for all, says that it is not all of it.
PREVIEW_ENDING, FLAG_ENDING, SHARED_FLAG = "_preview", "_truncated", "truncated"
WORD_CHARS = 80
"""A text without white space up to this length is a word: an id, a state, a timestamp."""
IDENTITY_CHARS = 4_096
"""The longest identifier, path or URL; anything longer counts as free text."""

# A text with white space is not a single word. Matches "two words"; not "task_123".
_SPACE = re.compile(r"\s")
# The endings of names whose texts identify something: `task_id`, `output_path`, `final_url`.
_IDENTITY = frozenset({"id", "ids", "ref", "refs", "path", "paths", "url", "uri", "status", "kind", "disposition"})


class FreeText(Struct, frozen=True):
    """One free text: its pointer, and whether its name marks it as a preview."""

    pointer: str
    text: str
    is_preview: bool


def free_texts(value: JsonValue) -> list[FreeText]:
    """Return the free texts at any depth, in document order."""
    return list(_iter_free_texts("", "", value))


def shorten(text: FreeText, size: int) -> str:
    """Return head and tail of a preview with a marker; of any other text its start with ``…``.

    More room never shows less; a marker fits from 160 characters on.
    """
    if text.is_preview:
        return trim_preview(text.text, size)
    return f"{text.text[: boundary_before(text.text, max(size, 1) - 1)]}…"


def replace_texts(value: JsonValue, shorter: Mapping[str, str], pointer: str = "") -> JsonValue:
    """Return the value with the texts at these pointers replaced and their truncation flags set."""
    if isinstance(value, Mapping):
        return _replace_in_object(value, shorter, pointer)
    if isinstance(value, list | tuple):
        return [replace_texts(item, shorter, child(pointer, index)) for index, item in enumerate(as_array(value))]
    return shorter.get(pointer, value) if isinstance(value, str) else value


def flag_of(members: JsonObject, key: str) -> str | None:
    """Return the key of a member's truncation flag: its own, or the shared one that previews have.

    A member of that name that is not a boolean is not a flag and stays; ``None`` if neither name is a flag.
    """
    own = key.removesuffix(PREVIEW_ENDING) + FLAG_ENDING
    shares_one = is_preview(key) and own not in members and SHARED_FLAG in members
    names = (SHARED_FLAG, own) if shares_one else (own, SHARED_FLAG)
    return next((name for name in names if isinstance(members.get(name), bool | None)), None)


def is_preview(key: str) -> bool:
    """Return whether a member of this name shows a part of something larger."""
    return key.endswith(PREVIEW_ENDING) or key == PREVIEW_ENDING[1:]


def _iter_free_texts(pointer: str, key: str, value: JsonValue) -> Iterator[FreeText]:
    if isinstance(value, Mapping):
        for name, member in value.items():
            if name != "artifacts":
                yield from _iter_free_texts(child(pointer, name), name, member)
    elif isinstance(value, str):
        if not _is_identity(key, value):
            yield FreeText(pointer, value, is_preview(key))
    else:
        for index, item in enumerate(as_array(value)):
            yield from _iter_free_texts(child(pointer, index), key, item)


def _is_identity(key: str, text: str) -> bool:
    if is_preview(key) or len(text) > IDENTITY_CHARS:
        return False
    return key.rpartition("_")[2] in _IDENTITY or (len(text) <= WORD_CHARS and not _SPACE.search(text))


def _replace_in_object(members: JsonObject, shorter: Mapping[str, str], pointer: str) -> JsonObject:
    changed: dict[str, JsonValue] = {}
    flags: list[str | None] = []
    for key, member in members.items():
        place = child(pointer, key)
        changed[key] = replace_texts(member, shorter, place)
        if place in shorter or _has_replaced_item(member, shorter, place):
            flags.append(flag_of(members, key))
    return {**changed, **{flag: True for flag in flags if flag is not None}}


def _has_replaced_item(member: JsonValue, shorter: Mapping[str, str], place: str) -> bool:
    items: Sequence[JsonValue] = as_array(member)
    return any(isinstance(item, str) and child(place, index) in shorter for index, item in enumerate(items))
