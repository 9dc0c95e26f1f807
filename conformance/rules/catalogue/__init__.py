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
    found = discovery.members(sys.modules[__name__], "RULE", cast("type[AnyRule]", Rule))
    return {rule_id: _attach_docs(rule_id, rule, doc) for rule_id, rule, doc in found}


def rule_ids() -> list[str]:
    """Return the ids of all rules without importing them."""
    return discovery.member_ids(sys.modules[__name__])


def _attach_docs(rule_id: str, rule: AnyRule, doc: str) -> AnyRule:
    summary, _, why = doc.strip().partition("\n\n")
    return replace(rule, id=rule_id, summary=" ".join(summary.split()), why=why.strip())
