"""Every process that a system under test has started, found and ended, also one that hid in a session of its own.

Each program is started with a mark in its environment, which its descendants inherit. On Linux the mark is found again
in ``/proc``; elsewhere the process group has to do.
"""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = "CONFORMANCE_CHILD"
_PROC = Path("/proc")
_SIGTERM, _SIGKILL = signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Child:
    """One living process: its id, its resident memory in bytes, its name."""

    pid: int
    memory: int
    name: str


def living(mark: str) -> list[Child]:
    """Return the living processes that carry the mark; empty where the system has no ``/proc``."""
    return list(_living(f"{MARK}={mark}".encode())) if _PROC.is_dir() else []


def _living(wanted: bytes) -> Iterator[Child]:
    for entry in os.scandir(_PROC):
        if entry.name.isdigit():
            try:
                if wanted in (_PROC / entry.name / "environ").read_bytes():
                    yield _child(int(entry.name))
            except OSError:
                continue  # it ended meanwhile, or belongs to somebody else


def _child(pid: int) -> Child:
    folder = _PROC / str(pid)
    pages = int((folder / "statm").read_text().split()[1])
    return Child(pid, pages * os.sysconf("SC_PAGE_SIZE"), (folder / "comm").read_text().strip())


def end_group(pid: int, mark: str, grace: float) -> list[Child]:
    """End a process, its group and all that carries the mark; return those that had left the group."""
    strangers = [child for child in living(mark) if _group_of(child.pid) != pid]
    _signal_group(pid, _SIGTERM)
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline and _any_alive(pid, mark):
        time.sleep(0.02)
    _signal_group(pid, _SIGKILL)
    for _ in range(50):
        left = living(mark)
        if not left:
            break
        for child in left:
            _signal(child.pid, _SIGKILL)
        time.sleep(0.02)
    return strangers


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return pid


def _any_alive(pid: int, mark: str) -> bool:
    return bool(living(mark)) if _PROC.is_dir() else _group_alive(pid)


def _group_alive(pid: int) -> bool:
    try:
        os.killpg(pid, 0)
    except OSError:
        return False
    return True


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except (OSError, AttributeError):
        _signal(pid, number)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        return  # it has ended already
