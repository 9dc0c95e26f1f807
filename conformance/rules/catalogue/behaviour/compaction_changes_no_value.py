"""Compaction leaves numbers and booleans unchanged, except for truncation flags.

It may trim or drop previews. An exit status that becomes 0, or a truncation flag that becomes false, is a different
result.
"""

from collections.abc import Iterator, Mapping

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_array, as_object, compact_json, equal
from conformance.findings import Level, Problem
from conformance.rules.behaviour_scopes import COMPACTION
from conformance.rules.scopes import BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.behaviour import ObservedCompaction
from conformance.systems.surface.previews import TRUNCATED


def check(compaction: ObservedCompaction, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each number or boolean of the result that compaction changed."""
    before = as_object(compaction.envelope).get("result")
    waiting = [("/result", before, as_object(compaction.compacted).get("result"))]
    while waiting:
        pointer, old, new = waiting.pop()
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _changed_values(pointer, old, new)
            waiting.extend((child(pointer, key), old[key], new[key]) for key in old.keys() & new.keys())
        elif len(as_array(old)) == len(as_array(new)):
            pairs = zip(as_array(old), as_array(new), strict=True)
            waiting.extend((child(pointer, index), *pair) for index, pair in enumerate(pairs))


def _changed_values(pointer: str, old: JsonObject, new: JsonObject) -> Iterator[Problem]:
    """Yield a problem for each changed value; integers next to a shortened list may count its remaining items."""
    is_shorter = any(len(as_array(new.get(key))) < len(as_array(value)) for key, value in old.items())
    for key, value in old.items():
        now = new.get(key, value)
        if (
            not _is_number_or_bool(value)
            or equal(now, value)
            or _is_truncation_flag(key, now)
            or (is_shorter and _is_count(value))
        ):
            continue
        message = (
            f"compaction changes {code_text(key)} from `{compact_json(value)}` to {code_text(compact_json(now), 60)}"
        )
        yield Problem(message, "keep the value; trim or drop only previews", child(pointer, key))


def _is_number_or_bool(value: JsonValue) -> bool:
    return isinstance(value, bool | int | float)


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_truncation_flag(key: str, now: JsonValue) -> bool:
    return now is True and key.split("_")[-1] == TRUNCATED


RULE = COMPACTION.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#compaction-contract",
    good=(
        {
            "envelope": {"result": {"exit_status": 1, "truncated": False, "stdout_preview": "compiling\n" * 40}},
            "compacted": {"result": {"exit_status": 1.0, "truncated": True, "stdout_preview": "compiling\n…"}},
        },
        {
            "envelope": {"result": {"returned": 2, "tasks": [{"count": 1}, {"count": 2}]}},
            "compacted": {"result": {"returned": 1, "tasks": [{"count": 1}]}},
        },
    ),
    bad=(
        BadExample(
            {"envelope": {"result": {"exit_status": 1}}, "compacted": {"result": {"exit_status": 0}}},
            says="compaction changes `exit_status` from `1` to `0`",
            at="/result/exit_status",
        ),
        BadExample(
            {
                "envelope": {"result": {"tasks": [{"truncated": True}]}},
                "compacted": {"result": {"tasks": [{"truncated": False}]}},
            },
            says="compaction changes `truncated` from `true` to `false`",
            at="/result/tasks/0/truncated",
        ),
    ),
)
