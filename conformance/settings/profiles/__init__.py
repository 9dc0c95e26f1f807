"""Profiles: which rules apply, at which level, and with which tables; data in TOML, one file each."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, field
from msgspec.structs import force_setattr, replace

from conformance.display import code_text
from conformance.documents.location import real_path, short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.names import suggest
from conformance.plugins import profile_files
from conformance.settings.faults import KeyFault, configuration_error
from conformance.settings.levels import Expansion, LevelChoice, flatten_levels, to_levels
from conformance.settings.profiles.messages import MessageTables, merge_seed, seed_tables
from conformance.settings.profiles.naming import Cases, Paths, Plane, Unit
from conformance.settings.profiles.probing import ProbeTables
from conformance.settings.profiles.provider import Protocol, Provider, TokenBudget
from conformance.settings.profiles.results import ResultTables
from conformance.settings.table_reader import read_table
from conformance.settings.tables import Table
from conformance.settings.toml_files import parse_toml, read_toml

DEFAULT_PROFILE = "holon"
_FOLDER = Path(__file__).parent
# What profiles of providers extend; users cannot name it.
_OF_PROVIDERS = "_providers"
# Revisions of MCP are named by their date, so that comparing their names compares their age.
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# What people call a provider, as a part of the name that they type: ``claude-opus``, ``gpt-5``.
_OTHER_NAMES = {"claude": "anthropic", "gpt": "openai", "azure": "openai", "google": "gemini", "vertex": "gemini"}

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
    "suggest_profile",
]


class Profile(Table, frozen=True, kw_only=True):
    """The contents of a profile."""

    name: str
    """The name of the profile, as `--profile` takes it."""
    summary: str
    """What it is for, in one sentence."""
    dated: str
    """The day as of which its statements hold."""
    sources: tuple[str, ...] = ()
    """The pages that its statements come from."""
    unlisted: Literal["on", "off"] = "on"
    """Whether a rule that ``levels`` does not list applies at its own level."""
    levels: dict[str, LevelChoice] = field(default_factory=dict[str, LevelChoice])
    """Levels of rules, kinds, categories, probes and notices, ``off``, or ``default`` for that of the rule itself."""
    cases: Cases = Cases()
    """How names are written."""
    capabilities: tuple[str, ...] = ()
    """The known values of a tool's ``family``; empty if any is accepted."""
    stabilities: tuple[str, ...] = ("stable", "experimental", "deprecated")
    """The known values of a tool's ``stability``."""
    statuses: tuple[str, ...] = ("success", "error")
    """The known values of ``status`` in an envelope."""
    statuses_with_result: tuple[str, ...] = ("success",)
    """Those of them that come with a result and without an error; a success is ``success``, else the first."""
    error_fields: tuple[str, ...] = ("kind", "message", "details", "recovery_hint", "retryable")
    """The members that the error of an envelope may have."""
    result_only_fields: tuple[str, ...] = ()
    """Fields of results, such as a handle, that no tool which starts something takes."""
    never_input_fields: tuple[str, ...] = ()
    """Fields of results that no tool takes, whatever it does."""
    startup_tools: tuple[str, ...] = ()
    """Names of tools that start something, whose inputs therefore have no such fields."""
    startup_openings: tuple[str, ...] = ()
    """First words of the names of other tools that start something."""
    runtime_owned_tools: tuple[str, ...] = ()
    """Names of tools that belong to the runtime and are offered to no model."""
    runtime_owned_purposes: tuple[str, ...] = ()
    """Names of one purpose in words; a tool of just these words, in any order and form, belongs to the runtime."""
    runtime_owned_capabilities: tuple[str, ...] = ()
    """Capabilities reserved for the runtime: a tool with one of them is not offered to any model."""
    namespace_separators: tuple[str, ...] = ()
    """What joins a prefix to the name of a tool, as the dot in ``files.read``."""
    batch_ending: str = "Batch"
    """How the name of a batch ends, after the name of its single tool."""
    batch_only_fields: tuple[str, ...] = ()
    """Fields that control a batch, which the single tool does not have."""
    planes: dict[str, Plane] = field(default_factory=dict[str, Plane])
    """The domains of tools by name: the nouns in their names, and their capabilities."""
    foreign_nouns: dict[str, str] = field(default_factory=dict[str, str])
    """Words that other systems use for one of our nouns."""
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    """The quantities by name: the suffix of their fields, and what reveals a wrong or missing unit."""
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
    """Words at the end of a name that are a unit; the name without the unit is another name for the same thing."""
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
    """Names that may mean something else in every tool."""
    known_elsewhere: Annotated[tuple[str, ...], Meta(examples=[["GitHub"]])] = ()
    """Names that look like tools but are known to be something else."""
    root_keywords_not_portable: tuple[str, ...] = ()
    """Keywords that some provider rejects or drops at the root of an input schema."""
    id_endings: dict[str, str] = field(default_factory=dict[str, str])
    """Other endings of a name that mean an id, each with the one to write."""
    id_nouns: tuple[str, ...] = ()
    """Nouns that occur joined to ``id`` without a separator: ``taskid``."""
    paths: Paths = Paths()
    """How fields that hold a path are named."""
    summary_limit: int = 400
    """Most characters of a ``summary_text``."""
    receipt_limit: int = 10_000
    """Most characters of a receipt."""
    results: ResultTables = ResultTables()
    """What rules on envelopes and receipts know."""
    messages: MessageTables | None = None
    """What rules on callback messages know; by default that of the original page."""
    provider: Provider | None = None
    """What one provider of models accepts, where the profile is about one."""
    protocol: Protocol | None = None
    """What one revision of MCP accepts, where the profile is about one."""
    revisions: dict[str, str] = field(default_factory=dict[str, str])
    """Profiles of the revisions of the protocol, keyed by the ``protocolVersion`` that a tool list states."""
    budget: TokenBudget = TokenBudget()
    """How many tokens tools may cost."""
    reading_verbs: tuple[str, ...] = ()
    """First words of the names of tools that only read."""
    changing_verbs: tuple[str, ...] = ()
    """First words of the names of tools that change something."""
    enough_records: int = 100
    """How many results of one kind it takes to conclude that a field missing from all of them is never set."""
    same_failures: tuple[tuple[str, ...], ...] = ()
    """Groups of synonymous phrases in error kinds; the first of a group stands for all."""
    probing: ProbeTables = ProbeTables()
    """How running systems are asked, and how their answers are read."""

    def __post_init__(self) -> None:
        """Make levels of the words that a file has for them."""
        force_setattr(self, "levels", to_levels(self.levels))

    @property
    def message_tables(self) -> MessageTables:
        """The tables for callback messages: the profile's own, else those of the original page."""
        return self.messages or seed_tables()

    def revision_for(self, stated: str) -> str | None:
        """Return the revision to check ``stated`` by: itself if known, else the last known one before it.

        For a date before all known ones that is the oldest; ``None`` when ``stated`` is not a date.
        """
        if not _DATE.fullmatch(stated):
            return None
        return max((known for known in self.revisions if known <= stated), default=min(self.revisions, default=None))

    def level_of(self, rule: str, default: Level) -> Level | None:
        """Return the level at which a rule applies, ``None`` if the profile turns it off."""
        chosen = self.levels.get(rule, "default" if self.unlisted == "on" else "off")
        return chosen if isinstance(chosen, Level) else default if chosen == "default" else None


