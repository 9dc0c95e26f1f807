"""A program under test and everything that it has started, as the harness sees it through the keeper (``_keeper``).

The operating system closes the control socket when the harness ends, even by SIGKILL or a crash, where no signal
handler of ours could run; the keeper then ends everything.
"""

import atexit
import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from msgspec import Struct

from conformance.systems.adapters import _keeper
from conformance.systems.adapters._keeper import KILL_SECONDS, descendants, encode_start, kill_all, send_signal

# The keeper answers at once; on an overloaded machine even an interpreter takes seconds to start.
_START_SECONDS = 60.0
# How much longer than the grace period and the killing the keeper may take to exit.
_EXIT_SECONDS = 2.0
# How long a program that is still open at the end of the harness may take to exit by itself.
_GRACE_SECONDS = 0.5
# Two threads may wait for the same report, and only one of them reads it; the other one looks again after this long.
_TICK = 0.1


class Start(Struct, frozen=True):
    """What to start: a command, its environment, where it runs, and the folder to delete at its end, if any."""

    argv: Sequence[str]
    environment: Mapping[str, str]
    folder: str
    scratch: str = ""


class Program:
    """A running program; raises ``OSError`` or ``ValueError``, with the reason, when it cannot be started."""

    def __init__(self, start: Start) -> None:
        message = encode_start(start.argv, start.environment, start.scratch)
        self._lock, self._ending = threading.Lock(), threading.Lock()
        self._pending = b""
        self._is_over = False
        self._status: int | None = None
        self._failure = "its keeper process does not answer"
        self._pid = 0
        self.adopts_orphans = False
        """Whether this platform finds processes that have left the process group."""
        self.left: Sequence[str] = ()
        """The names of the processes that had left the process group when everything was ended."""
        self.may_survive = False
        """Whether a process of the program may still be running after everything was ended."""
        self._control, theirs = socket.socketpair()
        with theirs:
            self._keeper = _start_keeper(theirs, start.folder)
        self._await_start(message)
        _OPEN.add(self)

    def _await_start(self, message: bytes) -> None:
        with contextlib.suppress(OSError):  # a keeper that died at once has closed its end
            self._control.sendall(message)
        self._control.setblocking(False)
        self._wait_for(lambda: bool(self._pid) or self._is_over, _START_SECONDS)
        if not self._pid:
            self._keeper.kill()
            self._release()
            raise OSError(None, self._failure)

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """The pipes to the program's stdin and from its stdout and stderr."""
        streams = self._keeper.stdin, self._keeper.stdout, self._keeper.stderr
        if streams[0] is None or streams[1] is None or streams[2] is None:  # pragma: no cover  all three are asked for
            raise OSError("the stream is not a pipe")
        return streams[0], streams[1], streams[2]

    def poll(self) -> int | None:
        """Return the exit status of the program itself, negative for a signal; ``None`` while it is running."""
        with self._lock:
            if self._status is None and not self._is_over:
                self._read_reports()
            return self._status

    def wait(self, seconds: float) -> int | None:
        """Return the exit status once the program has exited, ``None`` if it is still running after ``seconds``."""
        self._wait_for(lambda: self._status is not None, seconds)
        return self._status

    def _wait_for(self, holds: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            with self._lock:
                if not self._is_over:
                    self._read_reports()
                if holds() or self._is_over:
                    return
            left = deadline - time.monotonic()
            if left <= 0:
                return
            with selectors.DefaultSelector() as selector:
                selector.register(self._control, selectors.EVENT_READ)
                selector.select(min(left, _TICK))

    def _read_reports(self) -> None:
        """Read what the keeper has reported so far; a keeper that was killed takes its program with it."""
        try:
            chunk = self._control.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        *lines, self._pending = (self._pending + chunk).split(b"\n")
        for line in lines:
            self._take_report(*line.decode("utf-8", "replace").partition(" ")[::2])
        if not chunk:
            self._is_over = True
            if self._pid and self._status is None:
                self.may_survive = True
                send_signal(self._pid, signal.SIGKILL, is_group=True)
                self._status = -signal.SIGKILL

    def _take_report(self, kind: str, text: str) -> None:
        if kind == "started":
            self._pid, self.adopts_orphans = int(text.split()[0]), text.endswith("1")
        elif kind == "failed":
            self._failure = text
            self._is_over = True
        elif kind == "exited":
            self._status = int(text)
        elif kind == "left":
            self.left = text.split()

    def processes(self) -> list[int]:
        """Return the live processes, the program's own included; empty where the system has no ``/proc``."""
        return descendants(self._keeper.pid)

    def end(self, grace: float) -> None:
        """Stop the program and everything it started after ``grace`` seconds; a second call waits for the first."""
        with self._ending:
            if self._keeper.returncode is not None:
                return
            send_signal(self._keeper.pid, signal.SIGCONT)  # the program can stop its parent like any process
            with contextlib.suppress(OSError):
                self._control.send(str(grace).encode())
                self._control.shutdown(socket.SHUT_WR)
            self._wait_for(lambda: False, grace + KILL_SECONDS + _EXIT_SECONDS)
            if not self._is_over:
                kill_all(self._keeper.pid, self._pid)
                self._keeper.kill()
            self.may_survive = self._keeper.wait() != 0 or self.may_survive
            self._control.close()
            _OPEN.discard(self)

    def close_pipes(self) -> None:
        """Close the pipes, which nobody may be reading or writing any more."""
        for pipe in self.pipes:
            with contextlib.suppress(OSError):
                pipe.close()

    def _release(self) -> None:
        self._keeper.wait()
        self._control.close()
        self.close_pipes()


def _start_keeper(control: socket.socket, folder: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603  our own file, run by our own interpreter
        [sys.executable, "-I", "-S", _keeper.__file__, str(control.fileno())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        pass_fds=[control.fileno()],
        start_new_session=True,  # a signal to our group, as from a closing terminal, must not kill it
        bufsize=0,
    )


_OPEN: set[Program] = set()
# A copy of this process did not start the programs, so its end must not end them.
os.register_at_fork(after_in_child=_OPEN.clear)


@atexit.register
def _end_all() -> None:
    for program in list(_OPEN):
        program.end(_GRACE_SECONDS)
