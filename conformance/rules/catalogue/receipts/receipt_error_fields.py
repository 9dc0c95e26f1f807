"""The receipt of a failed call shows kind, message, recovery hint and whether a retry can help.

These four decide what the model does next: mend its input, try again, or stop. A receipt that drops one, or says the
opposite of ``retryable``, costs a turn each time.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from conformance.display import quote_text
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words

_RETRY_STATEMENT = re.compile(
    r"(?P<no>\b(?:not|non|never|cannot be|do not) )?\bretr(?:y|yable|ied|ying|ies)\b(?: (?P<value>\w+))?"
)
_MAX_KEYS = 100
_YES, _NO = ("true", "yes"), ("false", "no", "never")


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of the four that the receipt of a failed call does not show."""
    error = record.envelope.get("error")
    if not record.is_failure(profile) or not isinstance(error, Mapping):
        return
    for key in ("kind", "message", "recovery_hint"):
        text = as_text(error.get(key)) or ""
        if text.strip() and not record.contains(text):
            message = f"the receipt does not show the error's {key}: {quote_text(text)}"
            yield Problem(message, "render errors through one shared receipt that shows it", f"/error/{key}")
    retryable = error.get("retryable")
    if isinstance(retryable, bool):
        said = _stated_retryability(record)
        if said is None:
            yield Problem(
                "the receipt does not say whether a retry can help", _retry_hint(retryable), "/error/retryable"
            )
        elif said is not retryable:
            message = f"the receipt says the opposite of `retryable`, which is {str(retryable).lower()}"
            yield Problem(message, _retry_hint(retryable), "/error/retryable")


def _retry_hint(retryable: bool) -> str:
    return f"write a line like 'Retryable: {'yes' if retryable else 'no'}'"


def _stated_retryability(record: ReceiptRecord) -> bool | None:
    """What the receipt itself says of a retry; the error's own texts may say 'retry' of something else."""
    words = normalise_words(record.receipt)
    details = as_object(as_object(record.envelope.get("error")).get("details"))
    for text in (*islice(details, _MAX_KEYS), *(text for _, text in record.record.texts if len(text) > 20)):
        words = words.replace(normalise_words(text) or " ", " ")
    said = None
    for found in _RETRY_STATEMENT.finditer(words):
        said = found["no"] is None and found["value"] not in _NO
        if found["value"] in (*_YES, *_NO) or found["no"]:
            return said
    return said


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#preserve-the-stable-canonical-envelope",
    good=(
        {
            "envelope": {
                "status": "error",
                "error": {
                    "kind": "network_failed",
                    "message": "connection reset",
                    "recovery_hint": "retry the fetch in a minute",
                    "retryable": True,
                },
            },
            "receipt": "WebFetch failed: network_failed\nconnection reset\n"
            "Hint: retry the fetch in a minute\nRetryable: yes",
        },
        {
            "envelope": {
                "status": "error",
                "error": {"kind": "no_such_task", "message": "gone", "recovery_hint": None},
            },
            "receipt": '{\n  "ok": false,\n  "kind": "no_such_task",\n  "message": "gone",\n  "retryable": false\n}',
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks failed\ninput for ListTasks does not match the tool schema\n"
                "Hint: leave `status` out\nRetryable: no",
            },
            says="does not show the error's kind",
            at="/error/kind",
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks failed: invalid_tool_input\ninput for ListTasks does not match the tool schema\n"
                "Hint: leave `status` out\nRetryable: yes",
            },
            says="the opposite of `retryable`",
            at="/error/retryable",
        ),
        BadExample(
            {"envelope": {"status": "error"}, "receipt": "ListTasks failed: invalid_tool_input (retryable: no)"},
            says="does not show the error's recovery_hint",
            at="/error/recovery_hint",
        ),
    ),
)
