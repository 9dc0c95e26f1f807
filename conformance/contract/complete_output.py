"""The complete output of one tool call: everything that it produced, before any bounding.

It has the outer fields of the envelope; its ``result`` is typed by the tool's family and holds full texts.
"""

from msgspec import Struct

from conformance.contract.envelope import STATUSES, ToolError
from conformance.contract.shapes import Complete
from conformance.display import quote_text
from conformance.errors import ConformanceError, ErrorKind


class CompleteOutput(Struct, frozen=True):
    """A complete success or failure; constructing a mixture raises ``ConformanceError`` naming the field."""

    tool_name: str
    status: str
    summary_text: str
    result: Complete | None = None
    error: ToolError | None = None

    def __post_init__(self) -> None:
        for name in ("tool_name", "summary_text"):
            if not isinstance(text := getattr(self, name), str) or not text.strip():
                raise _field_error(name, "must be a non-blank string")
        if self.status not in STATUSES:
            raise _field_error("status", f"must be 'success' or 'error'; found {quote_text(self.status)}")
        wanted, unwanted = ("result", "error") if self.status == "success" else ("error", "result")
        if getattr(self, wanted) is None:
            raise _field_error(wanted, f"is missing, because status is {quote_text(self.status)}")
        if getattr(self, unwanted) is not None:
            raise _field_error(unwanted, f"must be absent, because status is {quote_text(self.status)}")


def success_output(tool_name: str, summary_text: str, result: Complete) -> CompleteOutput:
    """Return the complete output of a call that succeeded."""
    return CompleteOutput(tool_name, "success", summary_text, result=result)


def failure_output(tool_name: str, error: ToolError) -> CompleteOutput:
    """Return the complete output of a call that failed; the summary is the error's message."""
    return CompleteOutput(tool_name, "error", error.message, error=error)


def invalid_input_output(tool_name: str, parse_error: str) -> CompleteOutput:
    """Return the complete output of a call whose input did not match the tool's schema; nothing was executed."""
    return failure_output(
        tool_name,
        ToolError(
            kind="invalid_tool_input",
            message=f"input for {tool_name} does not match the tool schema",
            details={"tool_name": tool_name, "parse_error": parse_error},
            recovery_hint=f"provide input for {tool_name} that matches the published tool schema",
            retryable=False,
        ),
    )


def _field_error(name: str, reason: str) -> ConformanceError:
    return ConformanceError(
        ErrorKind.INVALID_VALUE,
        f"complete output: '{name}' {reason}",
        "every output has a name and a summary; a success has a result and no error, an error the other way round",
    )
