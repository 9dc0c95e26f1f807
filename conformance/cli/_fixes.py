"""``check --fix`` and ``--diff``: what was fixed, what that changes for callers, and the report on what remains."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from conformance.cli import EXIT_REFUSED
from conformance.cli._reports import write_reports
from conformance.cli._sinks import has_stated_sinks, refuse_overwriting_traces
from conformance.commands.diagnostics import layout_sections, relative_path, select_blocks
from conformance.commands.fix import FixedTarget, fix_target
from conformance.commands.fix_texts import fix_diagnostics
from conformance.commands.recorded_calls import CallLog
from conformance.commands.report import Report, join_reports
from conformance.commands.targets import Checking, expand_target
from conformance.display import count_of, escape_text
from conformance.documents.location import real_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.systems.traces import trace_sources

_GENERATED = (
    "note: this file is generated from the configured `probe.source`: change the tools there as well, "
    "or `conformance refresh` undoes these fixes"
)


def print_fixes(targets: Sequence[str], checking: Checking, calls: Sequence[str], *, is_diff: bool) -> None:
    """Fix the targets, by default the configured inventory, and leave with the exit status of what remains.

    With ``is_diff`` the changes are printed and not written, and the exit status is 1 if there are any.
    """
    if is_diff and has_stated_sinks():
        message, hint = "`--diff` prints a diff and no report", "omit `--format` and `--output`, or `--diff`"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    found: list[str | None] = [one for target in targets for one in expand_target(target)] or [None]
    traces = calls or checking.config.calls
    refuse_overwriting_traces(traces)
    log = CallLog(trace_sources(traces)) if traces else None
    parts = [_fix_part(one, checking, log, is_diff=is_diff, is_alone=len(found) == 1) for one in found]
    if not is_diff:
        reports = [part.report for part in parts]
        write_reports(reports[0] if len(reports) == 1 else join_reports(reports), checking.config.fail_on)
        return
    is_broken = any(part.report.broke_off is not None for part in parts)
    is_open = any(part.changes or part.report.fails_on(checking.config.fail_on) for part in parts)
    click.get_current_context().exit(EXIT_REFUSED if is_broken else int(is_open))


def _fix_part(
    target: str | None, checking: Checking, log: CallLog | None, *, is_diff: bool, is_alone: bool
) -> FixedTarget:
    """Fix one target of several; one that cannot be fixed has a report that says why."""
    try:
        fixed = fix_target(target, checking, log)
        for change in fixed.changes:
            if is_diff:
                click.echo(_printable(change.diff()), nl=False)
            else:
                change.write()
    except ConformanceError as error:
        if is_alone:
            raise
        return FixedTarget(Report(target or "", (), 0, 0, 0, broke_off=error))
    for line in _lines(fixed, Path.cwd(), is_diff=is_diff):
        click.echo(line, err=True)
    if fixed.fixes and _is_generated(target, checking):
        click.echo(_GENERATED, err=True)
    return fixed


def _is_generated(target: str | None, checking: Checking) -> bool:
    """Say whether a target is the inventory that `conformance refresh` writes from the configured system."""
    file = checking.config.inventory
    is_configured = file is not None and (target is None or real_path(Path(target)) == real_path(file))
    return is_configured and checking.config.probe.source is not None


def _printable(diff: str) -> str:
    """Return a diff for a terminal with hidden characters escaped; what a program reads is left as it is."""
    if not sys.stdout.isatty():
        return diff
    return "".join(f"{escape_text(line)}\n" for line in diff.removesuffix("\n").split("\n"))


def _lines(fixed: FixedTarget, folder: Path, *, is_diff: bool) -> Iterator[str]:
    done, subject = "would fix" if is_diff else "fixed", relative_path(fixed.report.subject, folder)
    diagnostics = fix_diagnostics(fixed, folder, done)
    yield from layout_sections(select_blocks(diagnostics, len(diagnostics)).blocks, subject)
    number, left = len(fixed.fixes), len(fixed.refused)
    rest = f", not {left} that an edit was tried for" if left else ""
    yield f"{escape_text(subject)}: {done} {count_of(number, 'finding')}{rest}"
