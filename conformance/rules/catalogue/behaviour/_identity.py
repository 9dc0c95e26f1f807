"""The fields that identify a result: neither projection nor compaction may change them."""

OUTER_FIELDS = ("tool_name", "status", "summary_text")
ERROR_FIELDS = ("kind", "message", "recovery_hint", "retryable")
