"""Every process that a system under test has started, found and ended, also one that hid in a session of its own.

Each program is started with a mark in its environment, which its descendants inherit, mostly in a folder made for it
alone. On Linux both are found again in ``/proc``; elsewhere the process group has to do. Run as a script, this file is
the watcher (see ``_watcher``), so it imports nothing but the standard library.
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
_SIGTERM, _SIGKILL = signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)
_GRACE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Child:
    """One living process: its id, its resident memory in bytes, its name."""

    pid: int
    memory: int
    name: str


@dataclass(frozen=True, slots=True)
class ProcessTree:
    """How a program and all that it started are known: by a mark, the folder made for it alone, its process group."""

    mark: str
    folder: str | None = None
    pid: int | None = None

    def live_processes(self) -> list[Child]:
        """Return the living processes of this descent; empty where the system has no ``/proc``."""
        return list(self._scan_proc()) if _PROC.is_dir() else []

    def _scan_proc(self) -> Iterator[Child]:
        wanted = f"{MARK}={self.mark}".encode()
        for entry in os.scandir(_PROC):
            if entry.name.isdigit():
                try:
                    if wanted in (_PROC / entry.name / "environ").read_bytes() or self._is_in_folder(entry.name):
                        yield _child(int(entry.name))
                except OSError:
                    continue  # it ended meanwhile, or belongs to somebody else

    def _is_in_folder(self, process: str) -> bool:
        """Whether a process that has cleared its environment still stands in the folder made for the program."""
        return self.folder is not None and Path(os.readlink(_PROC / process / "cwd")).is_relative_to(self.folder)

    def end(self, grace: float) -> list[Child]:
        """End the program, its group and all that it started; return those that had left the group."""
        strangers = [child for child in self.live_processes() if _group_of(child.pid) != self.pid]
        self._signal_group(_SIGTERM)
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline and self._is_alive():
            time.sleep(0.02)
        self._signal_group(_SIGKILL)
        for _ in range(50):
            left = self.live_processes()
            if not left:
                break
            for child in left:
                _signal(child.pid, _SIGKILL)
            time.sleep(0.02)
        return strangers

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
        return  # it has ended already


def reap_orphans(messages: Iterable[str]) -> None:
    """Keep book of what is open until the messages end, and end then what is still open, folders included.

    A message is the JSON object of a ``ProcessTree`` with ``ended``; before its program has started it has no pid.
    """
    left: dict[str, ProcessTree] = {}
    for message in messages:
        told = json.loads(message)
        ended, descent = told.pop("ended"), ProcessTree(**told)
        if ended:
            left.pop(descent.mark, None)
        else:
            left[descent.mark] = descent
    for descent in left.values():
        descent.end(_GRACE_SECONDS)
        if descent.folder is not None:
            shutil.rmtree(descent.folder, ignore_errors=True)


if __name__ == "__main__":
    reap_orphans(sys.stdin)