def profile_names() -> list[str]:
    """Return the names of the built-in profiles and of those that plugins add."""
    return sorted({*_own_names(), *profile_files()})


def _own_names() -> set[str]:
    names = {entry.name.removesuffix(".toml") for entry in _FOLDER.iterdir() if entry.name.endswith(".toml")}
    return names - {_OF_PROVIDERS}


def load_profile(name: str, expand: Expansion = lambda levels, _source: dict(levels)) -> Profile:
    """Return a profile by name, built in or of a plugin, or from the path of a TOML file.

    Raises ``ConformanceError`` if there is none.
    A profile that ``extends`` a built-in one states only what differs; tables are merged, lists are replaced.
    ``expand`` spells out the levels of each file before they are merged, so a category in a later file overrides a
    single rule in an earlier one.
    """
    tables, source = _tables(name, expand)
    # a profile that extends itself, by whatever detour, ends where it began
    seen: list[str] = []
    while (base := tables.pop("extends", None)) is not None and base not in seen:
        if base not in (*profile_names(), _OF_PROVIDERS):
            raise configuration_error(Path(source), _base_fault(str(base), source))
        seen.append(str(base))
        tables = _merge_tables(_tables(str(base), expand, is_base=True)[0], tables)
    return _parse(tables, source)


def apply_revision(profile: Profile, stated: str | None) -> Profile:
    """Return the profile with the changes of the revision that a tool list states, which it then follows."""
    protocol = profile.protocol
    revision = profile.revision_for(stated) if stated is not None else None
    if protocol is None or not protocol.follows_list or revision is None:
        return profile
    if revision == protocol.revision:
        return replace(profile, protocol=replace(protocol, follows_list=False))
    # only what differs between the two revisions is taken over: other levels are the choice of the user
    newest, other = (load_profile(profile.revisions[one]) for one in (protocol.revision, revision))
    changed = {rule: level for rule, level in other.levels.items() if newest.levels.get(rule) != level}
    provider = other.provider if profile.provider == newest.provider else profile.provider
    return replace(profile, protocol=other.protocol, provider=provider, levels={**profile.levels, **changed})


