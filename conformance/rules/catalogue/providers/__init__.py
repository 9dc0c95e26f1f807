"""What a provider accepts of a tool, and what lowering a schema for it loses."""
