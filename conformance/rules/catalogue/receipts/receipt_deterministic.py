"""The same envelope is always rendered as the same receipt.

Prompts are cached, compared and replayed: a receipt with the time, a random order or a memory address in it is a
different prompt each time. Checked for systems that can render an envelope twice, and for logs that record one result
twice.
"""

from collections.abc import Iterator
from itertools import zip_longest

from conformance.display import quotation
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord


def check(record: ReceiptRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem with the first line that differs between two renderings of the envelope.

    Of another receipt of the same envelope in a log only the position is known, which is evidence: a message with a
    line number would be another one on each line. They do not show which of the two is right.
    """
    if record.other_receipt_at:
        message = "this receipt and another one of the same result differ"
        evidence = {"other_receipt": record.other_receipt_at}
        yield Problem(message, "derive both from the canonical result only", evidence=evidence)
    again = record.second_receipt
    if again is None or again == record.receipt:
        return
    pairs = zip_longest(record.receipt.split("\n"), again.split("\n"))
    number, (first, second) = next((line, pair) for line, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    renderings = {"first_rendering": first, "second_rendering": second}
    yield Problem(
        f"line {number} of the receipt {_describe_change(first, second)}",
        "derive the receipt from the envelope only, without clock, random order or state",
        evidence={name: quotation(line) for name, line in renderings.items() if line is not None},
    )


def _describe_change(first: str | None, second: str | None) -> str:
    if first is None or second is None:
        return f"is missing in the {'first' if first is None else 'second'} of two renderings"
    return "differs between two renderings"


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#model-visible-rendering",
    good=({"envelope": {}, "receipt": "No task runs", "rendered_again": "No task runs"},),
    bad=(
        BadExample(
            {"envelope": {}, "receipt": "No task runs\nat 12:00", "rendered_again": "No task runs\nat 12:01"},
            says="line 2 of the receipt differs between two renderings",
        ),
        BadExample(
            {"envelope": {}, "receipt": "No task runs", "other_receipt_at": "log.jsonl:3:1"},
            says="another one of the same result differ",
        ),
    ),
)
