"""The model is not shown the raw envelope, unless the tool says that it is.

The envelope is the runtime's record; the receipt is written for a reader. Serialising the one is no default for the
other: a tool whose inventory entry declares the canonical JSON as its rendering has chosen it, any other has forgotten.
"""

import re
from collections.abc import Iterator

from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import RECEIPT, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import texts_of
from conformance.systems.surface.receipts import ReceiptRecord

_QUOTE = r"""(?:\\{0,16}["'])?"""
_RAW_OPENING = re.compile(r"""\s*(?:```[\w-]*\s*)?(?:[{\[]|["']?(?:tool_name|status)\b)""")


def check(record: ReceiptRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when the receipt holds this envelope: compact, pretty, fenced, quoted, or cut.

    Where an output is itself the text of such an envelope, a receipt that only quotes it has words of its own first.
    """
    if record.declared_rendering in profile.results.raw_renderings:
        return
    outputs = (text for _, text in texts_of(record.envelope.get("result")))
    is_quoted = any(_shows_envelope(record, text) for text in outputs)
    if _shows_envelope(record, record.own_words) and (not is_quoted or _RAW_OPENING.match(record.receipt)):
        yield Problem(
            "the receipt is the raw envelope",
            "render a receipt for this tool, or declare 'canonical_json_envelope' as its model_rendering",
        )


def _shows_envelope(record: ReceiptRecord, text: str) -> bool:
    """The envelope's own tool and status stand there beside a result or an error."""
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
    ),
)
