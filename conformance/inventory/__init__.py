"""The inventory: the machine-readable promise of what tools exist and how each is called."""

from conformance.inventory.load import load_inventory, load_listed_inventory, read_inventory
from conformance.inventory.model import FORMAT_VERSIONS, NOTHING_PROMISED, Inventory, ResultEnvelope, Tool

__all__ = [
    "FORMAT_VERSIONS",
    "NOTHING_PROMISED",
    "Inventory",
    "ResultEnvelope",
    "Tool",
    "load_inventory",
    "load_listed_inventory",
    "read_inventory",
]
