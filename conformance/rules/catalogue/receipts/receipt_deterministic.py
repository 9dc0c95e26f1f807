"""One envelope always gives the same receipt.

Prompts are cached, compared and replayed: a receipt that holds the time, a random order or a memory address is another
prompt each time. It is judged where the system could be asked to render twice, and where a log holds one result twice.
"""

from collections.abc import Iterator
from itertools import zip_longest

from conformance.display import quote_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord


def check(record: ReceiptRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem with the first line that differs between two renderings of the envelope.

    Of an earlier receipt of the same envelope in a log only its line is known.
    """
    if record.other_receipt_at:
        message = f"the receipt differs from that of the same result on {record.other_receipt_at}"
        yield Problem(message, "derive the receipt from the canonical result alone")
    again = record.second_receipt
    if again is None or again == record.receipt:
        return
    pairs = zip_longest(record.receipt.split("\n"), again.split("\n"))
    number, (first, second) = next((place, pair) for place, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    yield Problem(
        f"rendered twice, line {number} of the receipt is {_format_line(first)} and then {_format_line(second)}",
        "derive the receipt from the envelope alone: no clock, no random order, no state",
    )


def _format_line(line: str | None) -> str:
    return "missing" if line is None else quote_text(line)


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#model-visible-rendering",
    good=({"envelope": {}, "receipt": "No task runs", "rendered_again": "No task runs"},),
    bad=(
        BadExample(
            {"envelope": {}, "receipt": "No task runs\nat 12:00", "rendered_again": "No task runs\nat 12:01"},
            says="line 2 of the receipt is 'at 12:00' and then 'at 12:01'",
        ),
        BadExample(
            {"envelope": {}, "receipt": "No task runs", "other_receipt_at": "line 3"},
            says="the receipt differs from that of the same result on line 3",
        ),
    ),
)
