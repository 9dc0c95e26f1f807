"""An audit record keeps result and receipt, survives writing and reading, and is what ``audit`` reads."""

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.commands.audit import audit
from conformance.commands.receipts import read_envelopes
from conformance.commands.registry import applied_rules
from conformance.contract import audit_record
from conformance.contract.artifacts import MemorySink
from conformance.contract.audit_record import AuditRecord
from conformance.contract.envelope import to_json
from conformance.contract.families import all_families
from conformance.contract.projection import project
from conformance.contract.rendering import render
from conformance.documents.packaged import embedded_schemas
from conformance.errors import ConformanceError
from conformance.schema.validation import is_valid
from conformance.settings.profiles import load_profile
from conformance.systems.adapters.reference import reference_surface
from tests.cases import check_each


def _record(output: Any) -> AuditRecord:
    envelope = project(output, sink=MemorySink())
    details = {"attempt": 1, "stdout_bytes": 12}
    return AuditRecord(
        canonical_result=envelope,
        rendered_receipt=render(envelope),
        input={"cmd": "ls"},
        runtime_details=details,
        latency_ms=412,
    )


RECORDS = {
    f"{name}/{sample.name}": _record(sample.output)
    for name, family in all_families().items()
    for sample in family.samples
}
PLAIN: dict[str, Any] = {
    "canonical_result": {"tool_name": "Enqueue", "status": "success", "summary_text": "done", "result": {}},
    "rendered_receipt": "Follow-up enqueued",
}


@check_each("record", RECORDS.values(), ids=RECORDS)
def test_reading_a_line_gives_the_record_that_was_written(record: AuditRecord) -> None:
    line = record.to_line()
    assert line.count("\n") == 1
    assert line.isascii()
    assert audit_record.from_json(json.loads(line)) == record
    schema = json.loads((embedded_schemas() / "audit_record.schema.json").read_text("utf-8"))
    assert is_valid(json.loads(line), schema)


def test_what_a_runtime_does_not_know_may_be_absent() -> None:
    record = audit_record.from_json(PLAIN)
    assert (record.input, record.runtime_details, record.latency_ms) == (None, None, None)
    assert audit_record.from_json(record.to_json()) == record


def test_a_log_of_records_is_audited_and_shown(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    log.write_text("".join(record.to_line() for record in RECORDS.values()), "utf-8")
    profile = load_profile("holon")
    report = audit(log, reference_surface().inventory, profile, applied_rules(profile))
    assert report.checked_count == len(RECORDS)
    # All records have the same input, which fits few of the tools.
    assert [one.message for one in report.findings if one.rule != "recorded_input_valid"] == []
    shown = [to_json(envelope) for _, envelope in read_envelopes(log)]
    assert shown == [to_json(record.canonical_result) for record in RECORDS.values()]


def test_a_record_that_cannot_be_is_refused_by_the_name_of_the_field() -> None:
    with pytest.raises(ConformanceError, match="AuditRecord field '/latency_ms' "):
        AuditRecord(**{**PLAIN, "latency_ms": -1})


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([], "must be an object with 'canonical_result': found array"),
        ({"rendered_receipt": ""}, "must be an object with 'canonical_result': it is missing"),
        ({"canonical_result": PLAIN["canonical_result"]}, "field '/rendered_receipt' is missing"),
        ({**PLAIN, "rendered_receipt": None}, "field '/rendered_receipt' must be a string"),
        ({**PLAIN, "latency_ms": -1}, "field '/latency_ms'"),
        ({**PLAIN, "latency_ms": 1.5}, "field '/latency_ms'"),
        ({**PLAIN, "runtime_details": []}, "field '/runtime_details' must be an object"),
        ({**PLAIN, "receipt": ""}, "field '/receipt' is not a known field"),
        ({**PLAIN, "canonical_result": {"status": "success"}}, "audit record, canonical_result: envelope field"),
    ],
)
def test_what_is_no_record_is_refused_by_the_name_of_the_field(value: Any, says: str) -> None:
    with pytest.raises(ConformanceError) as refused:
        audit_record.from_json(value)
    assert says in refused.value.message
