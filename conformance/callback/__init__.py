"""The callback protocol: the messages that a tool POSTs to a runtime, and both ends that handle them.

Models, display, diffs and ledgers need nothing but this package. The endpoint and the trials need the extra
``callback`` (starlette, uvicorn, httpx) and import it only when they are used.
"""
