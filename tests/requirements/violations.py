"""Violations of a sentence: what is wrong in exactly the way that it forbids, and what is reported of it.

A violation has ``by``, the ``rule:ID`` or ``probe:ID`` that must report it, and one of these:

- ``example = "RULE#INDEX"``: a bad example of a rule, where it violates the very sentence; ``by`` is that rule.
- ``miniature = "NAME"``: a running system of ``conformance.probes.miniatures``, asked by ``probe``; the good form is
  the sound one.
- ``log = GOOD``: lines of a log, judged by ``audit`` with the inventory of the reference contract.
- The name of a scope, such as ``tool = GOOD``: what that scope makes of an example.

``GOOD`` is JSON, or the name of a sample of the reference contract, such as ``command/exec_completed``: in a log its
record, else what the reference does with it. The violation is ``bad``, JSON of its own, or the good form with ``set``
(JSON: pointer to new value) and without the pointers that ``drop`` lists. ``{"$repeat": [TEXT, NUMBER]}`` is a long
text, and ``{"$json": POINTER}`` the JSON of what the good form has there. ``says`` is a part of the message,
``profile`` another profile than the default one.

What a sentence permits can be shown by ``allowed`` tables, which have ``log`` or the name of a scope: no rule at all
may object to one.
"""

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.commands.audit import audit
from conformance.commands.check import check
from conformance.commands.observe import judge_results
from conformance.commands.probe import Plan, probe
from conformance.commands.registry import AppliedRule, applied_probes, applied_rules
from conformance.documents import pointers
from conformance.documents.values import compact_json
from conformance.findings import Finding
from conformance.inventory import Inventory
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions
from conformance.probes.miniatures import all_miniatures
from conformance.probes.miniatures._sound import sound_results
from conformance.rules import behaviour_scopes, scopes
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyScope, Scope
from conformance.settings.profiles import Profile, load_profile
from conformance.systems.adapters.reference import reference_surface
from conformance.systems.runtime import Runtime
from tests.requirements.good_forms import good_form

KINDS = ("example", "miniature", "log", "scope")
"""How a violation can be run."""
SCOPES: dict[str, AnyScope] = {
    one.name: one for module in (scopes, behaviour_scopes) for one in vars(module).values() if isinstance(one, Scope)
}
_SUBJECTS = {"example", "miniature", "log", *SCOPES}
_OTHER_KEYS = {"by", "bad", "set", "drop", "says", "profile"}
_REPEAT, _JSON = "$repeat", "$json"


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation with its good forms; ``scope`` is the name of the scope that makes a Surface of each, if one does."""

    kind: str
    by: str
    good: Sequence[Any]
    bad: Any
    says: str = ""
    profile: str = "holon"
    scope: str = ""

    def faults(self, folder: Path) -> Iterator[str]:
        """Yield why it proves nothing; ``folder`` is for the files that it needs."""
        for good in self.good:
            yield from (f"{self.by} reports the good form: {message}" for message in self._messages(good, folder))
        messages = self._messages(self.bad, folder)
        if not any(self.says in message for message in messages):
            yield f"{self.by} does not report {self.says or compact_json(self.bad)[:200]!r}, only {messages}"

    def _messages(self, form: Any, folder: Path) -> list[str]:
        name, profile = self.by.partition(":")[2], load_profile(self.profile)
        if self.kind == "miniature":
            found = _asked(form)
        elif self.kind == "log":
            found = _audited(form, applied_rules(profile, [name]), profile, folder / "log.jsonl")
        else:
            found = check(SCOPES[self.scope].example(form), profile, applied_rules(profile, [name])).findings
        return [finding.message for finding in found if finding.rule == name]


def read_violation(table: Mapping[str, Any]) -> Violation:
    """Return the violation of a table; raises ``AssertionError``, ``KeyError`` or ``ValueError`` for another table."""
    assert set(table) <= _SUBJECTS | _OTHER_KEYS, f"unknown keys in {dict(table)}"
    (subject,) = set(table) & _SUBJECTS
    if subject == "example":
        return _read_example(*table[subject].split("#"))
    says, profile = table.get("says", ""), table.get("profile", "holon")
    if subject == "miniature":
        return Violation(subject, table["by"], [""], table[subject], says, profile)
    good = _expand(good_form(subject, table[subject]))
    bad = _expand(json.loads(table["bad"]), good) if "bad" in table else _changed(good, table)
    assert compact_json(bad) != compact_json(good), f"no difference in {dict(table)}"
    return Violation("log" if subject == "log" else "scope", table["by"], [good], bad, says, profile, subject)


def objections(table: Mapping[str, Any], folder: Path) -> list[str]:
    """Return what any rule says of a form that is allowed."""
    ((subject, text),) = table.items()
    form, profile = _expand(good_form(subject, text)), load_profile("holon")
    if subject == "log":
        found = _audited(form, applied_rules(profile), profile, folder / "log.jsonl")
    else:
        found = check(SCOPES[subject].example(form), profile, applied_rules(profile)).findings
    return [f"{finding.rule}: {finding.message}" for finding in found]


def _read_example(rule_id: str, index: str) -> Violation:
    rule = all_rules()[rule_id]
    bad = rule.bad[int(index)]
    profile = bad.profile or rule.profile
    return Violation("example", f"rule:{rule_id}", rule.good, bad.value, bad.says, profile, rule.scope.name)


def _changed(good: Any, table: Mapping[str, Any]) -> Any:
    bad = json.loads(json.dumps(good))
    for pointer, value in json.loads(table.get("set", "{}")).items():
        _holder(bad, pointer)[_key(bad, pointer)] = _expand(value, good)
    for pointer in table.get("drop", ()):
        del _holder(bad, pointer)[_key(bad, pointer)]
    return bad


def _holder(value: Any, pointer: str) -> Any:
    return pointers.resolve(value, pointers.parent(pointer))


def _key(value: Any, pointer: str) -> str | int:
    key = pointers.split(pointer)[-1]
    return int(key) if isinstance(_holder(value, pointer), list) else key


def _expand(value: Any, good: Any = None) -> Any:
    """Return a value with its long texts, and its copies of the good form, written out."""
    if isinstance(value, Mapping):
        if _REPEAT in value:
            text, times = value[_REPEAT]
            return text * times
        if _JSON in value:
            return compact_json(pointers.resolve(good, value[_JSON]))
        return {key: _expand(inner, good) for key, inner in value.items()}
    return [_expand(item, good) for item in value] if isinstance(value, list | tuple) else value


@functools.cache
def _inventory() -> Inventory:
    return reference_surface().inventory


def _audited(lines: Any, rules: Sequence[AppliedRule], profile: Profile, path: Path) -> Iterable[Finding]:
    log = lines if isinstance(lines, list) else [lines]
    path.write_text("".join(f"{compact_json(line)}\n" for line in log), "utf-8")
    return audit(path, _inventory(), profile, rules).findings


@functools.cache
def _asked(miniature: str) -> Sequence[Finding]:
    """Return what a probe finds in a miniature, or in the two sound ones: of inputs and of results."""
    profile = load_profile("holon")
    plan = Plan(
        applied_probes(profile),
        profile,
        Permissions(harmless=True),
        limits=RunLimits(max_examples=10),
        judge_results=lambda runtime, inventory: judge_results(runtime, inventory, profile),
    )
    sound: list[Callable[[], Runtime]] = [all_miniatures()["sound"].runtime, sound_results]
    runtimes = [all_miniatures()[miniature].runtime] if miniature else sound
    return [finding for runtime in runtimes for finding in probe(runtime(), miniature or "sound", plan).findings]
