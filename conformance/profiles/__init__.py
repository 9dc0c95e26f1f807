"""Profiles: which rules apply, at which level, with which tables. Data in TOML, one file each."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.profiles.messages import MessageTables, seed_tables
from conformance.profiles.probing import ProbeTables
from conformance.profiles.results import ResultTables
from conformance.words import nearest, quoted, visible

DEFAULT_PROFILE = "holon"


class Table(BaseModel):
    """A table of a profile: frozen, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _compiled(pattern: Any) -> Any:
    try:
        return re.compile(pattern, re.IGNORECASE) if isinstance(pattern, str) else pattern
    except re.error as error:
        raise ValueError(f"{pattern} is no regular expression: {error}") from error


Prose = Annotated[re.Pattern[str], BeforeValidator(_compiled)]
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


class Profile(Table):
    """All that a profile states."""

    name: str
    summary: str
    dated: str
    sources: tuple[str, ...] = ()
    levels: dict[str, Level | Literal["off"]] = Field(default_factory=dict[str, Level | Literal["off"]])
    cases: Cases = Cases()
    capabilities: tuple[str, ...] = ()
    stabilities: tuple[str, ...] = ("stable", "experimental", "deprecated")
    statuses: tuple[str, ...] = ("success", "error")
    statuses_with_result: tuple[str, ...] = ("success",)
    error_fields: tuple[str, ...] = ("kind", "message", "details", "recovery_hint", "retryable")
    result_only_fields: tuple[str, ...] = ()
    startup_tools: tuple[str, ...] = ()
    runtime_owned_tools: tuple[str, ...] = ()
    runtime_owned_capabilities: tuple[str, ...] = ()
    """Capabilities that the runtime keeps to itself: a tool under one of them is promised to no model."""
    namespace_separators: tuple[str, ...] = ()
    batch_ending: str = "Batch"
    batch_only_fields: tuple[str, ...] = ()
    planes: dict[str, Plane] = Field(default_factory=dict[str, Plane])
    foreign_nouns: dict[str, str] = Field(default_factory=dict[str, str])
    """Words that other systems use for a noun of ours."""
    units: dict[str, Unit] = Field(default_factory=dict[str, Unit])
    unit_words: tuple[str, ...] = (
        "ms",
        "seconds",
        "minutes",
        "hours",
        "days",
        "bytes",
        "chars",
        "tokens",
        "lines",
        "pages",
    )
    """Last words of a name that are a unit: the name without one is another name for the same."""
    generic_names: tuple[str, ...] = (
        "data",
        "value",
        "content",
        "input",
        "text",
        "params",
        "options",
        "filter",
        "query",
    )
    """Names that rightly mean something else in every tool."""
    known_elsewhere: tuple[str, ...] = ()
    """Names that look like tools and are known to belong to something else."""
    root_keywords_not_portable: tuple[str, ...] = ()
    """Keywords at the root of an input schema that some provider refuses or drops."""
    id_endings: dict[str, str] = Field(default_factory=dict[str, str])
    id_nouns: tuple[str, ...] = ()
    """Nouns that are seen glued to their ``id``: ``taskid``."""
    paths: Paths = Paths()
    summary_limit: int = 400
    receipt_limit: int = 10_000
    results: ResultTables = ResultTables()
    messages: MessageTables | None = None
    probing: ProbeTables = ProbeTables()

    @property
    def message_tables(self) -> MessageTables:
        """The tables for callback messages: the profile's own, else those of the given page."""
        return self.messages or seed_tables()

    def level_of(self, rule: str, default: Level) -> Level | None:
        """Return the level at which a rule applies, ``None`` where the profile turns it off."""
        chosen = self.levels.get(rule, default)
        return chosen if isinstance(chosen, Level) else None


def profile_names() -> list[str]:
    """Return the names of the profiles that come with the package."""
    return sorted(
        entry.name.removesuffix(".toml") for entry in files(__name__).iterdir() if entry.name.endswith(".toml")
    )


def load_profile(name: str) -> Profile:
    """Return a profile by name, or from a TOML file by path; raises ``ConformanceError`` when there is none.

    A profile that ``extends`` one of the package states only what differs; tables are joined, lists are replaced.
    """
    tables, source = _tables(name)
    base = tables.pop("extends", None)
    if base is not None:
        tables = _joined(_tables(str(base), packaged_only=True)[0], tables)
    return _parse(tables, source)


def _tables(name: str, *, packaged_only: bool = False) -> tuple[dict[str, Any], str]:
    if name in profile_names():
        return _toml((files(__name__) / f"{name}.toml").read_bytes(), f"{name}.toml"), f"{name}.toml"
    if name.endswith(".toml") and Path(name).is_file() and not packaged_only:
        return _toml(Path(name).read_bytes(), name), name
    close = nearest(name, profile_names())
    meant = f"did you mean '{close}'? " if close else ""
    raise ConformanceError(
        ErrorKind.CONFIGURATION, f"there is no profile {quoted(name)}", f"{meant}profiles: {', '.join(profile_names())}"
    )


def _toml(data: bytes, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise _no_profile(source, visible(str(error).splitlines()[-1])[:200]) from error


def _joined(base: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    joined = dict(base)
    for key, value in tables.items():
        below = joined.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        joined[key] = _joined(cast("dict[str, Any]", below), cast("dict[str, Any]", value)) if both else value
    return joined


def _parse(tables: dict[str, Any], source: str) -> Profile:
    try:
        return Profile.model_validate(tables)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = quoted(".".join(map(str, first["loc"])))
        raise _no_profile(source, f"{place}: {visible(first['msg'])[:200]}") from error


def _no_profile(source: str, what: str) -> ConformanceError:
    return ConformanceError(
        ErrorKind.CONFIGURATION, f"{visible(source)} is not a profile: {what}", "see docs/profiles.md"
    )
