"""Trials of the two ends of the callback protocol: invoke a tool, or send messages to a runtime, and observe it."""
