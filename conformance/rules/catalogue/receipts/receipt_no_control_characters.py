"""A receipt contains no control characters: no terminal sequences, direction overrides or hidden marks.

Output comes from programs that nobody vetted. Characters that move a cursor, overwrite a line or hide between letters
can show a person one text and the model another, so they are written as visible escapes such as ``\\x1b``.
"""

from collections.abc import Iterator

from conformance.display import code_text, quotation, unsafe_marks
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord


def check(record: ReceiptRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield one problem for the first mark, with the total number of marks."""
    marks = unsafe_marks(record.receipt)
    first = next(marks, None)
    if first is None:
        return
    start, count = first.start(), 1 + sum(1 for _ in marks)
    line = record.receipt.count("\n", 0, start) + 1
    near = record.receipt[max(start - 20, record.receipt.rfind("\n", 0, start) + 1) : start + 20]
    others = f" and {count - 1:,} more" if count > 1 else ""
    message = f"line {line} of the receipt contains the control or hidden character {code_text(first[0])}{others}"
    hint = r"print such characters as visible escapes, as in `\x1b`"
    yield Problem(message, hint, _origin(first[0], record), {"text": quotation(near)})


def _origin(mark: str, record: ReceiptRecord) -> str:
    return next((pointer for pointer, text in record.record.texts if mark in text), "")


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#model-visible-rendering",
    good=(
        {
            "envelope": {"result": {"exit_status": 1, "stdout_preview": "\u001b[31mFAIL\u001b[0m"}},
            "receipt": "Process exited with code 1\n\nstdout:\n\\x1b[31mFAIL\\x1b[0m",
        },
        {
            "envelope": {"result": {"exit_status": 0, "stdout_preview": "日本語 \U0001f469\u200d\U0001f4bb\r\n"}},
            "receipt": "Process exited with code 0\n\nstdout:\n日本語 \U0001f469\u200d\U0001f4bb\r\n",
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"exit_status": 1, "stdout_preview": "\u001b[8mhidden"}},
                "receipt": "Process exited with code 1\n\nstdout:\n\u001b[8mhidden",
            },
            says="the control or hidden character `\\x1b`",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": {"result": {"exit_status": 1, "stdout_preview": "3 failed\r3 passed"}},
                "receipt": "Process exited with code 1\n\nstdout:\n3 failed\r3 passed",
            },
            says="`\\x0d`",
        ),
        BadExample({"envelope": {}, "receipt": "No task runs \u202eyenom"}, says="`\\u202e`"),
    ),
)
