"""What a failing test says: what is wrong, where, what to write instead, and why the rule exists."""

from collections.abc import Iterator, Sequence

from conformance.display import escape_text
from conformance.documents.values import compact_json
from conformance.findings import Finding
from conformance.settings.checks import Check

MAX_FINDINGS = 50
"""More findings than this of one rule in one tool are counted, not printed."""

_MAX_CHARS = 300


def failure_text(findings: Sequence[Finding], asked: Check) -> str:
    """Return the text of a failing test; its first line is what is wrong."""
    return "\n".join(_lines(findings, asked))


def finding_text(finding: Finding) -> str:
    """Return what is wrong, where, perhaps the call that shows it, and what to write instead, each on a line."""
    call = f"\n  call: {_truncate(compact_json(finding.evidence['call']))}" if "call" in finding.evidence else ""
    return f"{escape_text(finding.message)}\n  at:  {location_text(finding)}{call}\n  fix: {escape_text(finding.hint)}"


def location_text(finding: Finding) -> str:
    """Return file, line and column, and the JSON Pointer."""
    pointer = escape_text(finding.pointer)
    shown = _truncate(pointer) or "the root of the document"
    return f"{escape_text(str(finding.location))} ({shown})" if finding.location else shown


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_CHARS else f"{text[:_MAX_CHARS]}…"


def _lines(findings: Sequence[Finding], asked: Check) -> Iterator[str]:
    for finding in findings[:MAX_FINDINGS]:
        yield finding_text(finding)
    rest = len(findings) - MAX_FINDINGS
    if rest > 0:
        yield f"... and {rest} more findings of this rule in this tool"
    yield f"why: {asked.summary}" + (f" [{asked.source}]" if asked.source else "")
