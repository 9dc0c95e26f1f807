"""The examples of the rules are their tests: no rule rejects a good one, only its own rule rejects a bad one."""

import functools
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from conformance.commands.check import check
from conformance.commands.problem_findings import to_findings
from conformance.commands.registry import AppliedRule, applied_rules
from conformance.commands.report import Report
from conformance.inventory import Inventory, Tool
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import INVENTORY, AnyRule
from conformance.settings.checks import AppliedCheck
from conformance.settings.profiles import Profile, load_profile
from tests.cases import check_each

RULES = all_rules()
GOOD = [(rule, index) for rule in RULES.values() for index in range(len(rule.good))]
BAD = [(rule, index) for rule in RULES.values() for index in range(len(rule.bad))]


def _name(value: object) -> str:
    return value.id if hasattr(value, "id") else str(value)


@functools.cache
def _profile(name: str) -> tuple[Profile, list[AppliedRule]]:
    """A profile with the rules that it applies."""
    profile = load_profile(name)
    return profile, applied_rules(profile)


@functools.cache
def _bad_report(rule: str, index: int) -> Report:
    """What is found in a bad example, under its own profile, or the one that turns its rule on."""
    bad = RULES[rule].bad[index]
    return check(RULES[rule].scope.example(bad.value), *_profile(bad.profile or RULES[rule].profile))


@check_each(("rule", "index"), GOOD, ids=_name)
def test_no_rule_rejects_a_good_example_of_any_rule(rule: AnyRule, index: int) -> None:
    report = check(rule.scope.example(rule.good[index]), *_profile(rule.profile))
    assert [(finding.rule, finding.message) for finding in report.findings] == []


@check_each(("rule", "index"), BAD, ids=_name)
def test_only_its_own_rule_rejects_a_bad_example_and_says_why_and_where(rule: AnyRule, index: int) -> None:
    bad = rule.bad[index]
    report = _bad_report(rule.id, index)
    assert {finding.rule for finding in report.findings} == {rule.id, *bad.also}
    own = [finding for finding in report.findings if finding.rule == rule.id]
    assert any(bad.says in finding.message for finding in own)
    if bad.at is not None:
        assert bad.at in {finding.pointer for finding in own}


def test_a_rule_declares_all_that_it_gathers_from_each_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not declared is computed of each tool of a long list again, and kept of all of them."""
    original, gathered = Inventory.gather, set[object]()

    def gather(inventory: Inventory, compute: Callable[[Tool], object], most: int | None = None) -> Sequence[object]:
        gathered.add(compute)
        return original(inventory, compute, most)

    monkeypatch.setattr(Inventory, "gather", gather)
    declared = {rule.id: {*rule.gathers} for rule in RULES.values() if rule.scope is INVENTORY}
    assert any(declared.values())
    for name, computes in declared.items():
        gathered.clear()
        for bad in RULES[name].bad:
            inventory = INVENTORY.example(bad.value).inventory
            list(RULES[name].judge(inventory, _profile(bad.profile or RULES[name].profile)[0]))
        assert gathered == computes, name


@check_each(("rule", "index"), BAD, ids=_name)
def test_findings_of_an_example_have_fingerprints_of_their_own(rule: AnyRule, index: int) -> None:
    findings = _bad_report(rule.id, index).findings
    assert len({finding.fingerprint for finding in findings}) == len(findings)


@check_each(("rule", "index"), BAD, ids=_name)
def test_another_wording_keeps_the_fingerprint(rule: AnyRule, index: int) -> None:
    bad = rule.bad[index]
    profile, _ = _profile(bad.profile or rule.profile)
    surface = rule.scope.example(bad.value)
    for subject in rule.scope.find(surface):
        problems = list(rule.judge(subject.subject, profile))
        reworded = [replace(one, message="other words", hint="") for one in problems]
        applied = AppliedCheck(rule, rule.level)
        before, after = (list(to_findings(applied, subject, many, surface.inventory)) for many in (problems, reworded))
        assert [one.fingerprint for one in before] == [one.fingerprint for one in after]
        assert not [one for one in problems if one.detail and one.message in one.detail]


@check_each("rule", RULES.values(), ids=_name)
def test_a_rule_is_applied_by_the_profile_of_its_examples(rule: AnyRule) -> None:
    assert _profile(rule.profile)[0].level_of(rule.id, rule.level) is not None


@check_each("rule", RULES.values(), ids=_name)
def test_every_rule_explains_itself(rule: AnyRule) -> None:
    assert rule.summary.endswith(".")
    assert rule.why
    assert rule.good
    assert rule.bad
    assert "#" in rule.source


@check_each(("rule", "index"), BAD, ids=_name)
def test_every_finding_says_what_to_write_instead(rule: AnyRule, index: int) -> None:
    assert all(finding.hint and finding.message for finding in _bad_report(rule.id, index).findings)
