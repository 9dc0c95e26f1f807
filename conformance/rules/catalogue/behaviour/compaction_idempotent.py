"""Compacting what was compacted before, by the same policy, changes nothing.

A conversation is compacted each time it grows too long. When every pass shortens further, old results fade to nothing
while the budget would have kept them.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.catalogue.behaviour._differences import repetition_problems
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for the first place at which the second compaction differs from the first."""
    hint = "leave alone what fits into the budget of the policy already"
    yield from repetition_problems(compaction.compacted, compaction.recompactions, "compacted", hint)


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
            says="compacted a second time, /result/notes is no longer 'all of…' but 'all…'",
            at="/result/notes",
        ),
    ),
)
