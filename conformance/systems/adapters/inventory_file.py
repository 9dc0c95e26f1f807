"""An inventory file, as ``conformance check`` reads it: ``inventory:model-tool-schema-inventory.json``."""

from conformance.inventory import read_inventory
from conformance.systems.adapters._inventories import StaticRuntime
from conformance.systems.runtime import Adapter, Opening, Runtime


def open_inventory(path: str, opening: Opening) -> Runtime:
    """Read the file; raises ``ConformanceError`` when it is no inventory."""
    return StaticRuntime(read_inventory(opening.base / path)[0].raw)


ADAPTER = Adapter(schemes=("inventory",), open=open_inventory)
