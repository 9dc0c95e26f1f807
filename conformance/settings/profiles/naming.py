"""The tables of names: cases, units, paths, planes, and what gives a wrong name away."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Table(BaseModel):
    """A table of a profile: frozen, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _compile_pattern(pattern: Any) -> Any:
    try:
        return re.compile(pattern, re.IGNORECASE) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"{pattern} is no regular expression: {error}") from error


Prose = Annotated[re.Pattern[str], BeforeValidator(_compile_pattern)]
"""A regular expression over descriptions; case does not count."""


class Cases(Table):
    """How names are written: ``pascal``, ``snake`` or ``any``; a name that hides characters is wrong in any case."""

    tool: Literal["pascal", "snake", "any"] = "any"
    field: Literal["snake", "any"] = "any"
    enum_value: Literal["snake", "any"] = "any"
    tool_length: int = 128
    acronyms: tuple[str, ...] = ()
    foreign_values: tuple[Prose, ...] = ()
    """Enum values that another system spells; a whole value has to match."""


class Unit(Table):
    """One quantity: how a field that holds it ends, and what gives a wrong or missing unit away.

    Endings are written in words: ``token limit`` is the ending of ``output_token_limit`` and of ``outputTokenLimit``.
    """

    suffix: str
    noun: str
    """What such a field holds, for messages: ``a duration``."""
    accepted: tuple[str, ...] = ()
    """Other endings that tell the unit as well."""
    wrong_endings: tuple[str, ...] = ()
    doubtful_endings: tuple[str, ...] = ()
    """Endings that are a wrong unit only beside one of ``quantity_words``: ``timeout_s``, not ``min_size_m``."""
    quantity_words: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()
    """Endings that name the quantity and no unit."""
    doubtful_quantities: tuple[str, ...] = ()
    """Endings that name the quantity only where the description mentions a unit."""
    limit_words: tuple[str, ...] = ()
    """Words of a wrong ending that mean an upper bound: the better name begins with ``max``."""
    other_words: tuple[str, ...] = ()
    """Words that make the name one of something else: ``tokens_per_second``."""
    prose: tuple[Prose, ...] = ()
    """Texts that can only describe this quantity."""
    mentions: tuple[Prose, ...] = ()
    other_prose: tuple[Prose, ...] = ()
    """Texts that describe something else: a point in time, a rate."""
    contradictions: tuple[Prose, ...] = ()
    """Texts that belie the suffix, unless ``mentions_suffix`` is found too."""
    mentions_suffix: Prose | None = None


class Paths(Table):
    """How fields that hold a path are named, and what gives a misnamed one away."""

    one_file: str = "file_path"
    search: str = "path"
    command_root: str = "workdir"
    entered: str = "cwd"
    synonyms: dict[str, str] = Field(default_factory=dict[str, str])
    file_endings: tuple[str, ...] = ()
    """Endings that name a file where a path is meant: ``output_file``."""
    command_fields: tuple[str, ...] = ()
    """Fields of a tool that runs commands; beside them the current directory is the command's root."""
    root_endings: tuple[str, ...] = ()
    """Last words of a name that may hold a command's root, where ``root_prose`` says so."""
    root_prose: tuple[Prose, ...] = ()
    one_file_prose: tuple[Prose, ...] = ()
    one_file_tool_prose: tuple[Prose, ...] = ()
    """Texts of a whole tool that show that its only path is one file."""
    many_files_tool_prose: tuple[Prose, ...] = ()
    file_or_directory_prose: tuple[Prose, ...] = ()
    directory_prose: tuple[Prose, ...] = ()
    no_path_prose: tuple[Prose, ...] = ()


class Plane(Table):
    """One noun space: what the names of its tools say, and the capabilities that such tools may have."""

    nouns: tuple[str, ...]
    capabilities: tuple[str, ...] = ()
