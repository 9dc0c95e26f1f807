"""An inventory file, as ``conformance check`` reads it: ``inventory:model-tool-schema-inventory.json``."""

from conformance.adapters._inventories import StaticRuntime
from conformance.adapters.spec import Adapter, Opening, Runtime
from conformance.inventory import read_inventory


def open_inventory(path: str, opening: Opening) -> Runtime:
    """Read the file; raises ``ConformanceError`` when it is no inventory."""
    return StaticRuntime(read_inventory(opening.base / path)[0].raw)


ADAPTER = Adapter(schemes=("inventory",), open=open_inventory)
