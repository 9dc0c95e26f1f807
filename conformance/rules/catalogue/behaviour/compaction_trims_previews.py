"""Compaction trims or drops large previews.

"Trim or drop large preview fields inside `result`" is its purpose. A compactor that keeps thousands of characters saves
nothing, and the turn that needed the room fails.
"""

from collections.abc import Iterator

from conformance.documents.pointers import child
from conformance.documents.values import as_object
from conformance.findings import Level, Problem
from conformance.inventory import EMPTY_INVENTORY
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.envelopes import EnvelopeRecord
from conformance.systems.surface.previews import previews

# A preview of this many characters is worth compacting; those of the reference contract have up to four times as many.
_LARGE = 2_000


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each large preview that compaction left as it was."""
    before = _large_previews(EnvelopeRecord(as_object(compaction.envelope), EMPTY_INVENTORY))
    after = _large_previews(EnvelopeRecord(as_object(compaction.compacted), EMPTY_INVENTORY))
    for pointer, text in after.items():
        if before.get(pointer) == text:
            message = f"compaction keeps all {len(text):,} characters of the preview"
            yield Problem(message, "shorten the preview, or drop it if an artifact contains the text", pointer)


def _large_previews(record: EnvelopeRecord) -> dict[str, str]:
    found = ((child(level.pointer, key), text) for level in record.levels for key, text in previews(level).items())
    return {pointer: text for pointer, text in found if len(text) >= _LARGE}


RULE = COMPACTION.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#compaction-contract",
    good=(
        {
            "envelope": {"result": {"stdout_preview": "compiling\n" * 300, "truncated": False}},
            "compacted": {"result": {"stdout_preview": "compiling\n…", "truncated": True}},
        },
        {
            "envelope": {"result": {"stdout_preview": "compiling\n" * 20}},
            "compacted": {"result": {"stdout_preview": "compiling\n" * 20}},
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"stdout_preview": "compiling\n" * 300}},
                "compacted": {"result": {"stdout_preview": "compiling\n" * 300}},
            },
            says="compaction keeps all 3,000 characters of the preview",
            at="/result/stdout_preview",
        ),
    ),
)
