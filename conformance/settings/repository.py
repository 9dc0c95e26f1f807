"""The configuration of a repo: ``[tool.conformance]`` in ``pyproject.toml``, or ``conformance.toml``.

Unknown keys are rejected with the key that was probably meant: silently ignoring a misspelt setting is the very fault
that this harness looks for in tools.
"""

import datetime
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeAlias, cast

from msgspec import Meta, field
from msgspec.structs import force_setattr, replace

from conformance.display import code_text
from conformance.documents.file_patterns import files_in
from conformance.documents.location import is_present, real_path, short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.plugins import are_registered, forget_plugins, register_plugin
from conformance.settings import CONFIG_FILE, PROJECT_FILE
from conformance.settings.faults import KeyFault, blame_key, configuration_error
from conformance.settings.levels import LevelChoice, Levels, flatten_levels, to_levels
from conformance.settings.probing import Probing
from conformance.settings.profiles import DEFAULT_PROFILE
from conformance.settings.table_reader import read_table
from conformance.settings.tables import OWN, STRICT, Table
from conformance.settings.toml_files import read_toml

_GLOBS = frozenset(("calls", "guidance", "docs"))
_PATHS = ("inventory", "earlier", "catalog", "baseline")
RUN_FIELDS = frozenset(("file", "is_overridden", "is_partial", "is_profile_chosen", "is_profile_stated"))
"""What a run sets, and no file."""


Reason: TypeAlias = Annotated[str, Meta(min_length=1, extra={"strip": True})]
"""Why something is accepted; must not be blank."""


def _strip_reason(entry: "Ignore | Accept") -> None:
    reason = entry.reason.strip()
    if not reason:
        raise ValueError("must not be empty")
    force_setattr(entry, "reason", reason)


class Ignore(Table, frozen=True, kw_only=True):
    """One accepted kind of finding: a rule or category, a location, a reason, and an optional expiry date.

    ``tool`` and ``pointer`` are globs.
    """

    rule: Annotated[
        str,
        Meta(
            min_length=1,
            examples=['"tool_name_case"'],
            description="Rule, `rule.kind`, probe, notice or category whose findings are accepted; a glob.",
        ),
    ]
    tool: Annotated[str, Meta(examples=['"ReadFile"'], description="Tools in which they are accepted; a glob.")] = "*"
    pointer: Annotated[
        str, Meta(examples=['"*/properties/limit"'], description="JSON Pointers at which they are accepted; a glob.")
    ] = "*"
    reason: Annotated[Reason, Meta(examples=['"..."'], description="Why the findings are accepted.")]
    expires: Annotated[
        datetime.date | None, Meta(examples=["2031-01-31"], description="Last day on which the entry applies.")
    ] = None

    def __post_init__(self) -> None:
        """Take blanks at the ends of the reason for none of it."""
        _strip_reason(self)


_ANY = "*"
"""The glob that matches everything."""

_MATCHED = {"rule": '"field_removed"', "tool": '"ReadFile"', "pointer": '"*/properties/limit"'}
"""What an entry without a fingerprint matches changes by, each with a value to write."""


class Accept(Table, frozen=True, kw_only=True):
    """One accepted breaking change: by fingerprint, or by kind (``rule``), tool and pointer as globs; with a reason."""

    fingerprint: Annotated[
        str | None, Meta(examples=['"..."'], description="Fingerprint that `conformance drift` prints for the change.")
    ] = None
    rule: Annotated[str, Meta(examples=[_MATCHED["rule"]], description="Kind of the change; a glob.")] = "*"
    tool: Annotated[str, Meta(examples=[_MATCHED["tool"]], description="Tools whose changes are accepted; a glob.")] = (
        "*"
    )
    pointer: Annotated[
        str, Meta(examples=[_MATCHED["pointer"]], description="JSON Pointers at which they are accepted; a glob.")
    ] = "*"
    reason: Annotated[Reason, Meta(examples=['"..."'], description="Why the change is accepted.")]
    expires: Annotated[
        datetime.date | None, Meta(examples=["2031-01-31"], description="Last day on which the entry applies.")
    ] = None

    def __post_init__(self) -> None:
        """Take blanks at the ends of the reason for none of it."""
        _strip_reason(self)


