"""Where the tools of a running system are declared, so that a code host can show a finding at a line of a file."""

from msgspec.structs import replace

from conformance.commands.report import Report
from conformance.documents.location import short_path
from conformance.documents.pointers import child, split
from conformance.errors import ConformanceError
from conformance.findings import Finding
from conformance.inventory import Inventory
from conformance.inventory.formats import read_any
from conformance.settings.repository import Config


def locate_in_inventory(report: Report, config: Config) -> Report:
    """Return the report of a system with each finding about a declared tool located in the configured inventory.

    The pointers stay those into what the system lists. Without an inventory that can be read nothing changes.
    """
    if config.inventory is None:
        return report
    try:
        inventory, document = read_any(short_path(config.inventory))
    except ConformanceError:
        return report  # `check` says what is wrong with it
    pointers = [_declared_pointer(one, inventory) for one in report.findings]
    places = document.locate({one for one in pointers if one is not None}) if document.has_lines else {}
    found = zip(report.findings, pointers, strict=True)
    located = [replace(one, location=one.location or places.get(at or "")) for one, at in found]
    return replace(report, findings=located)


def _declared_pointer(finding: Finding, inventory: Inventory) -> str | None:
    """Return the pointer into the inventory for one into what the system lists, ``None`` if the tool is not declared.

    Of a field that only the system lists it is that of the nearest declared part.
    """
    tool = inventory.tool(finding.tool or "")
    return None if tool is None else child(tool.pointer, *split(finding.pointer)[2:])
