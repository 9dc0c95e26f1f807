"""The tables for checking results and receipts; each default comes from the specification or a real runtime."""

from pydantic import BaseModel, ConfigDict


class ResultTables(BaseModel):
    """What rules on envelopes and receipts need to know; limits are in characters.

    ``field_types`` gives the JSON types of well-known result fields, for tools without a result schema; its keys may
    contain ``*``. ``unknown_tool_kinds`` are the error kinds whose ``tool_name`` may be a tool that does not exist.
    ``canonical_envelope`` and ``error_payload`` are the names by which every tool declares the shared shapes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    canonical_envelope: str = "ToolResultEnvelope"
    error_payload: str = "ToolError"
    envelope_fields: tuple[str, ...] = ("tool_name", "status", "summary_text", "result", "error", "artifacts")
    unknown_tool_kinds: tuple[str, ...] = ("unknown_tool", "tool_not_exposed_for_round")
    field_types: dict[str, tuple[str, ...]] = {
        "disposition": ("string",),
        "exit_status": ("integer", "null"),
        "task_handle": ("object", "null"),
        "*_preview": ("string", "null"),
    }
    raw_renderings: tuple[str, ...] = ("canonical_json_envelope",)
    outcome_fields: tuple[str, ...] = (
        "ok", "status", "outcome", "success", "is_error", "error", "kind", "message", "summary", "summary_text",
        "disposition", "retrieval_status",
    )  # fmt: skip
    failure_words: tuple[str, ...] = (
        "error", "errors", "fail", "failed", "fails", "failure", "refused", "rejected", "denied", "forbidden",
        "invalid", "unable", "cannot", "could not", "did not", "does not", "not", "no such", "unknown", "missing",
        "timed out", "timeout", "aborted", "cancelled", "canceled", "interrupted", "unsupported", "unavailable",
        "exceeded", "violation", "outside",
    )  # fmt: skip
    receipt_labels: tuple[str, ...] = (
        "stdout", "stderr", "output", "initial output", "combined output", "artifact", "artifacts", "content", "text",
        "preview", "details", "diff", "files",
    )  # fmt: skip
    log_names: tuple[str, ...] = ("stdout", "stderr", "output", "log", "logs")
    truncation_markers: tuple[str, ...] = (
        r"\[(?:[a-z ]+ )?truncated\b[^\]\n]*\]",
        r"\[runtime: tool output trimmed[^\]\n]*\]",
    )
    summary_lines: int = 8
    preview_limit: int = 10_000
    duplicate_limit: int = 500
    error_details_limit: int = 4_000
    handle_limit: int = 50
    artifact_root: str | None = None
