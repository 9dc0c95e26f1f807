"""A large text appears only once in a result.

A summary must not repeat what a preview shows: the same output twice doubles the context and adds no knowledge. Two
items of a list may be equal, because each describes its own call; so may stdout and stderr, because a program may print
the same text to both, unless it is so long that the runtime is more likely to have written one stream into both fields.
"""

from collections.abc import Iterator
from itertools import combinations

from conformance.contract.repeated_text import shared_chars
from conformance.display import code_text
from conformance.documents.pointers import parent, split
from conformance.documents.values import JsonObject, JsonValue, as_object
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import LEAST_BYTES, Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

# Every pair of large texts is compared, so their number is bounded.
_COMPARED = 40
# Equal streams are suspicious from so many times the limit on.
_LONG_STREAMS = 4


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each large text that repeats another, completely or in its first part."""
    least = profile.results.duplicate_limit
    large = [(pointer, text) for pointer, text in record.texts if len(text) >= least][:_COMPARED]
    repeated: set[str] = set()
    for (first, text), (second, other) in combinations(large, 2):
        shared = shared_chars(text, other)
        is_stream_pair = _is_stream_pair(first, second)
        is_long = shared >= _LONG_STREAMS * least and text == other
        apart = _is_item_pair(first, second) or (is_stream_pair and not is_long)
        if shared >= least and second not in repeated and not apart:
            repeated.add(second)
            message = f"text repeats {shared:,} characters of {code_text(first, 120)}"
            hint = "remove this field, or replace its text with a summary"
            yield Problem(message, hint, second, max_level=Level.WARNING if is_stream_pair else Level.ERROR)


def _is_item_pair(first: str, second: str) -> bool:
    parting = next(((one, two) for one, two in zip(split(first), split(second), strict=False) if one != two), ("", ""))
    return all(token.isdigit() for token in parting)


def _is_stream_pair(first: str, second: str) -> bool:
    names = {split(pointer)[-1].partition("_")[0] for pointer in (first, second)}
    return names == {"stdout", "stderr"} and parent(first) == parent(second)


_LOG = "test turn::resumes ... ok\n" * 20

# Fields of which one may be large in a result without a published schema.
_LARGE_FIELDS = ("stdout_preview", "stderr_preview", "output_preview", "text_preview", "content", "text")
_MOST_FIELDS = 12


def _screen(subject: Subject) -> Screen:
    """Of all texts only one direct member of the result is large, or two large ones have no room.

    The texts of artifacts are members of the objects of a list.
    """
    if subject.most_bytes < 2 * subject.profile.results.duplicate_limit + LEAST_BYTES:
        return Screen()
    declared = as_object(subject.tool.success_result_schema if subject.tool else None).get("properties")
    fields = [name for name in as_object(declared) if name.endswith("_preview")] or _LARGE_FIELDS
    small: JsonObject = {"maxLength": subject.profile.results.duplicate_limit - 1}
    one_large: list[JsonValue] = [
        {"properties": {name: {}}, "additionalProperties": small} for name in fields[:_MOST_FIELDS]
    ]
    members: JsonObject = {
        "result": {"anyOf": [{"additionalProperties": small}, *one_large]},
        "artifacts": {"items": {"additionalProperties": small}},
    }
    return Screen({"properties": members, "additionalProperties": small}, inner_text=small, error_text=small)


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#do-not-duplicate-large-payloads",
    screen=_screen,
    good=(
        {"result": {"task": {"output_preview": _LOG, "result_summary": "20 tests passed"}}},
        {"result": {"items": [{"stdout_preview": _LOG}, {"stdout_preview": _LOG}]}},
        {"result": {"stdout_preview": _LOG, "stderr_preview": _LOG}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": _LOG * 4, "stderr_preview": _LOG * 4}},
            says="characters of `/result/stdout_preview`",
            at="/result/stderr_preview",
        ),
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
