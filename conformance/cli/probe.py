"""``conformance probe``: ask a running system whether it does what it promises."""

import json
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from conformance.cli._baselines import KnownFindings, baseline_options
from conformance.cli._output import announce, console_for, current_output
from conformance.cli._probe_settings import ProbeSettings, probe_options, settings_of
from conformance.cli._reports import report_options
from conformance.cli._settings import config_option, profile_option
from conformance.cli._sinks import ReportCommand, refuse_overwriting_traces
from conformance.cli._sources import example_step
from conformance.cli._values import FilePath, NonEmptyText
from conformance.display import code_text, escape_text, quote_word
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.probe import Plan, Progress
    from conformance.commands.report import Report

_OWN_TOOLS = "name a system of your own with `--source SOURCE`"


@click.command(cls=ReportCommand)
@probe_options
@click.option("--probe", "-p", "only", multiple=True, metavar="ID", help="Run only this probe; repeatable.")
@click.option("--dry-run", is_flag=True, help="Print the requests instead of sending them.")
@click.option(
    "--save",
    type=FilePath(file_okay=False),
    metavar="FOLDER",
    help="Save failures in FOLDER, for `conformance replay`.",
)
@click.option(
    "--record",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Write every call with what came back, for `conformance audit`: only repeated credentials are masked.",
)
@click.option("--fail-on-undetermined", is_flag=True, default=None, help="Fail the run if a question is undetermined.")
@click.option("--no-progress", is_flag=True, help="Show no progress on standard error.")
@click.option(
    "--coverage", is_flag=True, help="Report which fields, values, branches, bounds and errors the run has shown."
)
@click.option("--uncovered-first", is_flag=True, help="Ask first about what the recorded --calls have never shown.")
@click.option(
    "--calls",
    multiple=True,
    metavar="TRACE",
    type=NonEmptyText(),
    help="Recorded calls for --uncovered-first; a file, folder, pattern or URL. [default: the configured `calls`]",
)
@baseline_options
@config_option
@profile_option("the one that fits the system")
@report_options
def probe(
    only: tuple[str, ...],
    dry_run: bool,
    save: Path | None,
    record: Path | None,
    no_progress: bool,
    fail_on: str | None,
    **options: Any,
) -> None:
    """Ask a running system whether it does what it promises.

    SOURCE is mcp-stdio:"npx -y some-server", mcp-http:URL, command:"node adapter.mjs", http://..., python:module:name,
    or a file.

    A system that can parse an input without running the tool is asked to do only that. A tool is called only if it is
    annotated read-only, or allowed with an input that is known to work. Exit status: 0 if clean, 1 on findings, 2 if
    nothing was tested or the system could not be used.

    Example: conformance probe -s 'mcp-stdio:"npx -y server"' --rate 5
    """
    known = KnownFindings(options.pop("baseline"), is_written=options.pop("write_baseline"))
    stated = settings_of(options, fail_on)
    settings = replace(stated, config=known.configure(stated.config))
    plan = _cover(settings, settings.plan(only), options)
    if dry_run:
        _print_rehearsal(settings, plan)
        return
    _require_room(record, save)
    report = _ask(settings, plan, record, is_shown=current_output().progress and not no_progress)
    if save is not None:
        report = _save(report, settings, save)
    next_step = example_step(report.tool_count, _OWN_TOOLS) if settings.config.probe.source is None else ""
    is_strict = settings.config.probe.fail_on_undetermined
    known.finish(report, stated.config, next_step=next_step, fail_on_undetermined=is_strict)


def _cover(settings: ProbeSettings, plan: "Plan", options: dict[str, Any]) -> "Plan":
    """Return the plan with what options say about the coverage of the contract."""
    from conformance.commands.recorded_calls import CallLog
    from conformance.systems.traces import trace_sources

    traces = options["calls"] or (settings.config.calls if options["uncovered_first"] else ())
    refuse_overwriting_traces(traces)
    if bool(traces) != options["uncovered_first"]:
        message = "`--uncovered-first` and recorded calls need each other"
        hint = "write --uncovered-first --calls TRACE, or omit both"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    log = CallLog(trace_sources(traces), profile=plan.profile) if traces else None
    return replace(plan, has_coverage=options["coverage"], recorded=log)


