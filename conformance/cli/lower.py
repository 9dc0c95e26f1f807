"""``conformance lower``: the schemas in the form that a provider accepts, and what that form loses."""

from pathlib import Path

import click

from conformance.cli._output import announce
from conformance.cli._reports import fail_on_option
from conformance.cli._settings import config_option, load_settings
from conformance.cli._values import FilePath


@click.command()
@click.argument("inventory", required=False, type=FilePath())
@click.option(
    "--to", "target", required=True, metavar="PROFILE", help="Profile of the provider, such as openai_strict."
)
@click.option("--form", metavar="NAME", help="Other form of the request: chat of OpenAI, json_schema of Gemini.")
@click.option("--tool", "-t", "tools", multiple=True, metavar="NAME", help="Lower only this tool; repeatable.")
@fail_on_option("warning")
@config_option
def lower(
    inventory: Path | None,
    target: str,
    form: str | None,
    tools: tuple[str, ...],
    fail_on: str | None,
    config_file: Path | None,
) -> None:
    """Convert tools to what a provider accepts.

    The tools go to standard output as JSON. What is lost goes to standard error: conditions that are dropped, nulls
    that become valid, and what the provider still rejects. Without INVENTORY the configured one is read, else that
    of pytest, else the embedded reference contract. Exit status 1 means that part of the contract is lost, or that
    there are no tools.

    Example: conformance lower tools.json --to openai_strict --tool ReadFile
    """
    from conformance.cli._output import colour_text
    from conformance.commands.cost import lowered_catalog
    from conformance.commands.reporters import text
    from conformance.commands.subject import subject_of
    from conformance.display import list_codes
    from conformance.documents.values import stable_text
    from conformance.findings import Level
    from conformance.inventory.formats import ListDocument

    config = load_settings(config_file, None, fail_on)
    subject = subject_of(inventory, config)
    catalog = lowered_catalog(subject.surface.inventory, target, tools, subject.document, form)
    click.echo(stable_text(catalog.sent), nl=False)
    if isinstance(subject.document, ListDocument) and subject.document.built_in:
        built_in = [one.type for one in subject.document.built_in]
        named = f"built-in tool{'s' if len(built_in) > 1 else ''} {list_codes(built_in)}"
        announce(f"note: {named} left out, as there is no schema to convert; add such tools to the request yourself")
    is_empty = not subject.surface.inventory.tools
    if is_empty:
        announce("note: the inventory has no tools, so nothing was converted")
    losses = text.render_sections(catalog.findings, subject.surface.name, Path.cwd())
    click.echo(colour_text(losses, text.REPORTER.styles, "stderr"), err=True, nl=False, color=True)
    click.get_current_context().exit(1 if is_empty or catalog.loses(Level(fail_on or Level.WARNING)) else 0)


COMMAND = lower
