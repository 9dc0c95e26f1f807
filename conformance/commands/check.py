"""The use case ``check``: a Surface, a profile and the rules in, a Report out."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.commands.subject import CheckSubject
from conformance.display import escape_text, quote_text
from conformance.documents.reader import Document
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, Problem, Report, fingerprint
from conformance.inventory import Inventory
from conformance.names import closest_match
from conformance.probes.catalogue import probe_ids
from conformance.rules.catalogue import all_rules, rule_ids
from conformance.rules.scopes import AnyRule, LocatedSubject
from conformance.rules.selection import (
    expand_levels,
    first_name,
    key_of,
    keys_of,
    keys_of_all,
    other_names,
    selections,
)
from conformance.settings.ignores import apply_ignores, matches
from conformance.settings.profiles import Profile, apply_revision, load_profile
from conformance.settings.repository import Config, Ignore
from conformance.systems.surface import Surface


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule with the level at which the profile applies it, and those of its kinds; ``None`` turns a kind off."""

    rule: AnyRule
    level: Level
    kinds: Mapping[str, Level | None] = field(default_factory=dict[str, "Level | None"])

    def level_of(self, problem: Problem) -> Level | None:
        """Return the level of a problem, no higher than it says itself; ``None`` where its kind is turned off."""
        level = self.kinds.get(problem.kind, self.level)
        return level and min(level, problem.max_level, key=lambda one: one.rank)


def applied_rules(profile: Profile, only: Iterable[str] | None = None) -> list[AppliedRule]:
    """Return the rules that the profile applies; ``only`` narrows them by id, kind, older id or category."""
    only = None if only is None else tuple(only)
    _reject_unknown_rules(only or (), "to apply")
    wanted = None if only is None else keys_of_all(only)
    expanded = profile.model_copy(update={"levels": expand_levels(profile.levels)})
    applied = [_apply(rule, expanded, wanted) for rule in all_rules().values()]
    return [one for one in applied if one is not None]


def _apply(rule: AnyRule, profile: Profile, wanted: Collection[str] | None) -> AppliedRule | None:
    """A rule with kinds applies where one of them does, at the level of the most severe."""

    def level_of(key: str, default: Level) -> Level | None:
        return profile.level_of(key, default) if wanted is None or key in wanted else None

    kinds = {kind.name: level_of(key_of(rule.id, kind.name), kind.level or rule.level) for kind in rule.kinds}
    levels = [level for level in kinds.values() if level] if kinds else [level_of(rule.id, rule.level)]
    level = max((one for one in levels if one), key=lambda one: one.rank, default=None)
    return AppliedRule(rule, level, kinds) if level else None


def profile_of(config: Config, revision: str | None = None) -> Profile:
    """Return the configured profile with the configured levels on top; raises ``ConformanceError`` for unknown ids.

    A profile that follows what a tool list says of itself judges by the ``revision`` of the list.
    """
    _reject_unknown_rules(config.levels, "in `levels`", also=probe_ids())
    profile = apply_revision(load_profile(config.profile, _expand_file), revision)
    stated = {"request_tokens": config.token_budget, "tokenizer": config.tokenizer}
    budget = profile.budget.model_copy(update={key: value for key, value in stated.items() if value is not None})
    levels = {**profile.levels, **expand_levels(config.levels)}
    return profile.model_copy(update={"levels": levels, "budget": budget})


def _expand_file(levels: Mapping[str, Any], source: str) -> dict[str, Any]:
    _reject_unknown_rules(levels, f"in `levels` of {escape_text(source)}", also=probe_ids())
    return expand_levels(levels)


def check_subject(
    subject: CheckSubject, config: Config, today: datetime.date, only: Sequence[str] | None = None
) -> Report:
    """Check what a command or the plugin works on, as the configuration wants it, ignores applied."""
    profile = profile_of(config, subject.revision)
    report = check(subject.surface, profile, applied_rules(profile, only), subject.document)
    judged = config.model_copy(update={"ignore": _relevant_ignores(config.ignore, only, report.findings)})
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


def _relevant_ignores(
    ignores: Sequence[Ignore], rules: Sequence[str] | None, findings: Sequence[Finding]
) -> tuple[Ignore, ...]:
    """The ignores of what does not run, other rules or probes, are neither used nor stale.

    Where only some rules of a category run, its ignore may be used and is not stale.
    """
    if rules is None:
        elsewhere = set(probe_ids()) - set(rule_ids())
        return tuple(ignore for ignore in ignores if ignore.rule not in elsewhere)
    run = keys_of_all(rules)
    return tuple(
        ignore
        for ignore in ignores
        if run.issuperset(keys_of(ignore.rule)) or any(matches(ignore, finding) for finding in findings)
    )


def _reject_unknown_rules(named: Iterable[str], where: str, *, also: Sequence[str] = ()) -> None:
    known = [*selections(), *also]
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
                    level = applied.level_of(problem)
                    if level is not None:
                        yield _finding(applied.rule, level, subject, problem, surface.inventory)


def _finding(
    rule: AnyRule, level: Level, subject: LocatedSubject[Any], problem: Problem, inventory: Inventory
) -> Finding:
    pointer = subject.pointer + problem.pointer
    tool = subject.tool or _tool_at(pointer, inventory)
    kind: JsonObject = {"kind": problem.kind} if problem.kind else {}
    record: JsonObject = {"record": subject.record} if subject.record is not None else {}
    place = problem.location or subject.location
    detail = subject.record or (f"{place.file}\0{problem.message}" if place else "")
    return Finding(
        rule=rule.id,
        level=level,
        tool=tool,
        pointer=pointer,
        message=problem.message,
        hint=problem.hint,
        fingerprint=fingerprint(first_name(rule, problem.kind), tool, _pointer_in_tool(pointer, tool), detail),
        location=place,
        evidence={**kind, **problem.evidence, **record},
        other_names=other_names(rule, problem.kind),
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
