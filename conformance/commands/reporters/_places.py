"""Where a finding is, for formats that attach it to a line of a file of the repository."""

from pathlib import Path
from urllib.parse import quote

from conformance.commands.diagnostics import relative_path
from conformance.commands.report import Report
from conformance.display import escape_text
from conformance.documents.location import Location
from conformance.findings import Finding, RelatedPlace


def place_of(finding: Finding | RelatedPlace, report: Report, folder: Path) -> Location:
    """Return the position of a finding, or of another tool that it is about, its file relative to the folder.

    Without one it is the start of what was checked.
    """
    found = finding.location or Location(report.subject, 1, 1)
    return Location(escape_text(relative_path(found.file, folder)), found.line, found.column)


def uri_of(file: str) -> str:
    """Return a path as a URI: relative to the root of the sources, or absolute."""
    path = quote(file, safe="/~")
    # A colon in the first part of a relative URI would end the name of a scheme; `quote` escapes all of them.
    return f"file://{path}" if file.startswith("/") else path.removeprefix("./")


def advice_of(finding: Finding) -> str:
    """Return the message of a finding and how to fix it, one line each, with hidden characters escaped."""
    hint = f"\nhelp: {escape_text(finding.hint)}" if finding.hint else ""
    return f"{escape_text(finding.message)}{hint}"
