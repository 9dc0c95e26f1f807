"""The options that name a running system and say how it is opened; what they leave open, the configuration says."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from conformance.adapters.sources import Source
    from conformance.adapters.spec import Opening
    from conformance.config import Config

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., Any])
SECONDS = click.FloatRange(min=0, min_open=True)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_OPTIONS = (
    click.option("--source", "-s", metavar="SOURCE", help="The running system."),
    click.option("--env", multiple=True, metavar="NAME", help="Pass an environment variable on; repeatable."),
    click.option("--cwd", type=_FOLDER, help="Working folder of the command. Default: an empty one."),
    click.option("--timeout", type=SECONDS, help="Seconds per request. Default: 10."),
    click.option("--start-timeout", type=SECONDS, help="Seconds to start. Default: 8; 90 for npx and its like."),
    click.option("--memory-limit", type=click.IntRange(min=1), metavar="MB", help="Most memory. Default: 4096."),
)


def source_options(function: AnyCallable) -> AnyCallable:
    """Add ``--source`` and the bounds of the system."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def source_of(options: Mapping[str, Any], config: "Config", fallback: str = "reference") -> "tuple[Source, Opening]":
    """Return the named system, else the configured one, else ``fallback``; raises ``ConformanceError`` for none.

    Paths in the configuration are relative to its file.
    """
    from conformance.adapters.environment import named_variables
    from conformance.adapters.sources import find_source
    from conformance.adapters.spec import Limits, Opening

    stated, memory = config.probe, options["memory_limit"]
    base = config.file.parent if config.file and not options["source"] and stated.source else Path.cwd()
    limits = Limits(
        start_seconds=options["start_timeout"] or stated.start_timeout,
        request_seconds=options["timeout"] or stated.timeout,
        **({"memory_bytes": memory * 2**20} if memory else {}),
    )
    folder = options["cwd"].absolute() if options["cwd"] else stated.cwd
    opening = Opening(limits, named_variables((*stated.env, *options["env"])), folder, base=base)
    return find_source(options["source"] or stated.source or fallback, base), opening
