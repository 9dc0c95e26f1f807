"""``conformance init``: write the configuration and the pytest line into a repo."""

from pathlib import Path

import click

from conformance.cli._values import FilePath


@click.command()
@click.argument("folder", default=".", type=FilePath(file_okay=False))
@click.option(
    "--inventory",
    default="model-tool-schema-inventory.json",
    metavar="PATH",
    help="Inventory to check, unless one is configured. [default: model-tool-schema-inventory.json]",
)
@click.option("--profile", default="holon", metavar="PROFILE", help="Profile to judge by. [default: holon]")
def init(folder: Path, inventory: str, profile: str) -> None:
    """Set up the configuration and the pytest plugin in a repository.

    FOLDER is the root of the repository, by default the current folder. Existing settings are kept.
    """
    from conformance.commands.init import initialise

    for line in initialise(folder, inventory, profile):
        click.echo(line)


COMMAND = init
