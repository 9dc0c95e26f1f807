"""The output of a command as the options before it ask for it: how much is printed beside the result, and in colours.

They hold for one run of the command line, also for an error that ends it after click has forgotten its options.
"""

import os
import sys
from collections.abc import Mapping
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


def colour_text(text: str, styles: Mapping[str, str], stream: Stream = "stdout") -> str:
    """Return the text in colours where the stream shows them.

    The option ``--color`` decides; without it NO_COLOR forbids and FORCE_COLOR demands them.

    ``styles`` are regular expressions over the text, each with a style of ``rich``; later ones win.
    """
    # Rich is not loaded for a file or a pipe; it knows the rest: FORCE_COLOR, TERM, how many colours there are.
    if not styles or not _is_coloured(stream):
        return text
    from rich.text import Text

    console, coloured = console_for(stream), Text(text, end="")
    for pattern, style in styles.items():
        coloured.highlight_regex(pattern, style)
    with console.capture() as written:
        console.print(coloured, soft_wrap=True, end="")
    return written.get()


def _is_coloured(stream: Stream) -> bool:
    color = current_output().color
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return getattr(sys, stream).isatty() or bool(os.environ.get("FORCE_COLOR"))
