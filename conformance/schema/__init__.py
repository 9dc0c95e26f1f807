"""The only door to ``jsonschema`` (the offline reference validator) and to ``jsonschema_rs`` (canonical forms)."""
