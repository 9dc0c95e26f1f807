"""A summary is short; output, logs and reports belong elsewhere.

It is the one text that compaction never drops, so it stays in the context for good.
"""

from collections.abc import Iterator

from conformance.documents.values import as_text
from conformance.findings import Level, Problem
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, profile: Profile) -> Iterator[Problem]:
    """Yield a problem if ``summary_text`` has more characters or lines than the profile allows."""
    summary = as_text(record.envelope.get("summary_text")) or ""
    most, most_lines = profile.summary_limit, profile.results.summary_lines
    lines = len(summary.strip().splitlines())
    if len(summary) > most:
        size = f"{len(summary):,} characters, but at most {most:,} are allowed"
    elif lines > most_lines:
        size = f"{lines} lines, but at most {most_lines} are allowed"
    else:
        return
    hint = "summarise the outcome in one sentence; put output into a preview and the full text into an artifact"
    yield Problem(f"`summary_text` has {size}", hint, "/summary_text")


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
