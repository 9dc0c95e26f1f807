"""``conformance check``: judge inventories by the rules of a profile."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from conformance.cli._baselines import KnownFindings, baseline_option
from conformance.cli._output import announce
from conformance.cli._reports import report_options, write_reports
from conformance.cli._settings import config_option, load_settings, profile_option, today
from conformance.cli._sinks import ReportCommand, has_stated_sinks, refuse_overwriting
from conformance.cli._sources import apply_options, example_step, opening_options
from conformance.cli._values import NonEmptyText
from conformance.documents.packaged import INVENTORY_FILE
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.targets import Checking
    from conformance.settings.repository import Config

_HOOK = "PRE_COMMIT"
"""Set by pre-commit, which hides the output of a hook that passes: nobody would see that an example was checked."""
_OWN_TOOLS = "run `conformance init` to set up your own, or `conformance check FILE` to check a list of tools"


@click.command(cls=ReportCommand)
@click.argument("targets", nargs=-1, metavar="[INVENTORY]...", type=NonEmptyText())
@click.option(
    "--rule", "-r", "rules", multiple=True, metavar="NAME", help="Apply only this rule or category; repeatable."
)
@baseline_option
@click.option(
    "--add-ignore",
    "ignored",
    metavar="FINGERPRINT",
    help="Accept this finding in the configuration, with --reason; JSON reports print fingerprints.",
)
@click.option("--reason", metavar="TEXT", help="Why --add-ignore accepts the finding.")
@click.option("--fix", "is_fixed", is_flag=True, help="Fix what an edit of the file fixes, and say what that changes.")
@click.option("--diff", "is_diff", is_flag=True, help="Print the edits of --fix as a unified diff, and write nothing.")
@click.option(
    "--calls",
    multiple=True,
    metavar="TRACE",
    type=NonEmptyText(),
    help="With --fix or --diff: count the recorded calls that each fix would refuse; a file, folder, pattern or URL.",
)
@click.option(
    "--no-cache", is_flag=True, help="Judge every tool again, and write no .conformance_cache, as if CI is set."
)
@opening_options
@config_option
@profile_option("the one that fits")
@report_options
def check(
    targets: tuple[str, ...],
    rules: tuple[str, ...],
    baseline: Path | None,
    ignored: str | None,
    reason: str | None,
    is_fixed: bool,
    is_diff: bool,
    calls: tuple[str, ...],
    no_cache: bool,
    config_file: Path | None,
    profile: str | None,
    fail_on: str | None,
    **options: Any,
) -> None:
    """Check inventories or tool lists against the rules of a profile.

    INVENTORY is an inventory, a list of tools as MCP, OpenAI, Anthropic or Gemini define it, a folder of these, a
    pattern, a source such as mcp-stdio:"npx -y some-server" or python:module:TOOLS, or - for standard input. Default:
    the configured inventory, else those that pytest names, else the embedded reference contract with its records.

    --fix edits files so that findings are gone and no other one is new, says of each edit what it proves to change for
    callers, and reports what remains. Exit status with --diff: 1 if there is anything to fix.

    Example: conformance check tools.json 'lists/*.json' --fail-on warning
    """
    from conformance.commands.targets import Checking

    _require_reason(ignored, reason)
    _require_fixing(is_fixed or is_diff, calls, ignored)
    config = KnownFindings(baseline).configure(apply_options(load_settings(config_file, profile, fail_on), options))
    checking = Checking(config, today(), rules, _read_input, announce, None if no_cache else _cache(config))
    targets = targets or _name_as_pytest_does(config)
    _refuse_overwriting(targets)
    if is_fixed or is_diff:
        _fix(targets, checking, calls, is_diff=is_diff)
    elif ignored is not None:
        _accept(targets, checking, ignored, reason or "")
    else:
        _report(targets, checking)


def _refuse_overwriting(targets: tuple[str, ...]) -> None:
    if has_stated_sinks():
        from conformance.commands.targets import expand_target

        refuse_overwriting(one for target in targets for one in expand_target(target))


def _read_input() -> bytes:
    from conformance.documents.reader import standard_input

    return standard_input().read()


def _cache(config: "Config") -> Path | None:
    """Return the folder of the cache; none in CI, where it would come with the commit and could hide its faults."""
    from conformance.commands.targets import cache_folder

    return None if os.environ.get("CI") else cache_folder(config)


def _report(targets: tuple[str, ...], checking: "Checking") -> None:
    from conformance.cli._signals import ends_as_interrupts
    from conformance.commands.targets import check_targets

    config = checking.config
    is_reference = not targets and config.inventory is None and _has_no_inventory()
    if is_reference and os.environ.get(_HOOK) and not Path(INVENTORY_FILE).exists():
        message = "no inventory is configured, so this hook has none of your tools to check"
        hint = "run `conformance init` to set up your own, or name a list of tools by `args: [FILE]` in the hook"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    with ends_as_interrupts():
        report = check_targets(targets, checking) if targets else checking.limit_to(()).report(None)
    write_reports(report, config.fail_on, example_step(report.tool_count, _OWN_TOOLS) if is_reference else "")


def _name_as_pytest_does(config: "Config") -> tuple[str, ...]:
    """Return the inventories that only the ini file of pytest names, and say so; nothing where one is configured."""
    if config.inventory is not None or not _has_no_inventory():
        return ()
    from conformance.commands.subject import inventories_of
    from conformance.display import list_codes

    named = tuple(map(str, inventories_of(config)))
    if named:
        announce(f"checking {list_codes(named)}, named by `conformance_inventory` of pytest")
    return named


def _has_no_inventory() -> bool:
    """Say whether this folder has none under the usual name, so that the embedded one was checked."""
    from conformance.commands.subject import own_inventory

    return own_inventory() is None


def _require_reason(ignored: str | None, reason: str | None) -> None:
    if (ignored is None) is not (reason is None):
        given, lacking = ("--reason", "--add-ignore") if ignored is None else ("--add-ignore", "--reason")
        raise ConformanceError(ErrorKind.USAGE, f"`{given}` needs `{lacking}`", "pass both, or omit both")


def _require_fixing(is_fixing: bool, calls: tuple[str, ...], ignored: str | None) -> None:
    if calls and not is_fixing:
        raise ConformanceError(ErrorKind.USAGE, "`--calls` needs `--fix` or `--diff`", "add one of them")
    if is_fixing and ignored is not None:
        message = "`--add-ignore` accepts a finding, and `--fix` and `--diff` fix it"
        raise ConformanceError(ErrorKind.USAGE, message, "omit one of them")


def _fix(targets: tuple[str, ...], checking: "Checking", calls: tuple[str, ...], *, is_diff: bool) -> None:
    from conformance.cli._fixes import print_fixes  # most runs fix nothing

    print_fixes(targets, checking, calls, is_diff=is_diff)


def _accept(targets: tuple[str, ...], checking: "Checking", fingerprint: str, reason: str) -> None:
    from conformance.commands.add_ignore import add_ignore
    from conformance.commands.targets import check_targets
    from conformance.documents.location import short_path

    report = check_targets(targets, checking) if targets else checking.check(checking.subject(None))
    written = add_ignore(checking.config.file, report.findings, fingerprint, reason)
    announce(f"added an ignore to {short_path(written)}")


COMMAND = check
