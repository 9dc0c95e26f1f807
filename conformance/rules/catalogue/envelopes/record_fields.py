"""The fields of an audit record other than the canonical result match the published schema.

A receipt that is a number was never shown to a model, and a negative latency was never measured, but readers of the log
rely on both. Other fields are the runtime's own business.
"""

import functools
from collections.abc import Iterator

from conformance.contract.audit_record import RESULT_KEY, AuditRecord
from conformance.contract.shapes import schema_of
from conformance.display import code_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, as_object
from conformance.findings import Level, Problem
from conformance.rules.scopes import LOG_ENTRY, BadExample
from conformance.rules.screens import Screen, Subject
from conformance.schema.validation import violations
from conformance.settings.profiles import Profile
from conformance.systems.surface import Record

_ALIASES = {"rendered_receipt": "receipt"}


def check(record: Record, _profile: Profile) -> Iterator[Problem]:
    """Yield a problem for each known field of the record that breaks the schema; null counts as absent."""
    for name, schema in _published_schemas().items():
        for key in (name, _ALIASES.get(name, name)):
            value = record.log_entry.get(key)
            found = next(violations(value, schema), None) if value is not None else None
            if found is not None:
                hint = "write it as `conformance schemas audit_record` says, or remove it"
                yield Problem(
                    f"record field {code_text(key)} is invalid: {found.message}",
                    hint,
                    child("", key) + found.pointer,
                )
                break


@functools.cache
def _published_schemas() -> JsonObject:
    """Return the schemas of the record's fields by name, without the envelope, which other rules check."""
    properties = as_object(as_object(schema_of(AuditRecord)).get("properties"))
    return {name: schema for name, schema in properties.items() if name != RESULT_KEY}


def _screen(subject: Subject) -> Screen:
    named = [(key, schema) for name, schema in _published_schemas().items() for key in (name, _ALIASES.get(name, name))]
    fields: JsonObject = {key: {"anyOf": [{"type": "null"}, schema]} for key, schema in named}
    return Screen(entry={"properties": fields}) if subject.is_record else Screen()


RULE = LOG_ENTRY.rule(
    check,
    level=Level.ERROR,
    source="tool-result-envelope#runtime-storage-contract",
    screen=_screen,
    good=(
        {"envelope": {}, "kept": {"rendered_receipt": "No tasks", "latency_ms": 412, "input": {}, "trace_id": 7}},
        {"envelope": {}, "kept": {"receipt": None, "latency_ms": None, "runtime_details": {"attempt": 1}}},
    ),
    bad=(
        BadExample(
            {"envelope": {}, "kept": {"rendered_receipt": 5}},
            says="record field `rendered_receipt` is invalid: 5 is not of type 'string'",
            at="/rendered_receipt",
        ),
        BadExample(
            {"envelope": {}, "kept": {"latency_ms": -1}},
            says="-1 is less than the minimum of 0",
            at="/latency_ms",
        ),
        BadExample(
            {"envelope": {}, "kept": {"runtime_details": ["retried"]}}, says="is not of type 'object' or 'null'"
        ),
    ),
)
