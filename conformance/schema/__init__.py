"""Everything about JSON Schema, and the only users of ``jsonschema`` and ``jsonschema_rs`` (always offline)."""
