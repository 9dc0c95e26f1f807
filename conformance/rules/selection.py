"""The names by which rules are configured: an id, one kind of a rule's problems, an older id of either, a category.

A name expands to keys: ``unit_suffix`` for a rule, ``unit_suffix.duration`` for one kind.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import TypeVar

from msgspec import Struct

from conformance.plugins import cache_members
from conformance.rules.catalogue import all_rules, list_rules
from conformance.rules.scopes import AnyRule

Choice = TypeVar("Choice")


class Breadth(IntEnum):
    """How much a name selects: of two names in one table the narrower one wins, and an id wins over an alias."""

    CATEGORY = 0
    RULE_ALIAS = 1
    RULE = 2
    KIND_ALIAS = 3
    KIND = 4


class RuleSelection(Struct, frozen=True):
    """The keys that a name selects; a rule's own key comes before those of its kinds."""

    breadth: Breadth
    keys: tuple[str, ...]

    @property
    def rule_id(self) -> str:
        """Return the id of the selected rule, or of the first one of a category."""
        return self.keys[0].partition(".")[0]

    @property
    def is_alias(self) -> bool:
        """Say whether the name is an older name of a rule or kind."""
        return self.breadth in (Breadth.RULE_ALIAS, Breadth.KIND_ALIAS)


def selections_of(rules: Mapping[str, AnyRule]) -> Iterator[tuple[str, RuleSelection]]:
    """Yield every name with its selection; a name that is yielded twice is ambiguous."""
    categories: dict[str, list[str]] = {}
    for rule in rules.values():
        yield from _selections_of_rule(rule)
        categories.setdefault(rule.category, []).extend(_keys(rule))
    for category, keys in categories.items():
        yield category, RuleSelection(Breadth.CATEGORY, tuple(keys))


def _keys(rule: AnyRule) -> list[str]:
    return [rule.id, *(key_of(rule.id, kind.name) for kind in rule.kinds)]


def _selections_of_rule(rule: AnyRule) -> Iterator[tuple[str, RuleSelection]]:
    yield rule.id, RuleSelection(Breadth.RULE, tuple(_keys(rule)))
    for alias in rule.aliases:
        yield alias, RuleSelection(Breadth.RULE_ALIAS, tuple(_keys(rule)))
    for kind in rule.kinds:
        key = (key_of(rule.id, kind.name),)
        yield key[0], RuleSelection(Breadth.KIND, key)
        for alias in kind.aliases:
            yield alias, RuleSelection(Breadth.KIND_ALIAS, key)


def key_of(rule_id: str, kind: str) -> str:
    """Return the name of one kind of a rule's problems."""
    return f"{rule_id}.{kind}" if kind else rule_id


class KnownRules(Struct, frozen=True):
    """The rules that a run may need, and the selection of every name of theirs."""

    rules: Mapping[str, AnyRule]
    names: Mapping[str, RuleSelection]

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return the keys that a name selects; a name of no rule here, such as a probe's, is its own key."""
        found = self.names.get(name)
        return found.keys if found else (name,)

    def keys_of_all(self, names: Iterable[str]) -> set[str]:
        """Return the keys that any of the names selects."""
        return {key for name in names for key in self.keys_of(name)}

    def expand_levels(self, levels: Mapping[str, Choice]) -> dict[str, Choice]:
        """Return one file's levels by key; a narrower name wins regardless of order."""
        names = sorted(levels, key=lambda name: self.names[name].breadth if name in self.names else Breadth.KIND)
        return {key: levels[name] for name in names for key in self.keys_of(name)}


@cache_members
def whole_catalogue() -> KnownRules:
    """Return all rules."""
    return KnownRules(all_rules(), dict(selections_of(all_rules())))


@cache_members
def list_catalogue() -> KnownRules:
    """Return the rules that may find a subject in a list of tools, without importing the others."""
    return KnownRules(list_rules(), dict(selections_of(list_rules())))


def selections() -> Mapping[str, RuleSelection]:
    """Return the selection of every name in the catalogue."""
    return whole_catalogue().names


def expand_levels(levels: Mapping[str, Choice]) -> dict[str, Choice]:
    """Return one file's levels by key, for all rules."""
    return whole_catalogue().expand_levels(levels)


def current_name(name: str) -> str | None:
    """Return the current name for an older id, ``None`` for any other name."""
    found = selections().get(name)
    return found.keys[0] if found and found.is_alias else None


def renaming_notes(names: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each older id among the names."""
    for name in names:
        if now := current_name(name):
            yield f"`{name}` is now called `{now}`"


def other_names(rule: AnyRule, kind: str) -> tuple[str, ...]:
    """Return the other names by which an ignore may select this rule and kind: the kind, older ids, the category."""
    own = (rule.id, key_of(rule.id, kind))
    names = [name for name, selected in _selections_of_rule(rule) if selected.keys[0] in own and name != rule.id]
    return (*names, rule.category)


def first_name(rule: AnyRule, kind: str) -> str:
    """Return the oldest id of this rule and kind, which keeps fingerprints stable across renamings."""
    aliases = [alias for one in rule.kinds if one.name == kind for alias in one.aliases]
    return next(iter((*aliases, *rule.aliases)), rule.id)
