"""``conformance baseline``: list the findings of today as known, so that only new ones fail."""

from pathlib import Path

import click

from conformance.cli._settings import config_option, load_settings, profile_option, today
from conformance.cli._values import FilePath


@click.command()
@click.argument("inventories", nargs=-1, metavar="[INVENTORY]...", type=FilePath())
@click.option("--write", "is_written", is_flag=True, help="Write the file.")
@click.option(
    "--file",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="File of known findings. [default: the configured one, else conformance-baseline.jsonl]",
)
@config_option
@profile_option("the one that fits")
def baseline(
    inventories: tuple[Path, ...], is_written: bool, file: Path | None, config_file: Path | None, profile: str | None
) -> None:
    """Compare the findings of inventories with those that are known.

    Without INVENTORY the configured one is judged, else those that pytest names.

    With --write the known findings become those of today; `conformance check --baseline FILE` then fails on new ones,
    and on lines whose finding is fixed. Reasons that were added to lines are kept, and so are lines that
    `conformance probe --write-baseline` and `conformance audit --write-baseline` wrote.

    Exit status: 0 if the file lists what is found, or was written; else 1.

    Example: conformance baseline tools.json --write
    """
    from conformance.commands.baseline import compare_baseline
    from conformance.display import escape_text

    change = compare_baseline(inventories, load_settings(config_file, profile, None), today(), file)
    name = escape_text(str(change.path))
    if is_written:
        change.write()
        click.echo(f"wrote {name}: {change.counts}")
        return
    click.echo(f"{name}: {change.counts}" + ("" if change.is_current else "; update it with --write"))
    click.get_current_context().exit(0 if change.is_current else 1)


COMMAND = baseline
