"""Cuts a JSON text into the texts of its members or items, without reading what is in them.

Only the outermost level is understood, at the speed of a copy. What a slice holds may still be no strict JSON.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

Slices: TypeAlias = dict[str, bytes] | list[bytes]
"""The texts of the members of an object by their names, or of the items of an array."""

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])


def slices_of(text: bytes) -> Slices | None:
    """Return the slices of an object or an array, ``None`` for anything else, and for what is surely not JSON.

    Of two members with one name there is only the last.
    """
    kind = text[:1]
    try:
        if kind == b"{":
            return {name: bytes(value) for name, value in _MEMBERS.decode(text).items()}
        return [bytes(item) for item in _ITEMS.decode(text)] if kind == b"[" else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def parts_of(slices: Slices) -> Sequence[bytes]:
    """Return the texts of all members or items."""
    return list(slices.values()) if isinstance(slices, dict) else slices


def is_surely_shallow(text: bytes, levels: int) -> bool:
    """Say whether a text surely has at most so many levels: few brackets cannot make many."""
    # of a long text its parts are asked at once, since all of it surely has more
    if len(text) < _SHORT and text.count(b"{") + text.count(b"[") <= levels:
        return True
    found = slices_of(text) if levels > 0 else None
    return found is not None and all(is_surely_shallow(part, levels - 1) for part in parts_of(found))


_SHORT = 10_000
"""A text of so many bytes, such as a tool, may have few enough brackets."""
