"""The configuration of a repo: ``[tool.conformance]`` in ``pyproject.toml``, or ``conformance.toml``.

Unknown keys are rejected with the key that was probably meant: silently ignoring a misspelt setting is the very fault
that this harness looks for in tools.
"""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    ValidationError,
    model_validator,
)

from conformance.display import code_text
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.plugins import are_registered, forget_plugins, register_plugin
from conformance.settings.faults import (
    UnfitEntryError,
    blame_key,
    configuration_error,
    first_fault,
    read_toml,
    unknown_key,
)
from conformance.settings.levels import Levels
from conformance.settings.profiles import DEFAULT_PROFILE
from conformance.settings.profiles.probing import Coercion, UnknownFields
from conformance.settings.toml_positions import PROJECT_FILE

CONFIG_FILE = "conformance.toml"


Reason: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""Why something is accepted; must not be blank."""


Seconds: TypeAlias = Annotated[float, Field(gt=0, le=1_000_000)]
"""A time limit in seconds; larger values, infinity and NaN would not limit anything."""


class Ignore(BaseModel):
    """One accepted kind of finding: a rule or category, a location, a reason, and an optional expiry date.

    ``tool`` and ``pointer`` are globs.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str = Field(
        min_length=1,
        examples=['"tool_name_case"'],
        description="Rule, `rule.kind`, probe, notice or category whose findings are accepted; a glob.",
    )
    tool: str = Field(default="*", examples=['"ReadFile"'], description="Tools in which they are accepted; a glob.")
    pointer: str = Field(
        default="*", examples=['"*/properties/limit"'], description="JSON Pointers at which they are accepted; a glob."
    )
    reason: Reason = Field(examples=['"..."'], description="Why the findings are accepted.")
    expires: datetime.date | None = Field(
        default=None, examples=["2031-01-31"], description="Last day on which the entry applies."
    )


_ANY = "*"
"""The glob that matches everything."""

_MATCHED = {"rule": '"field_removed"', "tool": '"ReadFile"', "pointer": '"*/properties/limit"'}
"""What an entry without a fingerprint matches changes by, each with a value to write."""


class Accept(BaseModel):
    """One accepted breaking change: by fingerprint, or by kind (``rule``), tool and pointer as globs; with a reason."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fingerprint: str | None = Field(
        default=None,
        examples=['"..."'],
        description="Fingerprint that `conformance drift` prints for the change.",
    )
    rule: str = Field(default="*", examples=[_MATCHED["rule"]], description="Kind of the change; a glob.")
    tool: str = Field(default="*", examples=[_MATCHED["tool"]], description="Tools whose changes are accepted; a glob.")
    pointer: str = Field(
        default="*", examples=[_MATCHED["pointer"]], description="JSON Pointers at which they are accepted; a glob."
    )
    reason: Reason = Field(examples=['"..."'], description="Why the change is accepted.")
    expires: datetime.date | None = Field(
        default=None, examples=["2031-01-31"], description="Last day on which the entry applies."
    )

    @model_validator(mode="after")
    def _require_narrow_match(self) -> "Accept":
        if self.fingerprint is not None:
            return self
        lacking = [name for name in _MATCHED if name not in self.model_fields_set]
        if len(lacking) == len(_MATCHED):
            hint = 'write `fingerprint = "..."` with the 16 digits that `conformance drift` prints after the location'
            raise UnfitEntryError("lacks `fingerprint`", hint)
        if lacking:
            hint = f"write {' and '.join(f'`{name} = {_MATCHED[name]}`' for name in lacking)}"
            raise UnfitEntryError(f"lacks {' and '.join(f'`{name}`' for name in lacking)}", hint)
        if self.rule == _ANY:
            hint = 'write the kind of the change, such as `rule = "field_removed"`'
            raise UnfitEntryError("accepts every kind of change", hint)
        if self.tool == self.pointer == _ANY:
            hint = 'name the tool, such as `tool = "ReadFile"`'
            raise UnfitEntryError(f"accepts {code_text(self.rule)} in every tool", hint)
        return self


class ProbedTool(BaseModel):
    """What probes may do with one tool: ``inputs`` known to work also permit calls, ``call = false`` forbids them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: dict[str, Any] | None = Field(
        default=None, examples=['{ path = "README.md" }'], description="An input known to work; it also permits calls."
    )
    inputs: tuple[dict[str, Any], ...] = Field(
        default=(), examples=['[{ path = "README.md" }]'], description="Several inputs known to work."
    )
    call: StrictBool | None = Field(
        default=None, examples=["false"], description="Whether the tool may be called; `false` forbids it."
    )
    unknown_fields: UnknownFields | None = Field(
        default=None, description="What this tool must do with an unknown field."
    )
    coercion: Coercion | None = Field(default=None, description="Whether this tool may convert values of another type.")


