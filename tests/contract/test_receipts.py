"""Every receipt of the reference contract is held word for word: one readable file each, below ``__snapshots__``.

A changed receipt is a change of what the model sees. ``pytest --snapshot-update`` writes the files anew; the review of
their difference is the review of the change.
"""

from syrupy.assertion import SnapshotAssertion

from conformance.pytest_plugin.receipts import Receipt


def test_receipts(receipt: Receipt, receipt_snapshot: SnapshotAssertion) -> None:
    assert receipt == receipt_snapshot
