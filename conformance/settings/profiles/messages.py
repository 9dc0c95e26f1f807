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
    types: tuple[str, ...]
    segment_types: tuple[str, ...]
    most_segments: int
    text_segment_limit: int
    error_prefix: str
    error_openings: tuple[Pattern, ...]
    generic_error_words: frozenset[str]
    fewest_error_words: int
    display_only_texts: tuple[Pattern, ...]
    stack_traces: dict[str, Pattern]
    secrets: dict[str, Pattern]

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
