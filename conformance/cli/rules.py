"""``conformance rules``: list the rules that a profile applies, and at which level."""

from typing import TYPE_CHECKING

import click

from conformance.cli._output import announce
from conformance.cli._settings import load_settings, settings_options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from conformance.commands.rules import ListedCheck


@click.command()
@click.option(
    "--format", "-f", "fmt", type=click.Choice(["text", "json"]), default="text", help="Output format. [default: text]"
)
@settings_options
def rules(fmt: str, config_file: str | None, profile: str | None) -> None:
    """List all rules, probes and notices with their levels.

    Example: conformance rules --profile mcp --format json
    """
    import json
    from pathlib import Path

    from conformance.commands.registry import profile_of
    from conformance.commands.rules import listed_checks, rules_value
    from conformance.rules.selection import renaming_notes

    config = load_settings(Path(config_file) if config_file else None, profile, None)
    judged = profile_of(config)
    listed = listed_checks(judged)
    if fmt == "json":
        click.echo(json.dumps(rules_value(listed), indent=2))
        return
    click.echo("\n".join(_lines(listed)))
    click.echo(f"\n{len(listed)} checks in profile {judged.name}; `conformance explain ID` describes one.")
    for note in renaming_notes([*config.levels, *(ignore.rule for ignore in config.ignore)]):
        announce(f"note: {note}; the configuration uses the older id")


def _lines(listed: "Sequence[ListedCheck]") -> "Iterator[str]":
    from conformance.commands.rules import sections

    width = max(len(name) for one in listed for name in (one.check.id, *one.kinds))
    for category, about in sections().items():
        yield f"{category}: {about}"
        for one in listed:
            if one.category == category:
                yield f"  {one.check.id:{width}}  {one.level or 'off':7}  {one.check.summary}"
                yield from (f"  {name:{width}}  {level or 'off'}" for name, level in one.deviating_kinds.items())


COMMAND = rules
