"""The use case ``check``: a Surface, a profile and the rules in, a Report out."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance.commands.subject import CheckSubject
from conformance.display import quote_text
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, Problem, Report, fingerprint
from conformance.inventory import Inventory
from conformance.names import closest_match
from conformance.probes.catalogue import probe_ids
from conformance.rules.catalogue import all_rules, rule_ids
from conformance.rules.scopes import AnyRule, LocatedSubject
from conformance.settings.ignores import apply_ignores
from conformance.settings.profiles import Profile, apply_revision, load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.surface import Surface


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule with the level at which the profile applies it."""

    rule: AnyRule
    level: Level


def applied_rules(profile: Profile, only: Iterable[str] | None = None) -> list[AppliedRule]:
    """Return the rules that the profile applies; ``only`` narrows them by id."""
    _reject_unknown_rules(only or (), "to apply")
    wanted = set(only) if only is not None else None
    chosen = [rule for rule_id, rule in all_rules().items() if wanted is None or rule_id in wanted]
    levels = [(rule, profile.level_of(rule.id, rule.level)) for rule in chosen]
    return [AppliedRule(rule, level) for rule, level in levels if level is not None]


def profile_of(config: Config, revision: str | None = None) -> Profile:
    """Return the configured profile with the configured levels on top; raises ``ConformanceError`` for unknown ids.

    A profile that follows what a tool list says of itself judges by the ``revision`` of the list.
    """
    _reject_unknown_rules(config.levels, "in `levels`", also=probe_ids())
    profile = apply_revision(load_profile(config.profile), revision)
    stated = {"request_tokens": config.token_budget, "tokenizer": config.tokenizer}
    budget = profile.budget.model_copy(update={key: value for key, value in stated.items() if value is not None})
    return profile.model_copy(update={"levels": {**profile.levels, **config.levels}, "budget": budget})


def check_subject(
    subject: CheckSubject, config: Config, today: datetime.date, only: Sequence[str] | None = None
) -> Report:
    """Check what a command or the plugin works on, as the configuration wants it, ignores applied."""
    profile = profile_of(config, subject.revision)
    report = check(subject.surface, profile, applied_rules(profile, only), subject.document)
    judged = config.model_copy(update={"ignore": _relevant_ignores(config.ignore, only)})
    return replace(report, findings=apply_ignores(report.findings, judged, today))


def check(surface: Surface, profile: Profile, rules: Sequence[AppliedRule], document: Document | None = None) -> Report:
    """Judge a Surface by the rules; ``document`` gives findings their line and column."""
    scopes = {applied.rule.scope.name: applied.rule.scope for applied in rules}
    subjects = {name: list(scope.find(surface)) for name, scope in scopes.items()}
    found = list(_judge(surface, profile, rules, subjects))
    return Report(
        subject=surface.name,
        findings=locate_findings(found, document) if document else found,
        tool_count=len(surface.inventory.tools),
        rule_count=sum(bool(subjects[applied.rule.scope.name]) for applied in rules),
        checked_count=len(surface.records),
    )


def locate_findings(findings: Sequence[Finding], document: Document) -> list[Finding]:
    """Give every finding that points into the document its place there."""
    own = [finding for finding in findings if "record" not in finding.evidence and finding.location is None]
    places = document.locate({finding.pointer for finding in own})
    placed = {
        id(finding): replace(
            finding, location=places[finding.pointer], pointer=document.source_pointer(finding.pointer)
        )
        for finding in own
    }
    return [placed.get(id(finding), finding) for finding in findings]


def _relevant_ignores(ignores: Sequence[Ignore], rules: Sequence[str] | None) -> tuple[Ignore, ...]:
    """The ignores of what does not run, other rules or probes, are neither used nor stale."""
    if rules is None:
        elsewhere = set(probe_ids()) - set(rule_ids())
        return tuple(ignore for ignore in ignores if ignore.rule not in elsewhere)
    return tuple(ignore for ignore in ignores if ignore.rule in rules)


def _reject_unknown_rules(named: Iterable[str], where: str, *, also: Sequence[str] = ()) -> None:
    known = [*rule_ids(), *also]
    for rule_id in named:
        if rule_id not in known:
            meant = closest_match(rule_id, known)
            hint = f"did you mean '{meant}'?" if meant else "`conformance rules` lists all rules"
            raise ConformanceError(ErrorKind.CONFIGURATION, f"there is no rule {quote_text(rule_id)} {where}", hint)


def _judge(
    surface: Surface,
    profile: Profile,
    rules: Sequence[AppliedRule],
    subjects: Mapping[str, Sequence[LocatedSubject[Any]]],
) -> Iterator[Finding]:
    for name, found in subjects.items():
        judging = [applied for applied in rules if applied.rule.scope.name == name]
        for subject in found:
            for applied in judging:
                for problem in applied.rule.check(subject.subject, profile):
                    yield _finding(applied, subject, problem, surface.inventory)


def _finding(applied: AppliedRule, subject: LocatedSubject[Any], problem: Problem, inventory: Inventory) -> Finding:
    pointer = subject.pointer + problem.pointer
    tool = subject.tool or _tool_at(pointer, inventory)
    evidence = problem.evidence if subject.record is None else {**problem.evidence, "record": subject.record}
    place = problem.location or subject.location
    detail = subject.record or (f"{place.file}\0{problem.message}" if place else "")
    return Finding(
        rule=applied.rule.id,
        level=min(applied.level, problem.max_level, key=lambda level: level.rank),
        tool=tool,
        pointer=pointer,
        message=problem.message,
        hint=problem.hint,
        fingerprint=fingerprint(applied.rule.id, tool, _pointer_in_tool(pointer, tool), detail),
        location=place,
        evidence=evidence,
    )


def _tool_at(pointer: str, inventory: Inventory) -> str | None:
    tokens = pointer.split("/")
    if len(tokens) > 2 and tokens[1] == "tools" and tokens[2].isdigit() and int(tokens[2]) < len(inventory.tools):
        return inventory.tools[int(tokens[2])].name
    return None


def _pointer_in_tool(pointer: str, tool: str | None) -> str:
    return "/" + "/".join(pointer.split("/")[3:]) if tool is not None and pointer.startswith("/tools/") else pointer


def findings_by_tool(findings: Iterable[Finding]) -> Mapping[str | None, list[Finding]]:
    """Group findings by tool, in the order of their first appearance."""
    groups: dict[str | None, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.tool, []).append(finding)
    return groups