class Probing(BaseModel):
    """How the running system is reached and probed; every key is also an option of ``conformance probe``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str | None = Field(
        default=None,
        examples=["'mcp-stdio:\"COMMAND\"'"],
        description='System to ask, such as `mcp-stdio:"npx -y some-server"`.',
    )
    env: tuple[str, ...] = Field(
        default=(), examples=['["HOME"]'], description="Environment variables to pass on to the system, by name."
    )
    cwd: Path | None = Field(default=None, examples=['"server"'], description="Working folder of the system.")
    timeout: Seconds = Field(default=10.0, description="Time limit per request, in seconds.")
    start_timeout: Seconds | None = Field(
        default=None, examples=["60"], description="Time limit for starting, in seconds."
    )
    memory_limit: int = Field(
        default=4096,
        ge=1,
        description="Megabytes that the system and its children may use together before they are stopped.",
    )
    seed: int = Field(default=0, description="Seed of the generated inputs.")
    max_examples: int = Field(default=100, ge=1, description="Valid inputs to try per tool.")
    max_time: Seconds | None = Field(default=None, examples=["300"], description="Time limit of the run, in seconds.")
    rate: Annotated[float, Field(gt=0, le=1_000_000)] | None = Field(
        default=None, examples=["5"], description="Requests per second at most."
    )
    open_world: StrictBool = Field(
        default=False, description="Whether tools annotated `openWorldHint` may be called with generated inputs."
    )
    headers: dict[str, str] = Field(
        default_factory=dict[str, str],
        examples=["{ Authorization = 'Bearer ${API_TOKEN}' }"],
        description="Headers of each request to `mcp-http`; `${NAME}` is a variable of the environment.",
    )
    fail_on_undetermined: StrictBool = Field(
        default=False, description="Whether a run fails if a question is undetermined."
    )
    outputs: tuple[Path, ...] = Field(
        default=(),
        examples=['["outputs.jsonl"]'],
        description="Files with complete outputs of the tools, one JSON object per line.",
    )
    """Files with complete outputs of the system's tools, one per line, to ask what it does with results."""
    profiles: dict[str, tuple[str, ...]] = Field(
        default_factory=dict[str, tuple[str, ...]],
        examples=['{ reviewer = ["core_agent", "web"] }'],
        description="Families of tools that each agent profile may be offered, `*` for all.",
    )
    """The families of tools that each agent profile has the authority for, ``*`` for all: what its turns may offer."""
    unknown_fields: UnknownFields | None = Field(
        default=None, description="What the system must do with an unknown field."
    )
    coercion: Coercion | None = Field(
        default=None, description="Whether the system may convert values of another type."
    )
    tools: dict[str, ProbedTool] = Field(
        default_factory=dict[str, ProbedTool],
        examples=["{ ReadFile.call = false }"],
        description="What probes may do with single tools, by name.",
    )


# One glob may be written without the brackets of a list.
def _require_path(value: Any) -> Any:
    """An empty path would be the folder of the file."""
    if value == "":
        raise UnfitEntryError("is empty", "write a path, or remove the key")
    return value


NamedPath = Annotated[Path, BeforeValidator(_require_path)]


def _to_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


