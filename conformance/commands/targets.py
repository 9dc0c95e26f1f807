"""The targets of ``check``: files, folders, patterns, sources and standard input, each a subject of its own."""

import datetime
import glob
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from conformance.commands.check import check_subject
from conformance.commands.fitting import chosen_profile_line, fit_other_kind, other_kind_line
from conformance.commands.subject import CheckSubject, subject_of, subject_of_source, subject_of_text
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Report, join_reports
from conformance.inventory.formats import read_document
from conformance.inventory.provenance import Provenance, provenance_of
from conformance.settings.repository import Config
from conformance.systems.runtime import Opening
from conformance.systems.sources import find_source, guess_source, is_source

STANDARD_INPUT = "-"
CACHE_FOLDER = ".conformance_cache"
_WILDCARDS = frozenset("*?[")


class Checking(Struct, frozen=True):
    """What a run of ``check`` is about: its settings, how systems are opened, and where it reads and reports."""

    config: Config
    opening: Opening
    today: datetime.date
    rules: Sequence[str] = ()
    read_input: Callable[[], bytes] = lambda: b""
    announce: Callable[[str], None] = lambda _line: None
    """Gets one line on each target whose profile was chosen because it fits."""
    cache: Path | None = None
    """The folder of what is known of lists that did not change; nothing is kept without one."""

    def subject(self, target: str) -> CheckSubject:
        """Return what a target stands for; raises ``ConformanceError`` if it cannot be read."""
        if target == STANDARD_INPUT:
            return subject_of_text(self.read_input())
        if not Path(target).exists() and (is_source(target) or ":" in target or guess_source(target)):
            return subject_of_source(find_source(target), self.opening, self.config)
        return subject_of(Path(target), self.config)

    def check(self, subject: CheckSubject) -> Report:
        """Judge one subject by the profile that fits it, and name that profile."""
        name, provenance = subject.surface.name, subject.provenance
        line, config = chosen_profile_line(name, provenance, self.config), self.config
        if not subject.is_configured and self._own_provenance is not None:
            config = fit_other_kind(self.config, self._own_provenance, provenance)
            line = line if config is self.config else other_kind_line(name, provenance)
        if line is not None:
            self.announce(line)
        return check_subject(subject, config, self.today, self.rules, cache=self.cache)

    @property
    def _own_provenance(self) -> Provenance | None:
        """What the configured inventory was made of, ``None`` without a readable one."""
        if self.config.inventory is None:
            return None
        try:
            return provenance_of(read_document(self.config.inventory))
        except ConformanceError:
            return None  # reported where that inventory itself is checked


def cache_folder(config: Config) -> Path:
    """Return the folder of the cache: beside the configuration, else in the working folder."""
    return (config.file.parent if config.file else Path.cwd()) / CACHE_FOLDER


def check_targets(targets: Sequence[str], checking: Checking) -> Report:
    """Check one target, or several in one report; raises ``ConformanceError`` for a single one that cannot be checked.

    Of several, one that cannot be checked has a part of the report that says why, and the others are checked.
    """
    found = [one for target in targets for one in expand_target(target)]
    if len(found) == 1:
        return checking.check(checking.subject(found[0]))
    return join_reports([_check_part(target, checking) for target in found])


def _check_part(target: str, checking: Checking) -> Report:
    try:
        return checking.check(checking.subject(target))
    except ConformanceError as error:
        return Report(target, (), 0, 0, 0, broke_off=error)


def expand_target(target: str) -> Iterator[str]:
    """Yield the files that a pattern matches, as a shell does it; any other target is itself."""
    is_pattern = not _WILDCARDS.isdisjoint(target) and not is_source(target) and not Path(target).exists()
    if not is_pattern:
        yield target
        return
    files = sorted(path for path in glob.glob(target, recursive=True) if Path(path).is_file())
    if not files:
        hint = "correct the pattern, which is relative to the current folder"
        raise ConformanceError(ErrorKind.UNREADABLE, f"no file matches {code_text(target, 200)}", hint)
    yield from files
