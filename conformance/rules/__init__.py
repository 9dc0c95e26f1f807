"""The rules, one file each: the file name is the id, the docstring the purpose, the examples the tests."""

import functools
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from conformance import members
from conformance.scopes import AnyRule, Rule


@functools.cache
def all_rules() -> Mapping[str, AnyRule]:
    """Return every rule by id, in alphabetical order."""
    found = members.members(sys.modules[__name__], "RULE", cast("type[AnyRule]", Rule))
    return {rule_id: _named(rule_id, rule, doc) for rule_id, rule, doc in found}


def rule_ids() -> list[str]:
    """Return the ids of all rules without importing them."""
    return members.member_ids(sys.modules[__name__])


def _named(rule_id: str, rule: AnyRule, doc: str) -> AnyRule:
    summary, _, why = doc.strip().partition("\n\n")
    return replace(rule, id=rule_id, summary=" ".join(summary.split()), why=why.strip())
