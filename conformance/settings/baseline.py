"""Baselines: the findings that a repository knows, one JSON object per line, so that only new ones fail.

A line is recognised by its fingerprint, which holds rule, tool and position in the tool: neither another wording of the
message nor another place of the tool in the file changes it. A line whose finding is gone is itself a finding.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.display import code_text
from conformance.documents.lines import Line, read_lines
from conformance.documents.location import Location, short_path
from conformance.documents.reader import read_bytes
from conformance.documents.values import as_object, as_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Finding, Level, fingerprint
from conformance.settings.notices import STALE_BASELINE

DEFAULT_BASELINE = "conformance-baseline.jsonl"
_REWRITE = "remove this line; `conformance baseline --write` removes all such lines about the inventory that it checks"
# Writing keeps the reasons of the lines before, and so refuses a file that it cannot read.
_REPAIR = "remove this line, or delete the file and write it again with `conformance baseline --write`"


class KnownFinding(Struct, frozen=True):
    """One line of a baseline: its number, the fingerprint, what it is about, and why it is accepted, if it says so."""

    line: int
    fingerprint: str
    rule: str
    tool: str | None
    reason: str | None
    message: str = ""


def read_baseline(path: Path) -> list[KnownFinding]:
    """Return the lines of a baseline; raises ``ConformanceError`` for one that is not JSON or has no fingerprint."""
    if _is_blank(path):  # nothing is known any more
        return []
    return [_known_finding(path, line) for line in read_lines(path)]


def _is_blank(path: Path) -> bool:
    try:
        return path.is_file() and not read_bytes(path).strip()
    except ConformanceError:  # reading its lines says what is wrong
        return False


def _known_finding(path: Path, line: Line) -> KnownFinding:
    members = as_object(line.document.value if line.document else None)
    found, rule = as_text(members.get("fingerprint")), as_text(members.get("rule"))
    if found is None or rule is None:
        fault = "a line of the baseline is not an object with `fingerprint` and `rule`"
        raise ConformanceError(
            ErrorKind.CONFIGURATION, fault, _REPAIR, str(Location(str(short_path(path)), line.number, 1))
        )
    tool, reason, message = (as_text(members.get(key)) for key in ("tool", "reason", "message"))
    return KnownFinding(line.number, found, rule, tool, reason, message or "")


def baseline_text(
    findings: Iterable[Finding], known: Iterable[KnownFinding] = (), others: Iterable[KnownFinding] = ()
) -> str:
    """Return a baseline of findings, sorted by tool and rule, with the reasons that known lines give.

    ``others`` are lines that stay as they are.
    """
    reasons = {one.fingerprint: one.reason for one in known if one.reason is not None}
    listed = [
        KnownFinding(0, one.fingerprint, one.rule, one.tool, reasons.get(one.fingerprint), one.message)
        for one in findings
    ]
    ordered = sorted([*listed, *others], key=lambda one: (one.tool or "", one.rule, one.message, one.fingerprint))
    return "".join(f"{json.dumps(_line_of(one))}\n" for one in ordered)


def _line_of(known: KnownFinding) -> dict[str, str | None]:
    about = {"rule": known.rule, "tool": known.tool, "message": known.message}
    return {"fingerprint": known.fingerprint, **about, **({} if known.reason is None else {"reason": known.reason})}


class Baseline:
    """The known findings of one run: each finding is looked up once, and then the lines that found none are reported.

    ``level`` is that of lines without a finding, ``None`` to report none. ``is_registered`` says of a rule whether any
    run can find something with it.
    """

    def __init__(
        self,
        path: Path,
        level: Level | None = STALE_BASELINE.level,
        is_registered: Callable[[str], bool] = lambda _rule: True,
    ) -> None:
        self._name = str(short_path(path))
        self._known = read_baseline(path)
        self._level = level
        self._is_registered = is_registered
        self._by_fingerprint = {one.fingerprint: one for one in reversed(self._known)}
        self._found: set[str] = set()

    @property
    def current(self) -> frozenset[str]:
        """The fingerprints of the lines whose findings were found."""
        return frozenset(self._found)

    def add_found(self, fingerprints: Iterable[str]) -> None:
        """Note lines whose findings were found in another part of the run."""
        self._found.update(fingerprints)

    def suppress(self, finding: Finding) -> Finding:
        """Return the finding, suppressed if the baseline has it and no ignore accepts it."""
        known = self._by_fingerprint.get(finding.fingerprint)
        if known is None:
            return finding
        self._found.add(known.fingerprint)
        reason = known.reason or f"known: {self._name}, line {known.line}"
        return finding if finding.suppressed is not None else replace(finding, suppressed=reason)

    def stale_findings(self, examined: Set[str]) -> Iterator[Finding]:
        """Yield a finding for each line that is listed twice, has an unknown check, or was examined in vain."""
        for known in self._known if self._level is not None else ():
            if self._by_fingerprint[known.fingerprint] is not known:
                yield self._stale_finding(known, "is listed twice")
            elif known.rule not in examined and not self._is_registered(known.rule):
                yield self._stale_finding(known, "names a rule that does not exist")
            elif known.rule in examined and known.fingerprint not in self._found:
                yield self._stale_finding(known, "is fixed")

    def _stale_finding(self, known: KnownFinding, why: str) -> Finding:
        where = "" if known.tool is None else f" in {code_text(known.tool)}"
        return Finding(
            rule=STALE_BASELINE.id,
            level=self._level or STALE_BASELINE.level,
            tool=None,
            pointer="",
            message=f"the known finding {code_text(known.rule)}{where} {why}",
            hint=_REWRITE,
            fingerprint=fingerprint(STALE_BASELINE.id, None, known.fingerprint, why),
            location=Location(self._name, known.line, 1),
        )
