"""``conformance audit``: judge a log of recorded results."""

from pathlib import Path

import click

from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import load_settings, settings_options, today
from conformance.cli._values import FilePath, NonEmptyText
from conformance.errors import ConformanceError, ErrorKind


@click.command(cls=ReportCommand)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=NonEmptyText())
@click.option(
    "--inventory",
    type=FilePath(),
    metavar="FILE",
    help="Inventory of the logged tools. [default: the configured one]",
)
@click.option(
    "--artifact-root", metavar="FOLDER", help="Folder that every artifact path must be in; no artifact is opened."
)
@click.option(
    "--artifacts",
    type=FilePath(file_okay=False),
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
    "--coverage", is_flag=True, help="Report which fields, values, branches, bounds and errors were ever recorded."
)
@settings_options
@report_options
def audit(
    logs: tuple[str, ...],
    inventory: Path | None,
    artifact_root: str | None,
    artifacts: Path | None,
    against: Path | None,
    coverage: bool,
    config_file: Path | None,
    profile: str | None,
    fail_on: str | None,
) -> None:
    """Judge logs of recorded tool results and calls.

    LOG is a file, a folder, a pattern, a URL, or `-`. Each line is an envelope, a record with `canonical_result` and
    `rendered_receipt`, or holds calls of tools as providers, MCP or OpenTelemetry write them; see docs/auditing.md.

    Example: conformance audit results.jsonl --artifacts artifacts
    """
    from conformance.commands.audit import Audit, audit_traces, audited_ids
    from conformance.commands.registry import applied_rules, ignores_of, profile_of
    from conformance.commands.subject import declared_inventory
    from conformance.inventory.formats import read_any
    from conformance.systems.traces import trace_sources

    config = load_settings(config_file, profile, fail_on)
    judged = profile_of(config)
    if artifact_root is not None:
        if not artifact_root.strip():
            message = "`--artifact-root` is empty"
            raise ConformanceError(ErrorKind.USAGE, message, "pass a folder, or omit the option")
        results = judged.results.model_copy(update={"artifact_root": artifact_root})
        judged = judged.model_copy(update={"results": results})
    newer = None if against is None else read_any(against)[0]
    promised = declared_inventory(inventory, config)
    ignores = ignores_of(config, judged, audited_ids(), today())
    by = Audit(promised, judged, applied_rules(judged), artifacts, newer, coverage)
    write_reports(audit_traces(trace_sources(logs), by, ignores), config.fail_on)


COMMAND = audit
