"""The targets of ``check``: files, folders, patterns, sources and standard input, each a subject of its own."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.cache_folder import CACHE_FOLDER, is_worth_keeping
from conformance.commands.kept_reports import KeptReport, ReportQuestion
from conformance.commands.report import Report, ReportedTool, join_reports
from conformance.display import code_text
from conformance.documents.file_patterns import matching_files
from conformance.documents.location import real_path, short_path
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:  # what judges is imported when something is: an unchanged list is answered without it
    from conformance.commands.subject import CheckSubject
    from conformance.inventory.provenance import Provenance
    from conformance.settings.repository import Config

STANDARD_INPUT = "-"
_WILDCARDS = frozenset("*?[")


class Checking(Struct, frozen=True):
    """What a run of ``check`` is about: its settings, and where it reads and reports."""

    config: "Config"
    today: datetime.date
    rules: Sequence[str] = ()
    read_input: Callable[[], bytes] = lambda: b""
    announce: Callable[[str], None] = lambda _line: None
    """Gets one line on each target whose profile was chosen because it fits."""
    cache: Path | None = None
    """The folder of what is known of lists that did not change; nothing is kept without one."""

    def limit_to(self, targets: Sequence[str]) -> "Checking":
        """Return what a run on these targets alone is about; without any, one on the configured inventory."""
        if not self.config.has_exceptions:  # most runs need not know what else is configured
            return self
        from conformance.settings.inventory_names import config_for

        return replace(self, config=config_for(self.config, map(Path, targets)))

    def report(self, target: str | None) -> Report:
        """Return the report on a target, or on the configured inventory: what is kept of it, else what is judged now.

        Raises ``ConformanceError`` if it cannot be read.
        """
        named = self.config.inventory if target is None else Path(target)
        if self.cache is None or named is None or target == STANDARD_INPUT:
            return self._judge(target).report
        question = ReportQuestion(short_path(named), self.config, self.rules, self.today)
        kept = question.find(self.cache, lambda: self._list_tools(target))
        if kept is None:
            kept = self._judge(target)
            if is_worth_keeping(kept.report.tool_count, self.config.file):
                question.keep(self.cache, kept)
        else:
            for line in kept.announced:
                self.announce(line)
        return kept.report

    def _judge(self, target: str | None) -> KeptReport:
        from conformance.commands.named_sources import stated_sources

        lines = list[str]()

        def announce(line: str) -> None:
            lines.append(line)
            self.announce(line)

        subject = self.subject(target)
        report = replace(self, announce=announce).check(subject)
        if target is None:
            announce(f"checked {subject.surface.name} ({subject.chosen_because})")
        return KeptReport(report, lines, stated_sources(subject.surface.inventory, subject.document))

    def _list_tools(self, target: str | None) -> Sequence[ReportedTool]:
        # they are part of no JSON value, and only a page needs them
        return replace(self, announce=_say_nothing).check(self.subject(target)).list_tools()

    def subject(self, target: str | None) -> "CheckSubject":
        """Return what a target stands for, or what to check without one.

        Raises ``ConformanceError`` if it cannot be read.
        """
        from conformance.commands.configured_system import opening_of
        from conformance.commands.subject import subject_of, subject_of_source, subject_of_text
        from conformance.systems.sources import find_source, guess_source, is_source

        if target is None:
            return subject_of(None, self.config)
        if target == STANDARD_INPUT:
            return subject_of_text(self.read_input())
        if not Path(target).exists() and (is_source(target) or ":" in target or guess_source(target)):
            return subject_of_source(find_source(target), opening_of(self.config, Path.cwd()), self.config)
        return subject_of(Path(target), self.config)

    def check(self, subject: "CheckSubject") -> Report:
        """Judge one subject by the profile that fits it, and name that profile."""
        from conformance.commands.check import check_subject
        from conformance.commands.fitting import chosen_profile_line, fit_other_kind, other_kind_line

        name, provenance = subject.surface.name, subject.provenance
        line, config = chosen_profile_line(name, provenance, self.config), self.config
        if not subject.is_configured and self._own_provenance is not None:
            config = fit_other_kind(self.config, self._own_provenance, provenance)
            line = line if config is self.config else other_kind_line(name, provenance)
        if line is not None:
            self.announce(line)
        return check_subject(subject, config, self.today, self.rules, cache=self.cache)

    @property
    def _own_provenance(self) -> "Provenance | None":
        """What the configured inventory was made of, ``None`` without a readable one."""
        from conformance.inventory.formats import read_document
        from conformance.inventory.provenance import provenance_of

        if self.config.inventory is None:
            return None
        try:
            return provenance_of(read_document(self.config.inventory))
        except ConformanceError:
            return None  # reported where that inventory itself is checked


def _say_nothing(_line: str) -> None:
    """Announce nothing: it was announced with the report."""


def cache_folder(config: "Config") -> Path:
    """Return the folder of the cache: beside the configuration, else in the working folder."""
    return (config.file.parent if config.file else Path.cwd()) / CACHE_FOLDER


def check_targets(targets: Sequence[str], checking: Checking) -> Report:
    """Check one target, or several in one report; raises ``ConformanceError`` for a single one that cannot be checked.

    Of several, one that cannot be checked has a part of the report that says why, and the others are checked.
    """
    found = [one for target in targets for one in expand_target(target)]
    judging = checking.limit_to(found)
    only = judging.report(found[0]) if len(found) == 1 else None
    report = only or join_reports(_leave_stale_in_all([_check_part(target, judging) for target in found]))
    for line in _unread_lines(found):
        checking.announce(line)
    return report


def _leave_stale_in_all(parts: Sequence[Report]) -> list[Report]:
    """Return the parts, in which an exception is stale only if it is so in all of them, and then in the first one."""
    from conformance.settings.notices import STALE_BASELINE, STALE_IGNORE

    about = {STALE_IGNORE.id, STALE_BASELINE.id}
    stale = [frozenset(one.fingerprint for one in part.findings if one.rule in about) for part in parts]
    everywhere = frozenset[str].intersection(*stale)
    return [
        replace(part, findings=[one for one in part.findings if one.rule not in about or one.fingerprint in kept])
        for part, kept in zip(parts, [everywhere, *[frozenset[str]()] * (len(parts) - 1)], strict=True)
    ]


def _unread_lines(targets: Sequence[str]) -> Iterator[str]:
    """Yield a line for each folder below which another one has tools that were not checked."""
    folders = [one for one in map(Path, targets) if one.is_dir()]
    if folders:
        from conformance.inventory.formats import list_below

        checked = {real_path(Path(one)) for one in targets}
        found = ((folder, list_below(folder)) for folder in folders)
        for folder, below in found:
            if below is not None and checked.isdisjoint((real_path(below), real_path(below).parent)):
                listed = code_text(str(below), 200)
                yield f"{code_text(str(folder), 200)}: sub-folders are not read, though {listed} lists tools"


def _check_part(target: str, checking: Checking) -> Report:
    try:
        return checking.report(target)
    except ConformanceError as error:
        return Report(target, (), 0, 0, 0, broke_off=error)


def expand_target(target: str) -> Iterator[str]:
    """Yield the files that a pattern matches, as a shell does it; any other target is itself."""
    if _WILDCARDS.isdisjoint(target) or Path(target).exists() or _is_source(target):
        yield target
        return
    files = matching_files(target)
    if not files:
        hint = "correct the pattern, which is relative to the current folder"
        raise ConformanceError(ErrorKind.UNREADABLE, f"no file matches {code_text(target, 200)}", hint)
    yield from map(str, files)


def _is_source(target: str) -> bool:
    from conformance.systems.sources import is_source

    return is_source(target)
