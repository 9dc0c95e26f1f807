"""Finds and kills every process that a system under test has started, including those in a session of their own.

Each program starts with a mark in its environment, which its descendants inherit, and usually in a folder of its own.
Linux shows both in ``/proc``; elsewhere only the process group is known. Run as a script, this file is the watchdog
(see ``_watchdog``), so it imports only the standard library.
"""

import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = "CONFORMANCE_CHILD"
_PROC = Path("/proc")
# Windows has no SIGKILL; its SIGTERM kills as well.
_SIGTERM, _SIGKILL = signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)
# How long orphans may take to exit after SIGTERM: nobody is waiting for them any more.
_GRACE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Child:
    """One live process: its id, its resident memory in bytes and its name."""

    pid: int
    memory: int
    name: str


@dataclass(frozen=True, slots=True)
class ProcessTree:
    """What identifies a program and its descendants: a mark, the folder made for it, its process group."""

    mark: str
    folder: str | None = None
    pid: int | None = None

    def live_processes(self) -> list[Child]:
        """Return the live processes of this tree; empty where the system has no ``/proc``."""
        return list(self._scan_proc()) if _PROC.is_dir() else []

    def _scan_proc(self) -> Iterator[Child]:
        wanted = f"{MARK}={self.mark}".encode()
        for entry in os.scandir(_PROC):
            if entry.name.isdigit():
                try:
                    if wanted in (_PROC / entry.name / "environ").read_bytes() or self._is_in_folder(entry.name):
                        yield _child(int(entry.name))
                except OSError:
                    continue  # it exited meanwhile, or belongs to another user

    def _is_in_folder(self, process: str) -> bool:
        """Whether a process works in the program's own folder: that finds one that has cleared its environment."""
        return self.folder is not None and Path(os.readlink(_PROC / process / "cwd")).is_relative_to(self.folder)

    def end(self, grace: float) -> list[Child]:
        """Stop the program and everything it started after ``grace`` seconds; return those that left its group."""
        escaped = [child for child in self.live_processes() if _group_of(child.pid) != self.pid]
        self._signal_group(_SIGTERM)
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline and self._is_alive():
            time.sleep(0.02)
        self._signal_group(_SIGKILL)
        # A process may fork between scan and kill, so scan again until none is left, for at most a second.
        for _ in range(50):
            left = self.live_processes()
            if not left:
                break
            for child in left:
                _signal(child.pid, _SIGKILL)
            time.sleep(0.02)
        return escaped

    def _is_alive(self) -> bool:
        return bool(self.live_processes()) if _PROC.is_dir() else self._is_group_alive()

    def _is_group_alive(self) -> bool:
        try:
            os.killpg(self.pid or 0, 0)
        except OSError:
            return False
        return True

    def _signal_group(self, number: int) -> None:
        if self.pid is None:
            return
        try:
            os.killpg(self.pid, number)
        except (OSError, AttributeError):
            _signal(self.pid, number)


def _child(pid: int) -> Child:
    folder = _PROC / str(pid)
    pages = int((folder / "statm").read_text().split()[1])
    return Child(pid, pages * os.sysconf("SC_PAGE_SIZE"), (folder / "comm").read_text().strip())


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return pid


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        return  # it has exited already


def reap_orphans(messages: Iterable[str]) -> None:
    """Track open process trees until the messages end, then kill those still open and delete their folders.

    A message is the JSON object of a ``ProcessTree`` plus ``ended``; its pid is null until the program has started.
    """
    left: dict[str, ProcessTree] = {}
    for message in messages:
        members = json.loads(message)
        ended, tree = members.pop("ended"), ProcessTree(**members)
        if ended:
            left.pop(tree.mark, None)
        else:
            left[tree.mark] = tree
    for tree in left.values():
        tree.end(_GRACE_SECONDS)
        if tree.folder is not None:
            shutil.rmtree(tree.folder, ignore_errors=True)


if __name__ == "__main__":
    reap_orphans(sys.stdin)
