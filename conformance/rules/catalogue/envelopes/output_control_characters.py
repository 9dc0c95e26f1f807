"""Control characters in a result are worth knowing where no receipt is there to be judged.

The envelope records what a program printed, byte for byte if need be, so this breaks nothing by itself. Each view of it
(receipt, transcript, terminal) must write them as visible escapes; a receipt that is recorded is judged for it.
"""

from collections.abc import Iterator

from conformance.display import LONE_SURROGATE, quote_text, unsafe_marks
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for each text of the result or the error that holds such characters."""
    texts = record.texts if record.receipt is None else ()
    for pointer, text in texts:
        marks = unsafe_marks(text) if pointer.startswith(("/result/", "/error/")) else iter(())
        first = next(marks, None)
        if first is not None and not LONE_SURROGATE.search(text):
            start, count = first.start(), 1 + sum(1 for _ in marks)
            near = quote_text(text[max(start - 10, 0) : start + 20])
            message = f"the text holds {count:,} control or hidden characters, the first in {near}"
            yield Problem(message, "see that the receipt writes them as visible escapes", pointer)


RULE = ENVELOPE.rule(
    check,
    level=Level.INFO,
    source="tool-result-envelope#dual-surface-contract",
    good=({"result": {"stdout_preview": "a\tb\r\n日本語 \U0001f389"}},),
    bad=(
        BadExample(
            {"result": {"stdout_preview": "\u001b[31mFAIL\u001b[0m"}},
            says="2 control or hidden characters",
            at="/result/stdout_preview",
        ),
    ),
)
