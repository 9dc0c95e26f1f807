"""The tables on names: cases, units, paths, planes, and the words that reveal a wrong name."""

from typing import Literal, TypeAlias

from msgspec import field

from conformance.settings.tables import CaselessPattern, Table

Prose: TypeAlias = CaselessPattern
"""A regular expression for descriptions, which begin sentences with capital letters: case never tells their meaning."""


class Cases(Table, frozen=True, kw_only=True):
    """How names are written: ``pascal``, ``snake`` or ``any``; hidden characters are wrong in all of them."""

    tool: Literal["pascal", "snake", "any"] = "any"
    """How the name of a tool is written."""
    field: Literal["snake", "any"] = "any"
    """How the name of a field is written."""
    enum_value: Literal["snake", "any"] = "any"
    """How a value of an enum is written."""
    tool_length: int = 128
    """Most characters in the name of a tool."""
    acronyms: tuple[str, ...] = ()
    """Words that are written in capital letters, also inside a name."""
    foreign_values: tuple[Prose, ...] = ()
    """Enum values whose spelling another system defines; the pattern must match a value from start to end."""


class Unit(Table, frozen=True, kw_only=True):
    """One quantity: the suffix of fields that hold it, and what reveals a wrong or missing unit.

    Endings are written as words: ``token limit`` is the ending of ``output_token_limit`` and of ``outputTokenLimit``.
    """

    suffix: str
    """The last word of the name of a field that holds it."""
    noun: str
    """What such a field holds, as messages call it: ``duration``."""
    accepted: tuple[str, ...] = ()
    """Other endings that state the unit just as well."""
    wrong_endings: tuple[str, ...] = ()
    """Endings that state another unit."""
    doubtful_endings: tuple[str, ...] = ()
    """Endings that are a wrong unit only after one of ``quantity_words``: ``timeout_s``, but not ``min_size_m``."""
    quantity_words: tuple[str, ...] = ()
    """Words for the quantity, after which a doubtful ending is a unit."""
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
    """Patterns for descriptions that mention a unit."""
    other_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of something else: a point in time, a rate."""
    contradictions: tuple[Prose, ...] = ()
    """Patterns for descriptions that contradict the suffix, unless ``mentions_suffix`` matches too."""
    mentions_suffix: Prose | None = None
    """A pattern for descriptions that mention the unit of the suffix."""


class Paths(Table, frozen=True, kw_only=True):
    """How fields that hold a path are named, and what reveals a misnamed one."""

    one_file: str = "file_path"
    """The name of a field that holds the path of one file."""
    search: str = "path"
    """The name of a field that holds where a search begins: a file or a folder."""
    command_root: str = "workdir"
    """The name of a field that holds the folder in which a command runs."""
    entered: str = "cwd"
    """The name of a field that holds the current folder of a workspace that is entered."""
    synonyms: dict[str, str] = field(default_factory=dict[str, str])
    """Other names for these fields, each with the one to write."""
    file_endings: tuple[str, ...] = ()
    """Endings that say file but mean a path: ``output_file``."""
    command_fields: tuple[str, ...] = ()
    """Fields of a tool that runs commands; with one of them, a current directory is the root of the command."""
    root_endings: tuple[str, ...] = ()
    """Words at the end of a name that may hold the root of a command, if ``root_prose`` matches its description."""
    root_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of the root of a command."""
    one_file_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of a single file."""
    one_file_tool_prose: tuple[Prose, ...] = ()
    """Patterns for tool descriptions which show that the tool's only path is a single file."""
    many_files_tool_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of tools that work on many files."""
    file_or_directory_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of a path that may be a file or a folder."""
    directory_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of a folder."""
    no_path_prose: tuple[Prose, ...] = ()
    """Patterns for descriptions of what is not a path of a file system, such as an address."""


class Plane(Table, frozen=True, kw_only=True):
    """One domain: the nouns that the names of its tools contain, and the capabilities that such tools may have."""

    nouns: tuple[str, ...]
    """The nouns, of which the name of a tool in this domain contains one."""
    capabilities: tuple[str, ...] = ()
    """The capabilities that such a tool may have; empty if any."""
