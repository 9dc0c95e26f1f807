"""Fails and kills each system call with which a command touches its folder, one in each run, and looks at what is left.

``python -m tests.commands.fault_runs [COMMAND...]`` runs all commands, or those that are named, and prints a line for
each: the number of runs, and what was wrong in which of them. It needs ``strace``, which injects the faults.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tests.commands.fault_commands import COMMANDS, Files

STRACE = shutil.which("strace")
# What a write, a rename or a lock can answer; a program that is killed answers nothing.
_WRITES = (
    "openat",
    "write",
    "pwrite64",
    "fsync",
    "fdatasync",
    "ftruncate",
    "rename",
    "mkdir",
    "unlink",
    "fchmod",
    "flock",
)
_READS = ("read", "pread64", "newfstatat", "getdents64", "close")
_FAULTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_WRITES, ("signal=KILL", "error=EIO", "error=ENOSPC")),
    **dict.fromkeys(_READS, ("error=EIO",)),
    # no device runs full by these
    **dict.fromkeys(("unlink", "flock", "fchmod"), ("signal=KILL", "error=EIO")),
}
# A call with its number among those of its name is the same one in each run, if nothing else differs.
_STEADY = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "HYPOTHESIS_STORAGE_DIRECTORY": os.devnull}
_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)")
# Prints calls alone, the path of each open file behind its number, and one character of what is read or written.
_QUIETLY = ("-qq", "-y", "-s", "1")
_FILE = re.compile(r"(?P<number>\d+|AT_FDCWD)<(?P<path>[^>]*)>(?:, \"(?P<name>[^\"]*)\")?")
_OF_NAMES = ("openat", "newfstatat")
_NAMED = re.compile(r"\"(?P<name>[^\"]*)\"")
_FOREIGN = ("/.git/", "__pycache__", ".pyc")
_KEPT_FOR_SPEED = (".conformance_cache", ".pytest_cache", ".hypothesis", "__pycache__", ".git")
_BAD_WORDS = ("Traceback (most recent call last)", "internal error", "fault of the harness", "INTERNALERROR")
_SAID_UNCHANGED = re.compile(r"cannot write `(?P<file>[^`]*)`[^\n]*\n[^\n]*the file was not changed")
_SECONDS = 120
# Calls that do the same with files of one folder and one ending: so many are failed, and the last one.
_ALIKE = 6


@dataclass(frozen=True)
class Point:
    """A system call by its name and its number among those of this name, and what happens instead of it.

    ``kinds`` are the folders and the endings of the files that it touches; ``is_look`` says that it changes none.
    """

    call: str
    number: int
    fault: str = ""
    kinds: tuple[tuple[str, str], ...] = ()
    is_look: bool = False

    def __str__(self) -> str:
        return f"{self.call}:{self.fault}:when={self.number}"


@dataclass(frozen=True)
class Ending:
    """How a run ended: its status, what it printed, and the files that it left."""

    status: int
    output: str
    errors: str
    files: Files

    @property
    def kept(self) -> Files:
        """The files that a user keeps."""
        return {name: data for name, data in self.files.items() if not _is_temporary(name)}

    @property
    def temporary(self) -> list[str]:
        """The temporary files of writers."""
        return [name for name in self.files if _is_temporary(name)]


def points_of(log: str, folder: Path, own: tuple[Path, ...] = ()) -> Iterator[Point]:
    """Yield the calls of a log of strace that touch what is in a folder, or one of the files ``own``."""
    numbers = Counter[str]()
    for line in log.splitlines():
        call = _CALL.match(line)
        if call is None:
            continue
        numbers[call["name"]] += 1
        touched = [
            path
            for path in _paths(call["name"], call["arguments"], folder)
            if not any(part in str(path) for part in _FOREIGN)
        ]
        ours = [path for path in touched if path.is_relative_to(folder) or path in own]
        if ours:
            kinds = tuple((str(path.parent), path.suffix) for path in ours)
            is_look = call["name"] in _READS or (call["name"] == "openat" and "O_CREAT" not in call["arguments"])
            yield Point(call["name"], numbers[call["name"]], kinds=kinds, is_look=is_look)


def some_of(points: Iterable[Point]) -> list[Point]:
    """Return the points without those in the midst of many that do the same with other files of a folder."""
    alike: dict[object, list[Point]] = {}
    for point in points:
        alike.setdefault((point.call, point.kinds), []).append(point)
    return [point for same in alike.values() for point in (same if len(same) <= _ALIKE else [*same[:_ALIKE], same[-1]])]


def _paths(call: str, arguments: str, folder: Path) -> Iterator[Path]:
    file = _FILE.match(arguments)
    if file is None:
        yield from (folder / named["name"] for named in _NAMED.finditer(arguments))
    elif call in _OF_NAMES and (file["name"] or file["number"] != "AT_FDCWD"):
        yield Path(file["path"], file["name"] or "")
    elif call not in _OF_NAMES:
        yield Path(file["path"])


def _is_temporary(name: str) -> bool:
    return name.endswith(".tmp")


def _files(folder: Path) -> Files:
    found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not set(_KEPT_FOR_SPEED) & set(Path(name).parts)}


class FaultRuns:
    """The runs of one command, each in a new copy of the same folder under the same name."""

    def __init__(self, name: str, base: Path) -> None:
        self._command = COMMANDS[name]
        self._model, self._folder, self._base = base / "model", base / "work", base
        self._model.mkdir()
        self._command.prepare(self._model)
        self._arguments = [*self._command.program, *self._with_fingerprint()]

    def _with_fingerprint(self) -> Iterator[str]:
        for argument in self._command.arguments:
            if argument == "FINGERPRINT":
                report = [*self._command.program, "check", "-f", "json", "--no-cache"]
                text = subprocess.run(report, cwd=self._model, capture_output=True, text=True).stdout
                argument = str(json.loads(text)["findings"][0]["fingerprint"])
            yield argument

    def wrong(self) -> tuple[int, list[str]]:
        """Return the number of runs, and a sentence for each thing that was wrong in one of them."""
        before = _files(self._model)
        self._run(None)  # what is compiled or made once is made now
        whole = self._run(None)
        if whole.status not in (0, 1):
            return 0, [f"ends with {whole.status} without any fault: {whole.errors[-300:]}"]
        found: list[str] = []
        runs = 0
        looks = self._command.looks
        points = points_of(self._log.read_text(), self._folder, (self._base / "output",) if looks else ())
        for point in some_of(point for point in points if looks or not point.is_look):
            for fault in _FAULTS.get(point.call, ()):
                runs += 1
                faulty = replace(point, fault=fault)
                found += [f"{faulty}: {fault}" for fault in self._faults(faulty, before, whole)]
        return runs, found

    @property
    def _bad_words(self) -> tuple[str, ...]:
        return _BAD_WORDS if self._command.looks else _BAD_WORDS[1:]  # pytest prints why a test failed

    @property
    def _log(self) -> Path:
        return self._base / "log"

    def _run(self, point: Point | None, *, again: bool = False) -> Ending:
        if not again:
            shutil.rmtree(self._folder, ignore_errors=True)
            shutil.copytree(self._model, self._folder, symlinks=True)
        traced = [f"trace={','.join(_FAULTS)}", *([] if point is None else [f"inject={point}"])]
        tracer = [str(STRACE), *_QUIETLY, "-o", str(self._log), *(part for one in traced for part in ("-e", one))]
        with self._base.joinpath("output").open("wb") as output, self._base.joinpath("errors").open("wb") as errors:
            settings = {**os.environ, **_STEADY, **self._command.environment}
            command = [*tracer, *self._arguments]
            run = subprocess.run(
                command, cwd=self._folder, stdout=output, stderr=errors, env=settings, timeout=_SECONDS, check=False
            )
        texts = [self._base.joinpath(name).read_text("utf-8", "replace") for name in ("output", "errors")]
        return Ending(run.returncode, *texts, _files(self._folder))

    def _faults(self, point: Point, before: Files, whole: Ending) -> Iterator[str]:
        ending = self._run(point)
        yield from self._torn(ending, before, whole)
        yield from self._untrue(ending, before, whole)
        yield from self._command.faults(self._folder, ending.output)
        if "KILL" in point.fault:
            yield from self._left(whole)
        elif ending.temporary:
            yield f"left {ending.temporary}"

    def _torn(self, ending: Ending, before: Files, whole: Ending) -> Iterator[str]:
        for name in sorted({*before, *whole.kept, *ending.kept} - {*self._command.own}):
            old, new, now = before.get(name), whole.kept.get(name), ending.kept.get(name)
            is_part = name in self._command.appends and (new or b"").startswith(now or b"")
            if now not in (old, new) and not is_part:
                yield f"`{name}` is neither the old one nor the new one: {now!r}"[:300]

    def _untrue(self, ending: Ending, before: Files, whole: Ending) -> Iterator[str]:
        text = ending.output + ending.errors
        yield from (f"printed {word}: {text[-700:]}" for word in self._bad_words if word in text)
        for said in _SAID_UNCHANGED.finditer(text):
            if ending.files.get(said["file"]) != before.get(said["file"]):
                yield f"changed `{said['file']}`, and said that it did not"
        is_done = ending.kept == whole.kept or bool(self._command.own)
        if ending.status == whole.status and not is_done:
            missing = sorted(name for name, data in whole.kept.items() if ending.kept.get(name) != data)
            yield f"ended with {ending.status} as if it had written {missing}"
        if ending.status == whole.status and ending.output != whole.output and self._command.looks:
            yield f"ended with {ending.status} and other output: {ending.output[-300:]!r}"

    def _left(self, whole: Ending) -> Iterator[str]:
        """Run again after a kill: what it left is gone, and everything is as after one run."""
        again = self._run(None, again=True)
        yield from self._command.faults(self._folder, again.output)
        if again.temporary:
            yield f"the next run leaves {again.temporary}"
        if again.kept != whole.kept and not self._command.own:
            yield f"the next run, which ended with {again.status}, does not complete it: {again.errors[-300:]}"


def main() -> None:
    """Run the commands that are named, or all, and print a line for each."""
    for name in sys.argv[1:] or COMMANDS:
        with tempfile.TemporaryDirectory() as base:
            runs, found = FaultRuns(name, Path(base).resolve()).wrong()
        sys.stdout.write(json.dumps([name, runs, found]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
