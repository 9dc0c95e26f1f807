"""The use case ``explain``: a rule as a lesson, judged by its own examples, or a probe with a system that it bites."""

import json
from collections.abc import Iterator

from conformance.commands.check import AppliedRule, check
from conformance.display import escape_text, quote_text
from conformance.documents.values import JsonValue, shorten
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import closest_match
from conformance.probes.catalogue import all_probes, probe_ids
from conformance.rules.catalogue import all_rules
from conformance.rules.scopes import AnyRule, BadExample
from conformance.settings.profiles import load_profile

_TEXT_CHARS, _ITEMS = 160, 12


def explain_rule(rule_id: str) -> str:
    """Return the lesson of a rule or probe, of both where they share an id; raises ``ConformanceError`` for neither."""
    rule, is_probe = all_rules().get(rule_id), rule_id in probe_ids()
    if rule is None and not is_probe:
        meant = closest_match(rule_id, [*all_rules(), *probe_ids()])
        hint = f"did you mean '{meant}'?" if meant else "`conformance rules` lists all rules"
        raise ConformanceError(ErrorKind.USAGE, f"there is no rule {quote_text(rule_id)}", hint)
    lessons = [*([_lesson(rule)] if rule else []), *([_probe_lesson(rule_id)] if is_probe else [])]
    return "\n\n".join("\n".join(lesson) for lesson in lessons)


def _probe_lesson(probe_id: str) -> Iterator[str]:
    from conformance.probes.miniatures import all_miniatures

    probe = all_probes()[probe_id]
    yield f"{probe_id} ({probe.level.value}, asks each {probe.subject})"
    yield from ("", probe.question, "", probe.why, "", f"Source: {probe.source}", "")
    for miniature in all_miniatures().values():
        if miniature.bites == probe_id:
            yield f"A small system that it objects to: {miniature.summary}"
            yield f"  conformance probe -p {probe_id} -s {miniature.source}"


def _lesson(rule: AnyRule) -> Iterator[str]:
    yield f"{rule.id} ({rule.level.value}, judges each {rule.scope.name.replace('_', ' ')})"
    yield ""
    yield rule.summary
    yield ""
    yield rule.why
    yield ""
    yield f"Source: {rule.source}"
    yield ""
    yield "Good:"
    yield from _indented_lines(rule.good[0])
    for bad in rule.bad:
        yield ""
        yield "Bad:"
        yield from _indented_lines(bad.value)
        yield from _finding_lines(rule, bad)


def _finding_lines(rule: AnyRule, bad: BadExample) -> Iterator[str]:
    report = check(rule.scope.example(bad.value), load_profile(rule.profile), [AppliedRule(rule, rule.level)])
    for finding in report.findings:
        yield f"  says: {escape_text(finding.message)}"
        yield f"    at: {escape_text(finding.pointer) or 'the root'}"
        yield f"   fix: {escape_text(finding.hint)}"


def _indented_lines(value: JsonValue) -> Iterator[str]:
    text = json.dumps(shorten(value, _TEXT_CHARS, _ITEMS), indent=2, ensure_ascii=False)
    for line in escape_text(text, keep="\n").split("\n"):
        yield f"  {line}"
