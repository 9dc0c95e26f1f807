"""What an answer of the rules depends on, as a digest: an answer that is kept holds as long as that is the same."""

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from conformance.documents.packaged import package_files
from conformance.installed import version_of

if TYPE_CHECKING:
    from conformance.commands.registry import AppliedRule  # it imports all rules

_JUDGING = ("jsonschema", "jsonschema-rs", "referencing", "pydantic", "markdown-it-py", "tiktoken")
"""The packages that rules ask; another version may answer differently."""


def stamp_of_rules(rules: Sequence["AppliedRule"]) -> list[Any]:
    """Return what changes with the rules that are asked, and with their levels."""
    return [[applied.check.id, applied.level, dict(applied.kinds)] for applied in rules]


def stamp_of_judging() -> list[Any]:
    """Return what changes with everything that judges: our files, what they import, and Python."""
    # the time of the last change of an inode, since an installer may set that of the content
    files = [(name, status.st_size, status.st_ctime_ns) for name, status in package_files()]
    return [sys.version, [[name, version_of(name)] for name in _JUDGING], files]


def content_of(value: Any) -> list[Any]:
    """Return all that a frozen value holds, the index of a tool too, as pointers in evidence have it."""
    return [getattr(value, name) for name in value.__struct_fields__]


def content_digest(value: Any) -> str:
    """Return a digest that differs between values that differ."""
    return hashlib.sha256(json.dumps(value, default=_plain_value).encode()).hexdigest()


def _plain_value(value: Any) -> Any:
    if isinstance(value, Struct):
        return content_of(value)
    if isinstance(value, re.Pattern):  # its own text has only the first 200 characters
        pattern = cast("re.Pattern[str]", value)
        return [pattern.pattern, pattern.flags]
    # the order of a set is another one in each process
    return sorted(map(repr, cast("frozenset[Any]", value))) if isinstance(value, set | frozenset) else repr(value)
