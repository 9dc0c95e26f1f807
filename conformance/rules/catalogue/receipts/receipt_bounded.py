"""A receipt stays within the size that the profile allows.

Every receipt stays in the context for the rest of the conversation. An unbounded one displaces everything else, and a
runtime that then cuts it blindly loses handles and outcome.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the receipt has more characters than allowed."""
    size, most = len(record.receipt), profile.receipt_limit
    if size > most:
        message = f"receipt has {size:,} characters, but at most {most:,} are allowed"
        yield Problem(message, "shorten this tool's previews and lists, and move the rest to an artifact")


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#complete-output-and-projection",
    good=({"envelope": {}, "receipt": "No task runs"},),
    bad=(
        BadExample({"envelope": {}, "receipt": "Tasks listed\n" + "one more task\n" * 800}, says="11,213 characters"),
    ),
)
