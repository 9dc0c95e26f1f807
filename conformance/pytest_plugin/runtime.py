"""The system under test, as tests see it: its inventory, and the results and receipts that were observed."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest

from conformance.errors import ConformanceError
from conformance.inventory import Inventory
from conformance.inventory.formats import read_any
from conformance.pytest_plugin.records import read_records
from conformance.pytest_plugin.settings import chosen_inventories, display_path, error_text, records_file
from conformance.systems.adapters.reference import reference_records, reference_surface
from conformance.systems.surface import Record, Surface

_RECORDS = pytest.StashKey[Sequence[Record]]()
_Found = TypeVar("_Found")


def inventory_under_test(config: pytest.Config) -> Inventory:
    """Return the first inventory that is named or configured, else that of the reference contract."""
    return _find_or_fail(lambda: read_any(chosen_inventories(config).inventories[0])[0])


def surface_under_test(config: pytest.Config) -> Surface:
    """Return the recorded results with the inventory under test; without records, the reference contract."""
    file = records_file(config)
    if file is None:
        return _find_or_fail(reference_surface)
    return Surface(display_path(config, file), inventory_under_test(config), records_under_test(config))


def records_under_test(config: pytest.Config) -> Sequence[Record]:
    """Return the results that have a receipt; they are read once per run."""
    if _RECORDS not in config.stash:
        file = records_file(config)
        records = _find_or_fail(lambda: read_records(file, display_path(config, file)) if file else reference_records())
        config.stash[_RECORDS] = tuple(record for record in records if record.receipt is not None)
    return config.stash[_RECORDS]


def _find_or_fail(find: Callable[[], _Found]) -> _Found:
    """Let what can't be read fail the test or the collection by its text, without a traceback."""
    try:
        return find()
    except ConformanceError as error:
        pytest.fail(error_text(error), pytrace=False)
