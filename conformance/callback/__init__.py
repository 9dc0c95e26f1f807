"""The callback protocol: the messages that a tool POSTs to a runtime, and the two ends that send and receive them.

Models, display, diffs and ledgers need only the base package. The endpoint, and the trial of a tool, which runs an
endpoint, need the extra ``callback`` (h11) and import it only when they are used.
"""
