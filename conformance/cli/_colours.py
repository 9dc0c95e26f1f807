"""Colours, where a stream shows them."""

import os
import sys
from collections.abc import Mapping

from conformance.cli._output import Stream, console_for, current_output


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
