"""Compaction neither lengthens a text nor adds a long one.

Its purpose is to save room. A compactor that reads the full output back from storage undoes the projection and fills
the context with text that the model had not seen.
"""

from collections.abc import Iterator

from conformance.documents.values import JsonValue
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.envelopes import texts_of


def check(compaction: ObservedCompaction, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text that became longer, and for each large text that is new."""
    before = dict(texts_of(compaction.envelope))
    known = {text for text in before.values() if _is_large(text, profile)}
    for pointer, text in texts_of(compaction.compacted):
        if pointer in before and len(text) > len(before[pointer]):
            message = f"compaction lengthens the text from {len(before[pointer]):,} to {len(text):,} characters"
            yield Problem(message, "keep the text, or shorten it; the full text is in the artifact", pointer)
        elif pointer not in before and _is_large(text, profile) and text not in known:
            message = f"compaction adds a text of {len(text):,} characters that the envelope does not contain"
            yield Problem(message, "do not read text back from storage when compacting", pointer)


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
            says="compaction lengthens the text from 10 to 400 characters",
            at="/result/stdout_preview",
        ),
        BadExample(
            {"envelope": {"result": {}}, "compacted": {"result": {"stdout": "compiling\n" * 100}}},
            says="compaction adds a text of 1,000 characters",
            at="/result/stdout",
        ),
    ),
)
