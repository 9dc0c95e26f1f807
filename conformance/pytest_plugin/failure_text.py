"""What a failing test says: what is wrong, where, what to write instead, and why the rule exists."""

from collections.abc import Iterator, Sequence

from conformance.display import visible
from conformance.documents.values import compact
from conformance.findings import Finding
from conformance.pytest_plugin.inventory_check import Asked

MOST_SHOWN = 50
"""More findings than this of one rule in one tool are counted, not printed."""

_LONGEST = 300


def failure_text(findings: Sequence[Finding], asked: Asked) -> str:
    """Return the text of a failing test; its first line is what is wrong."""
    return "\n".join(_lines(findings, asked))


def finding_text(finding: Finding) -> str:
    """Return what is wrong, where, perhaps the call that shows it, and what to write instead, each on a line."""
    call = f"\n  call: {_cut(compact(finding.evidence['call']))}" if "call" in finding.evidence else ""
    return f"{visible(finding.message)}\n  at:  {where(finding)}{call}\n  fix: {visible(finding.hint)}"


def where(finding: Finding) -> str:
    """Return file, line and column, and the JSON Pointer."""
    pointer = visible(finding.pointer)
    shown = _cut(pointer) or "the root of the document"
    return f"{visible(str(finding.location))} ({shown})" if finding.location else shown


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _lines(findings: Sequence[Finding], asked: Asked) -> Iterator[str]:
    for finding in findings[:MOST_SHOWN]:
        yield finding_text(finding)
    rest = len(findings) - MOST_SHOWN
    if rest > 0:
        yield f"... and {rest} more findings of this rule in this tool"
    yield f"why: {asked.summary}" + (f" [{asked.source}]" if asked.source else "")