class Config(BaseModel):
    """The configuration of a repository; ``file`` is where it was read, and paths are absolute.

    ``guidance`` and ``docs`` are globs relative to the file: texts that steer the model, and pages that list the tools.
    ``earlier`` is the previously published inventory, ``catalog`` a JSON file that maps the provenance of a turn to the
    names of the tools offered in it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    inventory: NamedPath | None = Field(
        default=None, examples=['"tools.json"'], description="Inventory to check; paths are relative to this file."
    )
    profile: str = Field(
        default=DEFAULT_PROFILE,
        examples=[f'"{DEFAULT_PROFILE}"'],
        description="Profile to judge by: a name or the path of a .toml file.",
    )
    fail_on: Level = Field(default=Level.ERROR, description="Lowest level that fails a run.")
    levels: Levels = Field(
        default_factory=dict[str, Level | Literal["off"]],
        examples=['{ tool_name_case = "warning" }'],
        description="Level of a rule, `rule.kind`, probe, notice or category; `off` turns it off.",
    )
    ignore: tuple[Ignore, ...] = Field(
        default=(), examples=['[{ rule = "tool_name_case", reason = "..." }]'], description="Accepted findings."
    )
    baseline: NamedPath | None = Field(
        default=None,
        examples=['"conformance-baseline.jsonl"'],
        description="File of findings that are known, which `conformance baseline --write` writes.",
    )
    accept: tuple[Accept, ...] = Field(
        default=(), examples=['[{ fingerprint = "...", reason = "..." }]'], description="Accepted breaking changes."
    )
    closed_world: bool = Field(default=False, description="Whether a new field of a result is breaking.")
    fail_on_unused: bool = Field(
        default=True, description="Whether a breaking change fails that no call in the recorded calls is affected by."
    )
    allow_unknown: bool = Field(
        default=False, description="Whether a changed schema passes that nothing can judge, such as an invalid one."
    )
    calls: Annotated[tuple[str, ...], BeforeValidator(_to_tuple)] = Field(
        default=(),
        examples=['["traces/*.jsonl"]'],
        description="Traces of recorded calls, which drift counts for each break: files, folders, globs or URLs.",
    )
    guidance: Annotated[tuple[str, ...], BeforeValidator(_to_tuple)] = Field(
        default=(), examples=['["prompts/*.md"]'], description="Globs of texts that steer the model."
    )
    docs: Annotated[tuple[str, ...], BeforeValidator(_to_tuple)] = Field(
        default=(), examples=['["docs/*.md"]'], description="Globs of pages that list the tools."
    )
    earlier: NamedPath | None = Field(
        default=None, examples=['"tools-1.0.json"'], description="The previously published inventory."
    )
    catalog: NamedPath | None = Field(
        default=None,
        examples=['"catalog.json"'],
        description="JSON file that maps the provenance of a turn to the tools offered in it.",
    )
    token_budget: int | None = Field(
        default=None, ge=1, strict=True, examples=["10000"], description="Tokens that all tools may cost per request."
    )
    tokenizer: str | None = Field(
        default=None, examples=['"o200k_base"'], description="Tokenizer of tiktoken to count with."
    )
    plugins: tuple[str, ...] = Field(
        default=(),
        examples=['["my_rules"]'],
        description="Python modules or packages beside this file that add rules, adapters, reporters and the like.",
    )
    probe: Probing = Field(
        default=Probing(), examples=["{ seed = 1 }"], description="How the running system is reached and probed."
    )
    file: Path | None = Field(default=None, exclude=True)
    is_overridden: bool = Field(default=False, exclude=True)
    """Whether an option of this run replaces the profile, the system or a policy of the file.

    What such a run does not find may be found without the option, so it proves no ignore stale.
    """

    is_profile_chosen: bool = Field(default=False, exclude=True)
    """Whether an option of this run names the profile."""

    def replace_profile(self, profile: str) -> "Config":
        """Return the configuration with the profile that an option of this run names."""
        is_other = self.is_overridden or profile != self.profile
        return self.model_copy(update={"profile": profile, "is_overridden": is_other, "is_profile_chosen": True})


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
            yield from (path for path in config.file.parent.glob(pattern) if not path.is_dir())


def find_config(start: Path) -> Path | None:
    """Return the nearest ``conformance.toml``, or ``pyproject.toml`` with our table, from ``start`` upwards."""
    for folder in (start, *start.parents):
        config = folder / CONFIG_FILE
        if config.is_dir():
            message = f"{code_text(str(short_path(config)), 200)} is a folder, not a configuration file"
            raise ConformanceError(ErrorKind.CONFIGURATION, message, "rename the folder, or pass --config FILE")
        if config.is_file():
            return config
        project = folder / PROJECT_FILE
        if project.is_file() and _table(project) is not None:
            return project
        # a configuration above the root of the repository belongs to something else
        if (folder / ".git").exists():
            return None
    return None


def _parse(file: Path) -> Config:
    table = _table(file) or {}
    # what a run adds to the configuration is not a key of the file
    for name in table.keys() & {name for name, field in Config.model_fields.items() if field.exclude}:
        raise configuration_error(file, unknown_key((name,), Config))
    try:
        config = Config.model_validate({**table, "file": file.resolve()})
    except ValidationError as error:
        raise configuration_error(file, first_fault(error, Config)) from None
    return config.model_copy(update=_absolute_paths(config, file.resolve().parent))


def _absolute_paths(config: Config, folder: Path) -> dict[str, Any]:
    profile = str(folder / config.profile) if config.profile.endswith(".toml") else config.profile
    # Without the key no profile is named, and the one that fits is used.
    named = {"profile": profile} if "profile" in config.model_fields_set else {}
    cwd = folder / config.probe.cwd if config.probe.cwd else None
    outputs = tuple(folder / path for path in config.probe.outputs)
    probe = config.probe.model_copy(update={"cwd": cwd, "outputs": outputs})
    stated = {key: getattr(config, key) for key in ("inventory", "earlier", "catalog", "baseline")}
    anchored = {key: folder / path if path else None for key, path in stated.items()}
    calls = tuple(name if "://" in name else str(folder / name) for name in config.calls)
    return {**anchored, **named, "calls": calls, "probe": probe}


def _table(file: Path) -> dict[str, Any] | None:
    shown = str(short_path(file))
    try:
        content = read_toml(file, shown)
    except OSError as error:
        message = f"cannot read {code_text(shown, 200)}: {error.strerror}"
        raise ConformanceError(ErrorKind.CONFIGURATION, message, "check the path and the permissions") from None
    if file.name != PROJECT_FILE:
        return content
    tools: Any = content.get("tool", {})
    table: Any = cast("dict[str, Any]", tools).get("conformance") if isinstance(tools, dict) else None
    return cast("dict[str, Any]", table) if isinstance(table, dict) else None
