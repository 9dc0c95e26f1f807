"""A small process that outlives us for a moment, and ends what we have left open.

It reads a pipe that only we hold. The system closes it when we end, however that happens: by a signal that leaves us no
time, in a thread that hangs, by a crash. What a handler of ours could do, it does too, with nothing to restore.
"""

import atexit
import contextlib
import json
import subprocess
import sys
import threading
from dataclasses import asdict

from conformance.systems.adapters import _process_tree
from conformance.systems.adapters._process_tree import ProcessTree

_EXIT_SECONDS = 5.0


class _Watcher:
    """Started with the first program, ended with us."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def send(self, descent: ProcessTree, *, ended: bool) -> None:
        """Send one line; without a watcher all that is lost is what it is for."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            self._process = self._process or self._start()
            pipe = self._process.stdin
            if pipe is not None:
                pipe.write(json.dumps({**asdict(descent), "ended": ended}).encode() + b"\n")

    def _start(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(  # noqa: S603  our own file, by our own interpreter
            [sys.executable, "-I", "-S", _process_tree.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # what ends us, such as a terminal that closes, must not end it first
            bufsize=0,
        )
        atexit.register(self._end)
        return process

    def _end(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                self._process.stdin.close()
                self._process.wait(_EXIT_SECONDS)


_WATCHER = _Watcher()


def watch(descent: ProcessTree) -> None:
    """Have a program ended with us, should we end first; told before it starts, and again when its id is known."""
    _WATCHER.send(descent, ended=False)


def forget(descent: ProcessTree) -> None:
    """Say that a program has ended."""
    _WATCHER.send(descent, ended=True)
