"""``conformance check``: judge an inventory by the rules of a profile."""

from pathlib import Path

import click

from conformance.cli._reports import ReportCommand, report_options, write_reports
from conformance.cli._settings import load_settings, settings_options, today
from conformance.cli._values import FilePath


@click.command(cls=ReportCommand)
@click.argument("inventory", required=False, type=FilePath())
@click.option(
    "--rule", "-r", "rules", multiple=True, metavar="NAME", help="Apply only this rule or category; repeatable."
)
@settings_options
@report_options
def check(
    inventory: Path | None, rules: tuple[str, ...], config_file: Path | None, profile: str | None, fail_on: str | None
) -> None:
    """Check an inventory or tool list against the rules of a profile.

    INVENTORY is an inventory, or a list of tools as MCP, OpenAI or Anthropic define it. Default: the configured
    inventory, else the embedded reference contract with its results and receipts.
    """
    from conformance.commands.check import check_subject
    from conformance.commands.subject import subject_of

    config = load_settings(config_file, profile, fail_on)
    subject = subject_of(inventory, config)
    report = check_subject(subject, config, today(), rules)
    if inventory is None:
        click.echo(f"checked {subject.surface.name} ({subject.chosen_because})", err=True)
    write_reports(report, config.fail_on)


COMMAND = check
