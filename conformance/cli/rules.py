"""``conformance rules``: list the rules that a profile applies, and at which level."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from conformance.cli._output import announce
from conformance.cli._settings import load_settings, settings_options
from conformance.cli._values import FilePath, PresentFolder
from conformance.display import code_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from conformance.commands.rules import ListedCheck
    from conformance.settings.repository import Config


@click.command()
@click.option(
    "--format", "-f", "fmt", type=click.Choice(["text", "json"]), default="text", help="Output format. [default: text]"
)
@click.option("--write", "folder", type=FilePath(), metavar="FOLDER", help="Write a page for each to FOLDER.")
@click.option(
    "--check", "checked", type=PresentFolder(), metavar="FOLDER", help="Fail if a page in FOLDER is out of date."
)
@settings_options
def rules(fmt: str, folder: Path | None, checked: Path | None, config_file: str | None, profile: str | None) -> None:
    """List all rules, probes and notices with their levels.

    The pages that --write writes are Markdown, with the reason and the examples of each.

    Example: conformance rules --profile mcp --format json
    """
    config = load_settings(Path(config_file) if config_file else None, profile, None)
    if folder is not None:
        _write(folder)
    elif checked is not None:
        _check(checked)
    else:
        _list(config, fmt)


def _write(folder: Path) -> None:
    from conformance.commands.rule_pages import rule_pages, write_pages

    written = write_pages(folder, rule_pages())
    click.echo(f"wrote {len(written)} pages" if written else "unchanged: every page matches its rule")


def _check(folder: Path) -> None:
    from conformance.commands.rule_pages import rule_pages, stale_pages

    found = stale_pages(folder, rule_pages())
    for sentence in found:
        click.echo(sentence)
    if found:
        click.echo(f"write them with {code_text(f'conformance rules --write {folder}', 200)}")
        click.get_current_context().exit(1)
    click.echo("every page matches its rule")


def _list(config: "Config", fmt: str) -> None:
    import json

    from conformance.commands.registry import profile_of
    from conformance.commands.rules import listed_checks, rules_value
    from conformance.rules.selection import renaming_notes

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
