"""The inventory: the machine-readable promise of what tools exist and how each is called."""

from conformance.inventory.load import load_inventory, read_inventory
from conformance.inventory.model import EMPTY_INVENTORY, FORMAT_VERSIONS, Inventory, ResultEnvelope, Tool

__all__ = [
    "EMPTY_INVENTORY",
    "FORMAT_VERSIONS",
    "Inventory",
    "ResultEnvelope",
    "Tool",
    "load_inventory",
    "read_inventory",
]