def _require_room(record: Path | None, save: Path | None) -> None:
    """Raise ``ConformanceError`` where what the calls show could not be kept: they may have effects."""
    from conformance.documents.files import require_writable
    from conformance.documents.location import real_path

    if record is not None and (record.is_file() or not record.exists()):  # a pipe or a device takes what it gets
        require_writable(record, real_path(record).parent)
    if save is not None:
        require_writable(save, next(one for one in (save, *save.absolute().parents) if one.exists()))


def _ask(settings: ProbeSettings, plan: "Plan", record: Path | None, *, is_shown: bool) -> "Report":
    """Ask the system and say so; every call is written to the file ``record``, where one is named."""
    from conformance.cli._signals import ends_as_interrupts
    from conformance.commands.declared_places import locate_in_inventory
    from conformance.commands.live_calls import write_records
    from conformance.commands.probe import probe_source
    from conformance.commands.published_package import published_package_note

    if record is not None:
        plan = replace(plan, record=partial(write_records, record))
    announce(f"asking {escape_text(settings.source.label)}")
    if settings.profile_line is not None:
        announce(settings.profile_line)
    if note := published_package_note(settings.source, settings.opening):
        announce(f"note: {note}")
    with ends_as_interrupts(), progress_display(is_shown=is_shown) as progress:
        return locate_in_inventory(probe_source(settings.source, settings.opening, plan, progress), settings.config)


def _print_rehearsal(settings: ProbeSettings, plan: "Plan") -> None:
    from conformance.commands.dry_run import rehearse

    rehearsed = rehearse(settings.source, settings.opening, plan)
    for op, tool, arguments in rehearsed.questions:
        click.echo(json.dumps({"op": op, "tool": tool, "input": arguments}, ensure_ascii=True))
    for tool, reason in rehearsed.refusals:
        click.echo(f"tool {code_text(tool)} would not be called, as {reason}", err=True)
    click.echo(f"{len(rehearsed.questions)} requests would be sent to {escape_text(settings.source.label)}", err=True)


def _save(report: "Report", settings: ProbeSettings, folder: Path) -> "Report":
    """Save the failures; where that fails, the report that is returned has the reason, and all that was found."""
    from conformance.commands.replay import save_failures

    try:
        count = save_failures(report, settings.source.label, settings.config.probe.seed, folder)
    except ConformanceError as error:
        return replace(report, broke_off=report.broke_off or error)
    noun = "failure" if count == 1 else "failures"
    step = f"; replay with `conformance replay {quote_word(str(folder))}`" if count else ""
    announce(escape_text(f"saved {count} {noun} in {folder}{step}"))
    return report


# Seconds between two lines in a log: often enough to see that a run is alive, rarely enough to read.
_LOG_SECONDS = 5.0


def logged_progress(
    write: "Callable[[str], None]", clock: "Callable[[], float]" = time.monotonic, seconds: float = _LOG_SECONDS
) -> "Progress":
    """Return progress as lines, at most one every ``seconds``."""
    from conformance.commands.probe import Progress

    total, done, asked, last = 0, 0, 0, clock()

    def begin(number: int) -> None:
        nonlocal total
        total = number

    def ask(tool: str) -> None:
        nonlocal asked, last
        asked += 1
        if clock() - last >= seconds:
            last = clock()
            write(f"{done} of {total} tools done, {asked - 1} questions asked; asking {code_text(tool)}")

    def advance(_tool: str) -> None:
        nonlocal done
        done += 1

    return Progress(begin, ask, advance)


@contextmanager
def progress_display(*, is_shown: bool) -> "Generator[Progress]":
    """A progress bar on a terminal, a line every few seconds elsewhere."""
    from conformance.commands.probe import Progress

    if not is_shown:
        yield Progress()
        return
    if not sys.stderr.isatty():
        yield logged_progress(announce)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=console_for("stderr"), transient=True) as bar:
        task = bar.add_task("asking", total=None)
        yield Progress(
            begin=lambda total: bar.update(task, total=total),
            ask=lambda tool: bar.update(task, description=escape_text(tool[:40])),
            advance=lambda _tool: bar.update(task, advance=1),
        )


COMMAND = probe
