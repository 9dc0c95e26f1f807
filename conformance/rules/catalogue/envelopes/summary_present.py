"""Every envelope has a summary, for success and for error.

Compaction keeps it when everything else goes, transcripts and operators show it. Without it a result becomes a call
that nobody can tell the outcome of.
"""

from collections.abc import Iterator

from conformance.display import LONE_SURROGATE
from conformance.findings import Level, Problem
from conformance.names import is_hidden
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem when ``summary_text`` is missing, no string, or blank; half a character is another finding."""
    summary = record.envelope.get("summary_text")
    if summary is None:
        said = "is missing"
    elif not isinstance(summary, str):
        said = "is not a string"
    elif not LONE_SURROGATE.search(summary) and all(char.isspace() or is_hidden(char) for char in summary):
        said = "is blank"
    else:
        return
    yield Problem(f"`summary_text` {said}", "say in one short sentence what came out", "/summary_text")


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#summary_text",
    good=({"summary_text": "command exited with status 0"}, {"status": "error", "summary_text": "no such task"}),
    bad=(
        BadExample({"summary_text": None}, says="is missing", at="/summary_text"),
        BadExample({"summary_text": " "}, says="is blank", at="/summary_text"),
        BadExample({"summary_text": ["done"]}, says="is not a string", at="/summary_text"),
    ),
)
