"""``baseline``: write down what is found today, so that only new findings fail from now on."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.commands.check import check_subject
from conformance.commands.subject import subject_of
from conformance.documents.files import write_atomically
from conformance.findings import Finding
from conformance.rules.catalogue import all_rules
from conformance.settings.baseline import DEFAULT_BASELINE, KnownFinding, baseline_text, read_baseline
from conformance.settings.repository import Config


@dataclass(frozen=True, slots=True)
class BaselineChange:
    """What writing a baseline changes: the findings to list now, and the lines before."""

    path: Path
    findings: Sequence[Finding]
    known: Sequence[KnownFinding]

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

    def write(self) -> None:
        """Write the file; raises ``ConformanceError`` if that fails, and the old one is then unchanged."""
        write_atomically(self.path, baseline_text(self.findings, self.known).encode())


def compare_baseline(
    inventory: Path | None, config: Config, today: datetime.date, path: Path | None = None
) -> BaselineChange:
    """Check an inventory as ``check`` does, and compare with the baseline; ignored findings belong to no baseline.

    ``path`` is the file, by default the configured one. Raises ``ConformanceError`` if something cannot be read.
    """
    file = path or config.baseline or Path(DEFAULT_BASELINE)
    known = read_baseline(file) if file.exists() else []
    judged = config.model_copy(update={"baseline": None})
    report = check_subject(subject_of(inventory, judged), judged, today)
    # notices are about this run, and are fixed rather than known
    return BaselineChange(file, [one for one in report.active_findings if one.rule in all_rules()], known)
