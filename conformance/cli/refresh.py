"""``conformance refresh``: write the inventory of a system, or compare a file with it."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from conformance.cli._settings import config_option, load_settings
from conformance.cli._signals import ends_as_interrupts
from conformance.cli._sources import apply_options, example_step, source_base, source_options
from conformance.cli._values import FilePath
from conformance.display import code_text, quote_word
from conformance.errors import ConformanceError, ErrorKind

if TYPE_CHECKING:
    from conformance.commands.refresh import Refreshed
    from conformance.documents.values import JsonObject
    from conformance.settings.repository import Config
    from conformance.systems.runtime import Opening
    from conformance.systems.sources import Source


_OWN_TOOLS = "write your own with `--source SOURCE`"


@click.command()
@click.argument("path", required=False, type=FilePath())
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if the source says anything else.")
@click.option("--prune", is_flag=True, help="Remove the tools that the source no longer has.")
@config_option
@source_options
def refresh(path: Path | None, only_check: bool, prune: bool, config_file: Path | None, **options: Any) -> None:
    """Write the inventory of a running system to a file.

    Names, descriptions, schemas and annotations come from the source. What people declared in the file (family,
    stability, related surfaces, envelopes, notes) is kept, and so is a tool that vanished, unless with --prune.

    SOURCE is mcp-stdio:"npx -y some-server", mcp-http:URL, command:"node adapter.mjs", http://..., python:module:name,
    or a file with a list of tools.

    PATH is the file to write. Default: the configured inventory, else that of pytest, else the customary file
    model-tool-schema-inventory.json. One of another system is replaced only if both PATH and --source are given.

    Example: conformance refresh tools.json --source python:mytools:TOOLS
    """
    from conformance.commands.subject import only_inventory
    from conformance.display import escape_text
    from conformance.documents.packaged import INVENTORY_FILE

    config = load_settings(config_file, None, None)
    target, named = path or only_inventory(config) or Path(INVENTORY_FILE), path is not None
    has_source = apply_options(config, options).probe.source is not None
    asked = _source_and_opening(config, options) if has_source else None
    wanted = _source_inventory(*asked, list(_option_arguments(config_file, options))) if asked else None
    if only_check:
        again = ("conformance refresh", *map(quote_word, (str(target), *_option_arguments(config_file, options))))
        if not _is_up_to_date(target, wanted, " ".join(again), named=named, has_source=has_source):
            if asked and wanted is not None:
                _note_restless_tools(*asked, wanted)
            click.get_current_context().exit(1)
        return
    if asked and not prune:
        _require_tools(asked[0], wanted)
    from conformance.commands import refresh as refreshing

    done = refreshing.refresh(target, wanted=wanted, replace_foreign=named and has_source, prune=prune)
    click.echo(f"{'wrote' if done.is_changed else 'unchanged:'} {escape_text(str(target))}")
    for line in _tool_lines(done, prune=prune):
        click.echo(line)
    if not has_source and done.is_changed:
        click.echo(example_step(refreshing.reference_size(), _OWN_TOOLS))


def _require_tools(source: "Source", wanted: "JsonObject | None") -> None:
    """Raise ``ConformanceError`` for a source without tools, which is a mistake unless they are to be removed."""
    if not (wanted or {}).get("tools"):
        message = f"{source.label} lists no tools, so nothing was written"
        raise ConformanceError(ErrorKind.UNSUPPORTED, message, "check why it lists none; `--prune` writes that")


def _tool_lines(done: "Refreshed", *, prune: bool) -> Iterator[str]:
    """Yield what the reader should know about tools that came and went."""
    from conformance.display import list_codes
    from conformance.systems.credentials import mask_printed

    added, vanished = (list_codes([mask_printed(name) for name in names]) for names in (done.added, done.vanished))
    if done.added:
        yield f"added {_noun(done.added)} {added}"
    if done.vanished and prune:
        yield f"removed {_noun(done.vanished)} {vanished}"
    elif done.vanished:
        verb, it = ("is", "it") if len(done.vanished) == 1 else ("are", "them")
        yield f"kept {_noun(done.vanished)} {vanished}, which {verb} not in the source; remove {it} with `--prune`"


def _noun(names: Sequence[str]) -> str:
    return "tool" if len(names) == 1 else "tools"


def _option_arguments(config_file: Path | None, options: dict[str, Any]) -> Iterator[str]:
    """Return the options that identify the source, to repeat in a command, without the secrets that they hold."""
    from conformance.systems.credentials import mask_source, mask_variable

    masks: dict[str, Callable[[str], str]] = {"source": mask_source, "env": mask_variable}
    for name, value in {"config": config_file, **options}.items():
        values: Any = cast("Any", value) if isinstance(value, tuple) else () if value is None else (value,)
        for one in values:
            if name != "header" or "${" in one:  # a header without a variable is a secret
                text = str(one)
                yield from (f"--{name.replace('_', '-')}", masks[name](text) if name in masks else text)


def _source_and_opening(stated: "Config", options: dict[str, Any]) -> "tuple[Source, Opening] | None":
    """Return the system to ask and how to open it, ``None`` for the reference contract."""
    config, base = apply_options(stated, options), source_base(stated, options)
    if config.probe.source == "reference":
        return None
    from conformance.commands.configured_system import opening_of, source_of

    return source_of(config, base, is_stated=options["source"] is None), opening_of(config, base)


@ends_as_interrupts()
def _source_inventory(source: "Source", opening: "Opening", stated: Sequence[str]) -> "JsonObject":
    """Return a running system's inventory; an unstable one is an error."""
    from conformance.cli._output import announce
    from conformance.commands import refresh as refreshing
    from conformance.commands.published_package import published_package_note
    from conformance.commands.working_folder import working_folder_note
    from conformance.display import escape_text, list_codes
    from conformance.systems.sources import describe_twice

    inventory, unstable = describe_twice(source, opening)
    if unstable:
        noun, verb = ("tool", "differs") if len(unstable) == 1 else ("tools", "differ")
        click.echo(f"{noun} {list_codes(unstable)} of {escape_text(source.label)} {verb} each time")
        command = " ".join(["conformance probe --probe catalog_stable", *map(quote_word, stated)])
        click.echo(f"nothing was written; run `{command}` to see what changes")
        click.get_current_context().exit(1)
    for note in (published_package_note(source, opening), working_folder_note(inventory, opening)):
        if note:
            announce(f"note: {note}")
    for name, reason in refreshing.unevaluated_schemas(inventory):
        click.echo(f"tool {code_text(name)} was written unchanged, but its schema cannot be evaluated, as {reason}")
    return inventory


