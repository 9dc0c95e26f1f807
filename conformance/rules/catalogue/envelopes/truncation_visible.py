"""Truncation is visible in the preview and in the receipt.

The flag is for programs. A person or model that reads the preview has to see that something is missing, or mistakes the
last line that was kept for the last line that was written.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.findings import Level, Problem
from conformance.lazy_patterns import LazyPattern
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.rules.screens import CUT, Screen, Subject, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ResultLevel
from conformance.systems.surface.previews import Flag, flags, has_visible_cut

# Words that tell a reader that something is missing; the path of an artifact alone does not.
_SIGN = LazyPattern(
    r"truncat|omitted|trimmed|shortened|\bcut\b|\bpartial|\brest of\b|\bremaining\b|\bshowing\b|\bleft out\b"
    r"|\b(?:full|complete|entire) (?:\w+ )?(?:text|output|logs?|content|list|stdout|stderr)\b"
    r"|\b\d+ more\b|\bmore (?:lines|bytes|characters|items|results)\b",
    re.IGNORECASE,
)
# "Complete output:" alone, which may be the heading of what was cut, unless the next line says where the rest is.
_WHOLE = LazyPattern(r"\W*(?:full|complete|entire) (?:\w+ )?(?:text|output|logs?|content|list|stdout|stderr)\W*", re.I)
_LOCATION = LazyPattern(r"\s+\S|[-*•] |\W*[\w.~-]*[/\\]\S*\s*$|\S+\.\w+\s*$")
# A line that is cut, or a cut on a line of its own; "test case ... ok" is neither.
_ELLIPSIS = LazyPattern(r"(?:\.\.\.|…)[\s)\]'\"`]*$")
# A preview shorter than a truncation marker has no room for one.
_MARKER_LENGTH = 80


def check(level: ResultLevel, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for a true flag if neither preview nor receipt shows the cut."""
    for flag in flags(level):
        texts = [(key, text) for key, text in flag.previews if text]
        if flag.value is not True or not texts:
            continue
        markers = profile.results.truncation_markers
        if not any(has_visible_cut(text, markers) for _, text in texts) and not _is_too_small(flag, level):
            message = f"flag {code_text(flag.key)} is `true`, but preview {code_text(texts[0][0])} does not show a cut"
            hint = "add a line like `[output truncated: showing first N and last M lines]` at the cut"
            # The flag and the receipt still say so; a receipt that hides the cut misleads the model.
            yield Problem(message, hint, child("", texts[0][0]), max_level=Level.WARNING)
        elif level.receipt is not None and not _shows_cut(level.receipt, [text for _, text in texts], markers):
            message = f"flag {code_text(flag.key)} is `true`, but the receipt does not show a cut"
            yield Problem(
                message, "state in the receipt that output was cut, and where the full text is", child("", flag.key)
            )


def _is_too_small(flag: Flag, level: ResultLevel) -> bool:
    """Say whether all previews are too short for a marker and an artifact contains the full text."""
    return any(level.roles) and all(len(text) < _MARKER_LENGTH for _, text in flag.previews)


def _shows_cut(receipt: str, texts: Sequence[str], markers: Sequence[str]) -> bool:
    """Say whether a receipt shows a cut: by a marker, or by words that are not those of the output.

    An ellipsis is enough where the preview has nothing else.
    """
    output = {line.strip() for text in texts for line in text.splitlines()}
    has_marker = any(re.search(marker, text) for marker in markers for text in texts)
    lines = receipt.replace("\\n", "\n").splitlines()
    return any(
        (not has_marker and _ELLIPSIS.search(line))
        or any(re.search(marker, line) for marker in markers)
        or (
            line.strip() not in output and _SIGN.search(line) and (not _WHOLE.fullmatch(line) or _LOCATION.match(after))
        )
        for line, after in pairwise([*lines, ""])
    )


_HEAD = "Compiling holon\n" * 8


def _screen(_subject: Subject) -> Screen:
    """No flag is true."""
    return Screen(pattern=CUT)


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#prefer-head-and-tail-for-logs",
    screen=results_only(_screen),
    good=(
        {
            "result": {
                "stdout_preview": "a\n...\n[output truncated: showing first 1 and last 1 lines]\n...\nz",
                "truncated": True,
            }
        },
        {"result": {"stdout_preview": "x", "truncated": True, "stdout_artifact": 0, "artifacts": [{"path": "1.log"}]}},
        {"result": {"title_preview": "A long title…", "title_truncated": True}},
    ),
    bad=(
        BadExample(
            {"result": {"stdout_preview": _HEAD, "truncated": True}},
            says="preview `stdout_preview` does not show a cut",
            at="/result/stdout_preview",
        ),
        BadExample(
            {
                "envelope": {"result": {"title_preview": "A long title…", "title_truncated": True}},
                "receipt": "Found: A long title",
            },
            says="the receipt does not show a cut",
            at="/result/title_truncated",
        ),
        BadExample(
            {
                "envelope": {
                    "result": {
                        "stdout_preview": "test a ... ok\n[output truncated]\ntest z ... ok",
                        "truncated": True,
                        "stdout_artifact": 0,
                        "artifacts": [{"path": "1.log"}],
                    }
                },
                "receipt": "Tests ended\nstdout artifact: 1.log\nstdout:\ntest a ... ok\n...\ntest z ... ok",
            },
            says="the receipt does not show a cut",
            at="/result/truncated",
        ),
        BadExample(
            {
                "envelope": {
                    "result": {
                        "stdout_preview": "test a ... ok\n[output truncated]\ntest z ... ok",
                        "truncated": True,
                        "stdout_artifact": 0,
                        "artifacts": [{"path": "1.log"}],
                    }
                },
                "receipt": "Done\nComplete output:\nstdout artifact: 1.log\nstdout:\ntest a ... ok\ntest z ... ok",
            },
            says="the receipt does not show a cut",
            at="/result/truncated",
        ),
    ),
)
