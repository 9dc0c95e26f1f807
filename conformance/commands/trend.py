"""The trend of a report: earlier JSON reports on the same subject, and the findings that came and went between them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from conformance.commands.report import Report, TrendPoint
from conformance.display import code_text
from conformance.documents import reader
from conformance.documents.file_patterns import matching_files
from conformance.documents.values import JsonObject, as_array, as_object, as_text
from conformance.errors import ConformanceError, ErrorKind
from conformance.findings import Level

NOW = "this run"


class _Earlier(Struct, frozen=True):
    """What a trend needs of a report: its name, its counts, and its findings, ``None`` where not all are listed."""

    label: str
    counts: Mapping[str, int]
    fingerprints: frozenset[str] | None


def report_files(patterns: Iterable[str]) -> list[Path]:
    """Return the files that names and patterns stand for, those of a pattern by name.

    Raises ``ConformanceError`` for a pattern without a file.
    """
    found: list[Path] = []
    for pattern in patterns:
        files = [Path(pattern)] if Path(pattern).exists() else matching_files(pattern)
        if not files:
            message = f"no file matches {code_text(pattern, 200)}"
            raise ConformanceError(ErrorKind.USAGE, message, "pass earlier reports that `--format json` wrote")
        found.extend(files)
    return found


def add_trend(report: Report, files: Sequence[Path]) -> Report:
    """Return a report with its trend; the files are earlier JSON reports, the oldest first.

    Raises ``ConformanceError`` for a file that is not one, or that is about something else.
    """
    if not files:
        return report
    points = [*(_read(file, report) for file in files), _this(report)]
    trend = [_point(point, before) for point, before in zip(points, (None, *points), strict=False)]
    return replace(report, trend=trend)


def _point(point: _Earlier, before: _Earlier | None) -> TrendPoint:
    if before is None or point.fingerprints is None or before.fingerprints is None:
        return TrendPoint(point.label, point.counts)
    added, gone = point.fingerprints - before.fingerprints, before.fingerprints - point.fingerprints
    return TrendPoint(point.label, point.counts, len(added), len(gone))


def _this(report: Report) -> _Earlier:
    found = frozenset(one.fingerprint for one in report.active_findings)
    return _Earlier(NOW, report.summary(), None if any(report.omitted.values()) else found)


def _read(file: Path, report: Report) -> _Earlier:
    value = as_object(reader.read(file).value)
    counts = as_object(value.get("summary"))
    if "findings" not in value or not all(isinstance(counts.get(level.value), int) for level in Level):
        message = f"{code_text(str(file), 200)} is not a report of findings"
        raise ConformanceError(ErrorKind.UNREADABLE, message, "pass one that `--format json` wrote")
    subject = as_text(value.get("subject")) or ""
    if subject != report.subject and not (report.parts and "parts" in value):
        message = (
            f"{code_text(str(file), 200)} is about {code_text(subject, 200)}, not {code_text(report.subject, 200)}"
        )
        raise ConformanceError(ErrorKind.USAGE, message, "pass reports of the same command")
    numbers = {name: number for name, number in counts.items() if isinstance(number, int)}
    return _Earlier(file.stem, numbers, _fingerprints(value, numbers))


def _fingerprints(value: JsonObject, counts: Mapping[str, int]) -> frozenset[str] | None:
    """Return the active findings of an earlier report, each at all of its places; ``None`` if it lists only some."""
    active = [one for item in as_array(value["findings"]) if (one := as_object(item)).get("suppressed") is None]
    if len(active) != sum(counts.get(level.value, 0) for level in Level):
        return None
    places = [place for one in active for place in (as_array(one.get("places")) or [one])]
    return frozenset(as_text(as_object(place).get("fingerprint")) or "" for place in places)
