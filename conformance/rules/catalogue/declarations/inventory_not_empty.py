"""An inventory promises at least one tool.

A check over nothing finds nothing, and a green report about no tool at all hides that the inventory was never written.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.inventory import Inventory
from conformance.rules.scopes import INVENTORY, BadExample
from conformance.settings.profiles import Profile


def check(inventory: Inventory, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when there is no tool."""
    if not inventory.tools:
        yield Problem("there is no tool in it, so nothing was checked", "write the tools into it", "/tools")


RULE = INVENTORY.rule(
    check,
    level=Level.ERROR,
    source="tools-contract#tools",
    good=([{}],),
    bad=(BadExample([], says="there is no tool", at="/tools"),),
)
