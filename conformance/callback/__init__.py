"""The callback protocol: the messages that a tool POSTs to a runtime, and both ends that handle them.

Models, display, diffs and ledgers need nothing but this package. The endpoint, and the trial of a tool,
which runs one, need the extra ``callback`` (starlette, uvicorn) and import it only when they are used.
"""