def _is_up_to_date(target: Path, wanted: "JsonObject | None", again: str, *, named: bool, has_source: bool) -> bool:
    """Say whether the file says what the source does, and print each difference."""
    from conformance.commands import refresh as refreshing
    from conformance.display import escape_text

    shown = escape_text(str(target))
    found = refreshing.pending_changes(target, wanted=wanted, accept_foreign=named)
    for difference in found.differences:
        click.echo(str(difference))
    if not found.differences:
        click.echo(f"{shown} is up to date")
        return True
    cure = f"write it with `{again}{' --prune' if found.vanished else ''}`"
    if not has_source and refreshing.is_foreign(target):
        cure = f"it is the inventory of another system: `{again} --source SOURCE`"
    count = "1 place" if len(found.differences) == 1 else f"{len(found.differences)} places"
    click.echo(f"{shown} is out of date in {count}; {cure}")
    return False


def _note_restless_tools(source: "Source", opening: "Opening", inventory: "JsonObject") -> None:
    """Name the tools that each start of the system describes otherwise, as no written file can agree with them."""
    from conformance.display import list_codes
    from conformance.systems.sources import tools_changed_by_restart

    restless = tools_changed_by_restart(source, opening, inventory)
    if restless:
        verb = "differs" if len(restless) == 1 else "differ"
        click.echo(f"{_noun(restless)} {list_codes(restless)} {verb} each time the source starts; fix that first")


COMMAND = refresh
