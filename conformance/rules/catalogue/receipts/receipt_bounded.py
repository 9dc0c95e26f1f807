"""A receipt stays within the size that the profile allows, and one that only confirms is concise.

Every receipt stays in the context for the rest of the conversation. An unbounded one displaces everything else, and a
runtime that then cuts it blindly loses handles and outcome. The receipt of a small result without output is shorter
than the envelope that it stands for.
"""

import math
from collections.abc import Iterator, Mapping

from conformance.documents.values import compact_json
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample, Kind
from conformance.settings.profiles import Profile
from conformance.systems.surface.previews import previews
from conformance.systems.surface.receipts import ReceiptRecord

# An envelope of so many characters is a confirmation, if its result has no output.
_SMALL = 800


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the receipt has more characters than allowed."""
    size, most = len(record.receipt), profile.receipt_limit
    if size > most:
        message = f"receipt has {size:,} characters, but at most {most:,} are allowed"
        yield Problem(message, "shorten this tool's previews and lists, and move the rest to an artifact", kind="limit")
    elif size > _most_of_confirmation(record, profile):
        message = f"receipt of a small result has {size:,} characters, more than the envelope"
        hint = "state the outcome and the handles that a later call needs, and nothing else"
        yield Problem(message, hint, kind="confirmation", max_level=Level.WARNING)


def _most_of_confirmation(record: ReceiptRecord, profile: Profile) -> float:
    """Return how many characters the receipt of a small result without output may have; infinite for another result."""
    result = record.envelope.get("result")
    outputs = (text for level in record.record.levels for text in previews(level).values())
    if record.is_failure(profile) or not isinstance(result, Mapping) or any(outputs):
        return math.inf
    size = len(compact_json(record.envelope))
    return max(size, profile.results.confirmation_chars) if size <= _SMALL else math.inf


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#complete-output-and-projection",
    kinds=(Kind("limit"), Kind("confirmation")),
    good=(
        {"envelope": {}, "receipt": "No task runs"},
        {"envelope": {"result": {"stdout_preview": "line\n" * 60}}, "receipt": "Exited with 0\n" + "line\n" * 120},
    ),
    bad=(
        BadExample({"envelope": {}, "receipt": "Tasks listed\n" + "one more task\n" * 800}, says="11,213 characters"),
        BadExample(
            {
                "envelope": {"result": {"task_id": "task_1"}},
                "receipt": "Task task_1 stopped\n" + "Use TaskOutput to read what it wrote until then.\n" * 12,
            },
            says="receipt of a small result has 608 characters",
        ),
    ),
)
