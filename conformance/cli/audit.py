"""``conformance audit``: judge a log of recorded results."""

from pathlib import Path

import click

from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import load_settings, settings_options, today
from conformance.cli._values import FilePath
from conformance.errors import ConformanceError, ErrorKind


@click.command(cls=ReportCommand)
@click.argument("log", type=FilePath())
@click.option(
    "--inventory",
    type=FilePath(),
    metavar="FILE",
    help="Inventory of the logged tools. [default: the configured one, else the reference contract]",
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
@settings_options
@report_options
def audit(
    log: Path,
    inventory: Path | None,
    artifact_root: str | None,
    artifacts: Path | None,
    config_file: Path | None,
    profile: str | None,
    fail_on: str | None,
) -> None:
    """Judge a log of recorded tool results.

    Each line of LOG is a JSON object: an envelope, or a record with `canonical_result` and `rendered_receipt`.
    """
    from conformance.commands.audit import audit as audit_log
    from conformance.commands.audit import audited_ids
    from conformance.commands.registry import applied_rules, ignores_of, profile_of
    from conformance.commands.subject import inventory_of

    config = load_settings(config_file, profile, fail_on)
    judged = profile_of(config)
    if artifact_root is not None:
        if not artifact_root.strip():
            message = "`--artifact-root` is empty"
            raise ConformanceError(ErrorKind.USAGE, message, "pass a folder, or omit the option")
        results = judged.results.model_copy(update={"artifact_root": artifact_root})
        judged = judged.model_copy(update={"results": results})
    promised = inventory_of(inventory, config)
    ignores = ignores_of(config, judged, audited_ids(), today())
    write_reports(audit_log(log, promised, judged, applied_rules(judged), ignores, artifacts), config.fail_on)


COMMAND = audit
