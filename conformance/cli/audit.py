"""``conformance audit``: judge a log of recorded results."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from conformance.cli._audit_progress import progress_display
from conformance.cli._baselines import KnownFindings, baseline_options
from conformance.cli._output import current_output
from conformance.cli._reports import report_options
from conformance.cli._settings import load_settings, settings_options, today
from conformance.cli._sinks import ReportCommand, refuse_overwriting_traces
from conformance.cli._values import FilePath, NonEmptyText, PresentFolder, Share, WholeNumber, read_moment
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.audit_criteria import Audit, Selection
    from conformance.commands.audit_engines import Engine
    from conformance.commands.report import Report
    from conformance.settings.ignores import Ignores
    from conformance.settings.profiles import Profile


class Scale(Struct, frozen=True):
    """How an audit is divided and what is kept of it."""

    max_findings: int
    jobs: int
    engine: str
    scheduler: str | None
    checkpoint: Path | None
    census: bool
    no_progress: bool

    def audit(self, logs: Sequence[str], by: "Audit", ignores: "Ignores") -> "Report":
        """Return the report on the logs; raises ``ConformanceError`` if one cannot be read."""
        from conformance.commands.audit import AuditRun, audit_traces
        from conformance.systems.traces import trace_sources

        kept = (self.max_findings, self.checkpoint)
        with progress_display(is_shown=current_output().progress and not self.no_progress) as (begin, advance):
            run = AuditRun(self.open_engine, *kept, has_census=self.census, begin=begin, advance=advance)
            return audit_traces(trace_sources(logs), by, ignores, run)

    def open_engine(self) -> "AbstractContextManager[Engine]":
        """Open where the parts are audited."""
        from conformance.commands.audit_engines import dask_engine, process_engine

        return dask_engine(self.scheduler) if self.scheduler is not None else process_engine(self.jobs)

    def require_engine(self) -> None:
        """Raise ``ConformanceError`` for options of one engine that are passed to the other."""
        if (self.engine == "dask") != (self.scheduler is not None):
            message = "`--engine dask` and `--scheduler` need each other"
            hint = "write --engine dask --scheduler tcp://HOST:8786, or omit both"
            raise ConformanceError(ErrorKind.USAGE, message, hint)
        if self.scheduler is not None and self.jobs > 1:
            message = "`--jobs` is for processes of this machine, and `--engine dask` uses all workers of the cluster"
            raise ConformanceError(ErrorKind.USAGE, message, "omit one of them")


@click.command(cls=ReportCommand)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=NonEmptyText())
@click.option(
    "--inventory",
    type=FilePath(),
    metavar="FILE",
    help="Inventory of the logged tools. [default: the configured ones]",
)
@click.option(
    "--artifact-root", metavar="FOLDER", help="Folder that every artifact path must be in; no artifact is opened."
)
@click.option(
    "--artifacts",
    type=PresentFolder(),
    metavar="FOLDER",
    help="Folder with the artifacts of the log, which must contain what the previews cut.",
)
@click.option(
    "--against",
    type=FilePath(),
    metavar="NEW",
    help="Next version of the inventory: report the recorded calls that it would refuse.",
)
@click.option(
    "--inventory-history",
    is_flag=True,
    help="Judge each record by the version of the inventory that was committed when it was recorded.",
)
@click.option(
    "--coverage", is_flag=True, help="Report which fields, values, branches, bounds and errors were ever recorded."
)
@click.option("--census", is_flag=True, help="List the calls, statuses, kinds of errors and sizes of each tool.")
@click.option("--since", metavar="WHEN", help="Judge only records since a date, or of a time such as 30d.")
@click.option("--until", metavar="WHEN", help="Judge only records before a date, or older than a time such as 1d.")
@click.option(
    "--sample",
    type=Share(),
    default="100%",
    metavar="SHARE",
    help="Judge a share of the records, such as 1%. [default: 100%]",
)
@click.option(
    "--max-findings",
    type=WholeNumber(1, 1_000_000),
    default=200,
    metavar="N",
    help="Findings to keep; the others are counted. [default: 200]",
)
@click.option("--jobs", "-j", type=WholeNumber(1, 1024), default=1, metavar="N", help="Processes. [default: 1]")
@click.option(
    "--engine", type=click.Choice(["local", "dask"]), default="local", help="Where to audit. [default: local]"
)
@click.option("--scheduler", metavar="URL", help="Dask scheduler, such as tcp://127.0.0.1:8786.")
@click.option(
    "--checkpoint",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="Keep the state in FILE, and go on from there if the audit was ended.",
)
@click.option("--no-progress", is_flag=True, help="Show no progress on standard error.")
@baseline_options
@settings_options
@report_options
def audit(
    logs: tuple[str, ...],
    inventory: Path | None,
    artifact_root: str | None,
    artifacts: Path | None,
    against: Path | None,
    inventory_history: bool,
    coverage: bool,
    since: str | None,
    until: str | None,
    sample: float,
    baseline: Path | None,
    write_baseline: bool,
    config_file: Path | None,
    profile: str | None,
    fail_on: str | None,
    **how: Any,
) -> None:
    """Judge logs of recorded tool results and calls.

    LOG is a file, a folder, a pattern, a URL, or `-`. Each line is an envelope, a record with `canonical_result` and
    `rendered_receipt`, or holds calls of tools as providers, MCP or OpenTelemetry write them; see docs/auditing.md.

    Example: conformance audit results.jsonl --artifacts artifacts
    """
    from conformance.commands.audit_criteria import Audit, audited_ids
    from conformance.commands.inventory_versions import read_versions
    from conformance.commands.registry import applied_rules, ignores_of, profile_of
    from conformance.commands.subject import declared_inventory, only_inventory
    from conformance.inventory.formats import read_any

    (scale := Scale(**how)).require_engine()
    refuse_overwriting_traces(logs)
    known, stated = KnownFindings(baseline, is_written=write_baseline), load_settings(config_file, profile, fail_on)
    config = known.configure(stated)
    judged = _replace_root(profile_of(config), artifact_root)
    versions = read_versions(inventory or only_inventory(config)) if inventory_history else None
    given = (artifacts, against and read_any(against)[0], coverage, _selection(sample, since, until), versions)
    by = Audit(declared_inventory(inventory, config), judged, applied_rules(judged), *given)
    known.finish(scale.audit(logs, by, ignores_of(config, judged, audited_ids(), today())), stated)


def _selection(share: float, since: str | None, until: str | None) -> "Selection":
    from conformance.commands.audit_criteria import Selection

    moments = ((option, text) for option, text in (("--since", since), ("--until", until)))
    return Selection(share, *(None if text is None else read_moment(option, text) for option, text in moments))


def _replace_root(profile: "Profile", root: str | None) -> "Profile":
    """Return the profile with the folder of the artifacts that an option names."""
    if root is None:
        return profile
    if not root.strip():
        raise ConformanceError(ErrorKind.USAGE, "`--artifact-root` is empty", "pass a folder, or omit the option")
    results = replace(profile.results, artifact_root=root)
    return replace(profile, results=results)


COMMAND = audit
