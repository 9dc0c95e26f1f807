"""An audit record keeps both the canonical result and the receipt that the model saw.

"Audit records should preserve both the canonical result and the rendered receipt when practical." With the result alone
nobody can say what the model was shown, and a receipt that hides a failure is never found.
"""

from collections.abc import Iterator

from conformance.contract.audit_record import RESULT_KEY
from conformance.documents.values import JsonObject, JsonValue
from conformance.findings import Level, Problem
from conformance.rules.scopes import LOG_ENTRY, BadExample
from conformance.rules.screens import Screen, Subject
from conformance.settings.profiles import Profile
from conformance.systems.records import ENVELOPE_KEYS, MADE_BY_KEY, RECEIPT_KEYS
from conformance.systems.surface import Record


def check(record: Record, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem if a record around an envelope has no receipt; a bare envelope is not a record.

    Nor is it asked of an envelope that the recorder made, as from the reply of a system without envelopes.
    """
    entry = record.log_entry
    holder = next((key for key in ENVELOPE_KEYS if key in entry), None)
    if holder is None or any(entry.get(key) is not None for key in RECEIPT_KEYS):
        return
    missing = RECEIPT_KEYS[0] if holder == RESULT_KEY else RECEIPT_KEYS[1]
    fault = "is null" if missing in entry else "is missing"
    # A tool that was asked from outside may have no receipts; an audit record is about what the model saw.
    if entry.get(MADE_BY_KEY) is not None:
        return
    at_most = Level.ERROR if holder == RESULT_KEY else Level.INFO
    yield Problem(f"record field `{missing}` {fault}", "record the text that the model was shown", max_level=at_most)


def _screen(subject: Subject) -> Screen:
    """A record has a receipt."""
    stated: list[JsonValue] = [{"properties": {key: _NOT_NULL}, "required": [key]} for key in RECEIPT_KEYS]
    return Screen(entry={"anyOf": stated}) if subject.is_record else Screen()


_NOT_NULL: JsonObject = {"not": {"type": "null"}}
RULE = LOG_ENTRY.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#runtime-storage-contract",
    screen=_screen,
    good=(
        {"envelope": {}, "receipt": "No tasks", "kept": {"canonical_result": {}, "rendered_receipt": "No tasks"}},
        {"envelope": {}, "kept": {"envelope": {}, "receipt": None, "envelope_made_by": "conformance"}},
    ),
    bad=(
        BadExample(
            {"envelope": {}, "kept": {"canonical_result": {}}}, says="record field `rendered_receipt` is missing"
        ),
        BadExample(
            {"envelope": {}, "kept": {"canonical_result": {}, "rendered_receipt": None}}, says="receipt` is null"
        ),
        BadExample({"envelope": {}, "kept": {"envelope": {}}}, says="record field `receipt` is missing"),
    ),
)
