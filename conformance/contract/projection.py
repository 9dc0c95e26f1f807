"""Projection: from complete output to the canonical envelope, in the steps of the specification.

The same complete output, policy and sink give the same envelope. This module owns the outer fields and the error, the
family's projector owns the result.
"""

from pydantic import ValidationError

from conformance.contract.artifacts import ArtifactSink
from conformance.contract.bounds import Bounds, clip
from conformance.contract.budgets import ERROR_DETAILS_CHARS, SUMMARY_CHARS, ProjectionPolicy
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.envelope import Envelope, Failure, Success, ToolError
from conformance.contract.families import family_of
from conformance.contract.previews import preview
from conformance.contract.readable_json import format_json_value
from conformance.contract.references import ArtifactRef
from conformance.contract.shapes import Complete, Result
from conformance.contract.size_limits import fit_result
from conformance.display import quote_text
from conformance.documents.values import JsonObject, as_array, as_object, compact_json
from conformance.errors import ConformanceError, ErrorKind

_DETAIL_PREVIEWS = (ERROR_DETAILS_CHARS // 2, ERROR_DETAILS_CHARS // 4, ERROR_DETAILS_CHARS // 8, 40)
"""Sizes tried in this order, because one character may take up to twelve in JSON."""


def project(
    complete: CompleteOutput, policy: ProjectionPolicy | None = None, sink: ArtifactSink | None = None
) -> Envelope:
    """Return the bounded envelope of a complete output; the full texts of cut fields go to ``sink``.

    Raises ``ConformanceError`` if no family defines the tool.
    """
    summary = clip(complete.summary_text, SUMMARY_CHARS)
    if complete.error is not None:
        return Failure(tool_name=complete.tool_name, summary_text=summary, error=bounded_error(complete.error))
    if complete.result is None:  # CompleteOutput forbids it; this rejects a forged one
        raise _projection_error(f"the success of {quote_text(complete.tool_name)} has no result")
    result = _result(complete.tool_name, complete.result, policy or ProjectionPolicy(), sink)
    return Success(tool_name=complete.tool_name, summary_text=summary, result=result)


def bounded_error(error: ToolError) -> ToolError:
    """Return the error with bounded details; kind, message, hint and retryability are unchanged."""
    char_count = len(compact_json(error.details))
    if char_count <= ERROR_DETAILS_CHARS:
        return error
    text = format_json_value(error.details, char_count)
    tried = (
        {"omitted": True, "char_count": char_count, "preview": preview(text, size).text} for size in _DETAIL_PREVIEWS
    )
    fitting = next(details for details in tried if len(compact_json(details)) <= ERROR_DETAILS_CHARS)
    return error.model_copy(update={"details": fitting})


def _result(tool_name: str, result: Complete, policy: ProjectionPolicy, sink: ArtifactSink | None) -> JsonObject:
    family = family_of(tool_name)
    if family is None:
        raise _projection_error(f"no family defines the tool {quote_text(tool_name)}")
    definition = next(tool for tool in family.tools if tool.name == tool_name)
    if not isinstance(result, definition.outputs):
        raise _projection_error(f"{quote_text(tool_name)} does not produce a {type(result).__name__}")
    bounds = Bounds(tool_name, policy.narrow(family.budget), sink, _previous_artifacts(result))
    shown = family.project(result, bounds)
    return shown.to_bounded_json(fit_result(shown.to_json(), bounds, family.budget))


def _previous_artifacts(result: Complete) -> list[ArtifactRef]:
    """Return the artifacts of an already projected result; new indices continue from there."""
    if not isinstance(result, Result):
        return []
    try:
        return [ArtifactRef.model_validate(as_object(item)) for item in as_array(result.to_json().get("artifacts"))]
    except ValidationError:
        raise _projection_error("'/result/artifacts' must be a list of paths") from None


def _projection_error(message: str) -> ConformanceError:
    hint = "use a tool of the reference contract; `conformance receipts` lists them"
    return ConformanceError(ErrorKind.INVALID_VALUE, f"complete output: {message}", hint)
