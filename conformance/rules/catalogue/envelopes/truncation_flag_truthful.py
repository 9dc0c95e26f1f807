"""Truncation flags and markers are true.

A reader that trusts ``truncated: false`` does not open the full log; one that reads "first 500 lines" relies on them.
Some runtimes truncate twice and keep only the flag of the second cut.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from conformance.display import code_text, quotation
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, type_phrase
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.rules.screens import CUT, IN_VALUE, Screen, Subject, alternatives, raw_pattern, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.previews import Cut, cuts, end_cuts, flag_of, flags, previews, worded_cuts

# "[truncated by user]" may be what a program prints of a cut of its own; a runtime says that it cut the output, or how
# much of it.
_NAMES_OTHER = LazyPattern(r"\[truncated (?:by|in|from|for|because|due|table|file|name)\b", re.IGNORECASE)


def check(level: ResultLevel, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a flag that is mistyped, denies a marker or claims an empty cut, and for wrong counts."""
    for flag in flags(level):
        if not isinstance(flag.value, bool):
            message = f"flag {code_text(flag.key)} is {type_phrase(flag.value)}, not a boolean"
            yield Problem(message, "write `true` if something was cut, otherwise `false`", child("", flag.key))
        elif flag.value and flag.previews and not level.artifacts and not any(text for _, text in flag.previews):
            message = f"flag {code_text(flag.key)} is `true`, but there is neither a preview nor an artifact"
            yield Problem(message, "set it to `false`, or add a preview of what was cut", child("", flag.key))
    explained = _ExplainedFlags(level, profile)
    for key, text in previews(level).items():
        yield from _marker_problems(level, key, text, explained)


def _marker_problems(level: ResultLevel, key: str, text: str, explained: "_ExplainedFlags") -> Iterator[Problem]:
    """Yield a problem for a marker that the flag denies or whose counts are wrong.

    The output itself may contain such a marker, so it proves a cut only by true counts or next to an artifact.
    """
    found = list(cuts(text, explained.markers)) or end_cuts(text)
    flag = flag_of(level, key)
    value: JsonValue = level.members[flag] if flag else None
    if found and (value is None or value is False):
        yield from _denied_marker_problems(level, key, found, flag if value is False else None)
    elif value is False and worded_cuts(text):
        # A program may print such a line itself.
        yield _denial(level, key, worded_cuts(text)[0], flag, Level.WARNING)
    elif (
        found
        and all(cut.count_mismatch for cut in found)
        and (_has_artifact(level, key) or flag not in explained.flags)
    ):
        message = f"truncation marker of {code_text(key)} {found[0].count_mismatch}"
        yield Problem(message, "write the counts of what the preview shows", child("", key))


def _denied_marker_problems(level: ResultLevel, key: str, found: Sequence[Cut], flag: str | None) -> Iterator[Problem]:
    counted = next((cut for cut in found if cut.has_counts and not cut.count_mismatch), None)
    set_off = next((cut for cut in found if cut.is_set_off and not cut.has_counts), None)
    # A marker that states how much is left out, or stands at the end, is where a runtime puts its own.
    last = next((cut for cut in found if cut.states_rest or (cut.head.strip() and not cut.tail.strip())), None)
    cut = counted or (found[0] if _has_artifact(level, key) else set_off or last)
    if cut is not None:
        is_certain = cut == counted or (cut == last and (cut.states_rest or not _NAMES_OTHER.search(cut.marker)))
        yield _denial(level, key, cut, flag, Level.ERROR if is_certain else Level.WARNING)


def _denial(level: ResultLevel, key: str, cut: Cut, flag: str | None, at_most: Level) -> Problem:
    denial = f"flag {code_text(flag)} is `false`" if flag else "no flag says so"
    message = f"preview {code_text(key)} contains a truncation marker, but {denial}"
    evidence: JsonObject = {"text": quotation(cut.marker.strip())}
    hint = f"set {code_text(flag or 'truncated')} to `true`"
    at_most = Level.ERROR if _has_artifact(level, key) else at_most
    return Problem(message, hint, child("", flag or key), evidence, max_level=at_most)


def _has_artifact(level: ResultLevel, key: str) -> bool:
    """Say whether an artifact contains what a preview may have left out."""
    return key.removesuffix("_preview") in level.role_names


class _ExplainedFlags:
    """The flags of a level that are true because of a preview whose marker states the right counts, or none."""

    def __init__(self, level: ResultLevel, profile: Profile) -> None:
        self.markers = profile.results.truncation_markers
        self._level = level

    @cached_property
    def flags(self) -> frozenset[str | None]:
        """Such flags, found once for all previews of the level."""
        return frozenset(
            flag_of(self._level, name)
            for name, text in previews(self._level).items()
            if any(not cut.count_mismatch for cut in cuts(text, self.markers))
        )


_CUT = "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz"

# Words of which each marker of `end_cuts` and `worded_cuts` has one.
_MARKER_WORDS = r"truncated|clipped|omitted|output cut|<cut|more (?:lines|characters|bytes)"


def _screen(subject: Subject) -> Screen | None:
    """No flag is true or of another type, and no text has words of a marker."""
    markers = raw_pattern(map(re.compile, subject.profile.results.truncation_markers), IN_VALUE)
    words = f"(?:{_MARKER_WORDS}){IN_VALUE}"
    return None if markers is None else Screen(pattern=CUT, folded=alternatives([markers, words]))


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#projection-algorithm",
    screen=results_only(_screen),
    good=(
        {"result": {"stdout_preview": _CUT, "stderr_preview": None, "truncated": True}},
        {"result": {"stdout_preview": "a", "truncated": False}},
        {"result": {"stdout_preview": "-- [truncated] is printed\n[truncated]\nby tests", "truncated": False}},
        {"result": {"files": ["a", "b"], "truncated": True}},
        {"result": {"stdout_preview": "a\n--- 0 lines omitted ---\nsee [... omitted ...] there", "truncated": False}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": _CUT, "truncated": False}},
            says="flag `truncated` is `false`",
            at="/result/truncated",
        ),
        BadExample(
            {"result": {"task": {"output_preview": _CUT, "output_truncated": False}}},
            says="flag `output_truncated` is `false`",
            at="/result/task/output_truncated",
        ),
        BadExample(
            {"result": {"stdout_preview": "first line\n[truncated 100 lines]\nlast line", "truncated": False}},
            says="flag `truncated` is `false`",
            at="/result/truncated",
        ),
        BadExample(
            {"result": {"stdout_preview": "compiling... (truncated)", "truncated": False}},
            says="flag `truncated` is `false`",
            at="/result/truncated",
        ),
        *(
            BadExample(
                {"result": {"stdout_preview": f"a\n{marker}\nb", "truncated": False}},
                says="flag `truncated` is `false`",
                at="/result/truncated",
            )
            for marker in (
                "<output clipped>",
                "… 120 more lines …",
                "--- 532 lines omitted ---",
                "... (20 more lines omitted)",
                "[... output truncated, 5 KB omitted ...]",
            )
        ),
        BadExample({"result": {"stdout_preview": _CUT}}, says="no flag says so", at="/result/stdout_preview"),
        BadExample(
            {"result": {"stdout_preview": _CUT.replace("first 1 ", "first 500 "), "truncated": True}},
            says="states first 500 lines but shows 1",
            at="/result/stdout_preview",
        ),
        BadExample(
            {"result": {"stdout_preview": "a", "truncated": "no"}},
            says="not a boolean",
            at="/result/truncated",
        ),
        BadExample(
            {"result": {"stdout_preview": None, "truncated": True}}, says="neither a preview", at="/result/truncated"
        ),
    ),
)
