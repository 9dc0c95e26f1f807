"""The receipt of a failed call shows kind, message, recovery hint and whether a retry can help.

These four decide what the model does next: fix its input, try again, or stop. A receipt that drops one, or contradicts
``retryable``, costs a turn each time.
"""

import re
from collections.abc import Iterator, Mapping
from heapq import nlargest
from itertools import islice

from conformance.display import code_text, quotation
from conformance.documents.values import as_object, as_text
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.receipts import ReceiptRecord, normalise_words
from conformance.systems.surface.statements import statements_of

# A statement about retrying in normalised words, with a negation before it or an answer after it.
# Between the word and the answer may stand what a retry could do: "a retry can help: no", "retrying will not help".
_RETRY_STATEMENT = LazyPattern(
    r"(?P<no>\b(?:not|non|never|no|without|cannot|(?:don|can|won|shouldn) t|useless|pointless)"
    r"(?: (?:be|to|a|by|of))* )?"
    r"\bretr(?:y|yable|ied|ying|ies)\b"
    r"(?:(?: (?:a|the|this|call|it|is|are|be|can|could|may|might|will|would|should|does|do|helps?|works?|worth"
    r"|allowed|possible|recommended|advised|useful)){0,6}?"
    r" (?P<value>true|false|yes|no|not|never|cannot|useless|pointless|futile|(?:won|doesn|can) t)\b)?"
)
# "Try again" says that a retry can help, unless the error says that it cannot: then the input is to be changed first.
_TRY_AGAIN = LazyPattern(r"(?P<no>\b(?:not|never|t|no use|without) )?\btry(?:ing)? again\b")
# How long the cause lasts. Matches "this is temporary,", "Transient failure:", "(permanent)" alone in its line,
# "Permanently failed."; not what is stated of a thing, as in "Lock: permanent", "the token was temporary".
_FAILURE = r"(?:failure|error|problem|issue|condition|fault|outage)"
_CAUSE = LazyPattern(
    r"(?:\A\W*(?=\w+\W*\Z)|(?:\A|[.;:!])\W{0,4}"
    rf"(?:(?:this|(?:this|the) {_FAILURE}) is (?:only |just )?|(?=\w+\W{{1,3}}{_FAILURE}\b)"
    r"|(?=permanently failed\b|temporarily unavailable\b)))"
    rf"(?:(?P<passes>temporary|transient|temporarily unavailable)|permanent(?:ly failed)?)(?:\W{{1,3}}{_FAILURE})?"
    r"(?=\W*\Z|[.,;:)]| -)",
    re.IGNORECASE,
)
# What says that another call can help, or cannot; what is called permanent beside it may be what the call does.
_CALL_AGAIN = LazyPattern(r"(?<!fail )(?<!fails )\b(?:again|once more)\b")
_FAILS_AGAIN = LazyPattern(r"\bsame (?:call|command|input|request) (?:\w+ )?fails?\b")
_HEDGE = LazyPattern(r"\b(?:not|no|never|if|whether|unless|may\w*|might|could|or|than|but)\b|n't\b|\?", re.IGNORECASE)
# What says in other words whether another call can help; which of both it says is left to the reader.
_OTHER_WORDS = LazyPattern(
    r"\b(?:again|once more|repeat(?:ed|ing)?|(?:transient|temporar|permanent)\w*|another attempt"
    r"|same (?:call|command|input|request) (?:\w+ )?(?:succeed|work|fail)s?)\b"
)
# "ExecCommand failed: invalid_tool_input".
_HEADED = LazyPattern(r"\b(?:failed|error|failure) ?[:(] ?`?([a-z]+(?:_[a-z]+)+)`?\)?[.:]?$", re.IGNORECASE)
# Keys of ``details``, and texts of the error, that are blanked before the receipt's own statement is searched.
_MAX_KEYS, _MAX_TEXTS = 100, 200
_YES = ("true", "yes")
_NO = ("false", "no", "not", "never", "cannot", "useless", "pointless", "futile", "won t", "doesn t", "can t")


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each of the four that the receipt of a failed call lacks."""
    error = record.envelope.get("error")
    if not record.is_failure(profile) or not isinstance(error, Mapping):
        return
    for key in ("kind", "message", "recovery_hint"):
        text = as_text(error.get(key)) or ""
        if text.strip() and not record.contains(text):
            hint = f"print `error.{key}`, best in one renderer for the errors of all tools"
            yield Problem(f"receipt does not show `error.{key}`", hint, f"/error/{key}", {"text": quotation(text)})
    yield from _kind_problems(record, as_text(error.get("kind")) or "")
    retryable = error.get("retryable")
    if isinstance(retryable, bool):
        stated = _stated_retryability(record, retryable)
        if stated is None:
            hint = f"add a line like `{_retry_line(retryable)}`"
            yield Problem("receipt does not say whether a retry can help", hint, "/error/retryable")
        elif stated is not retryable:
            message = f"receipt contradicts `error.retryable`, which is `{str(retryable).lower()}`"
            yield Problem(message, f"change it to `{_retry_line(retryable)}`", "/error/retryable")


def _kind_problems(record: ReceiptRecord, kind: str) -> Iterator[Problem]:
    """Yield a problem for a first line that ends with the kind of another error."""
    found = _HEADED.search(record.first_line)
    if record.json_value is None and found and kind and kind not in record.first_line:
        words = f" {normalise_words(found[1])} "
        if not any(words in f" {normalise_words(text)} " for _, text in record.record.texts):
            message = f"receipt states error kind {code_text(found[1])}, but it is {code_text(kind)}"
            evidence = {"text": quotation(record.first_line)}
            yield Problem(message, "print `error.kind` in the first line", "/error/kind", evidence)


def _retry_line(retryable: bool) -> str:
    return f"Retryable: {'yes' if retryable else 'no'}"


def _stated_retryability(record: ReceiptRecord, retryable: bool) -> bool | None:
    """Return what the receipt says about a retry that may be ``retryable``, ``None`` if nothing.

    The error's own texts are left out, because they may use the word about something else.
    """
    words = normalise_words(record.receipt)
    details = as_object(as_object(record.envelope.get("error")).get("details"))
    long = nlargest(_MAX_TEXTS, (text for _, text in record.record.texts if len(text) > 20), key=len)
    for text in (*long, *islice(details, _MAX_KEYS)):  # a key may also be a word of a text
        words = words.replace(normalise_words(text) or " ", " ")
    stated = None
    for found in _RETRY_STATEMENT.finditer(words):
        stated = found["no"] is None and found["value"] not in _NO
        if found["value"] in (*_YES, *_NO) or found["no"]:
            return stated
    if stated is not None:
        return stated
    lines = (line for line in statements_of(record).stated_lines if not _HEDGE.search(line))
    causes = {found["passes"] is not None for line in lines for found in _CAUSE.finditer(line)}
    if len(causes) == 1 and not (_CALL_AGAIN if retryable else _FAILS_AGAIN).search(words):
        return causes.pop()
    if again := _TRY_AGAIN.search(words):
        return False if again["no"] else retryable or None
    return retryable if _OTHER_WORDS.search(words) else None


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
        *(
            {
                "envelope": {
                    "status": "error",
                    "error": {"kind": "no_such_task", "message": "gone", "recovery_hint": None, "retryable": can_help},
                },
                "receipt": f"Failed: no_such_task\ngone\n{line}",
            }
            for can_help, line in (
                (False, "A retry can help: no"),
                (False, "Retrying will not help"),
                (False, "Do not retry the call"),
                (False, "No retry"),
                (False, "The same call will fail again."),
                (False, "Do not repeat the call unchanged"),
                (False, "(permanent)"),
                (True, "This is transient; call the tool again."),
                (True, "Fetch and rebase, then push once more"),
                (True, "This is not permanent: call the tool again"),
                (False, "May be temporary. Do not repeat the call"),
                (True, "This is permanent: set `confirm` and call again"),
                (False, "Token type: temporary; log in before calling again"),
                (False, "Account temporarily locked; the same call fails again"),
                (True, "Permanently moved to /b: call again with it"),
            )
        ),
    ),
    bad=(
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks failed\ninput for ListTasks does not match the tool schema\n"
                "Hint: leave `status` out\nRetryable: no",
            },
            says="does not show `error.kind`",
            at="/error/kind",
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks failed: invalid_tool_input\ninput for ListTasks does not match the tool schema\n"
                "Hint: leave `status` out\nRetryable: yes",
            },
            says="contradicts `error.retryable`",
            at="/error/retryable",
        ),
        *(
            BadExample(
                {
                    "envelope": {
                        "status": "error",
                        "error": {"kind": "busy", "message": "gone", "recovery_hint": None, "retryable": can_help},
                    },
                    "receipt": f"Failed: busy\ngone\n{line}",
                },
                says="contradicts `error.retryable`",
                at="/error/retryable",
            )
            for can_help, line in (
                (False, "This is temporary, repeat the call."),
                (False, "Transient failure: call the tool again"),
                (True, "(permanent)"),
                (True, "Permanently failed."),
                (False, "Temporarily unavailable: call again"),
                (False, "This is only temporary."),
            )
        ),
        BadExample(
            {
                "envelope": {"status": "error"},
                "receipt": "ListTasks failed: network_failed\n(not invalid_tool_input)\n"
                "input for ListTasks does not match the tool schema\nHint: leave `status` out\nRetryable: no",
            },
            says="states error kind `network_failed`",
            at="/error/kind",
        ),
        BadExample(
            {"envelope": {"status": "error"}, "receipt": "ListTasks failed: invalid_tool_input (retryable: no)"},
            says="does not show `error.recovery_hint`",
            at="/error/recovery_hint",
        ),
    ),
)
