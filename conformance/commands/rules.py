"""The use case ``rules``: every rule of the catalogue, with the level at which a profile applies it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.commands.registry import AppliedRule, applied_rules
from conformance.documents.values import JsonObject
from conformance.findings import Level
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule
from conformance.rules.selection import key_of
from conformance.settings.profiles import Profile


@dataclass(frozen=True, slots=True)
class ListedRule:
    """A rule with its level in a profile and those of its kinds by name; ``None`` stands for off."""

    rule: AnyRule
    level: Level | None
    kinds: Mapping[str, Level | None]

    @property
    def deviating_kinds(self) -> Mapping[str, Level | None]:
        """The kinds that have another level than the rule."""
        return {name: level for name, level in self.kinds.items() if level is not self.level}


def listed_rules(profile: Profile) -> list[ListedRule]:
    """Return all rules in alphabetical order, also those that the profile turns off."""
    applied = {one.check.id: one for one in applied_rules(profile)}
    return [_listed_rule(rule, applied.get(rule.id)) for rule in all_rules().values()]


def _listed_rule(rule: AnyRule, applied: AppliedRule | None) -> ListedRule:
    levels: Mapping[str, Level | None] = applied.kinds if applied else {}
    kinds = {key_of(rule.id, kind.name): levels.get(kind.name) for kind in rule.kinds}
    return ListedRule(rule, applied.level if applied else None, kinds)


def rules_value(listed: Sequence[ListedRule]) -> list[JsonObject]:
    """Return the list as a JSON value."""
    return [
        {
            "id": one.rule.id,
            "category": one.rule.category,
            "level": one.level or "off",
            "kinds": {name: level or "off" for name, level in one.kinds.items()},
            "aliases": [*one.rule.aliases, *(alias for kind in one.rule.kinds for alias in kind.aliases)],
            "scope": one.rule.scope.name,
            "summary": one.rule.summary,
            "source": one.rule.source,
        }
        for one in listed
    ]
