"""Every text of a result stays within the size that the profile allows.

A result is kept in the context and rendered into a receipt; a text larger than any receipt can show helps nobody. The
full text belongs in an artifact.
"""

from collections.abc import Iterator

from conformance.findings import Level, Problem
from conformance.rules.scopes import RESULT_LEVEL, BadExample
from conformance.rules.screens import Screen, Subject, results_only
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import ResultLevel


def check(level: ResultLevel, profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each text of this object that has more characters than allowed."""
    most = profile.results.preview_limit
    for pointer, text in level.texts:
        if len(text) > most:
            message = f"text has {len(text):,} characters, but at most {most:,} are allowed"
            yield Problem(message, "show head and tail as a preview, and put the full text into an artifact", pointer)


def _screen(subject: Subject) -> Screen:
    limit = subject.profile.results.preview_limit
    return Screen() if subject.most_bytes <= limit else Screen(text={"maxLength": limit})


RULE = RESULT_LEVEL.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#budget-ownership",
    screen=results_only(_screen),
    good=({"result": {"stdout_preview": "ok\n", "truncated": False}},),
    bad=(
        BadExample(
            {"result": {"stdout_preview": "compiling\n" * 1001, "truncated": False}},
            says="10,010 characters",
            at="/result/stdout_preview",
        ),
        BadExample({"result": {"lines": ["ok", "=" * 20_000]}}, says="20,000 characters", at="/result/lines/1"),
    ),
)
