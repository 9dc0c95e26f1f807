"""``explain``: describe a rule with its examples, or a probe with a small system that fails it."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.commands.check import check
from conformance.commands.diagnostics import diagnostics_of, layout_block, select_blocks
from conformance.commands.registry import registered_names
from conformance.display import escape_text
from conformance.documents.values import JsonValue, shorten
from conformance.drift.report import STALE_ACCEPT
from conformance.probes.catalogue import all_probes, probe_ids
from conformance.rules.catalogue import all_rules, categories
from conformance.rules.scopes import AnyRule, BadExample, Kind
from conformance.rules.selection import key_of, renaming_notes, selections
from conformance.settings.checks import AppliedCheck, require_known
from conformance.settings.notices import NOTICES
from conformance.settings.profiles import load_profile

_TEXT_CHARS, _ITEMS = 160, 12
_NOUNS = "rule, probe, notice, category or kind of change"
_STALE_ACCEPT_SUMMARY = """\
Every `accept` entry matches a breaking change, and none has expired.

An entry that outlives its reason would hide the next break; remove it."""
_VERDICTS = """\
Each change has a verdict of its own: breaking, with an input or a result that shows it; compatible or cosmetic; or
unknown, where neither could be proved."""


def explain_rule(rule_id: str) -> str:
    """Return the explanation of every rule, probe, notice or category of that name, or of a kind of change.

    A kind of a rule and older ids are accepted; the explanation then starts with the current name. Raises
    ``ConformanceError`` for an unknown name.
    """
    lessons = ["\n".join(lesson) for lesson in _lessons(rule_id)]
    if not lessons:
        # only the name of a change needs these, and they need all of drift
        from conformance.drift.kinds import change_kinds

        require_known([rule_id], {*registered_names(), *change_kinds(), STALE_ACCEPT}, _NOUNS)
        return "\n".join(_change_lesson(rule_id))
    return "\n\n".join(lessons)


def _lessons(name: str) -> Iterator[Iterable[str]]:
    if name in categories():
        yield _category_lesson(name)
    elif selected := selections().get(name):
        yield from ([f"{note}."] for note in renaming_notes([name]))
        yield _lesson(all_rules()[selected.rule_id])
    if name in probe_ids():
        yield _probe_lesson(name)
    if notice := NOTICES.get(name):
        yield (f"{name} ({notice.level.value}, reported by the harness itself)", "", notice.summary, "", notice.why)


def _change_lesson(kind: str) -> Iterator[str]:
    from conformance.drift.acceptance import entry_text
    from conformance.drift.kinds import describe_kind

    if kind == STALE_ACCEPT:
        yield from (f"{kind} (breaking, reported by `conformance drift`)", "", _STALE_ACCEPT_SUMMARY)
        return
    yield f"{kind} (a kind of change, reported by `conformance drift`)"
    yield ""
    yield describe_kind(kind)
    yield ""
    yield _VERDICTS
    yield ""
    yield "To accept one in the configuration:"
    yield f"  {entry_text(kind)}"


def _category_lesson(category: str) -> Iterator[str]:
    rules = [rule for rule in all_rules().values() if rule.category == category]
    yield f"{category} (a category of {len(rules)} rules)"
    yield ""
    yield categories()[category]
    yield ""
    yield from (f"  {rule.id}: {rule.summary}" for rule in rules)


def _probe_lesson(probe_id: str) -> Iterator[str]:
    from conformance.probes.miniatures import all_miniatures

    probe = all_probes()[probe_id]
    yield f"{probe_id} ({probe.level.value}, asks each {probe.subject})"
    yield from ("", probe.summary, "", probe.why, "")
    for miniature in all_miniatures().values():
        if miniature.bites == probe_id:
            yield f"A small system that fails it: {miniature.summary}"
            yield f"  conformance probe -p {probe_id} -s {miniature.source}"


def _lesson(rule: AnyRule) -> Iterator[str]:
    yield f"{rule.id} ({rule.level.value}, {rule.category}, judges each {rule.scope.name.replace('_', ' ')})"
    yield ""
    yield rule.summary
    yield ""
    yield rule.why
    yield ""
    if rule.kinds:
        yield "Kinds of problems, each of which may have a level of its own:"
        yield from (f"  {kind_line(rule, kind)}" for kind in rule.kinds)
        yield ""
    for good in rule.good[:1]:
        yield "Good:"
        yield from (f"  {line}" for line in json_lines(good))
    for bad in rule.bad:
        yield ""
        yield "Bad:"
        yield from (f"  {line}" for line in (*json_lines(bad.value), *finding_lines(rule, bad)))


def kind_line(rule: AnyRule, kind: Kind) -> str:
    """Return a kind with its level and the ids that it used to have."""
    before = f", formerly {', '.join(kind.aliases)}" if kind.aliases else ""
    return f"{key_of(rule.id, kind.name)} ({(kind.level or rule.level).value}{before})"


def finding_lines(rule: AnyRule, bad: BadExample) -> Iterator[str]:
    """Yield what ``check`` prints of a bad example."""
    profile = load_profile(bad.profile or rule.profile)
    report = check(rule.scope.example(bad.value), profile, [AppliedCheck(rule, rule.level)])
    diagnostics = diagnostics_of(report.findings, report.subject, Path())
    for block in select_blocks(diagnostics, len(diagnostics)).blocks:
        yield from layout_block(block)


def json_lines(value: JsonValue) -> Iterator[str]:
    """Yield an example as lines of JSON, in which long texts and lists are cut."""
    text = json.dumps(shorten(value, _TEXT_CHARS, _ITEMS), indent=2, ensure_ascii=False)
    yield from escape_text(text, keep="\n").split("\n")
