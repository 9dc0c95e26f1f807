"""The use cases, one file each, named like the command that a user types."""
