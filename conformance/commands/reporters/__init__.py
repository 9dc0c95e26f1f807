"""Reporters: pure functions from a report to text, one format in one file, for every kind of report.

A new format is one new file, here or in a plugin, that declares ``REPORTER``; its name is what ``--format`` takes. The
command line imports all of them to list their names, so a reporter imports nothing costly at its top.
"""

import functools
import sys
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from conformance import discovery
from conformance.display import code_text, quote_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.plugins import guard

if TYPE_CHECKING:
    from conformance.commands.report import CensusRow, Report
    from conformance.drift.report import DriftHistory, DriftReport

ENTRY_POINTS = "conformance.reporters"
"""The group of entry points with which other packages add reporters."""


class Reporter(Struct, frozen=True):
    """One format: a function for each kind of report that it can write; each returns text that ends with a newline.

    The second argument is the folder of the reader, an absolute path: files below it may be named relative to it.
    """

    findings: "Callable[[Report, Path], str] | None" = None
    drift: "Callable[[DriftReport, Path], str] | None" = None
    history: "Callable[[DriftHistory, Path], str] | None" = None
    styles: Mapping[str, str] = field(default_factory=dict[str, str])
    """What a terminal colours: regular expressions over the text, each with a style of ``rich``; later ones win."""
    appended: "Mapping[str, Callable[[Report | DriftReport, Path], str]]" = field(
        default_factory=dict[str, "Callable[[Report | DriftReport, Path], str]"]
    )
    """Further texts, wherever the report goes, by the environment variable that names the file to append to."""
    is_document: bool = True
    """Whether the text is a document of its own, which cannot share standard output with another report."""


def reporter(name: str) -> Reporter:
    """Return the reporter of a format; raises ``ConformanceError`` for an unknown one."""
    package = sys.modules[__name__]
    if name not in discovery.member_ids(package):
        raise _format_error(f"unknown format {quote_text(name)}", discovery.member_ids(package))
    found = discovery.member(package, name, "REPORTER", Reporter)[0]
    added = discovery.plugin_members(package).get(name)
    return found if added is None else _guard_reporter(found, f"reporter {code_text(name)} of {added.plugin}")


def _guard_reporter(reporter: Reporter, what: str) -> Reporter:
    """Return a reporter of a plugin so that what it raises names it."""
    findings = reporter.findings and guard(reporter.findings, what)
    appended = {variable: guard(render, what) for variable, render in reporter.appended.items()}
    drift, history = reporter.drift and guard(reporter.drift, what), reporter.history and guard(reporter.history, what)
    return replace(reporter, findings=findings, drift=drift, history=history, appended=appended)


def finding_formats() -> list[str]:
    """Return the names of the formats that can write a report of findings."""
    return [name for name, one, _ in _reporters() if one.findings is not None]


def drift_formats() -> list[str]:
    """Return the names of the formats that can write a report of drift."""
    return [name for name, one, _ in _reporters() if one.drift is not None]


def render_findings(name: str, report: "Report", folder: Path) -> str:
    """Return a report of findings in a format; raises ``ConformanceError`` for one that cannot write it."""
    render = reporter(name).findings
    if render is None:
        raise _format_error(f"the format {quote_text(name)} cannot write findings", finding_formats())
    return render(_mask_names(report), folder)


def _mask_names(report: "Report") -> "Report":
    """Return the report without secrets in the names of tools and errors that it lists beside its findings."""
    from conformance.systems.credentials import mask_printed

    mask = functools.cache(mask_printed)
    return replace(
        report,
        parts=[_mask_names(part) for part in report.parts],
        notes=[*map(mask, report.notes)],
        examined=_mask_tools(report.examined, mask),
        coverage=[replace(one, tool=one.tool and mask(one.tool)) for one in report.coverage],
        contract=[replace(one, tool=mask(one.tool)) for one in report.contract],
        census=[_mask_row(one, mask) for one in report.census],
    )


def _mask_tools(examined: Set[tuple[str, str | None]], mask: Callable[[str], str]) -> Set[tuple[str, str | None]]:
    is_named = any(tool is not None and mask(tool) != tool for _, tool in examined)
    return {(rule, tool and mask(tool)) for rule, tool in examined} if is_named else examined


def _mask_row(row: "CensusRow", mask: Callable[[str], str]) -> "CensusRow":
    statuses, kinds = _mask_keys(row.statuses, mask), _mask_keys(row.kinds, mask)
    return replace(row, tool=mask(row.tool), statuses=statuses, kinds=kinds)


def render_drift(name: str, report: "DriftReport", folder: Path) -> str:
    """Return a report of drift in a format; raises ``ConformanceError`` for one that cannot write it."""
    render = reporter(name).drift
    if render is None:
        raise _format_error(f"the format {quote_text(name)} cannot write drift", drift_formats())
    return render(report, folder)


def _mask_keys(counts: Mapping[str, int], mask: Callable[[str], str]) -> Mapping[str, int]:
    return {mask(name): count for name, count in counts.items()}


def history_formats() -> list[str]:
    """Return the names of the formats that can write the history of an inventory."""
    return [name for name, one, _ in _reporters() if one.history is not None]


def require_history(name: str) -> "Callable[[DriftHistory, Path], str]":
    """Return what writes a history in a format; raises ``ConformanceError`` for a format that cannot write it."""
    render = reporter(name).history
    if render is None:
        raise _format_error(f"the format {quote_text(name)} cannot write a history", history_formats())
    return render


def render_history(name: str, history: "DriftHistory", folder: Path) -> str:
    """Return the history of an inventory in a format; raises ``ConformanceError`` for one that cannot write it."""
    return require_history(name)(history, folder)


def render_appended(name: str, report: "Report | DriftReport", folder: Path) -> Mapping[str, str]:
    """Return what a format appends to files, by the environment variable that names each."""
    return {variable: render(report, folder) for variable, render in reporter(name).appended.items()}


def _reporters() -> list[tuple[str, Reporter, str]]:
    return list(discovery.members(sys.modules[__name__], "REPORTER", Reporter))


def _format_error(message: str, known: list[str]) -> ConformanceError:
    return ConformanceError(ErrorKind.USAGE, message, f"use one of: {', '.join(known)}")
