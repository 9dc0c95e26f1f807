"""Reporters: pure functions from a Report to text, one format in one file."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from conformance import discovery
from conformance.findings import Report


@dataclass(frozen=True, slots=True)
class Reporter:
    """One format: ``render`` turns a report into text that ends with a newline."""

    render: Callable[[Report, bool], str]
    """Arguments: the report, and whether the reader is a terminal that shows colours."""


def reporter_names() -> list[str]:
    """Return the names of all formats without importing one."""
    return discovery.member_ids(sys.modules[__name__])


def reporter(name: str) -> Reporter:
    """Return the reporter of a format; raises ``ModuleNotFoundError`` for an unknown one."""
    return discovery.member(sys.modules[__name__], name, "REPORTER", Reporter)[0]
