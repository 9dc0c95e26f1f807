"""The commands, one use case per file, named like what the user types."""
