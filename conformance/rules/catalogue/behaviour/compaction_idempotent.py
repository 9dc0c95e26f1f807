"""Compacting a compacted result again under the same policy changes nothing.

A conversation is compacted each time it grows too long. If every pass shortens further, old results fade away although
they fit the budget.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.catalogue.behaviour._differences import repetition_problems
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the first difference between the first and the second compaction."""
    hint = "leave unchanged what already fits the policy's budget"
    yield from repetition_problems(compaction.compacted, compaction.recompactions, "compaction", hint)


RULE = COMPACTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#compaction-contract",
    good=(
        {
            "envelope": {"result": {"task_id": "task_1", "notes": "all of the long notes"}},
            "compacted": {"result": {"task_id": "task_1", "notes": "all of…"}},
            "compacted_again": {"result": {"task_id": "task_1", "notes": "all of…"}},
        },
    ),
    bad=(
        BadExample(
            {
                "envelope": {"result": {"task_id": "task_1", "notes": "all of the long notes"}},
                "compacted": {"result": {"task_id": "task_1", "notes": "all of…"}},
                "compacted_again": {"result": {"task_id": "task_1", "notes": "all…"}},
            },
            says="second compaction changes `/result/notes`",
            at="/result/notes",
        ),
    ),
)
