"""A small process that outlives the harness briefly and kills the programs it left running.

It reads a pipe that only the harness holds. The operating system closes the pipe when the harness ends, even by SIGKILL
or a crash, where no signal handler of ours could run.
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

# Longer than the grace period of every program that the watchdog may still have to kill.
_EXIT_SECONDS = 5.0


class _Watcher:
    """Starts the watchdog process with the first program, and ends it when the harness exits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def send(self, tree: ProcessTree, *, ended: bool) -> None:
        """Send one line; a failure is ignored, as the watchdog is only a safety net."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            self._process = self._process or self._start()
            pipe = self._process.stdin
            if pipe is not None:
                pipe.write(json.dumps({**asdict(tree), "ended": ended}).encode() + b"\n")

    def _start(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(  # noqa: S603  our own file, run by our own interpreter
            [sys.executable, "-I", "-S", _process_tree.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a signal to our group, as from a closing terminal, must not kill it
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


def watch(tree: ProcessTree) -> None:
    """Register a process tree to be killed if we die first; call before it starts, and again with its pid."""
    _WATCHER.send(tree, ended=False)


def forget(tree: ProcessTree) -> None:
    """Unregister a process tree that has ended."""
    _WATCHER.send(tree, ended=True)
