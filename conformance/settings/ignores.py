"""Accepted findings: each ignore of the configuration suppresses what it names, and is itself checked.

An ignore that matches nothing, or whose time is over, is a finding: an exception that outlives its reason hides the
next fault at the same place.
"""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from conformance.display import quote_text
from conformance.documents.location import Location
from conformance.findings import Finding, Level, fingerprint
from conformance.settings.repository import Config, Ignore

STALE_IGNORE = "stale_ignore"


def apply_ignores(findings: Sequence[Finding], config: Config, today: datetime.date) -> list[Finding]:
    """Suppress the findings that an ignore accepts, and add one finding for each stale or expired ignore."""
    valid = [ignore for ignore in config.ignore if ignore.expires is None or ignore.expires >= today]
    judged = [_suppress(finding, valid) for finding in findings]
    stale = [
        _stale_ignore_finding(config, index, ignore, today)
        for index, ignore in enumerate(config.ignore)
        if ignore not in valid or not any(matches(ignore, finding) for finding in findings)
    ]
    return [*judged, *stale]


def _suppress(finding: Finding, ignores: Sequence[Ignore]) -> Finding:
    reason = next((ignore.reason for ignore in ignores if matches(ignore, finding)), None)
    return finding if reason is None else replace(finding, suppressed=reason)


def matches(ignore: Ignore, finding: Finding) -> bool:
    """Say whether an ignore names the finding: its rule, kind or category, and its place."""
    return (
        any(fnmatchcase(name, ignore.rule) for name in (finding.rule, *finding.other_names))
        and fnmatchcase(finding.tool or "", ignore.tool)
        and fnmatchcase(finding.pointer, ignore.pointer)
    )


def _stale_ignore_finding(config: Config, index: int, ignore: Ignore, today: datetime.date) -> Finding:
    expired = ignore.expires is not None and ignore.expires < today
    why = f"expired on {ignore.expires}" if expired else "matches no finding"
    place = f"rule {quote_text(ignore.rule)}, tool {quote_text(ignore.tool)}, pointer {quote_text(ignore.pointer)}"
    pointer = f"/ignore/{index}"
    return Finding(
        rule=STALE_IGNORE,
        level=Level.ERROR,
        tool=None,
        pointer=pointer,
        message=f"the ignore of {place} {why}",
        hint="mend the finding and remove the ignore, or extend it with a reason" if expired else "remove the ignore",
        fingerprint=fingerprint(STALE_IGNORE, None, pointer, place),
        location=Location(str(config.file), 1, 1) if config.file else None,
    )
