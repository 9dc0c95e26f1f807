"""The parameter sets of a test with the argument ``receipt``: one per receipt of the system under test."""

from typing import TYPE_CHECKING, Any

import pytest

from conformance.documents.values import JsonValue
from conformance.pytest_plugin.node_names import safe_names

if TYPE_CHECKING:  # who compares receipts that are known to be right needs no rule
    from pathlib import Path

    from conformance.systems.surface import Record

_NONE = "no record of the system under test has a receipt"


class Receipt(str):
    """The text that the model sees, with the record that it is from, and the file and line of that, if it is in one."""

    __slots__ = ("file", "line", "record")

    record: "Record"
    file: "Path | None"
    line: int

    @classmethod
    def from_record(cls, record: "Record", file: "Path | None" = None, line: int = 0) -> "Receipt":
        """Return the receipt of a record that has one."""
        receipt = cls(record.receipt or "")
        receipt.record, receipt.file, receipt.line = record, file, line
        return receipt

    @property
    def name(self) -> str:
        """The name of the sample."""
        return self.record.name

    @property
    def envelope(self) -> JsonValue:
        """The envelope that the receipt was rendered from."""
        return self.record.envelope


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test with every receipt, unless its ``receipt`` is another fixture or has its own parameters."""
    if _is_ours(metafunc) and not _has_own_parameters(metafunc):
        from conformance.pytest_plugin.runtime import records_under_test

        records = records_under_test(metafunc.config)
        names = safe_names(one.record.name.replace("/", "-") for one in records)
        receipts = [Receipt.from_record(one.record, one.file, one.line) for one in records]
        # pytest would skip the test as well, and not say why
        none = pytest.param(None, marks=pytest.mark.skip(reason=_NONE), id="none")
        metafunc.parametrize("receipt", receipts or [none], ids=names if receipts else None, indirect=True)


def _is_ours(metafunc: pytest.Metafunc) -> bool:
    """Say whether ``receipt`` means the plugin's fixture: it is a common word, and a repo may have its own."""
    definitions: dict[str, Any] = getattr(metafunc, "_arg2fixturedefs", {})
    named = definitions.get("receipt") or ()
    return not named or named[-1].func.__module__ == "conformance.pytest_plugin"


def _has_own_parameters(metafunc: pytest.Metafunc) -> bool:
    for mark in metafunc.definition.iter_markers("parametrize"):
        names: Any = mark.args[0] if mark.args else mark.kwargs.get("argnames", ())
        if "receipt" in (names.replace(" ", "").split(",") if isinstance(names, str) else names):
            return True
    return False
