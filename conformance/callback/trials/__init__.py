"""Trials of both ends of the callback protocol: a tool and a runtime, invoked and observed."""
