"""The commands: a use case per file, named like what the user types, and what several of them share."""
