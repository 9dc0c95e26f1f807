"""Every envelope has a summary, whether it reports success or an error.

Compaction keeps it when everything else goes, and transcripts and dashboards show it. Without it the outcome of the
call is lost.
"""

from collections.abc import Iterator

from conformance.display import LONE_SURROGATE
from conformance.documents.values import JsonObject
from conformance.findings import Level, Problem
from conformance.names import is_hidden
from conformance.rules.scopes import ENVELOPE, BadExample
from conformance.rules.screens import Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.surface.envelopes import EnvelopeRecord


def check(record: EnvelopeRecord, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if ``summary_text`` is missing, not a string, or blank; lone surrogates are another rule's."""
    summary = record.envelope.get("summary_text")
    if summary is None:
        fault = "is missing"
    elif not isinstance(summary, str):
        fault = "is not a string"
    elif not LONE_SURROGATE.search(summary) and all(char.isspace() or is_hidden(char) for char in summary):
        fault = "is blank"
    else:
        return
    yield Problem(f"`summary_text` {fault}", "state the outcome in one short sentence", "/summary_text")


def _screen(_subject: Subject) -> Screen:
    summary: JsonObject = {"type": "string", "pattern": "[A-Za-z0-9]"}
    return Screen({"properties": {"summary_text": summary}, "required": ["summary_text"]})


RULE = ENVELOPE.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#summary_text",
    screen=_screen,
    good=({"summary_text": "command exited with status 0"}, {"status": "error", "summary_text": "no such task"}),
    bad=(
        BadExample({"summary_text": None}, says="is missing", at="/summary_text"),
        BadExample({"summary_text": " "}, says="is blank", at="/summary_text"),
        BadExample({"summary_text": ["done"]}, says="is not a string", at="/summary_text"),
    ),
)
