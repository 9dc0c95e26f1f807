"""Colours, where a stream shows them."""

import os
import sys
from collections.abc import Mapping
from typing import Literal


def colour_text(text: str, styles: Mapping[str, str], stream: Literal["stdout", "stderr"] = "stdout") -> str:
    """Return the text in colours where the stream shows them; NO_COLOR forbids and FORCE_COLOR demands them.

    ``styles`` are regular expressions over the text, each with a style of ``rich``; later ones win.
    """
    # Rich is not loaded for a file or a pipe; it knows the rest: FORCE_COLOR, TERM, how many colours there are.
    if not styles or os.environ.get("NO_COLOR") or not (getattr(sys, stream).isatty() or os.environ.get("FORCE_COLOR")):
        return text
    from rich.console import Console
    from rich.text import Text

    console, coloured = Console(stderr=stream == "stderr"), Text(text, end="")
    for pattern, style in styles.items():
        coloured.highlight_regex(pattern, style)
    with console.capture() as written:
        console.print(coloured, soft_wrap=True, end="")
    return written.get()
