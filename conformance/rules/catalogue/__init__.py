"""The rules, one file each, in one folder per category: the file name is the id, the docstring the purpose.

Plugins add rules; one that its plugin sorts into no folder belongs to the category ``plugins``.
"""

import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text
from conformance.findings import Problem
from conformance.plugins import PluginModule, cache_members, guard
from conformance.rules.scopes import AnyRule, Rule
from conformance.settings.checks import documented_checks
from conformance.settings.profiles import Profile

ENTRY_POINTS = "conformance.rules"
"""The group of entry points with which other packages add rules."""
_BEYOND_LISTS = frozenset({"behaviour", "callbacks", "envelopes", "receipts"})
"""The categories whose rules judge results, messages and systems, and never find a subject in a list of tools."""
_UNSORTED, _ABOUT_UNSORTED = "plugins", "Rules of plugins that are sorted into no other category."


@cache_members
def all_rules() -> Mapping[str, AnyRule]:
    """Return every rule by id, in alphabetical order; raises ``ConformanceError`` for a plugin that is wrong."""
    return _rules_of(rule_ids())


@cache_members
def list_rules() -> Mapping[str, AnyRule]:
    """Return the rules that may find a subject in a list of tools, and import no others: these are half of them."""
    package = sys.modules[__name__]
    added = discovery.plugin_members(package)  # a plugin sorts its rules as it likes
    return _rules_of(
        [one for one, folder in discovery.folders(package).items() if folder not in _BEYOND_LISTS or one in added]
    )


def _rules_of(ids: Collection[str]) -> Mapping[str, AnyRule]:
    package = sys.modules[__name__]
    folders, added = discovery.folders(package), discovery.plugin_members(package)
    found = documented_checks(package, "RULE", cast("type[AnyRule]", Rule), ids)
    sorted_rules = {rule_id: replace(rule, category=folders[rule_id] or _UNSORTED) for rule_id, rule in found.items()}
    return sorted_rules | {rule_id: _guard_rule(sorted_rules[rule_id], one) for rule_id, one in added.items()}


def _guard_rule(rule: AnyRule, origin: PluginModule) -> AnyRule:
    """Return a rule of a plugin so that what it raises names it."""

    def judge(subject: Any, profile: Profile) -> Iterator[Problem]:
        problems = list(rule.judge(subject, profile))  # what a generator raises, it raises here
        wrong = next((one for one in problems if not _is_problem(one)), None)
        if wrong is not None:
            raise TypeError(f"it yielded {wrong!r:.80} instead of a Problem whose message, hint and pointer are texts")
        return iter(problems)

    return replace(rule, judge=guard(judge, f"rule {code_text(rule.id)} of {origin.plugin}"))


def _is_problem(value: object) -> bool:
    texts = (value.message, value.hint, value.pointer) if isinstance(value, Problem) else (None,)
    return all(isinstance(text, str) for text in texts)


def categories() -> Mapping[str, str]:
    """Return what the rules of each category are about, by category, in alphabetical order."""
    package = sys.modules[__name__]
    names = sorted({folder or _UNSORTED for folder in discovery.folders(package).values()})
    return {name: discovery.folder_doc(package, name).strip() or _ABOUT_UNSORTED for name in names}


def rule_ids() -> list[str]:
    """Return the ids of all rules without importing them."""
    return discovery.member_ids(sys.modules[__name__])
