"""Opens a session with an MCP server in the revision that it speaks.

The newest revision of the protocol is tried first. A server that does not know it gets the older handshake in a fresh
process, because an unexpected request may have confused the first one.
"""

import threading
import time
from collections.abc import Callable

from conformance.display import quote_text
from conformance.errors import ConformanceError
from conformance.systems.adapters._mcp_session import (
    NEWEST,
    OLD,
    START_OPTION,
    Connection,
    McpSession,
    cause_of,
    error_text,
)
from conformance.systems.adapters._protocol import WireFault
from conformance.systems.runtime import Limits

SILENT_SECONDS = 3.0
"""How long a server may be silent on the newest question before the older one is asked beside it."""
LATE_SECONDS = 1.0
"""The least time in which a server that has opened an older session may still answer the newest question."""
# How often two attempts are looked at that run in parallel.
_POLL = 0.05


def connect(limits: Limits, open_line: Callable[[], Connection], seconds: float) -> McpSession:
    """Open a session in the newest revision, else with the older handshake, each over its own connection.

    An error as the answer to the newest question leads to the older one at once, silence after a short wait. Raises
    ``ConformanceError`` (unreachable) when neither opens.
    """
    end = time.monotonic() + seconds
    newest = _Attempt(limits, open_line(), NEWEST, seconds)
    newest.wait(min(SILENT_SECONDS, seconds / 3))
    if newest.session is not None:
        return newest.session
    began = time.monotonic()
    old = _Attempt(limits, open_line(), OLD, max(1.0, end - began))
    while old.wait(_POLL) and newest.session is None:
        pass
    # The second copy of a program that holds a port or a lock ends at once: what the first one did is the reason then.
    blamed = newest if newest.error is None and old.connection.has_ended() else old
    # How long the older handshake took says how long this server needs to start under the load of the moment, so the
    # revision that is recorded does not depend on which of two slow starts was the quicker one.
    patience = max(LATE_SECONDS, time.monotonic() - began) if old.session is not None else seconds
    newest.wait(patience)
    kept, other = (newest, old) if newest.session is not None else (old, newest)
    other.abandon()
    if kept.session is None:
        kept.abandon()
        late = WireFault("did not open a session in time", limits.advice_on(START_OPTION))
        raise blamed.error or old.error or kept.connection.fault(late)
    return kept.session


class _Attempt:
    """One attempt to open a session, in its own thread so that two can run in parallel."""

    def __init__(self, limits: Limits, line: Connection, mode: str, seconds: float) -> None:
        self.connection = line
        self.session: McpSession | None = None
        self.error: ConformanceError | None = None
        self._thread = threading.Thread(target=self._connect, args=(limits, mode, seconds), daemon=True)
        self._thread.start()

    def _connect(self, limits: Limits, mode: str, seconds: float) -> None:
        try:
            self.session = McpSession(limits, self.connection, mode, seconds)
        except ConformanceError as error:
            self.error = error
        except Exception as error:  # noqa: BLE001  a thread would print it and lose it
            what = f"aborted the session with {quote_text(error_text(cause_of(error)), 300)}"
            self.error = self.connection.fault(WireFault(what, self.connection.session_fix))

    def wait(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the attempt; return whether it is still running."""
        self._thread.join(seconds)
        return self._thread.is_alive()

    def abandon(self) -> None:
        """Stop the program behind an attempt that is no longer needed."""
        self.connection.kill()
        self._thread.join(2.0)
        if self.session is not None:
            self.session.close()
