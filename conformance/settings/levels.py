"""The table ``levels``: the level of a rule, of one kind of its problems, or of a category of rules.

Which names exist is known to the rules; this module only knows how the table is written and merged.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from conformance.findings import Level

if TYPE_CHECKING:
    LevelChoice: TypeAlias = Level | Literal["off", "default"]
else:  # what a table is read by: words that ``to_levels`` makes levels of
    LevelChoice = Literal["error", "warning", "info", "off", "default"]

Levels: TypeAlias = dict[str, LevelChoice]
"""Levels by name: a rule, ``rule.kind``, an older id of either, or a category."""
Expansion: TypeAlias = Callable[[Mapping[str, Any], str | None], dict[str, Any]]
"""Maps one file's table of levels to a table in which every rule is spelled out.

It is given the name of the file too; ``None`` for a built-in one, of which the names are known to exist.
"""


def flatten_levels(table: Any) -> Any:
    """Return the table with ``rule.kind`` as one key; TOML parses it as a nested table."""
    if not isinstance(table, Mapping):
        return table
    flat: dict[str, Any] = {}
    # no id contains a dot, so one level of nesting can only be a rule with its kinds
    for name, value in cast("Mapping[str, Any]", table).items():
        if isinstance(value, Mapping):
            kinds = cast("Mapping[str, Any]", value)
            flat |= {f"{name}.{kind}": level for kind, level in kinds.items()}
        else:
            flat[name] = value
    return flat


def to_levels(chosen: Levels) -> Levels:
    """Return levels by name, of words as a file has them."""
    return {name: level if level in ("off", "default") else Level(level) for name, level in chosen.items()}
