"""Plain copies of JSON values, of bounded depth.

A copy cannot be changed from outside afterwards. Unbounded or circular nesting is rejected here, so later code may
walk a value recursively.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from conformance.documents.strict_json import MAX_DEPTH
from conformance.documents.values import JsonValue

PAYLOAD_DEPTH = MAX_DEPTH - 3
"""Maximum nesting of a payload; an error, an envelope and an audit record still fit around it."""


def copy_json(value: Any, text: Callable[[str], str] = str, room: int = PAYLOAD_DEPTH) -> JsonValue:
    """Return a copy of a JSON value with ``text`` applied to its strings; raises ``ValueError`` if it is not JSON."""
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if not isinstance(value, Mapping | list | tuple):
        raise ValueError(f"must be a JSON value, not {type(value).__name__}")
    if room == 0:
        raise ValueError(f"must not nest deeper than {PAYLOAD_DEPTH} levels")
    if isinstance(value, Mapping):
        members = cast("Mapping[Any, Any]", value)
        return {_key(key, text): copy_json(member, text, room - 1) for key, member in members.items()}
    return [copy_json(item, text, room - 1) for item in cast("Sequence[Any]", value)]


def _key(key: object, text: Callable[[str], str]) -> str:
    if isinstance(key, str):
        return text(key)
    raise ValueError(f"must have strings as keys, not {type(key).__name__}")
