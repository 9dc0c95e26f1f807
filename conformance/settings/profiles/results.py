"""The tables for checking results and receipts; each default comes from the specification or a real runtime."""

from typing import Annotated

from msgspec import Meta, field

from conformance.settings.tables import Table


class ResultTables(Table, frozen=True, kw_only=True):
    """What rules on envelopes and receipts need to know; limits are in characters.

    ``field_types`` gives the JSON types of well-known result fields, for tools without a result schema; its keys may
    contain ``*``. ``unknown_tool_kinds`` are the error kinds whose ``tool_name`` may be a tool that does not exist.
    ``canonical_envelope`` and ``error_payload`` are the names by which every tool declares the shared shapes.
    """

    canonical_envelope: str = "ToolResultEnvelope"
    """The name by which every tool declares the shared envelope."""
    error_payload: str = "ToolError"
    """The name by which every tool declares the shared error."""
    envelope_fields: tuple[str, ...] = ("tool_name", "status", "summary_text", "result", "error", "artifacts")
    """The members that an envelope may have."""
    unknown_tool_kinds: tuple[str, ...] = ("unknown_tool", "tool_not_exposed_for_round")
    """Error kinds whose ``tool_name`` may be a tool that does not exist."""
    field_types: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "disposition": ("string",),
            "exit_status": ("integer", "null"),
            "task_handle": ("object", "null"),
            "*_preview": ("string", "null"),
        }
    )
    """JSON types of well-known result fields, for tools without a result schema; names may contain ``*``."""
    renderings: tuple[str, ...] = ("custom_text_receipt", "text_receipt", "canonical_json_envelope")
    """The known values of ``model_rendering``; empty if any is accepted."""
    raw_renderings: tuple[str, ...] = ("canonical_json_envelope",)
    """Values of ``model_rendering`` under which the receipt is the envelope itself."""
    outcome_fields: tuple[str, ...] = (
        "ok", "status", "outcome", "success", "is_error", "error", "kind", "message", "summary", "summary_text",
        "disposition", "retrieval_status",
    )  # fmt: skip
    """Labels under which a receipt may open with the outcome; any other label at the top hides it."""
    failure_words: tuple[str, ...] = (
        "error", "errors", "fail", "failed", "fails", "failure", "refused", "rejected", "denied", "forbidden",
        "invalid", "unable", "cannot", "could not", "did not", "does not", "not", "no such", "unknown", "missing",
        "timed out", "timeout", "aborted", "cancelled", "canceled", "interrupted", "unsupported", "unavailable",
        "exceeded", "violation", "outside",
    )  # fmt: skip
    """Words of which the receipt of a failure contains one; many failures are stated as what did not happen."""
    hidden_fields: Annotated[dict[str, tuple[str, ...]], Meta(examples=[{"ListTasks": ["task/*_at"]}])] = {}
    """Fields of a result that the receipt of a tool (``*``: any) need not show, as patterns such as ``task/*_at``."""
    disposition_words: dict[str, tuple[str, ...]] = field(default_factory=lambda: {
        "completed": ("exited", "exit", "ended", "finished", "completed", "terminated", "succeeded", "failed"),
        "promoted_to_task": (
            "promoted", "background", "task", "running", "runs", "continues", "moved", "yielded", "detached", "still",
        ),
        "already_running": ("already", "running", "runs", "duplicate"),
        "waiting": (
            "waiting", "waits", "wait", "wake", "wakes", "until", "when", "once", "watching", "watch", "sleeping",
            "suspended", "paused", "recheck", "registered", "scheduled", "subscribed", "armed", "pending",
        ),
        "task_result_queued": (
            "queued", "ended", "finished", "not waiting", "no wait", "delivered", "is over", "on its way",
        ),
        "task_result_already_consumed": (
            "consumed", "ended", "finished", "not waiting", "no wait", "delivered", "is over", "read before",
            "was read", "was delivered", "delivered already", "already delivered", "delivered before",
        ),
    })  # fmt: skip
    """What the first line of a receipt says of each disposition; it may not say only what belongs to another one."""
    disposition_groups: tuple[tuple[str, ...], ...] = (
        ("completed", "promoted_to_task", "already_running"),
        ("waiting", "task_result_queued", "task_result_already_consumed"),
    )
    """Dispositions of which a result has one; a receipt is not judged by the words of another group."""
    state_words: tuple[str, ...] = (
        "queued", "running", "cancelling", "completed", "failed", "cancelled", "interrupted", "success", "timeout",
        "not_ready", "open", "closed", "promoted_to_task", "already_running",
    )  # fmt: skip
    """Words that contradict another state after ``Status:`` and similar labels; a synonym does not."""
    receipt_labels: tuple[str, ...] = (
        "stdout", "stderr", "output", "initial output", "combined output", "artifact", "artifacts", "content", "text",
        "preview", "details", "diff", "files",
    )  # fmt: skip
    """Labels of payload: a receipt that begins with one has not stated the outcome first."""
    log_names: tuple[str, ...] = ("stdout", "stderr", "output", "log", "logs")
    """Words that name an output of a program, in names and labels."""
    # The texts that real runtimes put where they cut; a `[` alone would match any list in an output.
    truncation_markers: tuple[str, ...] = (
        r"\[(?:[a-z ]+ )?truncated\b[^\]\n]*\]",
        r"\[runtime: tool output trimmed[^\]\n]*\]",
    )
    """Patterns for the texts that runtimes put where they cut."""
    summary_lines: int = 4
    """A summary is never dropped from the context, so it has few lines as well as few characters."""
    preview_limit: int = 10_000
    """As many as a receipt may have: more of a preview could not be shown."""
    duplicate_limit: int = 500
    """Shorter texts may repeat: a path or an error message is worth stating twice."""
    error_details_limit: int = 4_000
    """Most characters in the ``details`` of an error."""
    confirmation_chars: int = 500
    """So much text may confirm a small result, even where its envelope is shorter."""
    handle_limit: int = 50
    """How many handles and artifacts of one result must be shown; a result with more lists them in an artifact."""
    artifact_root: Annotated[str | None, Meta(examples=["/var/artifacts"])] = None
    """The folder that every path of an artifact is in, ``null`` if any is accepted."""

    def hidden_fields_of(self, tool: str) -> list[str]:
        """Return the patterns of the fields that the receipt of a tool need not show."""
        return [*self.hidden_fields.get(tool, ()), *self.hidden_fields.get("*", ())]
