"""``conformance explain``: explain one rule by its purpose, its reason and its examples."""

from pathlib import Path

import click

from conformance.cli._settings import config_option, load_settings


@click.command()
@click.argument("rule_id", metavar="NAME")
@config_option
def explain(rule_id: str, config_file: Path | None) -> None:
    """Explain a rule, probe, notice, category or kind of change.

    A rule is shown with its reason, a good and a bad example, and the finding for the bad one. NAME may also be a kind
    of a rule, or an older id.

    Example: conformance explain deny_unknown_fields
    """
    from conformance.commands.explain import explain_rule

    load_settings(config_file, None, None)  # its plugins have rules too
    click.echo(explain_rule(rule_id))


COMMAND = explain
