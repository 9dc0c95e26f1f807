"""``conformance replay``: ask saved failures again."""

from pathlib import Path
from typing import Any

import click

from conformance.cli._probe_settings import probe_options, settings_of
from conformance.cli._settings import settings_options


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--keep", is_flag=True, help="Keep the files of failures that are fixed.")
@probe_options
@settings_options
def replay(paths: tuple[Path, ...], keep: bool, **options: Any) -> None:
    """Ask the failures again that `probe --save` has written to PATHS, files or folders.

    Each is FIXED, and its file removed, or FAILING, or ERROR when it can't be told. Exit status: 0 all fixed, 1 some
    are failing, 2 some can't be told.
    """
    from conformance.replaying import Outcome, read_failures
    from conformance.replaying import replay as ask_again
    from conformance.words import visible

    failures = read_failures(paths)
    outcomes: list[Outcome] = []
    for source in dict.fromkeys(failure.source for failure in failures):
        settings = settings_of({**options, "source": source if options["source"] is None else options["source"]})
        same = [failure for failure in failures if failure.source == source]
        for one in ask_again(same, settings.source, settings.opening, settings.plan(), keep=keep):
            outcomes.append(one.outcome)
            where = f"{one.failure.tool or 'runtime'}::{one.failure.probe}"
            click.echo(f"{one.outcome.value:7} {visible(where)}: {visible(one.said)}")
    counts = {outcome: outcomes.count(outcome) for outcome in Outcome}
    click.echo(", ".join(f"{number} {outcome.value.lower()}" for outcome, number in counts.items()))
    click.get_current_context().exit(2 if counts[Outcome.ERROR] else 1 if counts[Outcome.FAILING] else 0)


COMMAND = replay
