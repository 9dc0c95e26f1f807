"""``baseline``: write down what is found today, so that only new findings fail from now on."""

import datetime
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.check import check_subject
from conformance.commands.registry import registered_names, rule_ids_on
from conformance.commands.report import Report, join_reports
from conformance.commands.subject import inventories_of, subject_of
from conformance.documents.files import hold_folder, write_atomically
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding
from conformance.settings.baseline import DEFAULT_BASELINE, KnownFinding, baseline_text, read_baseline
from conformance.settings.inventory_names import config_for
from conformance.settings.notices import ACCEPTED_BY_NEXT, NOTICES, RECORD_READABLE, REPLY_READABLE
from conformance.settings.repository import Config

# Other notices are about one run, and are fixed rather than known.
_ABOUT_RUNS = NOTICES.keys() - {ACCEPTED_BY_NEXT.id, RECORD_READABLE.id, REPLY_READABLE.id}


class BaselineChange(Struct, frozen=True):
    """What writing a baseline changes: the findings to list now, and the lines before.

    ``others`` are the lines about which the run says nothing, as another command found them; they stay. ``is_judged``
    tells the two apart.
    """

    path: Path
    findings: Sequence[Finding]
    known: Sequence[KnownFinding]
    others: Sequence[KnownFinding]
    is_judged: Callable[[KnownFinding], bool]

    @property
    def is_current(self) -> bool:
        """Whether the file lists exactly what is found."""
        return self.path.is_file() and not self.new_count and not self.fixed_count

    @property
    def new_count(self) -> int:
        """The number of findings that are not listed."""
        return len({one.fingerprint for one in self.findings} - {one.fingerprint for one in self.known})

    @property
    def fixed_count(self) -> int:
        """The number of lines without a finding."""
        return len({one.fingerprint for one in self.known} - {one.fingerprint for one in self.findings})

    @property
    def counts(self) -> str:
        """How many findings are found, new and fixed, as a text."""
        return f"{len(self.findings)} found, {self.new_count} new, {self.fixed_count} fixed"

    def write(self) -> None:
        """Write the file; raises ``ConformanceError`` if that fails, and the old one is then unchanged.

        What another command has written meanwhile is read again, and stays.
        """
        with hold_folder(self.path):
            known, others = _divide_lines(self.path, self.is_judged)
            write_atomically(self.path, baseline_text(self.findings, known, others).encode())


def baseline_file(config: Config, path: Path | None = None) -> Path:
    """Return the file of a baseline: the one that an option names, else the configured one, else the usual one."""
    return path or config.baseline or Path(DEFAULT_BASELINE)


def compare_baseline(
    inventories: Sequence[Path], config: Config, today: datetime.date, path: Path | None = None
) -> BaselineChange:
    """Check inventories, by default those of the repository, as ``check`` does, and compare with the baseline.

    Ignored findings belong to no baseline. ``path`` is the file, by default the configured one. Where other inventories
    are configured, lines about tools that these do not have may be theirs. Raises ``ConformanceError`` if something
    cannot be read.
    """
    named = inventories or inventories_of(config)
    if not named:
        message = "no inventory is configured, so there are no findings to compare with a baseline"
        raise ConformanceError(ErrorKind.USAGE, message, "pass the inventory, as in `conformance baseline tools.json`")
    file = baseline_file(config, path)
    judged = replace(config, baseline=None)
    subjects = [subject_of(one, judged) for one in named]
    report = join_reports([check_subject(one, judged, today) for one in subjects])
    rules = {rule for one in subjects for rule in rule_ids_on(one.surface.holdings)}
    tools = {tool.name for one in subjects for tool in one.surface.inventory.tools}
    found = {one.fingerprint for one in report.findings}
    is_partial = config_for(replace(config, baseline=file), named).is_partial

    def is_judged(known: KnownFinding) -> bool:
        is_own = not is_partial or known.tool in tools or known.fingerprint in found
        return is_own and known.rule in rules

    return _change(file, report, is_judged)


def compare_report(report: Report, path: Path) -> BaselineChange:
    """Compare what a run found without a baseline with one.

    Only a check that the run examined in the tool of a line can call it fixed. Raises ``ConformanceError`` if findings
    were counted and not kept, as then they cannot be listed, or if the file cannot be read.
    """
    if number := sum(report.omitted.values()):
        message = f"{number:,} findings were counted and not kept, so the baseline would not list them"
        raise ConformanceError(ErrorKind.USAGE, message, "raise --max-findings, or accept them by an `[[ignore]]`")
    found = {(one.rule, one.tool) for one in report.findings}
    return _change(path, report, lambda one: (one.rule, one.tool) in report.examined or (one.rule, one.tool) in found)


def _change(path: Path, report: Report, is_judged: Callable[[KnownFinding], bool]) -> BaselineChange:
    # inventories with the same tool have the same finding
    found = {one.fingerprint: one for one in report.active_findings if one.rule not in _ABOUT_RUNS}
    return BaselineChange(path, [*found.values()], *_divide_lines(path, is_judged), is_judged)


def _divide_lines(
    path: Path, is_judged: Callable[[KnownFinding], bool]
) -> tuple[Sequence[KnownFinding], Sequence[KnownFinding]]:
    """Return the lines about which a run can say something, and the others."""
    known = read_baseline(path) if path.exists() else []
    registered = registered_names()  # a check that is gone finds nothing any more
    judged = [one for one in known if is_judged(one) or one.rule not in registered]
    return judged, [one for one in known if one not in judged]
