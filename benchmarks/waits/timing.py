"""Processor time of ours and of peers, taken in turn, and the rows that it becomes."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "conformance")
NOTHING = (sys.executable, "-c", "pass")
# A list of 10,000 tools is larger than a file may be by default.
_ADDED = {"PYTHONPATH": str(ROOT), "CONFORMANCE_MAX_FILE_MB": "64"}
_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
Timed = Callable[[], float]
"""Does some work, and returns the seconds of processor time that it took."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; times are in milliseconds, memory in MB; ``most`` is the highest ratio, if one is set.

    ``theirs`` is None if the peer is not installed.
    """

    what: str
    goal: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    most: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours as a multiple of theirs."""
        return None if self.theirs is None else self.ours / max(self.theirs, 1e-3)

    @property
    def is_missed(self) -> bool:
        """Whether the ratio is above its limit."""
        return self.ratio is not None and self.most is not None and self.ratio > self.most

    def __str__(self) -> str:
        """Return the line as Markdown."""
        peer = self.peer if self.theirs is not None or not self.peer else f"{self.peer}: not installed"
        numbers = ("" if one is None else f"{one:,.{_digits(one)}f}" for one in (self.ours, self.theirs))
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        most = "" if self.most is None else f"{self.most:g}"
        verdict = "" if self.most is None or self.ratio is None else "no" if self.is_missed else "yes"
        ours, theirs = numbers
        return f"| {self.what} | {self.goal} | {ours} | {peer} | {theirs} | {ratio} | {most} | {verdict} |"


def _digits(milliseconds: float) -> int:
    """Return how many digits of a time are shown after the point."""
    return 4 if milliseconds < 0.1 else 2 if milliseconds < 10 else 0


def _environment() -> dict[str, str]:
    """Compiled modules are kept, as they are wherever the command is installed."""
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}, **_ADDED}


def processor_time(command: Sequence[str], folder: Path) -> float:
    """Run a command to its end; return the seconds that it and its children computed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, capture_output=True, check=False, env=_environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_memory(command: Sequence[str], folder: Path) -> float:
    """Run a command to its end; return the most memory that it had at once, in MB."""
    # the peak of children is that of the largest one so far, so that each command needs a parent of its own
    parent = [sys.executable, "-c", _PEAK, *command]
    return float(subprocess.run(parent, cwd=folder, capture_output=True, check=True, env=_environment()).stdout) / 1024


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of one piece of work in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def best_of(runs: int, *timed: Timed) -> list[float]:
    """Return the best time of each in milliseconds, in so many rounds after a first one that is not counted.

    With 0 runs the first round is the only one. Other programs on the machine only ever add to a time, so its best is
    what the work itself takes.
    """
    rounds = [[one() for one in timed] for _ in range(runs + 1)][min(runs, 1) :]
    return [min(times) * 1000 for times in zip(*rounds, strict=True)]
