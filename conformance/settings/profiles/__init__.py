"""Profiles: which rules apply, at which level, with which tables. Data in TOML, one file each."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from conformance.display import escape_text, quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.names import closest_match
from conformance.settings.levels import Expansion, flatten_levels
from conformance.settings.profiles.messages import MessageTables, seed_tables
from conformance.settings.profiles.naming import Cases, Paths, Plane, Table, Unit
from conformance.settings.profiles.probing import ProbeTables
from conformance.settings.profiles.provider import Budget, Protocol, Provider
from conformance.settings.profiles.results import ResultTables

DEFAULT_PROFILE = "holon"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")

__all__ = [
    "DEFAULT_PROFILE",
    "Cases",
    "Paths",
    "Plane",
    "Profile",
    "Unit",
    "apply_revision",
    "load_profile",
    "profile_names",
]


class Profile(Table):
    """All that a profile states."""

    name: str
    summary: str
    dated: str
    sources: tuple[str, ...] = ()
    unlisted: Literal["on", "off"] = "on"
    """Whether a rule that ``levels`` does not list applies, at its own level."""
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
    provider: Provider | None = None
    protocol: Protocol | None = None
    revisions: dict[str, str] = Field(default_factory=dict[str, str])
    """Profiles of the revisions of the protocol, by what a tool list says of itself."""
    budget: Budget = Budget()
    reading_verbs: tuple[str, ...] = ()
    changing_verbs: tuple[str, ...] = ()
    """First words of the names of tools that read, and of tools that change something."""
    enough_records: int = 100
    """So many results of one kind tell that a field that none of them held is never held."""
    same_failures: tuple[tuple[str, ...], ...] = ()
    """Phrases in kinds of errors that say the same, the first of them for all."""
    probing: ProbeTables = ProbeTables()

    @property
    def message_tables(self) -> MessageTables:
        """The tables for callback messages: the profile's own, else those of the given page."""
        return self.messages or seed_tables()

    def revision_for(self, stated: str) -> str | None:
        """Return the known revision that judges what was spoken in ``stated``: it, or the last one before it.

        What is older than all is judged by the oldest; ``None`` for what is no date.
        """
        if not _DATE.fullmatch(stated):
            return None
        return max((known for known in self.revisions if known <= stated), default=min(self.revisions, default=None))

    def level_of(self, rule: str, default: Level) -> Level | None:
        """Return the level at which a rule applies, ``None`` where the profile turns it off."""
        chosen = self.levels.get(rule, default if self.unlisted == "on" else "off")
        return chosen if isinstance(chosen, Level) else None


def profile_names() -> list[str]:
    """Return the names of the profiles that come with the package."""
    return sorted(
        entry.name.removesuffix(".toml") for entry in files(__name__).iterdir() if entry.name.endswith(".toml")
    )


def load_profile(name: str, expand: Expansion = lambda levels, _source: dict(levels)) -> Profile:
    """Return a profile by name, or from a TOML file by path; raises ``ConformanceError`` when there is none.

    A profile that ``extends`` one of the package states only what differs; tables are joined, lists are replaced.
    ``expand`` spells out the levels of each file before they are joined: what a later file says of a whole category
    counts against what an earlier one says of a rule.
    """
    tables, source = _tables(name, expand)
    seen: list[str] = []
    while (base := tables.pop("extends", None)) is not None and base not in seen:
        seen.append(str(base))
        tables = _merge_tables(_tables(str(base), expand, packaged_only=True)[0], tables)
    return _parse(tables, source)


def apply_revision(profile: Profile, stated: str | None) -> Profile:
    """Return the profile with what another revision of its protocol changes, where a tool list names that one."""
    protocol = profile.protocol
    revision = profile.revision_for(stated) if stated is not None else None
    if protocol is None or not protocol.follows_list or revision in (None, protocol.revision):
        return profile
    newest, other = (load_profile(profile.revisions[one]) for one in (protocol.revision, revision))
    changed = {rule: level for rule, level in other.levels.items() if newest.levels.get(rule) != level}
    provider = other.provider if profile.provider == newest.provider else profile.provider
    update = {"protocol": other.protocol, "provider": provider, "levels": {**profile.levels, **changed}}
    return profile.model_copy(update=update)


def _tables(name: str, expand: Expansion, *, packaged_only: bool = False) -> tuple[dict[str, Any], str]:
    if name in profile_names():
        source = f"{name}.toml"
        return _expand_levels(_parse_toml((files(__name__) / source).read_bytes(), source), source, expand), source
    if name.endswith(".toml") and Path(name).is_file() and not packaged_only:
        return _expand_levels(_parse_toml(Path(name).read_bytes(), name), name, expand), name
    close = closest_match(name, profile_names())
    meant = f"did you mean '{close}'? " if close else ""
    raise ConformanceError(
        ErrorKind.CONFIGURATION,
        f"there is no profile {quote_text(name)}",
        f"{meant}profiles: {', '.join(profile_names())}",
    )


def _parse_toml(data: bytes, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise _profile_error(source, escape_text(str(error).splitlines()[-1])[:200]) from error


def _expand_levels(tables: dict[str, Any], source: str, expand: Expansion) -> dict[str, Any]:
    levels: Any = flatten_levels(tables.get("levels", {}))
    return {**tables, "levels": expand(cast("dict[str, Any]", levels), source) if isinstance(levels, dict) else levels}


def _merge_tables(base: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    joined = dict(base)
    for key, value in tables.items():
        below = joined.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        joined[key] = _merge_tables(cast("dict[str, Any]", below), cast("dict[str, Any]", value)) if both else value
    return joined


def _parse(tables: dict[str, Any], source: str) -> Profile:
    try:
        return Profile.model_validate(tables)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = quote_text(".".join(map(str, first["loc"])))
        raise _profile_error(source, f"{place}: {escape_text(first['msg'])[:200]}") from error


def _profile_error(source: str, what: str) -> ConformanceError:
    return ConformanceError(
        ErrorKind.CONFIGURATION, f"{escape_text(source)} is not a profile: {what}", "see docs/profiles.md"
    )
