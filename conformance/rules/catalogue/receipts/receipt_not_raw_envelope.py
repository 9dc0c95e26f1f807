"""The receipt is not the raw envelope, unless the tool declares that rendering.

The envelope is the runtime's record; the receipt is written for a reader. A serialised envelope is not a sensible
default: a tool whose inventory entry declares canonical JSON as its rendering chose it, any other tool forgot.
"""

import re
from collections.abc import Iterator, Mapping

from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.receipts import ReceiptRecord

# An optional quote, however often it was escaped.
_QUOTE = r"""(?:\\{0,16}["'])?"""
# How a raw envelope begins: with a fence, a bracket or one of its own keys.
_RAW_OPENING = re.compile(r"""\s*(?:```[\w-]*\s*)?(?:[{\[]|["']?(?:tool_name|status)\b)""")


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if the receipt contains this envelope: compact, pretty-printed, fenced, quoted or truncated.

    If an output is itself the text of such an envelope, a receipt that begins with its own words only quotes it.
    """
    if record.declared_rendering in profile.results.raw_renderings:
        return
    error = record.envelope.get("error")
    if isinstance(error, Mapping) and record.json_value in (error, {"error": error}):
        yield Problem("receipt is the raw `error` of the envelope", "render it: outcome, message, hint, and retryable")
    outputs = (text for _, text in texts_of(record.envelope.get("result")))
    is_quoted = any(_shows_envelope(record, text) for text in outputs)
    if _shows_envelope(record, record.own_words) and (not is_quoted or _RAW_OPENING.match(record.receipt)):
        yield Problem(
            "receipt is the raw envelope",
            'render a receipt for this tool, or declare `"model_rendering": "canonical_json_envelope"`',
        )


def _shows_envelope(record: ReceiptRecord, text: str) -> bool:
    """Say whether a text contains the envelope's own tool name and status together with a result or an error."""
    members = [(key, as_text(record.envelope.get(key))) for key in ("tool_name", "status")]
    named = all(value and _has_member(text, key, value) for key, value in members)
    return named and any(_has_member(text, key, "") for key in ("result", "error"))


def _has_member(text: str, key: str, value: str) -> bool:
    return re.search(rf"(?<!\w){_QUOTE}{key}{_QUOTE}\s*[:=]\s*{_QUOTE}{re.escape(value)}", text) is not None


RULE = RECEIPT.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#model-visible-rendering",
    good=(
        {"envelope": {"result": {"enqueued": True}}, "receipt": "Follow-up enqueued"},
        {
            "tool": {"result_envelope": {"model_rendering": "canonical_json_envelope"}},
            "envelope": {"result": {"enqueued": True}},
            "receipt": '{"tool_name":"ListTasks","status":"success","summary_text":"done","result":{"enqueued":true}}',
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"enqueued": True}},
                "receipt": '{"tool_name":"ListTasks","status":"success","summary_text":"x","result":{"enqueued":true}}',
            },
            says="is the raw envelope",
        ),
        BadExample(
            {
                "envelope": {"result": {"enqueued": True}},
                "receipt": 'Result:\n```json\n{\n  "tool_name": "ListTasks",\n  "status": "success",\n  "result": {\n',
            },
            says="is the raw envelope",
        ),
        BadExample(
            {
                "envelope": {
                    "status": "error",
                    "error": {
                        "kind": "disk_full",
                        "message": "no space left",
                        "details": None,
                        "recovery_hint": None,
                        "retryable": True,
                    },
                },
                "receipt": '{"kind":"disk_full","message":"no space left","details":null,'
                '"recovery_hint":null,"retryable":true}',
            },
            says="is the raw `error` of the envelope",
        ),
    ),
)
