"""The options that choose configuration and profile, and the values that follow from them."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from conformance.cli._sinks import refuse_overwriting
from conformance.cli._values import AnyCallable, FilePath

if TYPE_CHECKING:
    from conformance.settings.repository import Config


config_option = click.option(
    "--config",
    "config_file",
    type=FilePath(),
    metavar="FILE",
    help="Configuration file. [default: the nearest conformance.toml or pyproject.toml]",
)


def profile_option(default: str) -> Callable[[AnyCallable], AnyCallable]:
    """Return ``--profile`` for a command that uses ``default`` where no profile is configured."""
    text = f"Profile to judge by: a name or a .toml file. [default: the configured one, else {default}]"
    return click.option("--profile", metavar="PROFILE", help=text)


def settings_options(function: AnyCallable) -> AnyCallable:
    """Add ``--config`` and ``--profile``."""
    return config_option(profile_option("holon")(function))


def load_settings(config_file: Path | None, profile: str | None, fail_on: str | None) -> "Config":
    """Return the configuration with the command line's own values on top; no report may replace what it names."""
    from conformance.findings import Level
    from conformance.settings.repository import load_config, named_files

    config = load_config(Path.cwd(), config_file)
    refuse_overwriting([*named_files(config), config.profile, config.probe.source or ""])
    config = config.replace_profile(profile) if profile is not None else config
    return replace(config, fail_on=Level(fail_on)) if fail_on else config


def today() -> datetime.date:
    """Return the day by which an ignore expires, in UTC."""
    return datetime.datetime.now(datetime.UTC).date()
