"""From complete output to the canonical envelope, step by step as the specification has it.

The same complete output, policy and sink give the same envelope. The shared part owns the outer fields and the error,
the family's projector owns the result.
"""

from conformance.contract.artifacts import ArtifactSink
from conformance.contract.bounding import Bounds, clipped
from conformance.contract.budgets import ERROR_DETAILS_CHARS, SUMMARY_CHARS, ProjectionPolicy
from conformance.contract.complete_output import CompleteOutput
from conformance.contract.envelope import Envelope, Failure, Success, ToolError
from conformance.contract.families import family_of
from conformance.contract.previews import preview
from conformance.contract.shapes import Complete
from conformance.errors import ConformanceError, ErrorKind
from conformance.json_values import JsonObject, JsonValue, compact
from conformance.words import quoted


def project(
    complete: CompleteOutput, policy: ProjectionPolicy | None = None, sink: ArtifactSink | None = None
) -> Envelope:
    """Return the bounded envelope of a complete output; full texts that are cut go to ``sink``.

    Raises ``ConformanceError`` when no family defines the tool.
    """
    summary = clipped(complete.summary_text, SUMMARY_CHARS)
    if complete.error is not None:
        return Failure(tool_name=complete.tool_name, summary_text=summary, error=bounded_error(complete.error))
    if complete.result is None:  # CompleteOutput does not allow it; one that was forged does not get through
        raise _refused(f"the success of {quoted(complete.tool_name)} has no result")
    result = _result(complete.tool_name, complete.result, policy or ProjectionPolicy(), sink)
    return Success(tool_name=complete.tool_name, summary_text=summary, result=result)


def bounded_error(error: ToolError) -> ToolError:
    """Return the error with its details bounded; kind, message, hint and retryability are kept as they are."""
    text = compact(error.details)
    if len(text) <= ERROR_DETAILS_CHARS:
        return error
    return error.model_copy(update={"details": _summarised(text)})


def _summarised(text: str) -> JsonValue:
    return {"omitted": True, "char_count": len(text), "preview": preview(text, ERROR_DETAILS_CHARS // 3).text}


def _result(tool_name: str, result: Complete, policy: ProjectionPolicy, sink: ArtifactSink | None) -> JsonObject:
    family = family_of(tool_name)
    if family is None:
        raise _refused(f"no family defines the tool {quoted(tool_name)}")
    definition = next(tool for tool in family.tools if tool.name == tool_name)
    if not isinstance(result, definition.outputs):
        raise _refused(f"{quoted(tool_name)} does not produce a {type(result).__name__}")
    return family.project(result, Bounds(tool_name, policy.narrow(family.budget), sink)).to_json()


def _refused(message: str) -> ConformanceError:
    hint = "use a tool of the reference contract; `conformance receipts` lists them"
    return ConformanceError(ErrorKind.INVALID_VALUE, f"complete output: {message}", hint)
