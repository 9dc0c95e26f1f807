"""What every command that reports shares: the options of reports, how they are written, and the exit status."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli import EXIT_REFUSED
from conformance.cli._output import announce, colour_text, current_output
from conformance.cli._sinks import current_sinks, refuse_overwriting, stated_config
from conformance.cli._values import AnyCallable, FilePath
from conformance.display import code_text
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.report import Report
    from conformance.drift.report import DriftReport
    from conformance.findings import Level

_PREVIOUS = "conformance.previous"


class LateChoice(click.Choice[str]):
    """A choice whose values are looked up when they are first needed: a list of commands needs none of them."""

    def __init__(self, names: Callable[[], Sequence[str]]) -> None:
        self.names = names
        self.case_sensitive = True

    def __getattr__(self, name: str) -> Any:
        """Look up the choices, which click takes to be an attribute."""
        if name != "choices":
            raise AttributeError(name)
        self.choices = tuple(self.names())
        return self.choices


def _level_names() -> list[str]:
    from conformance.findings import Level

    return [level.value for level in Level]


def fail_on_option(default: str) -> Callable[[AnyCallable], AnyCallable]:
    """Return ``--fail-on`` for levels."""
    text = f"Lowest level that fails the run. [default: {default}]"
    return click.option("--fail-on", type=LateChoice(_level_names), help=text)


output_option = click.option(
    "--output",
    "-o",
    multiple=True,
    expose_value=False,
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Write the report of the preceding --format to FILE.",
)


class FormatName(LateChoice):
    """The name of a format; the configuration may name plugins that add some, so it is read for an unknown name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name."""
        if value not in self.choices and ctx is not None:
            from conformance.settings.repository import load_config

            load_config(Path.cwd(), stated_config(ctx))
            self.choices = tuple(self.names())
        return super().convert(value, param, ctx)


def format_option(names: Callable[[], Sequence[str]]) -> Callable[[AnyCallable], AnyCallable]:
    """Return ``--format`` for reports of these formats."""
    text = "Report format; repeatable. [default: text]"
    return click.option("--format", "-f", multiple=True, expose_value=False, type=FormatName(names), help=text)


def _remember_previous(ctx: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> None:
    ctx.meta[_PREVIOUS] = value


_previous_option = click.option(
    "--previous",
    multiple=True,
    expose_value=False,
    callback=_remember_previous,
    metavar="REPORT",
    help="Earlier JSON report, for the trend on the page; a file or pattern, the oldest first. Repeatable.",
)


def report_options(function: AnyCallable) -> AnyCallable:
    """Add ``--format``, ``--output``, ``--previous`` and ``--fail-on``."""
    judged = fail_on_option("the configured one, else error")(function)
    return format_option(_finding_formats)(output_option(_previous_option(judged)))


def _finding_formats() -> list[str]:
    from conformance.commands.reporters import finding_formats

    return finding_formats()


def write_reports(
    report: "Report", fail_on: "Level", next_step: str = "", *, fail_on_undetermined: bool = False
) -> None:
    """Write the report to every sink and leave with 1 when a finding is at or above ``fail_on``, else with 0.

    A part that could not be checked makes that 2. ``next_step`` is the last line. Raises what ended the work before
    its end, and ``ConformanceError`` where a system was asked but nothing tested.
    """
    from conformance.commands.report import fail_from, show_accepted
    from conformance.commands.reporters import render_findings

    shown = _add_trend(fail_from(show_accepted(report) if current_output().verbose else report, fail_on))
    write_texts(lambda name, folder: render_findings(name, shown, folder), shown)
    if current_output().verbose:
        _announce_pages(shown)
    if next_step:
        announce(next_step)
    unexamined = (one.unexamined for one in (report, *report.parts) if one.unexamined is not None)
    if fault := report.broke_off or next(unexamined, None):
        raise fault
    if any(part.broke_off is not None for part in report.parts):
        click.get_current_context().exit(EXIT_REFUSED)
    if report.tested_nothing and not report.fails_on(fail_on):
        from conformance.commands.probe_notices import untested_error

        raise untested_error(report)
    is_open = fail_on_undetermined and report.undetermined_count > 0
    click.get_current_context().exit(1 if report.fails_on(fail_on) or is_open else 0)


def _add_trend(report: "Report") -> "Report":
    """Return the report with the trend of the earlier ones that the running command names."""
    named: tuple[str, ...] = click.get_current_context().meta.get(_PREVIOUS, ())
    if not named:
        return report
    from conformance.commands.trend import add_trend, report_files

    files = report_files(named)
    refuse_overwriting(files)
    return add_trend(report, files)


def _announce_pages(report: "Report") -> None:
    from conformance.commands.rule_pages import page_url

    for rule in dict.fromkeys(finding.rule for finding in report.findings):
        announce(f"more on {rule}: {page_url(rule) or f'`conformance explain {rule}`'}")


def write_texts(render: Callable[[str, Path], str], report: "Report | DriftReport | None") -> None:
    """Write what ``render`` makes of each wanted format, given its name and the folder of the reader.

    ``report`` is what a CI system may ask to have appended to its own files, once for each format.
    """
    from conformance.commands.reporters import render_appended, reporter

    sinks = current_sinks()
    for sink in sinks:
        text = render(sink.format, Path.cwd())
        if sink.file is None:
            click.echo(colour_text(text, reporter(sink.format).styles), nl=False, color=True)
        else:
            _write(sink.file, text)
    for name in dict.fromkeys(sink.format for sink in sinks):
        _append({} if report is None else render_appended(name, report, Path.cwd()))


def _append(texts: Mapping[str, str]) -> None:
    """Append each text to the file that an environment variable names, where it is set, as CI systems ask for it."""
    for variable, text in texts.items():
        file = os.environ.get(variable)
        try:
            if file:
                with Path(file).open("ab") as stream:
                    stream.write(text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            message = f"cannot write the file of `{variable}`, {code_text(file or '', 200)}: {error.strerror}"
            raise ConformanceError(ErrorKind.UNREADABLE, message, f"correct or unset `{variable}`") from None


def _write(file: Path, text: str) -> None:
    from conformance.documents.files import write_atomically

    write_atomically(file, text.encode("utf-8", "backslashreplace"))
