"""What a failing test says: what is wrong, where, what shows it, what to write instead, and why the rule exists.

A skipped test says why, at its own location and not at one in this plugin.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from conformance.commands.diagnostics import diagnostics_of, layout_block, select_blocks
from conformance.findings import Finding
from conformance.settings.checks import Check

MAX_BLOCKS = 50
"""More different findings than this of one rule in one tool are counted, not printed."""


def failure_text(findings: Sequence[Finding], asked: Check, folder: Path) -> str:
    """Return the text of a failing test, the most severe finding first; files below ``folder`` are relative to it."""
    return "\n".join(_lines(findings, asked, folder))


def skip_test(reason: str) -> NoReturn:
    """Skip the running test; ``-rs`` shows the file that it belongs to."""
    raise pytest.skip.Exception(reason, _use_item_location=True)


def _lines(findings: Sequence[Finding], asked: Check, folder: Path) -> Iterator[str]:
    selection = select_blocks(diagnostics_of(findings, "", folder), MAX_BLOCKS)
    for block in selection.blocks:
        yield from layout_block(block)
    if selection.omitted:
        yield f"... and {selection.omitted} more findings of this rule in this tool"
    yield f"why: {asked.summary}"
    # A test may stand for several rules; each of these names has an explanation.
    yield f"more: {', '.join(f'`conformance explain {rule}`' for rule in dict.fromkeys(one.rule for one in findings))}"
