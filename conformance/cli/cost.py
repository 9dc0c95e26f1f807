"""``conformance cost``: the token cost of each tool per request, most expensive first."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from conformance.cli._output import announce
from conformance.cli._settings import load_settings, settings_options
from conformance.cli._values import FilePath, WholeNumber


@click.command()
@click.argument("inventory", required=False, type=FilePath())
@click.option("--tokenizer", metavar="NAME", help="Count with this tiktoken tokenizer. [default: an estimate]")
@click.option(
    "--budget",
    type=WholeNumber(1),
    metavar="TOKENS",
    help="Fail above this many tokens. [default: the configured budget, else the profile's]",
)
@click.option(
    "--format", "-f", "fmt", type=click.Choice(["text", "json"]), default="text", help="Output format. [default: text]"
)
@settings_options
def cost(
    inventory: Path | None,
    tokenizer: str | None,
    budget: int | None,
    fmt: str,
    config_file: Path | None,
    profile: str | None,
) -> None:
    """Show how many tokens each tool costs per request.

    The name, description and schema of a tool are counted as sent, by default at one token per four bytes. Without
    INVENTORY the configured one is read, else that of pytest, else the embedded reference contract. Exit status 1 means
    that the budget is exceeded, or that there are no tools.

    Example: conformance cost tools.json --profile openai --budget 4000
    """
    from conformance.commands.cost import price_list
    from conformance.commands.registry import profile_of
    from conformance.commands.subject import inventory_of
    from conformance.settings.faults import blame_key

    config = load_settings(config_file, profile, None)
    stated = {"tokenizer": tokenizer, "token_budget": budget}
    config = replace(config, **{key: value for key, value in stated.items() if value is not None})
    judged, profile_used = inventory_of(inventory, config), profile_of(config)
    # a tokenizer that an option names is in no file
    with blame_key(None if tokenizer or config.tokenizer is None else config.file, "tokenizer"):
        prices = price_list(judged, profile_used)
    if fmt == "json":
        import json

        click.echo(json.dumps(prices.value, indent=2))
    else:
        click.echo("\n".join(prices.lines))
    if judged.built_in and fmt == "text":
        _announce_uncounted([one.type for one in judged.built_in])
    if not judged.tools:
        announce("note: the inventory has no tools, so nothing was counted")
    click.get_current_context().exit(1 if prices.exceeded or not judged.tools else 0)


def _announce_uncounted(types: Sequence[str]) -> None:
    from conformance.display import list_codes

    named = f"built-in tool{'s' if len(types) > 1 else ''} {list_codes(types, 5)}"
    announce(f"note: {named} cost tokens, too, and are not counted, as their schemas are the provider's own")


COMMAND = cost
