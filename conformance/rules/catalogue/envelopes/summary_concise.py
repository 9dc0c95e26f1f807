"""A summary is short: output, logs and reports have other places.

It is the one text that compaction never drops, so whatever is put there stays in the context for good.
"""

from collections.abc import Iterator

from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem when ``summary_text`` has more characters or lines than the profile allows."""
    summary = as_text(record.envelope.get("summary_text")) or ""
    most, most_lines = profile.summary_limit, profile.results.summary_lines
    lines = len(summary.strip().splitlines())
    if len(summary) > most:
        said = f"{len(summary):,} characters long; {most:,} are allowed"
    elif lines > most_lines:
        said = f"{lines} lines long; {most_lines} are allowed"
    else:
        return
    hint = "summarise in one sentence; put output into a preview, all of it into an artifact"
    yield Problem(f"`summary_text` is {said}", hint, "/summary_text")


RULE = ENVELOPE.rule(
    check,
    level=Level.WARNING,
    source="tool-result-envelope#summary_text",
    good=({"summary_text": "12 tests passed, 1 failed"},),
    bad=(
        BadExample({"summary_text": "compiling " * 41}, says="410 characters", at="/summary_text"),
        BadExample({"summary_text": "ok\n" * 12}, says="12 lines", at="/summary_text"),
    ),
)
