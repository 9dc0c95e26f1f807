"""The rules on envelopes and receipts against the reference contract: silent on it, and awake when it is spoilt."""

import json
import re
from collections.abc import Callable

from msgspec.structs import replace

from conformance.commands.check import check
from conformance.commands.registry import applied_rules
from conformance.rules.scopes import ARTIFACT_LIST, ENVELOPE, LOG_ENTRY, OUTCOME, RECEIPT, RECORD, RESULT_LEVEL
from conformance.systems.adapters.reference import reference_surface
from conformance.systems.surface import Record, Surface
from tests.cases import check_each
from tests.rules.judging import HOLON

Spoil = Callable[[Record], Record]


REFERENCE = reference_surface()
RECORDS = {record.name: record for record in REFERENCE.records}
SCOPES = {scope.name for scope in (LOG_ENTRY, RECORD, ENVELOPE, OUTCOME, RESULT_LEVEL, ARTIFACT_LIST, RECEIPT)}
RULES = [applied for applied in applied_rules(HOLON) if applied.check.scope.name in SCOPES]


def _found(record: Record) -> set[str]:
    return {
        finding.rule for finding in check(Surface("reference", REFERENCE.inventory, [record]), HOLON, RULES).findings
    }


@check_each("name", RECORDS)
def test_no_rule_objects_to_a_sample(name: str) -> None:
    assert _found(RECORDS[name]) == set()


def _receipt(change: Callable[[str], str]) -> Spoil:
    return lambda record: replace(record, receipt=change(record.receipt or ""), second_receipt=None)


def _envelope(pattern: str, replacement: str) -> Spoil:
    def spoil(record: Record) -> Record:
        text = json.dumps(record.envelope)
        return replace(record, envelope=json.loads(re.sub(pattern, replacement, text)), second_receipt=None)

    return spoil


def _raw(record: Record) -> Record:
    return replace(record, receipt=json.dumps(record.envelope), second_receipt=None)


def _without_line(label: str) -> Spoil:
    return _receipt(lambda text: "\n".join(line for line in text.split("\n") if not line.startswith(label)))


ALL = list(RECORDS)
FAILED = [name for name, record in RECORDS.items() if '"status": "error"' in json.dumps(record.envelope)]
CUT = [name for name, record in RECORDS.items() if '_truncated": true' in json.dumps(record.envelope)]
CUT += [name for name, record in RECORDS.items() if '"truncated": true' in json.dumps(record.envelope)]
WITH_ARTIFACT = [name for name, record in RECORDS.items() if '_artifact"' in json.dumps(record.envelope)]
WITH_TASK = [
    name for name, record in RECORDS.items() if '"task_id": "task' in json.dumps(record.envelope) and name not in FAILED
]

SPOILT: dict[str, tuple[list[str], Spoil]] = {
    "receipt_not_raw_envelope": (ALL, _raw),
    "receipt_no_control_characters": (ALL, _receipt(lambda text: f"{text}\n\u001b[0m")),
    "receipt_bounded": (ALL, _receipt(lambda text: text + "\nand more" * 2_000)),
    "receipt_deterministic": (ALL, lambda record: replace(record, second_receipt=f"{record.receipt}!")),
    "receipt_outcome_first": (ALL, _receipt(lambda text: f"\n{text}")),
    "receipt_keeps_handles": (WITH_TASK, _receipt(lambda text: re.sub(r"\btask_\d+\b", "(task)", text))),
    "receipt_error_fields": (FAILED, _without_line("Retryable: ")),
    "summary_present": (ALL, _envelope(r'"summary_text": "(?:[^"\\]|\\.)*"', '"summary_text": null')),
    "status_known": (ALL, _envelope(r'"status": "(success|error)"', r'"status": "\1!"')),
    "tool_known": (ALL, _envelope(r'"tool_name": "(?=[A-Z])', '"tool_name": "My')),
    "error_fields": (FAILED, _envelope(r'"retryable": \w+', '"retryable": null')),
    "truncation_flag_truthful": (CUT, _envelope(r'truncated": true', 'truncated": "yes"')),
    "artifact_index_in_range": (WITH_ARTIFACT, _envelope(r'_artifact": \d+', '_artifact": 9')),
    "artifact_path_only": (WITH_ARTIFACT, _envelope(r'("artifacts": \[\{)', r'\1"kind": "log", ')),
}


@check_each("rule", SPOILT)
def test_every_sample_that_is_spoilt_so_is_found(rule: str) -> None:
    names, spoil = SPOILT[rule]
    assert names
    assert [name for name in names if rule not in _found(spoil(RECORDS[name]))] == []