class Config(Table, frozen=True, kw_only=True):
    """The configuration of a repository; ``file`` is where it was read, and paths are absolute.

    ``guidance`` and ``docs`` are globs relative to the file: texts that steer the model, and pages that list the tools.
    ``earlier`` is the previously published inventory, ``catalog`` a JSON file that maps the provenance of a turn to the
    names of the tools offered in it.
    """

    inventory: Annotated[
        Path | None, Meta(examples=['"tools.json"'], description="Inventory to check; paths are relative to this file.")
    ] = None
    profile: Annotated[
        str,
        Meta(examples=[f'"{DEFAULT_PROFILE}"'], description="Profile to judge by: a name or the path of a .toml file."),
    ] = DEFAULT_PROFILE
    fail_on: Annotated[Level, Meta(description="Lowest level that fails a run.")] = Level.ERROR
    levels: Annotated[
        Levels,
        Meta(
            examples=['{ tool_name_case = "warning" }'],
            description="Level of a rule, `rule.kind`, probe, notice or category; `off` turns it off.",
        ),
    ] = field(default_factory=dict[str, LevelChoice])
    ignore: Annotated[
        tuple[Ignore, ...],
        Meta(examples=['[{ rule = "tool_name_case", reason = "..." }]'], description="Accepted findings."),
    ] = ()
    baseline: Annotated[
        Path | None,
        Meta(
            examples=['"conformance-baseline.jsonl"'],
            description="File of findings that are known, which `conformance baseline --write` writes.",
        ),
    ] = None
    accept: Annotated[
        tuple[Accept, ...],
        Meta(examples=['[{ fingerprint = "...", reason = "..." }]'], description="Accepted breaking changes."),
    ] = ()
    closed_world: Annotated[bool, Meta(description="Whether a new field of a result is breaking.")] = False
    fail_on_unused: Annotated[
        bool, Meta(description="Whether a breaking change fails that no call in the recorded calls is affected by.")
    ] = True
    allow_unknown: Annotated[
        bool, Meta(description="Whether a changed schema passes that nothing can judge, such as an invalid one.")
    ] = False
    calls: Annotated[
        tuple[str, ...],
        Meta(
            examples=['["traces/*.jsonl"]'],
            description="Traces of recorded calls, which drift counts for each break: files, folders, globs or URLs.",
        ),
    ] = ()
    guidance: Annotated[
        tuple[str, ...], Meta(examples=['["prompts/*.md"]'], description="Globs of texts that steer the model.")
    ] = ()
    docs: Annotated[
        tuple[str, ...], Meta(examples=['["docs/*.md"]'], description="Globs of pages that list the tools.")
    ] = ()
    earlier: Annotated[
        Path | None, Meta(examples=['"tools-1.0.json"'], description="The previously published inventory.")
    ] = None
    catalog: Annotated[
        Path | None,
        Meta(
            examples=['"catalog.json"'],
            description="JSON file that maps the provenance of a turn to the tools offered in it.",
        ),
    ] = None
    token_budget: Annotated[
        Annotated[int, Meta(ge=1), STRICT] | None,
        Meta(examples=["10000"], description="Tokens that all tools may cost per request."),
    ] = None
    tokenizer: Annotated[
        str | None, Meta(examples=['"o200k_base"'], description="Tokenizer of tiktoken to count with.")
    ] = None
    plugins: Annotated[
        tuple[str, ...],
        Meta(
            examples=['["my_rules"]'],
            description="Python modules or packages beside this file that add rules, adapters, reporters and the like.",
        ),
    ] = ()
    probe: Annotated[
        Probing, Meta(examples=["{ seed = 1 }"], description="How the running system is reached and probed.")
    ] = Probing()
    file: Annotated[Path | None, OWN] = None
    is_overridden: Annotated[bool, OWN] = False
    """Whether an option of this run replaces the profile, the system or a policy of the file.

    What such a run does not find may be found without the option, so it proves no ignore stale.
    """

    is_partial: Annotated[bool, OWN] = False
    """Whether the run leaves out an inventory that is configured, to which what matches nothing here may belong."""

    is_profile_chosen: Annotated[bool, OWN] = False
    """Whether an option of this run names the profile."""

    is_profile_stated: Annotated[bool, OWN] = False
    """Whether the profile is named, though it is the default one."""

    def __post_init__(self) -> None:
        """Make levels of the words that a file has for them."""
        force_setattr(self, "levels", to_levels(self.levels))

    @property
    def is_profile_named(self) -> bool:
        """Say whether an option or the file names the profile, which then wins over any that fits better."""
        return self.is_profile_stated or self.profile != DEFAULT_PROFILE

    @property
    def has_exceptions(self) -> bool:
        """Say whether entries accept findings or changes, each of which must match something."""
        return bool(self.ignore or self.accept or self.baseline)

    def replace_profile(self, profile: str) -> "Config":
        """Return the configuration with the profile that an option of this run names."""
        is_other = self.is_overridden or profile != self.profile
        return replace(self, profile=profile, is_profile_stated=True, is_overridden=is_other, is_profile_chosen=True)


