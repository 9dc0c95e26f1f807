"""What the options before the command say of its output: how much is printed beside the result, and in colours or not.

They hold for one run of the command line, also for an error that ends it after click has forgotten its options.
"""

from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal

import click
from msgspec import Struct

if TYPE_CHECKING:
    from rich.console import Console

Stream = Literal["stdout", "stderr"]


class Output(Struct, frozen=True):
    """``color`` is ``auto``, ``always`` or ``never``; quiet output is the result alone, verbose output more of it."""

    color: str = "auto"
    quiet: bool = False
    verbose: bool = False
    progress: bool = True


OUTPUT: ContextVar[Output] = ContextVar("conformance_output")
"""The options of the running command line; what is not set is the default."""


def current_output() -> Output:
    """Return the options of the running command line."""
    return OUTPUT.get(Output())


def announce(line: str) -> None:
    """Print a line beside the result on standard error, unless the output is quiet."""
    if not current_output().quiet:
        click.echo(line, err=True)


def console_for(stream: Stream) -> "Console":
    """Return a console of ``rich`` for a stream; it knows NO_COLOR, FORCE_COLOR and TERM, but an option comes first."""
    from rich.console import Console

    color, is_error = current_output().color, stream == "stderr"
    if color == "auto":
        return Console(stderr=is_error)
    if color == "never":
        return Console(stderr=is_error, no_color=True)
    return Console(stderr=is_error, force_terminal=True, no_color=False, color_system="standard")
