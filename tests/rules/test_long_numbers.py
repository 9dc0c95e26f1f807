"""No rule breaks off at a number of as many digits as are read, which no double holds, and costs the whole report."""

from collections.abc import Iterator

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.documents.values import JsonValue, as_array, as_object, is_number
from conformance.errors import ConformanceError
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule
from conformance.settings.profiles import load_profile
from conformance.systems.surface import Surface
from tests.cases import check_each

_LONG = int("9" * 399)


@check_each(("name", "rule"), list(all_rules().items()))
def test_a_rule_judges_its_examples_with_a_long_number_in_place_of_any_other(name: str, rule: AnyRule) -> None:
    profile = load_profile(rule.profile)
    for example in (*rule.good, *(bad.value for bad in rule.bad)):
        for changed in _with_a_long_number(example):
            if surface := _surface_of(rule, changed):
                list(check(surface, profile, applied_rules(profile, [name])).findings)


def _with_a_long_number(value: JsonValue) -> Iterator[JsonValue]:
    """Yield the value with one of its numbers replaced, once for each of them."""
    if is_number(value):
        yield from (_LONG, -_LONG)
    elif isinstance(value, list | tuple):
        items = as_array(value)
        for at, item in enumerate(items):
            yield from ([*items[:at], changed, *items[at + 1 :]] for changed in _with_a_long_number(item))
    else:
        members = as_object(value)
        for key, member in members.items():
            yield from ({**members, key: changed} for changed in _with_a_long_number(member))


def _surface_of(rule: AnyRule, example: JsonValue) -> Surface | None:
    """Return the Surface of an example, unless its number says how often something is repeated, or is a version."""
    try:
        return rule.scope.example(example)
    except (OverflowError, ConformanceError):
        return None
