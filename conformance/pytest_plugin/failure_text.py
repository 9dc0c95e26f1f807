"""What a failing test says: what is wrong, where, what shows it, what to write instead, and why the rule exists.

A skipped test says why, at its own location and not at one in this plugin.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from msgspec import Struct

from conformance.commands.diagnostics import diagnostics_of, layout_block, select_blocks, tools_heading
from conformance.display import escape_text
from conformance.errors import ConformanceError
from conformance.findings import Finding
from conformance.pytest_plugin.settings import error_text
from conformance.settings.checks import Check

MAX_BLOCKS = 50
"""More different findings than this of one rule in one tool are counted, not printed."""


def failure_text(findings: Sequence[Finding], asked: Check, folder: Path, *, by_tool: bool = False) -> str:
    """Return the text of a failing test, the most severe finding first; files below ``folder`` are relative to it.

    ``by_tool`` puts the names of the tools above their findings, where the test itself names none.
    """
    return "\n".join(_lines(findings, asked, folder, by_tool=by_tool))


class CollectionFailure(Struct, frozen=True):
    """What pytest shows of a file or a system that cannot be collected: a text, and one line in the short summary."""

    text: str
    message: str

    @property
    def reprcrash(self) -> "CollectionFailure":
        """Where the short summary looks for the ``message``."""
        return self

    def toterminal(self, terminal: Any) -> None:
        """Print the text."""
        terminal.line(self.text, red=True)

    def __str__(self) -> str:
        return self.text


def collection_failure(error: BaseException) -> CollectionFailure | None:
    """Return what is shown of an error that keeps a node from being collected; ``None`` for a fault of the harness."""
    if not isinstance(error, ConformanceError):
        return None
    return CollectionFailure(error_text(error), escape_text(error.message))


def skip_test(reason: str) -> NoReturn:
    """Skip the running test; ``-rs`` shows the file that it belongs to."""
    raise pytest.skip.Exception(reason, _use_item_location=True)


def _lines(findings: Sequence[Finding], asked: Check, folder: Path, *, by_tool: bool) -> Iterator[str]:
    selection = select_blocks(diagnostics_of(findings, "", folder), MAX_BLOCKS)
    for block in selection.blocks:
        if by_tool and block.tools:
            yield tools_heading(block.tools)
        yield from layout_block(block)
    if selection.omitted:
        yield f"... and {selection.omitted} more findings of this rule in this tool"
    # The message says what is wrong, so the reason is worth more here than what is required.
    reason, _, _ = asked.why.partition("\n\n")
    yield f"why: {' '.join((reason or asked.summary).split())}"
    # A test may stand for several rules; each of these names has an explanation.
    yield f"more: {', '.join(f'`conformance explain {rule}`' for rule in dict.fromkeys(one.rule for one in findings))}"
