"""``rules``: every check that findings may name, with its level in a profile."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from conformance.commands.registry import AppliedRule, applied_probes, applied_rules
from conformance.documents.values import JsonObject
from conformance.findings import Level
from conformance.probes.catalogue import all_probes
from conformance.rules.catalogue import all_rules, categories
from conformance.rules.scopes import AnyRule
from conformance.rules.selection import key_of
from conformance.settings.checks import Check
from conformance.settings.notices import NOTICES
from conformance.settings.profiles import Profile

PROBES, NOTICE = "probes", "notices"


class ListedCheck(Struct, frozen=True):
    """A check with its level in a profile, and the levels of its kinds by name; ``None`` means off."""

    check: Check
    category: str
    scope: str
    level: Level | None
    kinds: Mapping[str, Level | None] = field(default_factory=dict[str, "Level | None"])
    aliases: Sequence[str] = ()

    @property
    def deviating_kinds(self) -> Mapping[str, Level | None]:
        """The kinds whose level differs from the rule's."""
        return {name: level for name, level in self.kinds.items() if level is not self.level}


def listed_checks(profile: Profile) -> list[ListedCheck]:
    """Return all rules, probes and notices in alphabetical order, including those that the profile turns off."""
    return [*_listed_rules(profile), *_listed_probes(profile), *_listed_notices(profile)]


def sections() -> Mapping[str, str]:
    """Return what each part of the list holds: the categories of rules, the probes, the notices."""
    others = {PROBES: "Questions to a running system.", NOTICE: "What the harness reports about its own run."}
    return {**categories(), **others}


def _listed_rules(profile: Profile) -> Iterator[ListedCheck]:
    applied = {one.check.id: one for one in applied_rules(profile)}
    return (_listed_rule(rule, applied.get(rule.id)) for rule in all_rules().values())


def _listed_rule(rule: AnyRule, applied: AppliedRule | None) -> ListedCheck:
    levels: Mapping[str, Level | None] = applied.kinds if applied else {}
    kinds = {key_of(rule.id, kind.name): levels.get(kind.name) for kind in rule.kinds}
    aliases = [*rule.aliases, *(alias for kind in rule.kinds for alias in kind.aliases)]
    return ListedCheck(rule, rule.category, rule.scope.name, applied.level if applied else None, kinds, aliases)


def _listed_probes(profile: Profile) -> Iterator[ListedCheck]:
    levels = {one.check.id: one.level for one in applied_probes(profile)}
    return (ListedCheck(probe, PROBES, probe.subject, levels.get(probe.id)) for probe in all_probes().values())


def _listed_notices(profile: Profile) -> Iterator[ListedCheck]:
    for notice in NOTICES.values():
        applied = notice.applied_check(profile)
        yield ListedCheck(notice, NOTICE, "run", applied.level if applied else None)


def rules_value(listed: Sequence[ListedCheck]) -> list[JsonObject]:
    """Return the list as a JSON value."""
    return [
        {
            "id": one.check.id,
            "category": one.category,
            "level": one.level or "off",
            "kinds": {name: level or "off" for name, level in one.kinds.items()},
            "aliases": [*one.aliases],
            "scope": one.scope,
            "summary": one.check.summary,
            "source": one.check.source,
        }
        for one in listed
    ]
