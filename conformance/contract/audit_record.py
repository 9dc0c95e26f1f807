"""What is kept of one tool call: canonical result, the receipt that the model saw, input, the runtime's own data.

The keys are those that ``conformance audit`` and ``conformance receipts`` read, one record a line. Reading a record and
writing it again gives the same record.
"""

from pydantic import ValidationError

from conformance.contract.envelope import Details, Envelope, Payload, Words
from conformance.contract.envelope import from_json as envelope_from_json
from conformance.contract.shapes import Count, Shape
from conformance.contract.strict_model import complaint
from conformance.display import listed, quoted
from conformance.documents.values import JsonObject, JsonValue, as_object, compact, type_name
from conformance.errors import ConformanceError, ErrorKind

RESULT_KEY = "canonical_result"


class AuditRecord(Shape):
    """One recorded call; ``runtime_details`` is what only the runtime needs and no model sees."""

    canonical_result: Envelope
    rendered_receipt: Words
    input: Details = None
    runtime_details: Payload | None = None
    latency_ms: Count | None = None

    def to_json(self) -> JsonObject:
        """Return the record as a JSON object, explicit nulls included."""
        return self.model_dump(mode="python")

    def to_line(self) -> str:
        """Return the record as one line of a log, with its line feed."""
        return compact(self.to_json()) + "\n"


def from_json(value: JsonValue) -> AuditRecord:
    """Return the record that a JSON value holds; raises ``ConformanceError`` that names the field."""
    members = as_object(value)
    if RESULT_KEY not in members:
        found = "it is missing" if members or value == {} else f"found {type_name(value)}"
        raise _refused(f"must be an object with {quoted(RESULT_KEY)}: {found}")
    try:
        envelope = envelope_from_json(members[RESULT_KEY])
    except ConformanceError as error:
        raise ConformanceError(
            error.kind, f"audit record, {RESULT_KEY}: {error.message}", error.recovery_hint
        ) from None
    try:
        return AuditRecord.model_validate({**members, RESULT_KEY: envelope})
    except ValidationError as error:
        raise _translated(error) from None


def _translated(error: ValidationError) -> ConformanceError:
    pointer, reason = complaint(error)
    known = f"; fields: {listed(_FIELDS)}" if error.errors()[0]["type"] == "extra_forbidden" else ""
    return _refused(f"field {quoted(pointer, 200)} {reason}{known}")


def _refused(what: str) -> ConformanceError:
    hint = "write it as schemas/audit_record.schema.json describes it"
    return ConformanceError(ErrorKind.INVALID_VALUE, f"audit record: {what}", hint)


_FIELDS = tuple(AuditRecord.model_fields)
