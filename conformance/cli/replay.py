"""``conformance replay``: ask saved failures again."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli._probe_settings import probe_options, settings_of
from conformance.cli._settings import config_option, profile_option
from conformance.cli._values import FilePath

if TYPE_CHECKING:
    from conformance.commands.replay import ReplayOutcome, SavedFailure


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FilePath(exists=True))
@click.option("--keep", is_flag=True, help="Keep the files of fixed failures.")
@probe_options
@config_option
@profile_option("the one that fits the system")
def replay(paths: tuple[Path, ...], keep: bool, **options: Any) -> None:
    """Try failures saved by `conformance probe --save` again.

    PATHS are files or folders. Each failure is FIXED (its file is removed), FAILING, or ERROR (undetermined, or the
    file is not a saved failure). Exit status: 0 if all are fixed, 1 if some are failing, 2 if some are undetermined.

    Example: conformance replay failures --source http://127.0.0.1:8080
    """
    from conformance.commands.replay import ReplayOutcome, read_failures

    failures, unread = read_failures(paths)
    outcomes = [_print_outcome(ReplayOutcome.ERROR, str(one.file), one.reason) for one in unread]
    for source in dict.fromkeys(failure.source for failure in failures):
        same = [failure for failure in failures if failure.source == source]
        stated = source if options["source"] is None else options["source"]
        outcomes.extend(_replay_source(same, {**options, "source": stated}, keep=keep))
    counts = {outcome: outcomes.count(outcome) for outcome in ReplayOutcome}
    click.echo(", ".join(f"{number} {outcome.value.lower()}" for outcome, number in counts.items()))
    click.get_current_context().exit(2 if counts[ReplayOutcome.ERROR] else 1 if counts[ReplayOutcome.FAILING] else 0)


def _replay_source(
    failures: "Sequence[SavedFailure]", options: dict[str, Any], *, keep: bool
) -> "Iterator[ReplayOutcome]":
    """Ask the failures of one source; if it cannot be asked at all, report that for each."""
    from conformance.commands.replay import ReplayOutcome, require_whole_source
    from conformance.commands.replay import replay as ask_again
    from conformance.errors import ConformanceError

    try:
        require_whole_source(options["source"])
        settings = settings_of(options)
        for one in ask_again(failures, settings.source, settings.opening, settings.plan(), keep=keep):
            yield _print_outcome(one.outcome, _name(one.failure), one.message)
    except ConformanceError as error:
        for failure in failures:
            yield _print_outcome(ReplayOutcome.ERROR, _name(failure), str(error))


def _name(failure: "SavedFailure") -> str:
    return f"{failure.tool or 'runtime'}::{failure.probe}"


def _print_outcome(outcome: "ReplayOutcome", name: str, message: str) -> "ReplayOutcome":
    from conformance.display import escape_text

    click.echo(f"{outcome.value:7} {escape_text(name)}: {escape_text(message)}")
    return outcome


COMMAND = replay
