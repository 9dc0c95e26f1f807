"""``conformance refresh``: write the inventory of the reference contract, or say how a file differs from it."""

from pathlib import Path

import click

from conformance.cli._settings import load_settings


@click.command()
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail when the file is out of date.")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file to use.")
def refresh(path: Path | None, only_check: bool, config_file: Path | None) -> None:
    """Write the inventory of the reference contract to PATH.

    Without PATH the configured inventory is written, else model-tool-schema-inventory.json in this folder; the
    inventory of another system is then refused. Equal content is not written again.
    """
    from conformance.embedded import INVENTORY_FILE
    from conformance.words import visible

    target = path or load_settings(config_file, None, None).inventory or Path(INVENTORY_FILE)
    shown = visible(str(target))
    if only_check:
        _check(target, shown, named=path is not None)
    else:
        from conformance import refreshing

        changed = refreshing.refresh(target, replace_foreign=path is not None)
        click.echo(f"{'wrote' if changed else 'unchanged:'} {shown}")


def _check(target: Path, shown: str, *, named: bool) -> None:
    from conformance.refreshing import stale

    found = stale(target, accept_foreign=named)
    for difference in found:
        click.echo(str(difference))
    if found:
        click.echo(f"{shown} is out of date in {len(found)} places; write it with `conformance refresh {shown}`")
        click.get_current_context().exit(1)
    click.echo(f"{shown} is up to date")


COMMAND = refresh
