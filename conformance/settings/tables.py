"""Tables of TOML files as frozen values: ``msgspec`` reads them, and what it refuses is explained by ``pydantic``.

The types of the fields are the one statement of what a table may hold. Where a file is wrong, or a schema is published,
``table_models`` makes a model of them that knows each fault and its place: to import that takes longer than the check
of a short list, and most files are right.
"""

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Meta, Struct

from conformance import pattern_store


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a configuration or profile: frozen, and unknown keys are rejected."""


STRICT = Meta(extra={"strict": True})
"""Of a field that takes no value that only means the same, such as ``"no"`` for ``false``."""
OWN = Meta(extra={"exclude": True})
"""Of a field that a run sets, and no file."""

if TYPE_CHECKING:
    CaselessPattern: TypeAlias = re.Pattern[str]
    LinePattern: TypeAlias = re.Pattern[str]
    ExactPattern: TypeAlias = re.Pattern[str]
else:  # what a table is read by: patterns with their flags

    class Caseless:
        flags = re.IGNORECASE

    class Lines:
        flags = re.MULTILINE

    class Exact:
        flags = re.NOFLAG

    CaselessPattern, LinePattern, ExactPattern = re.Pattern[Caseless], re.Pattern[Lines], re.Pattern[Exact]


def compile_pattern(pattern: Any, flags: re.RegexFlag) -> Any:
    """Return a compiled pattern, and any other value as it is; raises ``ValueError`` in words for the file."""
    try:
        return pattern_store.compile_pattern(pattern, flags) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"is not a valid regular expression: {error}") from error
