"""The options that choose configuration and profile, and the values that follow from them."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.findings import Level

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., Any])


def settings_options(function: AnyCallable) -> AnyCallable:
    """Add ``--config`` and ``--profile``."""
    for option in (
        click.option("--profile", help="Profile by name, or a .toml file. Default: the configured one, else holon."),
        click.option("--config", "config_file", type=click.Path(path_type=Path), help="Configuration file to use."),
    ):
        function = option(function)
    return function


def load_settings(config_file: Path | None, profile: str | None, fail_on: str | None) -> Any:
    """Return the configuration with the command line's own values on top."""
    from conformance.config import load_config

    config = load_config(Path.cwd(), config_file)
    update: dict[str, Any] = {"profile": profile} if profile else {}
    if fail_on:
        update["fail_on"] = Level(fail_on)
    return config.model_copy(update=update)


def today() -> datetime.date:
    """Return the day by which an ignore expires, in UTC."""
    return datetime.datetime.now(datetime.UTC).date()
