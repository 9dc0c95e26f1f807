"""What the Model Context Protocol requires of a tool list."""
