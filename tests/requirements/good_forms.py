"""Good forms for violations to change: JSON, or what the reference contract makes of one of its samples."""

import functools
import json
from collections.abc import Mapping
from typing import Any

from conformance.contract import complete_output_json
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.families import all_families
from conformance.systems.adapters.reference import ReferenceRuntime, reference_records
from conformance.systems.surface import Record


def good_form(subject: str, text: str) -> Any:
    """Return the good form of a subject: JSON, or made from the sample that the text names."""
    if text.lstrip()[:1] in ("{", "[", '"'):
        return json.loads(text)
    record = _records()[text]
    return _plain(_FORMS.get(subject, _recorded)(record))


def _recorded(record: Record) -> Any:
    return {"envelope": record.envelope, "receipt": record.receipt}


def _projected(record: Record) -> Any:
    complete = complete_output_json.to_json(_outputs()[record.name])
    runtime = ReferenceRuntime({})
    envelope, again = (runtime.project(complete, {}) for _ in range(2))
    return {
        "complete": complete,
        "envelope": envelope,
        "again": again,
        "reprojected": runtime.project(envelope, {}),
    }


def _compacted(record: Record) -> Any:
    runtime = ReferenceRuntime({})
    compacted = runtime.compact(record.envelope, {})
    again = runtime.compact(compacted, {})
    return {"envelope": record.envelope, "compacted": compacted, "compacted_again": again}


def _transported(record: Record) -> Any:
    receipt = record.receipt or ""
    message = ReferenceRuntime({}).transport(record.envelope, receipt, "anthropic")
    return {"provider": "anthropic", "envelope": record.envelope, "receipt": receipt, "message": message}


_FORMS = {"projection": _projected, "compaction": _compacted, "transport": _transported}


@functools.cache
def _records() -> Mapping[str, Record]:
    return {record.name: record for record in reference_records()}


@functools.cache
def _outputs() -> Mapping[str, CompleteOutput]:
    families = all_families().values()
    return {f"{family.name}/{sample.name}": sample.output for family in families for sample in family.samples}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
