"""Profiles: which rules apply, at which level, with which tables. Data in TOML, one file each."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level
from conformance.words import nearest, quoted

DEFAULT_PROFILE = "holon"


class Table(BaseModel):
    """A table of a profile: frozen, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Cases(Table):
    """How names are written: ``pascal``, ``snake`` or ``any``."""

    tool: Literal["pascal", "snake", "any"] = "any"
    field: Literal["snake", "any"] = "any"
    enum_value: Literal["snake", "any"] = "any"
    acronyms: tuple[str, ...] = ()


class UnitSuffix(Table):
    """One quantity: the suffix that a field of it must end in, and the words that give a wrong or missing unit away."""

    suffix: str
    types: tuple[str, ...]
    wrong_endings: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    exempt: tuple[str, ...] = ()


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
    namespace_separators: tuple[str, ...] = ()
    batch_ending: str = "Batch"
    planes: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    plane_free_tools: tuple[str, ...] = ()
    units: dict[str, UnitSuffix] = Field(default_factory=dict[str, UnitSuffix])
    id_endings: dict[str, str] = Field(default_factory=dict[str, str])
    path_synonyms: dict[str, str] = Field(default_factory=dict[str, str])
    summary_limit: int = 400
    receipt_limit: int = 10_000

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
    """Return a profile by name, or from a TOML file by path; raises ``ConformanceError`` when there is none."""
    if name in profile_names():
        return _parse((files(__name__) / f"{name}.toml").read_bytes(), f"{name}.toml")
    if name.endswith(".toml") and Path(name).is_file():
        return _parse(Path(name).read_bytes(), name)
    close = nearest(name, profile_names())
    meant = f"did you mean '{close}'? " if close else ""
    raise ConformanceError(
        ErrorKind.CONFIGURATION, f"there is no profile {quoted(name)}", f"{meant}profiles: {', '.join(profile_names())}"
    )


def _parse(data: bytes, source: str) -> Profile:
    try:
        return Profile.model_validate(tomllib.loads(data.decode()))
    except (ValueError, ValidationError) as error:
        first = str(error).splitlines()[-1] if not isinstance(error, ValidationError) else error.errors()[0]
        raise ConformanceError(
            ErrorKind.CONFIGURATION, f"{source} is not a profile: {quoted(str(first), 200)}", "see docs/profiles.md"
        ) from error