def load_config(start: Path, explicit: Path | None = None) -> Config:
    """Return the configuration of the ``explicit`` file, else the nearest one in ``start`` or a parent folder.

    The plugins that it names are imported, and those of a configuration that was read before are forgotten. Raises
    ``ConformanceError`` when the file is unreadable, is not TOML, or has an unknown key or an invalid value.
    """
    file = explicit or find_config(start)
    config = Config() if file is None else _parse(file)
    _import_plugins(config, start)
    return config


def _import_plugins(config: Config, start: Path) -> None:
    folder = start if config.file is None else config.file.parent
    if are_registered(config.plugins, folder):
        return
    forget_plugins()
    for index, name in enumerate(config.plugins):
        with blame_key(config.file, f"plugins.{index}"):
            register_plugin(name, folder)


def named_files(config: Config) -> Iterator[Path]:
    """Yield the files that a configuration consists of and names, but for its profile."""
    stated = (config.file, config.inventory, config.earlier, config.catalog, config.baseline)
    yield from (path for path in stated if path is not None)
    if config.file is not None:
        for pattern in (*config.guidance, *config.docs):
            # what is not a pattern stands for no file; whoever reads these files refuses it
            with suppress(ValueError):
                yield from files_in(config.file.parent, pattern)


def find_config(start: Path) -> Path | None:
    """Return the nearest ``conformance.toml``, or ``pyproject.toml`` with our table, from ``start`` upwards.

    Raises ``ConformanceError`` where one folder has both: one of them would be passed over in silence.
    """
    for folder in (start, *start.parents):
        config = folder / CONFIG_FILE
        if config.is_dir():
            message = f"{code_text(str(short_path(config)), 200)} is a folder, not a configuration file"
            raise ConformanceError(ErrorKind.CONFIGURATION, message, "rename the folder, or pass --config FILE")
        project = folder / PROJECT_FILE
        # a link that leads nowhere is an error, and not the same as no configuration
        if is_present(config):
            _require_only(config, project)
            return config
        if is_present(project) and _table(project) is not None:
            return project
        # a configuration above the root of the repository belongs to something else
        if (folder / ".git").exists():
            return None
    return None


def _require_only(config: Path, project: Path) -> None:
    """Raise ``ConformanceError`` if the project file beside a configuration has our table as well."""
    table = None
    # what is wrong with a file that is not read is nobody's concern here
    with suppress(ConformanceError):
        table = _table(project) if project.is_file() else None
    if table is not None:
        message = f"`{CONFIG_FILE}` and `[tool.conformance]` of `{PROJECT_FILE}` are in one folder, and one is read"
        hint = "move the keys of one into the other"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, hint, str(short_path(config)))


