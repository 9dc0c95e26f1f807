"""What a page shows of the history of an inventory: the trend of its changes, and each version with what broke."""

from pathlib import Path

from conformance.commands.diagnostics import relative_path
from conformance.commands.report import TrendPoint
from conformance.commands.reporters._markup import Markup, element, prose
from conformance.commands.reporters._page import Page
from conformance.commands.reporters._trend import trend_section
from conformance.display import count_of
from conformance.drift.policy import Ruling
from conformance.drift.report import DriftHistory, TimelineEntry

_LEVELS = tuple(ruling.value for ruling in sorted(Ruling, key=lambda one: -one.rank))


def history_page(history: DriftHistory, folder: Path) -> Page:
    """Return the page of the history of an inventory."""
    counts = {level: sum(_counts(one).get(level, 0) for one in history.entries) for level in _LEVELS}
    broken = sum(bool(_counts(one).get(Ruling.BREAKING.value)) for one in history.entries)
    number = len(history.entries)
    verdict = f"{count_of(number, 'version')}, {broken:,} with breaking changes"
    points = [TrendPoint(_label(one), _counts(one)) for one in history.entries]
    sections = [*trend_section(points, _LEVELS, "change"), _versions(history)]
    subject = [element("code", relative_path(history.file, folder))]
    is_open = bool(counts[Ruling.UNKNOWN.value]) or any(one.is_open for one in history.entries)
    outcome = "fails" if broken else "open" if is_open else "passes"
    return Page(outcome, verdict, subject, counts, _LEVELS, (), "change", "", (), {}, sections)


def _label(entry: TimelineEntry) -> str:
    return f"{entry.day} {entry.short_commit}"


def _counts(entry: TimelineEntry) -> dict[str, int]:
    counts = entry.report.summary() if entry.report is not None else {}
    return {level: counts[level] for level in _LEVELS if level in counts}


def _versions(history: DriftHistory) -> Markup:
    return element("section", element("h2", "Versions"), *(_version(one) for one in reversed(history.entries)))


def _version(entry: TimelineEntry) -> Markup:
    changes = [element("li", prose(line)) for line in entry.notable_lines()]
    head = element("p", element("code", _label(entry)), " ", entry.subject)
    listed = element("ul", *changes) if changes else None
    return element("div", head, element("p", entry.outcome, class_="note"), listed, class_="version")
