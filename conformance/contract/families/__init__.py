"""The families, one file each: arguments and results of their tools, budget, projector, renderer, samples."""

import sys
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from conformance import discovery
from conformance.contract.family import Family, ToolDefinition
from conformance.contract.receipt import Part, View
from conformance.display import code_text
from conformance.plugins import cache_members, guard

ENTRY_POINTS = "conformance.families"
"""The group of entry points with which other packages add families."""


@cache_members
def all_families() -> Mapping[str, Family]:
    """Return every family by name, in alphabetical order."""
    package = sys.modules[__name__]
    added = discovery.plugin_members(package)
    named = {name: replace(one, name=name) for name, one, _ in discovery.members(package, "FAMILY", Family)}
    return {name: _guard_family(one, added[name].plugin) if name in added else one for name, one in named.items()}


def _guard_family(family: Family, plugin: str) -> Family:
    """Return a family of a plugin so that what it raises names it."""
    what = f"family {code_text(family.name)} of {plugin}"

    def render(tool_name: str, view: View) -> Iterator[Part]:
        return iter([*family.render(tool_name, view)])  # what a generator raises, it raises here

    return replace(family, project=guard(family.project, what), render=guard(render, what))


def family_of(tool_name: str) -> Family | None:
    """Return the family that projects and renders a tool's results."""
    return next((family for family in all_families().values() if _defines(family, tool_name)), None)


def all_tools() -> Iterator[ToolDefinition]:
    """Yield every tool, family by family."""
    for family in all_families().values():
        yield from family.tools


def _defines(family: Family, tool_name: str) -> bool:
    return any(tool.name == tool_name for tool in family.tools)
