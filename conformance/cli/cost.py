"""``conformance cost``: the token cost of each tool per request, most expensive first."""

from pathlib import Path

import click

from conformance.cli._settings import load_settings, settings_options


@click.command()
@click.argument("inventory", required=False, type=click.Path(path_type=Path))
@click.option("--tokenizer", metavar="NAME", help="Count with this tiktoken tokenizer instead of estimating.")
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Fail above this many tokens.")
@click.option("--format", "-f", "fmt", type=click.Choice(["text", "json"]), default="text", help="Default: text.")
@settings_options
def cost(
    inventory: Path | None,
    tokenizer: str | None,
    budget: int | None,
    fmt: str,
    config_file: Path | None,
    profile: str | None,
) -> None:
    """Show the token cost of INVENTORY's tools per request: name, description and schema as sent.

    Without a tokenizer the count is estimated at one token per four bytes. Exit status 1 means that the budget of
    the option, the configuration or the profile is exceeded.
    """
    from conformance.commands.cost import price_list
    from conformance.commands.registry import profile_of
    from conformance.commands.subject import subject_of

    config = load_settings(config_file, profile, None)
    stated = {"tokenizer": tokenizer, "token_budget": budget}
    config = config.model_copy(update={key: value for key, value in stated.items() if value is not None})
    prices = price_list(subject_of(inventory, config).surface.inventory, profile_of(config))
    if fmt == "json":
        import json

        click.echo(json.dumps(prices.value, indent=2))
    else:
        for line in prices.lines:
            click.echo(line)
    click.get_current_context().exit(1 if prices.exceeded else 0)


COMMAND = cost
