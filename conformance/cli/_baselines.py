"""``--baseline`` and ``--write-baseline`` of the commands that report on a running system or a log."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from conformance.cli._reports import write_reports
from conformance.cli._sinks import has_stated_sinks
from conformance.cli._values import AnyCallable, FilePath
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.report import Report
    from conformance.settings.repository import Config


def baseline_option(function: AnyCallable) -> AnyCallable:
    """Add ``--baseline``."""
    return click.option(
        "--baseline",
        type=FilePath(dir_okay=False),
        metavar="FILE",
        help="Known findings, which pass; see `conformance baseline`. [default: the configured file]",
    )(function)


def baseline_options(function: AnyCallable) -> AnyCallable:
    """Add ``--baseline`` and ``--write-baseline``."""
    text = "List what is found in the baseline as known, instead of reporting it."
    return baseline_option(click.option("--write-baseline", is_flag=True, help=text)(function))


class KnownFindings(Struct, frozen=True):
    """The baseline of a run: the file that an option names, and whether the run writes it."""

    file: Path | None
    is_written: bool = False

    def configure(self, config: "Config") -> "Config":
        """Return the configuration of the run: one that writes a baseline finds what is known too."""
        if self.is_written:
            _refuse_reports()
            return replace(config, baseline=None)
        return config if self.file is None else replace(config, baseline=self.file.absolute())

    def finish(self, report: "Report", config: "Config", **how: Any) -> None:
        """Write the baseline, or else the reports, and exit; ``config`` is as it was before ``configure``.

        Raises what ended the work before its end: half a run would list half of what is known.
        """
        if not self.is_written:
            write_reports(report, config.fail_on, **how)
            return
        from conformance.commands.baseline import baseline_file, compare_report
        from conformance.display import escape_text

        if fault := report.broke_off or report.unexamined:
            raise fault
        change = compare_report(report, baseline_file(config, self.file))
        change.write()
        click.echo(f"wrote {escape_text(str(change.path))}: {change.counts}")


def _refuse_reports() -> None:
    """Raise ``ConformanceError`` where a report is asked for as well: what is listed as known is not reported."""
    if has_stated_sinks():
        message = (
            "`--write-baseline` lists what is found instead of reporting it, so `--format` and `--output` are not used"
        )
        raise ConformanceError(ErrorKind.USAGE, message, "omit them, or write the report with a run of its own")
