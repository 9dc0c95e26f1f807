"""``conformance probe``: ask a running system whether it does what it promises."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli._probe_settings import ProbeSettings, probe_options, settings_of
from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import config_option, profile_option
from conformance.cli._values import FilePath

if TYPE_CHECKING:
    from conformance.commands.probe import Progress
    from conformance.findings import Report


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
    help="Write every call with what came back, unmasked, for `conformance audit`.",
)
@config_option
@profile_option("the one that fits the system")
@report_options
def probe(
    only: tuple[str, ...], dry_run: bool, save: Path | None, record: Path | None, fail_on: str | None, **options: Any
) -> None:
    """Ask a running system whether it does what it promises.

    SOURCE is mcp-stdio:"npx -y some-server", mcp-http:URL, command:"node adapter.mjs", http://..., python:module:name,
    or a file.

    A system that can parse an input without running the tool is asked to do only that. A tool is called only if it is
    annotated read-only, or allowed with an input that is known to work.
    """
    settings = settings_of(options, fail_on)
    if dry_run:
        _print_rehearsal(settings, only)
        return
    from conformance.commands.live_calls import write_records
    from conformance.commands.probe import probe_source

    plan = settings.plan(only)
    if record is not None:
        plan = replace(plan, record=partial(write_records, record))
    click.echo(f"asking {settings.source.text}", err=True)
    if settings.profile_line is not None:
        click.echo(settings.profile_line, err=True)
    with _progress() as progress:
        report = probe_source(settings.source, settings.opening, plan, progress)
    if save is not None:
        _save(report, settings, save)
    write_reports(report, settings.config.fail_on)


def _print_rehearsal(settings: ProbeSettings, only: tuple[str, ...]) -> None:
    from conformance.commands.dry_run import rehearse
    from conformance.display import code_text

    rehearsed = rehearse(settings.source, settings.opening, settings.plan(only))
    for op, tool, arguments in rehearsed.questions:
        click.echo(json.dumps({"op": op, "tool": tool, "input": arguments}, ensure_ascii=True))
    for tool, reason in rehearsed.refusals:
        click.echo(f"tool {code_text(tool)} would not be called, as {reason}", err=True)
    click.echo(f"{len(rehearsed.questions)} requests would be sent to {settings.source.text}", err=True)


def _save(report: "Report", settings: ProbeSettings, folder: Path) -> None:
    from conformance.commands.replay import save_failures

    count = save_failures(report, settings.source.text, settings.config.probe.seed, folder)
    noun = "failure" if count == 1 else "failures"
    click.echo(f"saved {count} {noun} in {folder}; replay with `conformance replay {folder}`", err=True)


@contextmanager
def _progress() -> "Generator[Progress]":
    """A progress bar on a terminal, nothing elsewhere."""
    from conformance.commands.probe import Progress

    if not sys.stderr.isatty():
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("asking", total=None)
        yield Progress(
            lambda total: bar.update(task, total=total),
            lambda tool: bar.update(task, advance=1, description=tool[:40]),
        )


COMMAND = probe
