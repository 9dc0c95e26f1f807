"""What identifies a result, whatever becomes of the rest: no projection and no compaction changes these fields."""

OUTER_FIELDS = ("tool_name", "status", "summary_text")
ERROR_FIELDS = ("kind", "message", "recovery_hint", "retryable")
