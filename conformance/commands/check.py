"""``check``: judge a Surface by the rules of a profile."""

import datetime
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from conformance.commands.cache_folder import is_worth_keeping
from conformance.commands.examination import Examiner, examine
from conformance.commands.finding_tally import FindingTally
from conformance.commands.fitting import fit_profile
from conformance.commands.judge import judge_surface, locate_findings
from conformance.commands.registry import (
    AppliedRule,
    applied_rules,
    command_of,
    ignores_of,
    judges_inventory_alone,
    profile_of,
    rule_ids_on,
    rules_for,
    rules_on,
)
from conformance.commands.report import Report
from conformance.commands.reported_tools import report_tools
from conformance.commands.subject import CheckSubject
from conformance.display import code_text, list_codes
from conformance.documents.reader import Document
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.inventory.formats import ListDocument, page_notes
from conformance.settings.faults import blame_key
from conformance.settings.ignores import Ignores
from conformance.settings.profiles import Profile
from conformance.settings.repository import Config
from conformance.systems.surface import Surface


def check_subject(
    subject: CheckSubject,
    config: Config,
    today: datetime.date,
    only: Sequence[str] | None = None,
    also: Sequence[Finding] = (),
    cache: Path | None = None,
) -> Report:
    """Check the subject of a command or of the plugin under the configuration, ignores included.

    ``also`` are findings about the same inventory from elsewhere; they are located, and ignores apply to them too.
    ``cache`` is the folder of what is known of files that did not change.
    """
    held = subject.surface.holdings
    known = rules_for(config, held, only or ())
    profile = profile_of(fit_profile(config, subject.provenance.profile), subject.provenance.revision, known)
    rules = applied_rules(profile, only or (), known)
    judged = only or rule_ids_on(held, known)
    has_rules = bool(rules_on(rules, held))
    if only and not has_rules:
        raise _nothing_applied_error(only, profile, rules, subject.surface)
    examined = filter(judges_inventory_alone, rules if subject.is_configured else ())
    ignores = ignores_of(config, profile, judged, today, examined, known)
    # the only setting that a rule may find unusable; the rule does not know which file named it
    with blame_key(config.file if config.tokenizer else None, "tokenizer"):
        is_kept = is_worth_keeping(len(subject.surface.inventory.tools), config.file)
        examiner = examine if cache is None or not is_kept else _cached_examiner(subject, cache)
        report = check(subject.surface, profile, rules, subject.document, ignores, also, examiner)
    return report if has_rules else replace(report, unexamined=nothing_judged_error("checked", profile))


def _cached_examiner(subject: CheckSubject, cache: Path) -> Examiner:
    """Return what asks the rules: only the content of files is written to a cache, as it is on the disk already."""
    paths = [one.path for one in subject.document.files]
    if not all(paths):
        return examine
    from conformance.commands.check_cache import CheckCache

    return CheckCache(cache, "\0".join(str(path.absolute()) for path in paths if path)).examine


def nothing_judged_error(done: str, profile: Profile) -> ConformanceError:
    """Return the error for a profile and levels that leave no rule: without any, everything would look clean."""
    message = f"nothing was {done}: no rule is on under profile {code_text(profile.name)}"
    return ConformanceError(ErrorKind.UNTESTED, message, "pass another --profile, or turn rules on in `levels`")


def _nothing_applied_error(
    only: Sequence[str], profile: Profile, rules: Sequence[AppliedRule], surface: Surface
) -> ConformanceError:
    """The error for chosen rules that judge nothing here: a run without them would look clean."""
    if not rules:
        message = f"profile {code_text(profile.name)} turns {list_codes(only)} off"
        hint = f'pass another --profile, or set `{only[0]} = "warning"` in `levels` of the configuration'
    else:
        message = f"{list_codes(only)} cannot judge anything in {code_text(surface.name, 200)}"
        hint = f"run `{command_of(only[0])}`"
    return ConformanceError(ErrorKind.USAGE, message, hint)


def check(
    surface: Surface,
    profile: Profile,
    rules: Sequence[AppliedRule],
    document: Document | None = None,
    ignores: Ignores | None = None,
    also: Sequence[Finding] = (),
    examiner: Examiner = examine,
) -> Report:
    """Judge a Surface by the rules; ``document`` gives findings their line and column."""
    judged, tally = judge_surface(surface, profile, rules, document, examiner=examiner), FindingTally(ignores)
    tally.add([*judged.findings, *(locate_findings(also, document) if document else also)])
    report = tally.report(
        surface.name,
        tool_count=len(surface.inventory.tools),
        rule_count=judged.rule_count,
        checked_count=len(surface.records),
    )
    built_in = [one.type for one in document.built_in] if isinstance(document, ListDocument) else list[str]()
    tools = partial(report_tools, surface, profile, document)
    notes = list(page_notes(document, "checked"))
    return replace(report, built_in=built_in, examined=judged.examined, list_tools=tools, notes=notes)
