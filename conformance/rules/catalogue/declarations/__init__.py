"""What an inventory declares of its tools: capability, stability, envelope, authority, lifecycle."""
