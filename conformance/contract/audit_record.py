"""The record of one tool call: canonical result, the receipt that the model saw, input, and runtime data.

The keys are those that ``conformance audit`` and ``conformance receipts`` read, one record per line. Reading a record
and writing it again gives the same record.
"""

from pydantic import ValidationError

from conformance.contract.envelope import AnyText, Details, Envelope, Payload
from conformance.contract.envelope import from_json as envelope_from_json
from conformance.contract.shapes import Count, Shape
from conformance.contract.strict_model import first_error
from conformance.display import list_names, quote_text
from conformance.documents.values import JsonObject, JsonValue, as_object, compact_json, type_name
from conformance.errors import ConformanceError, ErrorKind

# What tells a record from a bare envelope; `conformance audit` looks for it.
RESULT_KEY = "canonical_result"


class AuditRecord(Shape):
    """One recorded call; ``runtime_details`` holds what only the runtime needs and no model sees."""

    canonical_result: Envelope
    rendered_receipt: AnyText
    input: Details = None
    runtime_details: Payload | None = None
    latency_ms: Count | None = None

    def to_json(self) -> JsonObject:
        """Return the record as a JSON object, explicit nulls included."""
        return self.model_dump(mode="python")

    def to_line(self) -> str:
        """Return the record as one log line, including the line feed."""
        return compact_json(self.to_json()) + "\n"


def from_json(value: JsonValue) -> AuditRecord:
    """Parse a record from a JSON value; raises ``ConformanceError`` naming the field."""
    members = as_object(value)
    if RESULT_KEY not in members:
        found = "it is missing" if members or value == {} else f"found {type_name(value)}"
        raise _record_error(f"must be an object with {quote_text(RESULT_KEY)}: {found}")
    try:
        envelope = envelope_from_json(members[RESULT_KEY])
    except ConformanceError as error:
        raise ConformanceError(
            error.kind, f"audit record, {RESULT_KEY}: {error.message}", error.recovery_hint
        ) from None
    try:
        return AuditRecord.model_validate({**members, RESULT_KEY: envelope})
    except ValidationError as error:
        raise _validation_error(error) from None


def _validation_error(error: ValidationError) -> ConformanceError:
    pointer, reason = first_error(error)
    known = f"; fields: {list_names(_FIELDS)}" if error.errors()[0]["type"] == "extra_forbidden" else ""
    return _record_error(f"field {quote_text(pointer, 200)} {reason}{known}")


def _record_error(what: str) -> ConformanceError:
    hint = "`conformance schemas audit_record` prints the schema to follow"
    return ConformanceError(ErrorKind.INVALID_VALUE, f"audit record: {what}", hint)


# Named in the error about an unknown field.
_FIELDS = tuple(AuditRecord.model_fields)
