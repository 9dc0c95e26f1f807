"""The registry of every id that a finding may have, and the checks and levels that a configuration selects."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import suggest
from conformance.probes.catalogue import all_probes, probe_ids
from conformance.rules.catalogue import all_rules, categories, rule_ids
from conformance.rules.scopes import AnyRule
from conformance.rules.selection import KnownRules, key_of, list_catalogue, selections, whole_catalogue
from conformance.settings.baseline import Baseline
from conformance.settings.checks import AppliedCheck, apply_check, require_known
from conformance.settings.faults import KeyFault, blame_key, configuration_error, location_text
from conformance.settings.ignores import Coverage, Ignores
from conformance.settings.notices import NOTICES, STALE_BASELINE, STALE_IGNORE
from conformance.settings.profiles import Profile, apply_revision, load_profile
from conformance.settings.repository import Config
from conformance.systems.surface import Holding

if TYPE_CHECKING:
    from conformance.probes.interview import Probe

AppliedRule: TypeAlias = AppliedCheck[AnyRule]
AppliedProbe: TypeAlias = "AppliedCheck[Probe]"

_COMMANDS: Mapping[Holding, str] = {
    "messages": "conformance callback check LOG",
    "repeated_results": "conformance callback check LOG",
    "calls": "conformance callback tool",
    "receptions": "conformance callback runtime",
    "behaviour": "conformance probe",
    "records": "conformance audit LOG",
    "history": "conformance audit LOG",
}
"""What a rule needs that an inventory alone does not hold, and the command that brings it."""


def registered_names() -> list[str]:
    """Return every name of a check: rules with their kinds, older ids and categories, probes and notices."""
    return sorted({*selections(), *probe_ids(), *NOTICES})


def rules_for(config: Config, held: Iterable[Holding], only: Collection[str]) -> KnownRules:
    """Return the rules that a run needs: those on lists of tools where there is nothing else, and no name is asked for.

    A rule is asked for by an option, an ignore or a baseline, each of which may name any.
    """
    holds_more = any(one != "inventory" for one in held)
    return whole_catalogue() if holds_more or only or config.ignore or config.baseline else list_catalogue()


def applied_rules(profile: Profile, only: Iterable[str] = (), known: KnownRules | None = None) -> list[AppliedRule]:
    """Return the rules that the profile applies; ``only`` narrows them by id, kind, older id or category."""
    names, known = tuple(only), known or whole_catalogue()
    for name in set(names) & set(probe_ids()) - set(known.names):
        raise _wrong_kind_error(name, "a probe, not a rule", f"run `conformance probe --probe {name}`")
    require_known(names, known.names)
    wanted = known.keys_of_all(names) if names else None
    expanded = replace(profile, levels=known.expand_levels(profile.levels))
    applied = (apply_check(rule, expanded, wanted, _kinds_of(rule)) for rule in known.rules.values())
    return [one for one in applied if one is not None]


def applied_probes(profile: Profile, only: Iterable[str] = ()) -> list[AppliedProbe]:
    """Return the probes that the profile applies; ``only`` narrows them by id."""
    wanted = set(only)
    for name in sorted(wanted & set(selections()) - set(probe_ids())):
        what = "a category of rules" if name in categories() else "a rule"
        raise _wrong_kind_error(name, f"{what}, not a probe", f"run `{command_of(name)}`")
    require_known(wanted, probe_ids(), "probe")
    applied = (apply_check(probe, profile, wanted or None) for probe in all_probes().values())
    return [one for one in applied if one is not None]


def _wrong_kind_error(name: str, what: str, hint: str) -> ConformanceError:
    return ConformanceError(ErrorKind.USAGE, f"{code_text(name)} is {what}", hint)


def command_of(name: str) -> str:
    """Return the command that applies a rule or category, which follows from what its scope needs."""
    needs = all_rules()[selections()[name].rule_id].scope.needs
    return next((command for held, command in _COMMANDS.items() if held in needs), f"conformance check --rule {name}")


def _kinds_of(rule: AnyRule) -> dict[str, Any]:
    return {kind.name: kind.level or rule.level for kind in rule.kinds}


def rules_on(rules: Iterable[AppliedRule], held: Iterable[Holding]) -> list[AppliedRule]:
    """Return the rules whose scope finds its subjects in what is ``held``."""
    there = frozenset(held)
    return [applied for applied in rules if applied.check.scope.needs & there]


def rule_ids_on(held: Iterable[Holding], known: KnownRules | None = None) -> list[str]:
    """Return the ids of all rules that judge only what is ``held``, whether or not a profile applies them.

    A rule that also judges something else is not included, because an ignore of it may apply there.
    """
    there = frozenset(held)
    return [rule.id for rule in (known or whole_catalogue()).rules.values() if rule.scope.needs <= there]


def ids_of_rules_about(held: Iterable[Holding]) -> list[str]:
    """Return the ids of all rules that judge what is ``held``, whether or not a profile applies them."""
    there = frozenset(held)
    return [rule.id for rule in all_rules().values() if rule.scope.needs & there]


def profile_of(config: Config, revision: str | None = None, known: KnownRules | None = None) -> Profile:
    """Return the configured profile with the configured levels on top; raises ``ConformanceError`` for unknown ids.

    A profile that follows what a tool list says of itself judges by the ``revision`` of the list. Levels are spelled
    out for the ``known`` rules, by default all.
    """
    known = known or whole_catalogue()
    _require_known_names(config)
    profile = apply_revision(_configured_profile(config, known), revision)
    stated = {"request_tokens": config.token_budget, "tokenizer": config.tokenizer}
    budget = replace(profile.budget, **{key: value for key, value in stated.items() if value is not None})
    levels = {**profile.levels, **known.expand_levels(config.levels)}
    return replace(profile, levels=levels, budget=budget)


def _configured_profile(config: Config, rules: KnownRules) -> Profile:
    def expand(levels: Mapping[str, Any], source: str | None) -> dict[str, Any]:
        if source is not None:
            _require_known_levels(levels, Path(source))
        return rules.expand_levels(levels)

    # a name that an option passes is in no file
    with blame_key(None if config.is_overridden else config.file, "profile"):
        return load_profile(config.profile, expand)


def _require_known_names(config: Config) -> None:
    _require_known_levels(config.levels, config.file)
    for index, ignore in enumerate(config.ignore):
        known = registered_names()
        if not any(fnmatchcase(name, ignore.rule) for name in known):
            _refuse_kind(ignore.rule, config.file, f"ignore.{index}.rule", tool=ignore.tool, pointer=ignore.pointer)
            location = location_text(config.file, f"ignore.{index}.rule")
            where, kind = " in `ignore`", ErrorKind.CONFIGURATION
            require_known([ignore.rule], known, where=where, location=location, kind=kind)
    for index, entry in enumerate(config.accept):
        _require_known_kind(entry.rule, config.file, f"accept.{index}.rule")


def _require_known_levels(levels: Iterable[str], file: Path | None) -> None:
    # nearly every name is the id of a rule, which is known without an import of the rule
    unknown = set(levels) - set(rule_ids())
    known = registered_names() if unknown - {*list_catalogue().names, *probe_ids(), *NOTICES} else unknown
    for name in sorted(unknown - set(known)):
        _refuse_kind(name, file, f"levels.{name}")
        location = location_text(file, f"levels.{name}")
        require_known([name], known, where=" in `levels`", location=location, kind=ErrorKind.CONFIGURATION)


def _refuse_kind(name: str, file: Path | None, key: str, *, tool: str = "*", pointer: str = "*") -> None:
    """Raise ``ConformanceError`` for a kind of change where a rule is expected, with the entry that accepts it."""
    # only a fault needs these, and they need all of drift
    from conformance.drift.acceptance import STALE_ACCEPT, entry_text
    from conformance.drift.kinds import change_kinds

    if name == STALE_ACCEPT:
        hint = "remove the `[[accept]]` entry that is stale"
    elif name in change_kinds():
        hint = f"write `{entry_text(name, tool, pointer)}` to accept the change"
    else:
        return
    raise configuration_error(file, KeyFault(key, f"{code_text(name)} is a kind of change, not a rule", hint))


def _require_known_kind(rule: str, file: Path | None, key: str) -> None:
    if rule == "*":
        return
    from conformance.drift.kinds import change_kinds, is_known_kind

    if not is_known_kind(rule):
        hint = suggest(rule, change_kinds(), "`conformance drift` prints the kind of each change in brackets")
        raise configuration_error(file, KeyFault(key, f"there is no kind of change {code_text(rule)}", hint))


def ignores_of(
    config: Config,
    profile: Profile,
    subject: Iterable[str],
    today: datetime.date,
    examined: Iterable[AppliedCheck[Any]] = (),
    known: KnownRules | None = None,
) -> Ignores:
    """Return the ignores of a run that is about what the ``subject`` names select.

    ``examined`` are the checks that this run judges on everything that they apply to in any run.
    """
    known = known or whole_catalogue()
    stale = STALE_IGNORE.applied_check(profile)
    keys = (
        ()
        if config.is_overridden or config.is_partial
        else (key for applied in examined for key in _keys_of_applied(applied))
    )
    off = (key for key, level in known.expand_levels(config.levels).items() if level == "off")
    coverage = Coverage(_keys_named, known.keys_of_all(subject), frozenset(keys), frozenset(off))
    return Ignores(config, coverage, today, stale and stale.level, _baseline_of(config, profile))


def _baseline_of(config: Config, profile: Profile) -> Baseline | None:
    if config.baseline is None:
        return None
    stale = STALE_BASELINE.applied_check(profile)
    # A line may name a check that another command judges; most runs know each line without asking.
    names = cache(lambda: frozenset(registered_names()))
    with blame_key(config.file, "baseline"):
        return Baseline(short_path(config.baseline), stale and stale.level, lambda rule: rule in names())


def judges_inventory_alone(applied: AppliedRule) -> bool:
    """Say whether the rule reads nothing but the inventory and its surroundings, which are the same in every run."""
    return applied.check.scope.needs <= frozenset({"inventory"})


def _keys_of_applied(applied: AppliedCheck[Any]) -> list[str]:
    if not applied.kinds:
        return [applied.check.id]
    return [key_of(applied.check.id, kind) for kind, level in applied.kinds.items() if level]


def _keys_named(pattern: str) -> frozenset[str]:
    """Return the keys whose findings an ignore of this rule may suppress."""
    named = whole_catalogue().keys_of_all(name for name in registered_names() if fnmatchcase(name, pattern))
    # each problem of a rule that has kinds is of one of them, so the rule's own key stands for no finding
    return frozenset(named - {rule.id for rule in all_rules().values() if rule.kinds})