def _parse(file: Path) -> Config:
    table = _table(file) or {}
    # what a run adds to the configuration is not a key of the file
    for name in table.keys() & RUN_FIELDS:
        from conformance.settings.table_models import unknown_key

        raise configuration_error(file, unknown_key((name,), Config))
    config = read_table({key: _complete_value(key, value) for key, value in table.items()}, Config, file)
    for fault in _unfit_values(table):
        raise configuration_error(file, fault)
    anchored = _absolute_paths(config, real_path(file).parent)
    return replace(config, **anchored, file=real_path(file), is_profile_stated="profile" in table)


def _complete_value(key: str, value: Any) -> Any:
    """Return a value of the file in its full form: one glob may be written without the brackets of a list."""
    if key == "levels":
        return flatten_levels(value)
    return (value,) if key in _GLOBS and isinstance(value, str) else value


def _unfit_values(table: dict[str, Any]) -> Iterator[KeyFault]:
    """Yield what types cannot say: an empty path would be the folder of the file, and an entry must be narrow."""
    for key in _PATHS:
        if table.get(key) == "":
            yield KeyFault(key, f"{code_text(key)} is empty", "write a path, or remove the key")
    for index, entry in enumerate(table.get("accept", ())):
        if unfit := _too_wide(entry):
            predicate, hint = unfit
            yield KeyFault(f"accept.{index}", f"the {code_text('[[accept]]')} entry {predicate}", hint)


def _too_wide(entry: dict[str, Any]) -> tuple[str, str] | None:
    """Return why an entry accepts more changes than anybody has looked at, and what to write instead."""
    if "fingerprint" in entry:
        return None
    lacking = [name for name in _MATCHED if name not in entry]
    if len(lacking) == len(_MATCHED):
        hint = 'write `fingerprint = "..."` with the 16 digits that `conformance drift` prints after the location'
        return "lacks `fingerprint`", hint
    if lacking:
        hint = f"write {' and '.join(f'`{name} = {_MATCHED[name]}`' for name in lacking)}"
        return f"lacks {' and '.join(f'`{name}`' for name in lacking)}", hint
    if entry["rule"] == _ANY:
        return "accepts every kind of change", 'write the kind of the change, such as `rule = "field_removed"`'
    if entry["tool"] == entry["pointer"] == _ANY:
        return f"accepts {code_text(entry['rule'])} in every tool", 'name the tool, such as `tool = "ReadFile"`'
    return None


def _absolute_paths(config: Config, folder: Path) -> dict[str, Any]:
    profile = str(folder / config.profile) if config.profile.endswith(".toml") else config.profile
    cwd = folder / config.probe.cwd if config.probe.cwd else None
    outputs = tuple(folder / path for path in config.probe.outputs)
    probe = replace(config.probe, cwd=cwd, outputs=outputs)
    stated = {key: getattr(config, key) for key in _PATHS}
    anchored = {key: folder / path if path else None for key, path in stated.items()}
    calls = tuple(name if "://" in name else str(folder / name) for name in config.calls)
    return {**anchored, "profile": profile, "calls": calls, "probe": probe}


def _table(file: Path) -> dict[str, Any] | None:
    shown = str(short_path(file))
    try:
        content = read_toml(file, shown)
    except OSError as error:
        message = f"cannot read {code_text(shown, 200)}: {error.strerror}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "check the path and the permissions") from None
    return _own_table(content, file)


def _own_table(content: dict[str, Any], file: Path) -> dict[str, Any] | None:
    if file.name != PROJECT_FILE:
        return content
    tools: Any = content.get("tool", {})
    table: Any = cast("dict[str, Any]", tools).get("conformance") if isinstance(tools, dict) else None
    return cast("dict[str, Any]", table) if isinstance(table, dict) else None
