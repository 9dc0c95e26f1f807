"""A summary is short; output, logs and reports belong elsewhere.

It is the one text that compaction never drops, so it stays in the context for good.
"""

from collections.abc import Iterator, Sequence

from conformance.display import code_text
from conformance.documents.values import JsonObject, as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord

# A result of one or two lines may be its own summary.
_LOG_LINES = 3


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if ``summary_text`` has more characters or lines than the profile allows, or repeats a log."""
    summary = as_text(record.envelope.get("summary_text")) or ""
    most, most_lines = profile.summary_limit, profile.results.summary_lines
    lines = [line.strip() for line in summary.strip().splitlines()]
    if len(summary) > most:
        message = f"`summary_text` has {len(summary):,} characters, but at most {most:,} are allowed"
    elif len(lines) > most_lines:
        message = f"`summary_text` has {len(lines)} lines, but at most {most_lines} are allowed"
    elif (source := _source_of(lines, record)) is not None:
        message = f"`summary_text` is {len(lines)} lines of {code_text(source, 120)}"
    else:
        return
    hint = "summarise the outcome in one sentence; put output into a preview and the full text into an artifact"
    yield Problem(message, hint, "/summary_text")


def _source_of(lines: Sequence[str], record: EnvelopeRecord) -> str | None:
    """Return the pointer of the text in the result that has all of several lines."""
    if len(lines) < _LOG_LINES:
        return None
    texts = ((pointer, text) for pointer, text in record.texts if pointer.startswith("/result"))
    return next((pointer for pointer, text in texts if {*lines} <= {line.strip() for line in text.splitlines()}), None)


# The line breaks of `str.splitlines`.
_ONE_LINE = r"^[^\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]*$"


def _screen(subject: Subject) -> Screen:
    """The summary is one short line."""
    summary: JsonObject = {"maxLength": subject.profile.summary_limit, "pattern": _ONE_LINE}
    return Screen({"properties": {"summary_text": summary}} if subject.profile.results.summary_lines else {"not": {}})


RULE = ENVELOPE.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#summary_text",
    screen=_screen,
    good=({"summary_text": "12 tests passed, 1 failed"},),
    bad=(
        BadExample({"summary_text": "compiling " * 41}, says="410 characters", at="/summary_text"),
        BadExample(
            {"summary_text": "compiling a\ncompiling b\nwarning: unused\nerror: no such field\nfailed"},
            says="has 5 lines, but at most 4",
            at="/summary_text",
        ),
        BadExample(
            {
                "summary_text": "running 2 tests\ntest a ... ok\ntest b ... ok",
                "result": {"stdout_preview": "running 2 tests\ntest a ... ok\ntest b ... ok\n2 passed\n"},
            },
            says="is 3 lines of `/result/stdout_preview`",
            at="/summary_text",
        ),
    ),
)
