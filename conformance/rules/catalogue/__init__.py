"""The rules, one file each, in one folder per category: the file name is the id, the docstring the purpose."""

import functools
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from conformance import discovery
from conformance.rules.scopes import AnyRule, Rule
from conformance.settings.checks import documented_checks


@functools.cache
def all_rules() -> Mapping[str, AnyRule]:
    """Return every rule by id, in alphabetical order."""
    package = sys.modules[__name__]
    folders = discovery.folders(package)
    found = documented_checks(package, "RULE", cast("type[AnyRule]", Rule))
    return {rule_id: replace(rule, category=folders[rule_id]) for rule_id, rule in found.items()}


def categories() -> Mapping[str, str]:
    """Return what the rules of each category are about, by category, in alphabetical order."""
    package = sys.modules[__name__]
    names = sorted(set(discovery.folders(package).values()))
    return {name: discovery.folder_doc(package, name).strip() for name in names}


def rule_ids() -> list[str]:
    """Return the ids of all rules without importing them."""
    return discovery.member_ids(sys.modules[__name__])
