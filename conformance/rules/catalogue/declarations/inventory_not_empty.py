"""An inventory lists at least one tool.

Checking nothing finds nothing, and a passing report about zero tools would hide that the inventory was never written.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the inventory has no tools."""
    if not inventory.tools:
        yield Problem("inventory has no tools, so nothing was checked", "add the tools to `tools`", "/tools")


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=([{}],),
    bad=(BadExample([], says="inventory has no tools", at="/tools"),),
)
