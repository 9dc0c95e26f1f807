"""``drift``: compare two versions of an inventory and decide what breaks callers."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from conformance.commands.drift_base import LISTED, Versions, choose_base, read_versions
from conformance.commands.drift_masking import mask_report
from conformance.commands.masking import mask_of_values
from conformance.commands.recorded_calls import CallLog
from conformance.commands.registry import profile_of
from conformance.display import code_text
from conformance.documents.git import path_in_repository
from conformance.documents.git_history import versions
from conformance.documents.reader import Document
from conformance.documents.shared_parts import SharedParts
from conformance.drift.acceptance import apply_acceptances, entry_text
from conformance.drift.attribution.judgement import Direction
from conformance.drift.compare import compare
from conformance.drift.policy import Policy
from conformance.drift.report import (
    FIRST_VERSION,
    REMOVED,
    DriftHistory,
    DriftReport,
    RuledChange,
    TimelineEntry,
    rule_changes,
)
from conformance.drift.usage import UsageClass, UsageCount
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import EMPTY_INVENTORY, Inventory
from conformance.inventory.formats import load_to_compare, page_notes, read_document, to_inventory
from conformance.schema.containment.budget import ProofBudget
from conformance.settings.notices import DRIFT
from conformance.settings.repository import Accept, Config
from conformance.systems.traces import trace_sources

# Digits of a commit id in a name: git itself needs about as many in a very large repository.
_ID_CHARS = 12


class DriftSettings(Struct, frozen=True):
    """The drift settings of a repo, and the date used for expiry."""

    policy: Policy = field(default_factory=Policy)
    accept: Sequence[Accept] = ()
    today: datetime.date | None = None
    file: Path | None = None
    """The configuration file, in which a stale entry of ``accept`` is located."""
    is_partial: bool = False
    """Whether an entry of ``accept`` may be about another inventory that is configured."""
    budget: ProofBudget = field(default_factory=ProofBudget)
    calls: CallLog | None = None
    """Recorded calls, which show whom a break affects."""


def settings_of(config: Config, today: datetime.date) -> DriftSettings:
    """Return what the configuration says about drift; raises ``ConformanceError`` for an unknown id anywhere in it."""
    # Drift itself needs no profile, but a file that one command rejects is rejected by all.
    profile = profile_of(config)
    policy = Policy(config.closed_world, config.fail_on_unused, config.allow_unknown)
    calls = CallLog(trace_sources(config.calls), profile=profile) if config.calls else None
    return DriftSettings(policy, config.accept, today, config.file, config.is_partial, calls=calls)


def notes_on_settings(config: Config) -> Iterator[str]:
    """Yield a note for each setting of the check ``drift``, which is about test runs and changes nothing here."""
    level = config.levels.get(DRIFT.id)
    if level is not None:
        set_to = f"`levels` sets `{DRIFT.id}` to `{level}` for test runs"
        yield f"{set_to}; `conformance drift` always reports, see --fail-on"
    if any(ignore.rule == DRIFT.id for ignore in config.ignore):
        example = entry_text("field_removed")
        yield f"an `[[ignore]]` entry for `{DRIFT.id}` is about test runs; to accept a change, write `{example}`"


def drift_between(old: Path, new: Path, settings: DriftSettings) -> DriftReport:
    """Compare two inventory files; raises ``ConformanceError`` if one is unreadable."""
    parts = SharedParts()
    before, after = (read_document(path, source=LISTED, read=parts.read) for path in (old, new))
    return drift_of_versions(Versions(before, after, (str(old), str(new)), ""), settings)


def drift_against(
    reference: str | None,
    file: Path,
    settings: DriftSettings,
    environment: Mapping[str, str] | None = None,
    reason: str = "named by `--against`",
) -> DriftReport:
    """Compare an inventory file with its version at a git reference.

    ``reason`` says why that one. Without a reference, ``drift_base`` chooses one, also by what CI states in the
    ``environment``. Raises ``ConformanceError``.
    """
    base = choose_base(reference, file, environment or {}, reason)
    return drift_of_versions(read_versions(base, file), settings)


def drift_of_versions(versions: Versions, settings: DriftSettings) -> DriftReport:
    """Compare two versions; changes are located in the files that were read."""
    before, after = (EMPTY_INVENTORY if one is None else load_to_compare(one) for one in (versions.old, versions.new))
    changes = _locate(_changes(before, after, settings), versions.old, versions.new)
    report = replace(_report(changes, versions.names, settings), reason=versions.reason, notes=[*_page_notes(versions)])
    return _complete(report, before, after, settings)


def _page_notes(versions: Versions) -> Iterator[str]:
    """Yield that a version is a list of which a page is missing: a tool of that page seems to be gone, or new."""
    for document, name in zip((versions.old, versions.new), versions.names, strict=True):
        yield from (f"{code_text(name, 200)}: {note}" for note in page_notes(document, "compared"))


def _locate(changes: Sequence[RuledChange], old: Document | None, new: Document | None) -> list[RuledChange]:
    """Add where each change is: in the new document, or in the old one for what is gone."""
    documents = {is_gone: one for is_gone, one in ((True, old), (False, new)) if one is not None}
    # One pass over each text finds all its positions.
    found = {
        is_gone: document.locate({one.change.pointer for one in changes if one.change.is_gone is is_gone})
        for is_gone, document in documents.items()
    }
    return [
        replace(
            one,
            source_pointer=documents[one.change.is_gone].source_pointer(one.change.pointer),
            location=found[one.change.is_gone][one.change.pointer],
        )
        for one in changes
    ]


def drift(old: Inventory, new: Inventory, names: tuple[str, str], settings: DriftSettings) -> DriftReport:
    """Compare two inventories under the given display names; raises ``ConformanceError`` for unreadable calls."""
    return _complete(_report(_changes(old, new, settings), names, settings), old, new, settings)


def _complete(report: DriftReport, old: Inventory, new: Inventory, settings: DriftSettings) -> DriftReport:
    """Return the report with what recorded calls show, where they were given, and with secrets masked."""
    calls = settings.calls
    counted = report if calls is None else add_usage(report, old, new, calls, settings.policy)
    return mask_report(counted, (old, new))


def add_usage(report: DriftReport, old: Inventory, new: Inventory, calls: CallLog, policy: Policy) -> DriftReport:
    """Return the report with the recorded calls that each break refuses; raises ``ConformanceError`` without a call.

    Where the policy says so, a break that refuses none does not count, if all lines and inputs could be read and a tool
    of the old version was called.
    """
    count = UsageCount([ruled.change for ruled in report.changes if ruled.can_fail], old, new)
    for use in calls.uses(old.tools_by_name):
        count.add(use)
    changes = [replace(one, usage=count.usage_of(one.change)) for one in report.changes]
    if not policy.fail_on_unused and count.totals.known and not calls.unread_count:
        changes = [one if calls.inputless_count and _is_of_input(one) else _accept_unused(one) for one in changes]
    return replace(report, changes=changes, calls=count.totals, notes=[*report.notes, *calls.notes()])


def _is_of_input(ruled: RuledChange) -> bool:
    return ruled.change.direction is not Direction.OUTPUT


def _accept_unused(ruled: RuledChange) -> RuledChange:
    is_unused = ruled.usage is not None and ruled.usage.usage_class is UsageClass.UNUSED
    if not is_unused or ruled.suppressed is not None:
        return ruled
    return replace(ruled, suppressed="no recorded call is affected", accepted_by="`fail_on_unused = false`")


def _changes(old: Inventory, new: Inventory, settings: DriftSettings) -> list[RuledChange]:
    return rule_changes(compare(old, new, settings.budget), settings.policy)


def _report(changes: Sequence[RuledChange], names: tuple[str, str], settings: DriftSettings) -> DriftReport:
    today = settings.today or datetime.datetime.now(tz=datetime.UTC).date()
    accepted = apply_acceptances(changes, settings.accept, today, settings.file, is_partial=settings.is_partial)
    return DriftReport(*names, accepted)


def timeline(file: Path, since: str | None, settings: DriftSettings) -> Iterator[TimelineEntry]:
    """Yield every version of an inventory file that a commit made, oldest first, with its changes.

    Accepted breaks apply to the current change, not to history, so they are ignored here. Raises ``ConformanceError``.
    """
    before: tuple[str, Inventory] | None = None
    path, parts, start = path_in_repository(file), SharedParts(), FIRST_VERSION if since is None else "begins here"
    mask = mask_of_values(())
    for version in versions(file, since):
        entry = TimelineEntry(version.commit, version.day, mask(version.subject), problem=version.unread, start=start)
        if version.is_removal:
            before, start = None, "added again"
            yield replace(entry, problem=REMOVED)
            continue
        name = f"{version.commit[:_ID_CHARS]}:{path}"
        try:
            after = load_to_compare(to_inventory(parts.parse(version.read(), name), source=LISTED))
        except ConformanceError as error:
            start = start if before else "first readable version"
            yield replace(entry, problem=str(error))
            continue
        yield entry if before is None else replace(entry, report=_masked_report(before, (name, after), settings))
        before = (name, after)


def _masked_report(old: tuple[str, Inventory], new: tuple[str, Inventory], settings: DriftSettings) -> DriftReport:
    report = DriftReport(old[0], new[0], _changes(old[1], new[1], settings))
    return mask_report(report, (old[1], new[1]))


def history_of(file: Path, since: str | None, settings: DriftSettings) -> DriftHistory:
    """Return all versions of an inventory file; raises ``ConformanceError`` if no commit has one."""
    if file.is_dir():
        message = f"{code_text(str(file), 200)} is a folder, whose history is not read"
        raise ConformanceError(
            ErrorKind.USAGE, message, "pass one of its files, or compare one commit: `--against REF`"
        )
    entries = list(timeline(file, since, settings))
    if not entries:
        message = f"no commit has a version of {code_text(str(file), 200)}"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "pass the path of a committed inventory")
    return DriftHistory(str(file), entries)
