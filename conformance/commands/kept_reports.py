"""The reports of ``check`` on whole lists, kept until something that they depend on changes.

An unchanged list is answered from here before any rule is imported. What a report depends on are the files that were
read, the settings and options of the run, and everything that judges. A path that a list names as its source is looked
for again, as its file may be gone.
"""

import datetime
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from conformance.commands.cache_folder import keep, read_kept
from conformance.commands.finding_codec import report_from_json, report_to_json
from conformance.commands.judging_stamp import content_digest, stamp_of_judging
from conformance.commands.named_sources import missing_sources
from conformance.commands.report import Report, ReportedTool
from conformance.documents.reader import read_bytes
from conformance.documents.values import JsonObject
from conformance.errors import ConformanceError
from conformance.plugins import has_plugins
from conformance.settings.repository import Config, named_files

_OURS = "CONFORMANCE_"
"""How the names of our environment variables begin."""


class KeptReport(Struct, frozen=True):
    """A report on one list, the lines that were announced with it, and what the list says of its sources."""

    report: Report
    announced: Sequence[str]
    sources: JsonObject


class ReportQuestion:
    """What one run of ``check`` asks about the list in one file; the digest of it names what is kept."""

    def __init__(self, path: Path, config: Config, rules: Sequence[str], today: datetime.date) -> None:
        self._path = path
        self._config = config
        self._rules = rules
        self._today = today
        self._digest = self._digest_now()

    def find(self, folder: Path, list_tools: Callable[[], Sequence[ReportedTool]]) -> KeptReport | None:
        """Return the report that is kept; ``None`` if there is none, or a source of the list came or went."""
        kept = read_kept(folder, self._digest) if self._digest else None
        if kept is None:
            return None
        value, announced, sources, missing = kept
        if self._missing(sources) != missing:
            return None
        return KeptReport(report_from_json(value, list_tools), announced, sources)

    def keep(self, folder: Path, answer: KeptReport) -> None:
        """Keep a report, unless a file changed since the question was asked."""
        value = report_to_json(answer.report)
        if value is not None and self._digest and self._digest == self._digest_now():
            keep(folder, self._digest, [value, answer.announced, answer.sources, self._missing(answer.sources)])

    def _missing(self, sources: JsonObject) -> Any:
        return {key: list(paths) for key, paths in missing_sources(sources, self._path).items()}

    def _digest_now(self) -> str:
        """Return the digest of all that the report depends on; empty if that is not known.

        Plugins may depend on anything, and a file that cannot be read has an error to report.
        """
        if has_plugins():
            return ""
        try:
            files = [[str(path), _digest_of(path)] for path in (self._path, *self._other_files())]
        except (ConformanceError, ValueError):  # half of a character is no part of a path
            return ""
        expires = any(one.expires is not None for one in self._config.ignore)
        named = [str(self._path), str(Path.cwd()), list(self._rules), str(self._today) if expires else None]
        # under another limit a file may be too large, and a limit that is wrong has an error to report
        variables = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(_OURS))
        return content_digest([named, files, variables, self._config, stamp_of_judging()])

    def _other_files(self) -> Iterator[Path]:
        profile = self._config.profile
        named = [Path(profile)] if profile.endswith(".toml") else []
        yield from (path for path in sorted({*named, *named_files(self._config)}) if path.exists())


def _digest_of(path: Path) -> str:
    """Return the digest of the content of a file; raises ``ConformanceError`` for a stream or too large a file."""
    return hashlib.sha256(read_bytes(path)).hexdigest()
