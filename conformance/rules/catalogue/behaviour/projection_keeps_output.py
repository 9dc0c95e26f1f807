"""The envelope contains what a program printed, or says that it was truncated.

"Whenever a large field exceeds its family budget" it is replaced by a preview or left out, and "the family-specific
truncation flag" says so. Output that is dropped silently looks as if it had never been printed.
"""

from collections.abc import Iterator

from conformance.display import code_text
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.behaviour_scopes import PROJECTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedProjection
from conformance.systems.surface.envelopes import EnvelopeRecord, texts_of
from conformance.systems.surface.outputs import output_texts
from conformance.systems.surface.previews import flags


def check(projection: ObservedProjection, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each output of the complete result that the envelope neither contains nor marks as cut."""
    envelope = as_object(projection.envelope)
    if _is_marked_truncated(EnvelopeRecord(envelope, EMPTY_INVENTORY)):
        return
    texts = [text for _, text in texts_of(envelope)]
    for name, text in output_texts(as_object(projection.complete).get("result"), profile.results.log_names):
        if not any(text in one for one in texts):
            message = f"projection drops {len(text):,} characters of {code_text(name)} without a truncation flag"
            yield Problem(message, "keep the text, or a preview with truncation flag and artifact", "/result")


def _is_marked_truncated(record: EnvelopeRecord) -> bool:
    return any(flag.value is True for level in record.levels for flag in flags(level))


_CUT = "compiling\n...\n[output truncated: showing first 1 and last 1 lines]\n...\ncompiling\n"

RULE = PROJECTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#projection-algorithm",
    good=(
        {
            "complete": {"result": {"stdout": "ok\n", "stderr": ""}},
            "envelope": {"result": {"stdout_preview": "ok\n", "stderr_preview": None}},
        },
        {
            "complete": {"result": {"stdout": "compiling\n" * 2_000}},
            "envelope": {
                "result": {
                    "truncated": True,
                    "stdout_preview": _CUT,
                }
            },
        },
    ),
    bad=(
        BadExample(
            {"complete": {"result": {"stderr": "disk full\n"}}, "envelope": {"result": {"stdout_preview": None}}},
            says="projection drops 9 characters of `stderr` without a truncation flag",
            at="/result",
        ),
        BadExample(
            {
                "complete": {"result": {"items": [{"stdout": "a\nb\nc\n"}]}},
                "envelope": {"result": {"items": [{"stdout_preview": "a\n", "truncated": False}]}},
            },
            says="projection drops 5 characters of `stdout`",
        ),
    ),
)
