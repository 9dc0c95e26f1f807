"""The tables for checking callback messages; the data in ``rap_2026_seed.toml`` follow the original page.

Another dated profile, or one of your own, states in ``[messages]`` only what differs from that page.
"""

import functools
import re
import tomllib
from importlib.resources import files
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

SEED_FILE = "rap_2026_seed.toml"
"""The profile that holds the tables of the original page."""


# Messages have many lines, and each of them may begin with a secret or a stack frame.
def _compile_pattern(pattern: Any) -> Any:
    try:
        return re.compile(pattern, re.MULTILINE) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"is not a valid regular expression: {error}") from error


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compile_pattern)]
"""A regular expression; ``^`` and ``$`` match at lines, and case matters unless it contains ``(?i:...)``."""


class MessageTables(BaseModel):
    """What rules on messages need to know; limits count characters, or items where they say so.

    ``dialect`` names the dated protocol; ``types`` are the messages that may arrive at a callback URL in it.
    ``error_openings`` give away an error that lacks the prefix. An error of fewer than ``fewest_error_words`` words
    beside ``generic_error_words`` is actionable only where it names a thing or a number. ``display_only_texts`` send
    the model to what only people see. ``stack_traces`` and ``secrets`` map a kind to the pattern that gives it away.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

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

    @model_validator(mode="before")
    @classmethod
    def _merge_seed(cls, given: Any) -> Any:
        # a profile that states one limit keeps all the others of the page
        return {**_seed(), **cast("dict[str, Any]", given)} if isinstance(given, dict) else given


@functools.cache
def seed_tables() -> MessageTables:
    """Return the tables of the original page."""
    return MessageTables.model_validate({})


@functools.cache
def _seed() -> dict[str, Any]:
    return tomllib.loads((files("conformance.settings.profiles") / SEED_FILE).read_text("utf-8"))["messages"]
