"""The tables on names: cases, units, paths, planes, and the words that reveal a wrong name."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Table(BaseModel):
    """A table of a profile: frozen, and unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# Descriptions begin sentences with capital letters, so case never tells their meaning.
def _compile_pattern(pattern: Any) -> Any:
    try:
        return re.compile(pattern, re.IGNORECASE) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"is not a valid regular expression: {error}") from error


Prose = Annotated[re.Pattern[str], BeforeValidator(_compile_pattern)]
"""A regular expression for descriptions; ignores case."""


class Cases(Table):
    """How names are written: ``pascal``, ``snake`` or ``any``; hidden characters are wrong in all of them."""

    tool: Literal["pascal", "snake", "any"] = "any"
    field: Literal["snake", "any"] = "any"
    enum_value: Literal["snake", "any"] = "any"
    tool_length: int = 128
    acronyms: tuple[str, ...] = ()
    foreign_values: tuple[Prose, ...] = ()
    """Enum values whose spelling another system defines; the pattern must match a value from start to end."""


class Unit(Table):
    """One quantity: the suffix of fields that hold it, and what reveals a wrong or missing unit.

    Endings are written as words: ``token limit`` is the ending of ``output_token_limit`` and of ``outputTokenLimit``.
    """

    suffix: str
    noun: str
    """What such a field holds, as messages call it: ``duration``."""
    accepted: tuple[str, ...] = ()
    """Other endings that state the unit just as well."""
    wrong_endings: tuple[str, ...] = ()
    doubtful_endings: tuple[str, ...] = ()
    """Endings that are a wrong unit only after one of ``quantity_words``: ``timeout_s``, but not ``min_size_m``."""
    quantity_words: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    """Endings that name the quantity without a unit."""
    doubtful_quantities: tuple[str, ...] = ()
    """Endings that name the quantity only if the description mentions a unit."""
    limit_words: tuple[str, ...] = ()
    """Words of a wrong ending that mean an upper bound; the suggested name then begins with ``max``."""
    other_words: tuple[str, ...] = ()
    """Words that make it the name of another quantity: ``tokens_per_second``."""
    prose: tuple[Prose, ...] = ()
    """Patterns that match only descriptions of this quantity."""
    mentions: tuple[Prose, ...] = ()
    other_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of something else: a point in time, a rate."""
    contradictions: tuple[Prose, ...] = ()
    """Patterns for descriptions that contradict the suffix, unless ``mentions_suffix`` matches too."""
    mentions_suffix: Prose | None = None


class Paths(Table):
    """How fields that hold a path are named, and what reveals a misnamed one."""

    one_file: str = "file_path"
    search: str = "path"
    command_root: str = "workdir"
    entered: str = "cwd"
    synonyms: dict[str, str] = Field(default_factory=dict[str, str])
    file_endings: tuple[str, ...] = ()
    """Endings that say file but mean a path: ``output_file``."""
    command_fields: tuple[str, ...] = ()
    """Fields of a tool that runs commands; with one of them, a current directory is the root of the command."""
    root_endings: tuple[str, ...] = ()
    """Words at the end of a name that may hold the root of a command, if ``root_prose`` matches its description."""
    root_prose: tuple[Prose, ...] = ()
    one_file_prose: tuple[Prose, ...] = ()
    one_file_tool_prose: tuple[Prose, ...] = ()
    """Patterns for tool descriptions which show that the tool's only path is a single file."""
    many_files_tool_prose: tuple[Prose, ...] = ()
    file_or_directory_prose: tuple[Prose, ...] = ()
    directory_prose: tuple[Prose, ...] = ()
    no_path_prose: tuple[Prose, ...] = ()


class Plane(Table):
    """One domain: the nouns that the names of its tools contain, and the capabilities that such tools may have."""

    nouns: tuple[str, ...]
    capabilities: tuple[str, ...] = ()
