"""Compaction never makes a text longer, nor adds a long one.

It is there to save room. A compactor that reads the full output back from storage undoes the projection, and fills the
context with what the model was not shown before.
"""

from collections.abc import Iterator

from conformance.display import quote_text
from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.envelopes import texts_of


def check(compaction: ObservedCompaction, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text that is longer than before, and for a large one that stood nowhere before."""
    before = dict(texts_of(compaction.envelope))
    known = {text for text in before.values() if _is_large(text, profile)}
    for pointer, text in texts_of(compaction.compacted):
        if pointer in before and len(text) > len(before[pointer]):
            message = f"{quote_text(pointer)} has {len(text):,} characters; before it had {len(before[pointer]):,}"
            yield Problem(message, "shorten texts or leave them; all of it stays in the artifact", pointer)
        elif pointer not in before and _is_large(text, profile) and text not in known:
            message = f"{quote_text(pointer)} has {len(text):,} characters that the envelope does not hold"
            yield Problem(message, "read nothing back from storage when a result is compacted", pointer)


def _is_large(text: JsonValue, profile: Profile) -> bool:
    return isinstance(text, str) and len(text) >= profile.results.duplicate_limit


RULE = COMPACTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#truncation-should-be-stable-across-re-serialization",
    good=(
        {
            "envelope": {"result": {"stdout_preview": "compiling\n" * 100}},
            "compacted": {"result": {"stdout_preview": "compiling\n", "stdout_truncated": True}},
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"stdout_preview": "compiling\n", "truncated": True}},
                "compacted": {"result": {"stdout_preview": "compiling\n" * 40, "truncated": True}},
            },
            says="'/result/stdout_preview' has 400 characters; before it had 10",
            at="/result/stdout_preview",
        ),
        BadExample(
            {"envelope": {"result": {}}, "compacted": {"result": {"stdout": "compiling\n" * 100}}},
            says="'/result/stdout' has 1,000 characters that the envelope does not hold",
            at="/result/stdout",
        ),
    ),
)
