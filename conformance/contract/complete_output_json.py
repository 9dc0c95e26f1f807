"""Complete outputs as JSON, the form in which a runtime in any language submits them for projection.

The outer fields are those of the envelope. ``result`` holds full texts in one of the shapes that the tool declares; an
already projected result is also accepted and stays unchanged.
"""

from collections.abc import Mapping

from pydantic import ValidationError

from conformance.contract.complete_output import CompleteOutput
from conformance.contract.envelope import Failure, nest_artifacts
from conformance.contract.envelope import from_json as envelope_from_json
from conformance.contract.families import all_tools
from conformance.contract.family import ToolDefinition
from conformance.contract.shapes import Complete
from conformance.contract.strict_model import first_error
from conformance.display import list_names, quote_text
from conformance.documents.pointers import child
from conformance.documents.values import JsonObject, JsonValue, as_text, type_name
from conformance.errors import ConformanceError, ErrorKind
from conformance.names import closest_match

# The outer fields; `artifacts` is moved inside `result` before they are checked.
_KEYS = ("tool_name", "status", "summary_text", "result", "error")


def to_json(output: CompleteOutput) -> JsonObject:
    """Return a complete output as a JSON object, full texts included."""
    return {
        "tool_name": output.tool_name,
        "status": output.status,
        "summary_text": output.summary_text,
        "result": None if output.result is None else output.result.model_dump(mode="json"),
        "error": None if output.error is None else output.error.model_dump(mode="json"),
    }


def from_json(value: JsonValue) -> CompleteOutput:
    """Parse a complete output from a JSON value; ``artifacts`` next to ``result`` is accepted.

    Raises ``ConformanceError`` naming the field.
    """
    if not isinstance(value, Mapping):
        raise _field_error("", f"must be an object; found {type_name(value)}")
    if value.get("status") == "success":
        value = nest_artifacts(value)
    for key in value:
        if key not in _KEYS:
            raise _field_error(child("", key), f"is not a known field; fields: {list_names(_KEYS)}")
    if value.get("status") == "error":
        return _failure(value)
    result = value.get("result")
    shape = None if result is None else _result(_tool(value.get("tool_name")), result)
    return CompleteOutput(
        str(value.get("tool_name")),
        as_text(value.get("status")) or type_name(value.get("status")),
        as_text(value.get("summary_text")) or "",
        shape,
        None if value.get("error") is None else _failure({**value, "result": None, "status": "error"}).error,
    )


def _failure(value: JsonObject) -> CompleteOutput:
    envelope = envelope_from_json(value)
    error = envelope.error if isinstance(envelope, Failure) else None
    return CompleteOutput(envelope.tool_name, "error", envelope.summary_text, error=error)


def _tool(name: JsonValue) -> ToolDefinition:
    tools = {tool.name: tool for tool in all_tools()}
    if isinstance(name, str) and name in tools:
        return tools[name]
    meant = closest_match(name, list(tools)) if isinstance(name, str) else None
    found = quote_text(name) if isinstance(name, str) else type_name(name)
    raise _field_error("/tool_name", f"must name a tool of the contract; found {found}", meant)


def _result(tool: ToolDefinition, value: JsonValue) -> Complete:
    """Return the first shape that accepts the value, or the complaint of the shape with the fewest objections."""
    if not isinstance(value, Mapping):
        raise _field_error("/result", f"must be an object; found {type_name(value)}")
    complaints: list[tuple[str, ValidationError]] = []
    for shape in tool.outputs:
        try:
            return shape.model_validate(dict(value))
        except ValidationError as error:
            complaints.append((shape.__name__, error))
    name, least = min(complaints, key=lambda complaint: complaint[1].error_count())
    pointer, reason = first_error(least)
    raise _field_error(f"/result{pointer}", f"does not match {name}: it {reason}")


def _field_error(pointer: str, reason: str, meant: str | None = None) -> ConformanceError:
    place = f"complete output field {quote_text(pointer, 200)}" if pointer else "the complete output"
    hint = f"did you mean `{meant}`?" if meant else "`conformance schemas complete_outputs` prints the schema to follow"
    return ConformanceError(ErrorKind.INVALID_VALUE, f"{place} {reason}", hint)
