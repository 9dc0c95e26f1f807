"""Suggests the next version of a package from the verdicts on its tools, by the rules of semantic versioning."""

import re

from conformance.display import code_text
from conformance.drift.policy import Ruling
from conformance.drift.report import STALE_ACCEPT, DriftReport
from conformance.errors import ConformanceError, ErrorKind

# A tag may have a name before its version: `v1.2.3`, `tools-v1.2.3`. What follows the third number is dropped.
_VERSION = re.compile(r"(?P<lead>(?:.*[^\d.])?)(?P<major>\d+)\.(?P<minor>\d+)\.(?P<patch>\d+)(?:[-+].*)?")


def next_version(report: DriftReport, version: str) -> str:
    """Return the version after ``version``, with the same lead, or ``version`` itself if nothing changed.

    A break is a major version, what is compatible a minor one, what is cosmetic a patch. What is undecided counts as a
    break, and an accepted break is one: callers do not read the configuration. Before 1.0.0 the minor number stands
    for the major one. Raises ``ConformanceError`` for a text that is not a version.
    """
    found = _VERSION.fullmatch(version)
    if found is None:
        hint = "state it as three numbers, with `--from-version 1.2.3`"
        raise ConformanceError(ErrorKind.USAGE, f"{code_text(version)} is not a semantic version", hint)
    lead, major, minor, patch = found["lead"], int(found["major"]), int(found["minor"]), int(found["patch"])
    # an `accept` entry without a break is about the configuration
    verdicts = {ruled.verdict for ruled in report.changes if ruled.change.kind != STALE_ACCEPT}
    is_break = not verdicts.isdisjoint((Ruling.BREAKING, Ruling.UNKNOWN))
    if is_break and major:
        return f"{lead}{major + 1}.0.0"
    if is_break or (Ruling.COMPATIBLE in verdicts and major):
        return f"{lead}{major}.{minor + 1}.0"
    return f"{lead}{major}.{minor}.{patch + 1}" if verdicts else version
