"""Registers what a run needs once an inventory is to be collected."""

import pytest

from conformance.errors import ConformanceError
from conformance.pytest_plugin.collection import InventoryCollection
from conformance.pytest_plugin.settings import chosen_inventories, error_text
from conformance.pytest_plugin.summary import Summary


def register(config: pytest.Config) -> None:
    """Register what collects the inventories and what sums up at the end; raises ``pytest.UsageError``."""
    try:
        collection = InventoryCollection(config, chosen_inventories(config))
    except ConformanceError as error:
        raise pytest.UsageError(error_text(error)) from None
    config.pluginmanager.register(collection, "conformance-collection")
    config.pluginmanager.register(Summary(), "conformance-summary")
