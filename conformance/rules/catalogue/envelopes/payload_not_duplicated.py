"""A large text appears only once in a result.

A summary must not repeat what a preview shows: the same output twice doubles the context and adds no knowledge. Two
items of a list may be equal, because each describes its own call; so may stdout and stderr, because a program may print
the same text to both.
"""

from collections.abc import Iterator
from itertools import combinations

from conformance.contract.repeated_text import shared_chars
from conformance.display import code_text
from conformance.documents.pointers import parent, split
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

# Every pair of large texts is compared, so their number is bounded.
_COMPARED = 40


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each large text that repeats another, completely or in its first part."""
    least = profile.results.duplicate_limit
    large = [(pointer, text) for pointer, text in record.texts if len(text) >= least][:_COMPARED]
    repeated: set[str] = set()
    for (first, text), (second, other) in combinations(large, 2):
        shared = shared_chars(text, other)
        apart = _is_item_pair(first, second) or _is_stream_pair(first, second)
        if shared >= least and second not in repeated and not apart:
            repeated.add(second)
            message = f"text repeats {shared:,} characters of {code_text(first, 120)}"
            yield Problem(message, "remove this field, or replace its text with a summary", second)


def _is_item_pair(first: str, second: str) -> bool:
    parting = next(((one, two) for one, two in zip(split(first), split(second), strict=False) if one != two), ("", ""))
    return all(token.isdigit() for token in parting)


def _is_stream_pair(first: str, second: str) -> bool:
    names = {split(pointer)[-1].partition("_")[0] for pointer in (first, second)}
    return names == {"stdout", "stderr"} and parent(first) == parent(second)


_LOG = "test turn::resumes ... ok\n" * 20

RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#do-not-duplicate-large-payloads",
    good=(
        {"result": {"task": {"output_preview": _LOG, "result_summary": "20 tests passed"}}},
        {"result": {"items": [{"stdout_preview": _LOG}, {"stdout_preview": _LOG}]}},
        {"result": {"stdout_preview": _LOG, "stderr_preview": _LOG}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": _LOG, "task": {"stderr_preview": _LOG}}},
            says="characters of `/result/stdout_preview`",
            at="/result/task/stderr_preview",
        ),
        BadExample(
            {"result": {"task": {"output_preview": _LOG, "result_summary": _LOG}}},
            says="characters of `/result/task/output_preview`",
            at="/result/task/result_summary",
        ),
        BadExample(
            {"result": {"output_preview": _LOG + "done", "task": {"report": _LOG + "failed"}}},
            says="repeats 520 characters",
            at="/result/task/report",
        ),
    ),
)
