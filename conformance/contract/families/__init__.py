"""The families, one file each: arguments and results of their tools, budget, projector, renderer, samples."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from conformance import discovery
from conformance.contract.family import Family, ToolDefinition
from conformance.plugins import cache_members

ENTRY_POINTS = "conformance.families"
"""The group of entry points with which other packages add families."""


@cache_members
def all_families() -> Mapping[str, Family]:
    """Return every family by name, in alphabetical order."""
    found = discovery.members(sys.modules[__name__], "FAMILY", Family)
    return {name: replace(family, name=name) for name, family, _ in found}


def family_of(tool_name: str) -> Family | None:
    """Return the family that projects and renders a tool's results."""
    return next((family for family in all_families().values() if _defines(family, tool_name)), None)


def all_tools() -> Iterator[ToolDefinition]:
    """Yield every tool, family by family."""
    for family in all_families().values():
        yield from family.tools


def _defines(family: Family, tool_name: str) -> bool:
    return any(tool.name == tool_name for tool in family.tools)
