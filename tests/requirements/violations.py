"""Violations of a sentence: what is wrong in exactly the way that it forbids, and what is reported of it.

A violation has ``by``, the ``rule:ID`` or ``probe:ID`` that must report it, and one of these:

- ``example = "RULE"``: the bad example of a rule with the message that ``says`` states (``RULE#1``: the second of
  several), where it violates the very sentence; ``by`` is that rule.
- ``miniature = "NAME"``: a running system of ``conformance.probes.miniatures``, asked by ``probe``; the good form is
  the sound one.
- ``log = GOOD``: lines of a log, judged by ``audit`` with the inventory of the reference contract.
- The name of a scope, such as ``tool = GOOD``: what that scope makes of an example.

``GOOD`` is JSON, or the name of a sample of the reference contract, such as ``command/exec_completed``: in a log its
record, else what the reference does with it. The violation is ``bad``, JSON of its own, or the good form with ``set``
(JSON: pointer to new value) and without the pointers that ``drop`` lists. ``{"$repeat": [TEXT, NUMBER]}`` is a long
text, ``{"$copy": POINTER}`` what the good form has there, and ``{"$json": POINTER}`` that as JSON text. ``says`` is a
part of the message, ``profile`` another profile than the default one.

What a sentence permits can be shown by ``allowed`` tables, which have ``log`` or the name of a scope: no rule at all
may object to one.
"""

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.commands.audit import audit
from conformance.commands.check import check
from conformance.commands.observe import judge_results
from conformance.commands.probe import Plan, probe
from conformance.commands.registry import AppliedProbe, AppliedRule, applied_probes, applied_rules
from conformance.documents import pointers
from conformance.documents.reader import Document
from conformance.documents.values import compact_json
from conformance.findings import Finding
from conformance.inventory import Inventory, load_inventory
from conformance.probes.interview import RunLimits
from conformance.probes.interview.permission import Permissions
from conformance.probes.miniatures import all_miniatures
from conformance.probes.miniatures._sound import OBSERVED_FAMILIES, OBSERVER, sound_results
from conformance.rules import behaviour_scopes, scopes
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyScope, Scope
from conformance.settings.profiles import Profile, load_profile
from conformance.systems.adapters.reference import reference_inventory
from conformance.systems.runtime import Runtime
from tests.requirements.good_forms import good_form

KINDS = ("example", "miniature", "log", "scope")
"""How a violation can be run."""
SCOPES: dict[str, AnyScope] = {
    one.name: one for module in (scopes, behaviour_scopes) for one in vars(module).values() if isinstance(one, Scope)
}
_SUBJECTS = {"example", "miniature", "log", *SCOPES}
_OTHER_KEYS = {"by", "bad", "set", "drop", "says", "profile"}
_REPEAT, _COPY, _JSON = "$repeat", "$copy", "$json"


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
        name = self.by.partition(":")[2]
        if self.kind == "miniature":
            found = _results_judged(form) if self.by.startswith("rule:") else _probed(form, name)
        else:
            found = _judged(self.scope, form, _profile(self.profile), _rules(self.profile, name), folder)
        return [finding.message for finding in found if finding.rule == name]


def read_violation(table: Mapping[str, Any]) -> Violation:
    """Return the violation of a table; raises ``AssertionError``, ``KeyError`` or ``ValueError`` for another table."""
    assert set(table) <= _SUBJECTS | _OTHER_KEYS, f"unknown keys in {dict(table)}"
    (subject,) = set(table) & _SUBJECTS
    says, profile = table.get("says", ""), table.get("profile", "holon")
    if subject == "example":
        return _read_example(table[subject], says)
    if subject == "miniature":
        return Violation(subject, table["by"], [""], table[subject], says, profile)
    good = _expand(good_form(subject, table[subject]))
    bad = _expand(json.loads(table["bad"]), good) if "bad" in table else _changed(good, table)
    assert compact_json(bad) != compact_json(good), f"no difference in {dict(table)}"
    return Violation("log" if subject == "log" else "scope", table["by"], [good], bad, says, profile, subject)


def objections(table: Mapping[str, Any], folder: Path) -> list[str]:
    """Return what any rule says of a form that is allowed."""
    ((subject, text),) = table.items()
    form = _expand(good_form(subject, text))
    found = _judged(subject, form, _profile("holon"), _rules("holon"), folder)
    return [f"{finding.rule}: {finding.message}" for finding in found]


def _read_example(name: str, says: str) -> Violation:
    """Return the bad example of a rule with this message, the first one unless a number chooses another."""
    rule_id, _, number = name.partition("#")
    rule = all_rules()[rule_id]
    alike = [bad for bad in rule.bad if bad.says == says]
    assert alike, f"no bad example of {rule_id} says {says!r}"
    bad = alike[int(number or 0)]
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
        if _COPY in value:
            return pointers.resolve(good, value[_COPY])
        if _JSON in value:
            return compact_json(pointers.resolve(good, value[_JSON]))
        return {key: _expand(inner, good) for key, inner in value.items()}
    return [_expand(item, good) for item in value] if isinstance(value, list | tuple) else value


_profile = functools.cache(load_profile)


@functools.cache
def _rules(profile: str, *only: str) -> Sequence[AppliedRule]:
    return applied_rules(_profile(profile), only)


@functools.cache
def _inventory() -> Inventory:
    return load_inventory(Document("reference", "", reference_inventory()))


def _judged(subject: str, form: Any, profile: Profile, rules: Sequence[AppliedRule], folder: Path) -> Sequence[Finding]:
    if subject != "log":
        return check(SCOPES[subject].example(form), profile, rules).findings
    path = folder / "log.jsonl"
    lines = form if isinstance(form, list) else [form]
    path.write_text("".join(f"{compact_json(line)}\n" for line in lines), "utf-8")
    return audit(path, _inventory(), profile, rules).findings


@functools.cache
def _results_judged(miniature: str) -> Sequence[Finding]:
    """Return what rules find in the results of a miniature, and in the replies to calls if those are its fault."""
    chosen = all_miniatures()[miniature] if miniature else None
    probes = applied_probes(_profile("holon")) if chosen and chosen.returns else []
    return _findings(chosen.runtime() if chosen else sound_results(), probes)


@functools.cache
def _probed(miniature: str, probe_id: str) -> Sequence[Finding]:
    return _findings(all_miniatures()[miniature or "sound"].runtime(), applied_probes(_profile("holon"), [probe_id]))


def _findings(runtime: Runtime, probes: Sequence[AppliedProbe]) -> Sequence[Finding]:
    profile = _profile("holon")
    plan = Plan(
        probes,
        profile,
        Permissions(harmless=True),
        limits=RunLimits(max_examples=10),
        authority={OBSERVER: OBSERVED_FAMILIES},
        judge_results=lambda asked, inventory: judge_results(asked, inventory, profile),
    )
    return probe(runtime, "miniature", plan).findings