def _base_fault(base: str, source: str) -> KeyFault:
    """Return the fault of a profile that extends something else than a built-in profile."""
    shown, names = code_text(str(short_path(Path(source))), 200), profile_names()
    hint = suggest(Path(base).stem, names, f"extend one of {', '.join(names)}")
    if real_path(Path(source).parent / base) == real_path(Path(source)):
        return KeyFault("extends", f"profile {shown} extends itself", f"extend one of {', '.join(names)}")
    return KeyFault("extends", f"{code_text(base)} is not a built-in profile, so {shown} cannot extend it", hint)


def _tables(name: str, expand: Expansion, *, is_base: bool = False) -> tuple[dict[str, Any], str]:
    if name in _own_names() or (is_base and name == _OF_PROVIDERS):
        source = f"{name}.toml"
        return _expand_levels(parse_toml((_FOLDER / source).read_bytes(), source), None, expand), source
    if added := profile_files().get(name):
        return _expand_levels(_read_file(added), str(added), expand), str(added)
    if name.endswith(".toml"):
        return _expand_levels(_read_file(Path(name)), name, expand), name
    others = f"use one of {', '.join(profile_names())}, or the path of a .toml file"
    hint = suggest_profile(name, profile_names(), others)
    raise ConformanceError(ErrorKind.CONFIGURATION, f"there is no profile {code_text(name)}", hint)


def suggest_profile(name: str, names: Sequence[str], others: str) -> str:
    """Return which of the profiles was meant by a name that none of them has, else ``others``."""
    meant = next((profile for word, profile in _OTHER_NAMES.items() if word in name.casefold()), None)
    return suggest(name, names, others if meant is None else f"did you mean `{meant}`?")


def _read_file(path: Path) -> dict[str, Any]:
    shown = str(short_path(path))
    try:
        return read_toml(path, shown)
    except OSError as error:
        message = f"cannot read the profile {code_text(shown, 200)}: {error.strerror}"
        hint = f"check the path, or use one of {', '.join(profile_names())}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint) from None


def _expand_levels(tables: dict[str, Any], source: str | None, expand: Expansion) -> dict[str, Any]:
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
    return read_table(merge_seed(tables), Profile, Path(source))
