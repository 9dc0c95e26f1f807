"""The system under test, as tests see it: its inventory, and the results and receipts that were observed."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest
from msgspec.structs import replace

from conformance.commands.audited_lines import empty_log_error, log_lines
from conformance.display import code_text
from conformance.documents.location import short_path
from conformance.errors import ConformanceError, ErrorKind
from conformance.inventory import Inventory
from conformance.inventory.formats import read_any
from conformance.pytest_plugin.judged_results import name_of_line
from conformance.pytest_plugin.settings import (
    chosen_inventories,
    chosen_records,
    display_path,
    error_text,
    stated_source,
)
from conformance.systems.adapters.reference import reference_records, reference_surface
from conformance.systems.credentials import mask_source
from conformance.systems.records import read_result
from conformance.systems.sources import REFERENCE
from conformance.systems.surface import Record, Surface


class LocatedRecord(NamedTuple):
    """A result, and the file and line in which it is recorded, if it is."""

    record: Record
    file: Path | None = None
    line: int = 0


_RECORDS = pytest.StashKey[Sequence[LocatedRecord]]()
_Found = TypeVar("_Found")


def inventory_under_test(config: pytest.Config) -> Inventory:
    """Return the first inventory that is named or configured, else that of the reference contract."""
    return _find_or_fail(lambda: read_any(chosen_inventories(config).inventories[0])[0])


def surface_under_test(config: pytest.Config) -> Surface:
    """Return the recorded results with the inventory under test; without records, the reference contract."""
    files = chosen_records(config).files
    if not files:
        return _find_or_fail(reference_surface)
    name = ", ".join(display_path(config, file) for file in files)
    records = [one.record for one in records_under_test(config)]
    return Surface(name, inventory_under_test(config), records)


def records_under_test(config: pytest.Config) -> Sequence[LocatedRecord]:
    """Return the results that have a receipt, under their own names; they are read once per run."""
    if _RECORDS not in config.stash:
        config.stash[_RECORDS] = _find_or_fail(lambda: tuple(_records(config)))
    return config.stash[_RECORDS]


def _records(config: pytest.Config) -> Iterator[LocatedRecord]:
    chosen = chosen_records(config)
    chosen.require_all()
    source = "" if chosen.files else stated_source(config)[0]
    if source and source != REFERENCE:
        message = f"fixture `receipt` has no receipts of {code_text(mask_source(source))}"
        hint = "write them into a file of JSON lines, and name it in `conformance_records`"
        raise ConformanceError(ErrorKind.USAGE, message, hint)
    recorded = (_read_records(file, display_path(config, file)) for file in chosen.files)
    records = chain.from_iterable(recorded) if chosen.files else map(LocatedRecord, reference_records())
    return (one for one in records if one.record.receipt is not None)


def _read_records(file: Path, shown: str) -> Iterator[LocatedRecord]:
    """Yield the records of the readable lines; the others fail tests of their own."""
    is_empty = True
    for line in log_lines(short_path(file), shown):
        is_empty = False
        if line.document is not None:
            result = read_result(line.document.value, str(line.number))
            name = result.name or name_of_line(line.number)
            yield LocatedRecord(replace(result.record, name=name), file, line.number)
    if is_empty:
        raise empty_log_error(shown)


def _find_or_fail(find: Callable[[], _Found]) -> _Found:
    """Let what can't be read fail the test or the collection by its text, without a traceback."""
    try:
        return find()
    except ConformanceError as error:
        # From nothing: pytest would show what led to it as a second error.
        raise pytest.fail.Exception(error_text(error), pytrace=False) from None
