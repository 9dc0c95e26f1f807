"""``conformance init``: write the configuration and the pytest line into a repo."""

from pathlib import Path

import click


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--inventory", default="model-tool-schema-inventory.json", help="Path of the inventory, unless one is configured."
)
@click.option("--profile", default="holon", help="Profile to check with.")
def init(folder: Path, inventory: str, profile: str) -> None:
    """Write the configuration and the pytest line into FOLDER; existing settings are kept."""
    from conformance.commands.init import initialise

    for line in initialise(folder, inventory, profile):
        click.echo(line)


COMMAND = init
