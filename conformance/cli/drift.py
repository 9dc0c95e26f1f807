"""``conformance drift``: what changed between two inventories, whether it breaks anyone, and the input that breaks."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from conformance.cli._output import announce
from conformance.cli._reports import format_option, output_option, write_texts
from conformance.cli._settings import config_option, load_settings, today
from conformance.cli._sinks import ReportCommand, refuse_overwriting_traces, wanted_formats
from conformance.cli._values import FilePath, NonEmptyText, read_moment
from conformance.display import code_text
from conformance.documents.packaged import INVENTORY_FILE
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.drift import DriftSettings
    from conformance.drift.report import DriftReport, FailOn
    from conformance.settings.repository import Config

DEFAULT_INVENTORY = Path(INVENTORY_FILE)
FAIL_ON = ("breaking", "unknown", "compatible", "any")


def _drift_formats() -> list[str]:
    from conformance.commands.reporters import drift_formats

    return drift_formats()


@click.command(cls=ReportCommand)
@click.argument("files", nargs=-1, metavar="[OLD] [NEW]", type=FilePath())
@click.option(
    "--against",
    metavar="REF",
    help="Compare NEW with its version at a git revision, or with the file at REF:PATH."
    " [default: the base that CI states, else where HEAD left the default branch; on that branch the commit before]",
)
@click.option("--history", type=FilePath(), metavar="PATH", help="Print the history of an inventory.")
@click.option(
    "--calls",
    multiple=True,
    type=NonEmptyText(),
    metavar="TRACE",
    help="Count the recorded calls that each break would have refused; a file, folder, pattern or URL. Repeatable.",
)
@click.option(
    "--since",
    metavar="WHEN",
    help="Begin the --history at this revision; of --calls count those since a date, or of a time such as 30d.",
)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="breaking",
    help="Lowest verdict that fails the run. [default: breaking]",
)
@click.option("--suggest-version", is_flag=True, help="Suggest the next version, compared with the last tag.")
@click.option("--from-version", metavar="VERSION", help="Suggest the version after this one, compared with the base.")
@click.option("--strict", is_flag=True, help="Fail on every unknown change, also where both schemas can be judged.")
@click.option("--allow-unknown", is_flag=True, help="Let a changed schema pass that nothing can judge.")
@click.option("--closed-world", is_flag=True, help="Treat a new field of a result as breaking.")
@config_option
@output_option
@format_option(_drift_formats)
def drift(
    files: tuple[Path, ...],
    against: str | None,
    history: Path | None,
    calls: tuple[str, ...],
    since: str | None,
    fail_on: str,
    suggest_version: bool,
    from_version: str | None,
    strict: bool,
    allow_unknown: bool,
    closed_world: bool,
    config_file: Path | None,
) -> None:
    """Compare two inventories and find breaking changes.

    OLD and NEW are files. Without OLD, NEW is compared with its earlier version in git; without NEW, the configured
    inventory is, or that of pytest. A breaking change is shown with an instance that one side accepts and the other
    rejects. A changed schema that nothing can judge fails like a break. A version is suggested and not demanded: with
    --suggest-version or --from-version the exit status is 0.

    Example: conformance drift tools.json --against v1.2
    """
    from conformance.commands.drift import notes_on_settings

    least = _least_ruling(fail_on, strict=strict, allow_unknown=allow_unknown)
    config = _config(config_file, {"closed_world": closed_world, "allow_unknown": allow_unknown}, calls)
    _require_one_task(history, since, (*files, *filter(None, [against]), *calls), has_calls=bool(config.calls))
    file = files[-1] if files else history or _own_inventory(config)
    settings = _settings_for(file, config, since)
    for note in notes_on_settings(config):
        announce(f"note: {note}")
    if history is not None:
        return _write_history(history, since, settings)
    reason = "named by `--against`" if against else "the last tag"
    if suggest_version and from_version is None:
        against = from_version = _version_to_count_from(files, against, file)
    report = replace(_suggest_version(_report(files, against, file, settings, reason), from_version), fail_on=least)
    write_texts(lambda name, folder: _render(name, report, folder), report)
    return click.get_current_context().exit(1 if report.suggested_version is None and report.fails_on(least) else 0)


def _own_inventory(config: "Config") -> Path:
    from conformance.commands.subject import only_inventory

    return only_inventory(config) or DEFAULT_INVENTORY


def _render(name: str, report: "DriftReport", folder: Path) -> str:
    from conformance.commands.reporters import render_drift

    return render_drift(name, report, folder)


def _suggest_version(report: "DriftReport", version: str | None) -> "DriftReport":
    """Add the next version where one is asked for; raises ``ConformanceError`` for a text that is not a version."""
    from conformance.drift.next_version import next_version

    return report if version is None else replace(report, suggested_version=next_version(report, version))


def _version_to_count_from(files: tuple[Path, ...], against: str | None, file: Path) -> str:
    """Return the tag that is named or the last one; raises ``ConformanceError`` without one."""
    from conformance.documents.git import last_tag
    from conformance.documents.submodules import steps_to

    if len(files) == 2:
        message = "two files say nothing about the version that they are of"
        raise ConformanceError(ErrorKind.USAGE, message, "state the earlier one with `--from-version 1.2.3`")
    return against or last_tag(steps_to(file, Path.cwd())[0])


def _config(file: Path | None, flags: dict[str, bool], calls: tuple[str, ...]) -> "Config":
    """Return the configuration with what the options state instead."""
    stated = {name: True for name, is_set in flags.items() if is_set}
    config = replace(load_settings(file, None, None), **{**stated, **({"calls": calls} if calls else {})})
    refuse_overwriting_traces(config.calls)
    return config


def _settings_for(file: Path, config: "Config", since: str | None) -> "DriftSettings":
    from conformance.commands.drift import settings_of
    from conformance.settings.inventory_names import config_for

    return _since(settings_of(config_for(config, [file]), today()), since)


def _since(settings: "DriftSettings", since: str | None) -> "DriftSettings":
    """Return the settings with the moment from which recorded calls are counted."""
    if settings.calls is None or since is None:
        return settings
    return replace(settings, calls=replace(settings.calls, since=read_moment("--since", since)))


def _least_ruling(fail_on: str, *, strict: bool, allow_unknown: bool) -> "FailOn":
    """Return the least severe ruling that fails; raises ``ConformanceError`` if what is unknown is to fail and pass."""
    from conformance.drift.report import FailOn

    if strict and allow_unknown:
        message = "`--strict` fails on what `--allow-unknown` lets pass"
        raise ConformanceError(ErrorKind.USAGE, message, "omit one of them")
    return FailOn("unknown" if strict and fail_on == "breaking" else fail_on)


def _require_one_task(
    history: Path | None, since: str | None, compared: tuple[Path | str, ...], *, has_calls: bool
) -> None:
    """Raise ``ConformanceError`` for options of the history beside those of a comparison, which would be ignored."""
    if history is not None and compared:
        message = f"`--history` compares nothing with {code_text(str(compared[0]))}"
        raise ConformanceError(ErrorKind.USAGE, message, "omit one of them")
    if history is None and since is not None and not has_calls:
        hint = f"add --history PATH, or compare with --against {since}"
        raise ConformanceError(ErrorKind.USAGE, "`--since` is only for `--history` and `--calls`", hint)


def _report(
    files: tuple[Path, ...], against: str | None, file: Path, settings: "DriftSettings", reason: str
) -> "DriftReport":
    from conformance.commands.drift import drift_against, drift_between
    from conformance.commands.subject import reject_source

    for one in files:
        reject_source(one)
    if len(files) > 2 or (len(files) == 2 and against):
        message = f"too many files to compare: {', '.join(code_text(str(file)) for file in files)}"
        raise ConformanceError(ErrorKind.USAGE, message, "pass OLD and NEW, or NEW with --against REF")
    if len(files) == 2:
        return drift_between(files[0], files[1], settings)
    return drift_against(against, file, settings, os.environ, reason)


def _write_history(file: Path, since: str | None, settings: "DriftSettings") -> None:
    from conformance.commands.drift import history_of
    from conformance.commands.reporters import render_history, require_history

    for name in wanted_formats():  # before all versions are read
        require_history(name)
    history = history_of(file, since, settings)
    write_texts(lambda name, folder: render_history(name, history, folder), None)


COMMAND = drift
