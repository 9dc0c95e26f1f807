"""The rules, one file each, in one folder per category: the file name is the id, the docstring the purpose."""

import functools
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from conformance import discovery
from conformance.rules.scopes import AnyRule, Rule


@functools.cache
def all_rules() -> Mapping[str, AnyRule]:
    """Return every rule by id, in alphabetical order."""
    package = sys.modules[__name__]
    folders = discovery.folders(package)
    found = discovery.members(package, "RULE", cast("type[AnyRule]", Rule))
    named = ((replace(rule, id=rule_id, category=folders[rule_id]), doc) for rule_id, rule, doc in found)
    return {rule.id: _attach_docs(rule, doc) for rule, doc in named}


def categories() -> Mapping[str, str]:
    """Return what the rules of each category are about, by category, in alphabetical order."""
    package = sys.modules[__name__]
    names = sorted(set(discovery.folders(package).values()))
    return {name: discovery.folder_doc(package, name).strip() for name in names}


def rule_ids() -> list[str]:
    """Return the ids of all rules without importing them."""
    return discovery.member_ids(sys.modules[__name__])


def _attach_docs(rule: AnyRule, doc: str) -> AnyRule:
    summary, _, why = doc.strip().partition("\n\n")
    return replace(rule, summary=" ".join(summary.split()), why=why.strip())
