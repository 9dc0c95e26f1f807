"""Accepted findings: each ignore of the configuration suppresses what it matches, and is itself checked.

An ignore that matches nothing, or has expired, is itself a finding: an exception that outlives its reason hides the
next fault at the same location.
"""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import replace
from fnmatch import fnmatchcase

from conformance.display import quote_text
from conformance.findings import Finding, Level, fingerprint
from conformance.settings.notices import STALE_IGNORE
from conformance.settings.repository import Config, Ignore
from conformance.settings.toml_positions import locate_key


class Ignores:
    """The ignores of one run: each finding is matched against them once, and those that matched none are stale.

    ``is_judged`` says whether the run applies the rule that an ignore names; other ignores are neither used nor stale,
    since a check of the inventory says nothing about what an audit would find. ``level`` is that of stale ignores,
    ``None`` to report none.
    """

    def __init__(
        self,
        config: Config,
        is_judged: Callable[[str], bool],
        today: datetime.date,
        level: Level | None = STALE_IGNORE.level,
    ) -> None:
        self._config = config
        self._is_judged = is_judged
        self._found: set[str] = set()
        self._today = today
        self._level = level
        self._used: set[int] = set()

    def suppress(self, finding: Finding) -> Finding:
        """Return the finding, suppressed with the reason of the first valid ignore that matches it, if any."""
        self._found.add(finding.rule)
        matching = [index for index, ignore in enumerate(self._config.ignore) if _matches(ignore, finding)]
        self._used.update(matching)
        valid = [self._config.ignore[index] for index in matching if not self._is_expired(self._config.ignore[index])]
        return replace(finding, suppressed=valid[0].reason) if valid else finding

    def stale_findings(self) -> Iterator[Finding]:
        """Yield a finding for each ignore that matched nothing or has expired."""
        for index, ignore in enumerate(self._config.ignore if self._level is not None else ()):
            expired = self._is_expired(ignore)
            judged = ignore.rule in self._found or index in self._used or self._is_judged(ignore.rule)
            if judged and (expired or index not in self._used):
                why = f"expired on {ignore.expires}" if expired else "matches no finding"
                yield self._stale_finding(index, ignore, why, expired=expired)

    def _is_expired(self, ignore: Ignore) -> bool:
        return ignore.expires is not None and ignore.expires < self._today

    def _stale_finding(self, index: int, ignore: Ignore, why: str, *, expired: bool) -> Finding:
        place = f"rule {quote_text(ignore.rule)}, tool {quote_text(ignore.tool)}, pointer {quote_text(ignore.pointer)}"
        pointer = f"/ignore/{index}"
        file = self._config.file
        return Finding(
            rule=STALE_IGNORE.id,
            level=self._level or STALE_IGNORE.level,
            tool=None,
            pointer=pointer,
            message=f"the ignore for {place} {why}",
            hint="fix the finding and remove the ignore, or set a later `expires` with a reason"
            if expired
            else "remove the `[[ignore]]` entry",
            fingerprint=fingerprint(STALE_IGNORE.id, None, pointer, place),
            location=locate_key(file, f"ignore.{index}") if file else None,
        )


def _matches(ignore: Ignore, finding: Finding) -> bool:
    return (
        any(fnmatchcase(name, ignore.rule) for name in (finding.rule, *finding.other_names))
        and fnmatchcase(finding.tool or "", ignore.tool)
        and fnmatchcase(finding.pointer, ignore.pointer)
    )
