"""``conformance rules``: list the rules that a profile applies, and at which level."""

import click

from conformance.cli._settings import load_settings, settings_options


@click.command()
@click.option("--format", "-f", "fmt", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@settings_options
def rules(fmt: str, config_file: str | None, profile: str | None) -> None:
    """List every rule with its level in the profile, its scope and its purpose."""
    from pathlib import Path

    from conformance.commands.check import profile_of
    from conformance.rules.catalogue import all_rules

    judged = profile_of(load_settings(Path(config_file) if config_file else None, profile, None))
    rows = [(rule, judged.level_of(rule.id, rule.level)) for rule in all_rules().values()]
    if fmt == "json":
        import json

        values = [
            {
                "id": rule.id,
                "level": level or "off",
                "scope": rule.scope.name,
                "summary": rule.summary,
                "source": rule.source,
            }
            for rule, level in rows
        ]
        click.echo(json.dumps(values, indent=2))
        return
    width = max(len(rule.id) for rule, _ in rows)
    for rule, level in rows:
        click.echo(f"{rule.id:{width}}  {level or 'off':7}  {rule.summary}")
    click.echo(f"\n{len(rows)} rules in profile {judged.name}; `conformance explain ID` teaches one.")


COMMAND = rules
