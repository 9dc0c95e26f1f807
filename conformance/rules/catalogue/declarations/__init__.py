"""What an inventory declares about its tools: capability, stability, envelope, authority, lifecycle."""
