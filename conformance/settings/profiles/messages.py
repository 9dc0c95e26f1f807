"""The tables for checking callback messages; the data in ``rap_2026_seed.toml`` follow the original page.

Another dated profile, or one of your own, states in ``[messages]`` only what differs from that page.
"""

import functools
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeAlias

from conformance.settings.table_reader import read_table
from conformance.settings.tables import LinePattern, Table

SEED_FILE = "rap_2026_seed.toml"
"""The profile that holds the tables of the original page."""


# Messages have many lines, and each of them may begin with a secret or a stack frame.
Pattern: TypeAlias = LinePattern
"""A regular expression; ``^`` and ``$`` match at lines, and case matters unless it contains ``(?i:...)``."""


class MessageTables(Table, frozen=True, kw_only=True):
    """What rules on messages need to know; limits count characters, or items where they say so.

    ``dialect`` names the dated protocol; ``types`` are the messages that may arrive at a callback URL in it.
    ``error_openings`` give away an error that lacks the prefix. An error of fewer than ``fewest_error_words`` words
    beside ``generic_error_words`` is actionable only where it names a thing or a number. ``display_only_texts`` send
    the model to what only people see. ``stack_traces`` and ``secrets`` map a kind to the pattern that gives it away.
    """

    dialect: Literal["rap_2026_seed", "rap_2026_08"]
    """The dated protocol."""
    types: tuple[str, ...]
    """The messages that may arrive at a callback URL."""
    segment_types: tuple[str, ...]
    """The known types of a display segment."""
    most_segments: int
    """Most display segments of one message."""
    text_segment_limit: int
    """Most characters of one text segment."""
    error_prefix: str
    """What the text of an error begins with."""
    error_openings: tuple[Pattern, ...]
    """Patterns for texts of errors that lack the prefix."""
    generic_error_words: frozenset[str]
    """Words that say nothing about what went wrong."""
    fewest_error_words: int
    """An error of fewer other words has to name a thing or a number."""
    display_only_texts: tuple[Pattern, ...]
    """Patterns for texts that send the model to what only people see."""
    stack_traces: dict[str, Pattern]
    """Patterns for stack traces, by the language that prints them."""
    secrets: dict[str, Pattern]
    """Patterns for secrets, by their kind."""


def merge_seed(tables: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of a profile: one that states one limit keeps all the others of the original page."""
    stated: Any = tables.get("messages")
    return {**tables, "messages": {**_seed(), **stated}} if isinstance(stated, dict) else tables


@functools.cache
def seed_tables() -> MessageTables:
    """Return the tables of the original page."""
    return read_table(_seed(), MessageTables, None)


@functools.cache
def _seed() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(SEED_FILE).read_text("utf-8"))["messages"]
