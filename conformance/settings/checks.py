"""Checks: what rules, probes and notices have in common, and which of them a profile applies, at which level.

A check has an id, which levels, ignores and explanations refer to. What it looks at is its own business: a rule checks
what a scope finds in a Surface, a probe asks a running system, a notice reports on the work of the harness itself.
"""

from collections.abc import Collection, Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level, Problem
from conformance.names import suggest

if TYPE_CHECKING:
    from conformance.settings.profiles import Profile


class Check(Struct, frozen=True, kw_only=True):
    """One thing to check: ``id`` is the name of its file, ``summary`` and ``why`` come from its docstring."""

    level: Level
    """The level of its findings unless the profile sets another."""
    source: str = ""
    """The section of the specification behind it, if there is one."""
    id: str = ""
    """The id that findings, levels and ignores name."""
    summary: str = ""
    """What is required or asked, in one sentence."""
    why: str = ""
    """Why it is checked."""


AnyCheck = TypeVar("AnyCheck", bound=Check)


class AppliedCheck(Struct, Generic[AnyCheck], frozen=True):
    """A check with the level that the profile sets for it, and those of its kinds; ``None`` turns a kind off."""

    check: AnyCheck
    level: Level
    kinds: Mapping[str, Level | None] = field(default_factory=dict[str, "Level | None"])

    def level_of(self, problem: Problem) -> Level | None:
        """Return the level of a problem, capped by its own maximum; ``None`` when its kind is turned off."""
        level = self.kinds.get(problem.kind, self.level)
        return level and min(level, problem.max_level, key=lambda one: one.rank)


def documented_checks(
    package: ModuleType, constant: str, kind: type[AnyCheck], ids: Collection[str] | None = None
) -> Mapping[str, AnyCheck]:
    """Return every check that the modules of a package declare, keyed by id in alphabetical order.

    ``ids`` are those of the only modules to import.
    """
    found: dict[str, AnyCheck] = {}
    for check_id, check, doc in discovery.members(package, constant, kind, ids):
        # docstrings mark code as reStructuredText does, everything that is printed as Markdown does
        summary, _, why = doc.strip().replace("``", "`").partition("\n\n")
        found[check_id] = replace(check, id=check_id, summary=" ".join(summary.split()), why=why.strip())
    return found


def apply_check(
    check: AnyCheck, profile: "Profile", wanted: Collection[str] | None = None, kinds: Mapping[str, Level] | None = None
) -> AppliedCheck[AnyCheck] | None:
    """Return the check as the profile applies it, ``None`` if it does not; ``wanted`` are the keys to choose from.

    ``kinds`` are its kinds of problems with their own levels. A check with kinds applies if at least one of them does,
    at the level of the most severe.
    """

    def level_of(key: str, default: Level) -> Level | None:
        return profile.level_of(key, default) if wanted is None or key in wanted else None

    # a rule that has kinds reports nothing else, so its own level is only the default of theirs
    applied = {kind: level_of(f"{check.id}.{kind}", default) for kind, default in (kinds or {}).items()}
    levels = applied.values() if applied else [level_of(check.id, check.level)]
    level = max((one for one in levels if one), key=lambda one: one.rank, default=None)
    return AppliedCheck(check, level, applied) if level else None


def require_known(
    ids: Iterable[str],
    known: Collection[str],
    noun: str = "rule",
    *,
    where: str = "",
    location: str = "",
    kind: ErrorKind = ErrorKind.USAGE,
) -> None:
    """Raise ``ConformanceError`` for the first unknown id, suggesting the one that was probably meant.

    ``where`` ends the message; ``location`` is where the id is, as ``file:line:column``.
    """
    for unknown in sorted(set(ids) - set(known)):
        hint = suggest(unknown, known, "`conformance rules` lists all ids")
        raise ConformanceError(kind, f"there is no {noun} {code_text(unknown)}{where}", hint, location)
