"""``conformance refresh``: write the inventory of a system, or say how a file differs from it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli._settings import load_settings
from conformance.cli._sources import base_of, source_options, with_options

if TYPE_CHECKING:
    from conformance.config import Config
    from conformance.json_values import JsonObject


@click.command()
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail when the file is out of date.")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file to use.")
@source_options
def refresh(path: Path | None, only_check: bool, config_file: Path | None, **options: Any) -> None:
    """Write the inventory of a system to PATH: of SOURCE, else of the configured one, else of the reference contract.

    SOURCE is mcp-stdio:"npx -y some-server", mcp-http:URL, command:"node adapter.mjs", http://..., python:module:name,
    or a file of tools. Without PATH the configured inventory is written, else model-tool-schema-inventory.json in this
    folder; the inventory of another system is then refused. Equal content is not written again.
    """
    from conformance.embedded import INVENTORY_FILE
    from conformance.words import visible

    config = load_settings(config_file, None, None)
    target = path or config.inventory or Path(INVENTORY_FILE)
    shown, named = visible(str(target)), path is not None
    wanted = _described(config, options)
    if only_check:
        _check(target, shown, wanted, named=named)
        return
    from conformance import refreshing

    changed = refreshing.refresh(target, wanted=wanted, replace_foreign=named)
    click.echo(f"{'wrote' if changed else 'unchanged:'} {shown}")


def _described(stated: "Config", options: dict[str, Any]) -> "JsonObject | None":
    """The inventory of a running system, ``None`` for the reference contract; one that changes as we look ends here."""
    config, base = with_options(stated, options), base_of(stated, options)
    if config.probe.source in (None, "reference"):
        return None
    from conformance.adapters.sources import described_twice
    from conformance.probe_plans import opening_of, source_of
    from conformance.words import listed, visible

    source = source_of(config, base)
    inventory, unstable = described_twice(source, opening_of(config, base))
    if unstable:
        click.echo(f"{visible(source.text)} describes other tools when it is asked again: {listed(unstable)}")
        click.echo("nothing was written; `conformance probe` shows what changes")
        click.get_current_context().exit(1)
    if fitting := source.adapter.profile:
        click.echo(f"the profile that fits is {fitting}: conformance check --profile {fitting}")
    return inventory


def _check(target: Path, shown: str, wanted: "JsonObject | None", *, named: bool) -> None:
    from conformance.refreshing import stale

    found = stale(target, wanted=wanted, accept_foreign=named)
    for difference in found:
        click.echo(str(difference))
    if found:
        click.echo(f"{shown} is out of date in {len(found)} places; write it with `conformance refresh {shown}`")
        click.get_current_context().exit(1)
    click.echo(f"{shown} is up to date")


COMMAND = refresh
