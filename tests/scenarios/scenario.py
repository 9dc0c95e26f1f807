"""Readable transcripts: files, a command, its exit status and its output, in one text file.

A scenario begins with one sentence. Then follow sections that each begin with ``--- ``::

    --- file: NAME      the content of a file in the working folder
    --- run: COMMAND    a command line that begins with ``conformance``
    --- exit: STATUS
    --- output          what it prints, both streams; ``...`` stands for any text

``run``, ``exit`` and ``output`` may follow each other several times; the folder stays.
"""

import contextlib
import io
import itertools
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.cli import main

_SECTION = re.compile(r"^--- (file|run|exit|output)(?:: (.*))?$", re.MULTILINE)


@dataclass(frozen=True)
class Step:
    """One command with what is expected of it."""

    command: str
    status: int
    output: str | None


@dataclass(frozen=True)
class Scenario:
    """A sentence, the files of the working folder, and the steps."""

    sentence: str
    files: dict[str, str]
    steps: list[Step]


def parse(text: str) -> Scenario:
    """Read one scenario."""
    parts = list(_SECTION.finditer(text))
    bodies = [text[a.end() + 1 : b.start()] for a, b in itertools.pairwise(parts)] + [text[parts[-1].end() + 1 :]]
    files: dict[str, str] = {}
    steps: list[Step] = []
    for match, body in zip(parts, bodies, strict=True):
        kind, value = match.group(1), match.group(2) or ""
        if kind == "file":
            files[value] = body
        elif kind == "run":
            steps.append(Step(value, 0, None))
        elif kind == "exit":
            steps[-1] = Step(steps[-1].command, int(value), steps[-1].output)
        else:
            steps[-1] = Step(steps[-1].command, steps[-1].status, body.rstrip("\n"))
    return Scenario(text[: parts[0].start()].strip(), files, steps)


def run_command(command: str) -> tuple[int, str]:
    """Run one ``conformance`` command line in this process; return exit status and everything it printed."""
    name, *arguments = shlex.split(command)
    assert name == "conformance", command
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        try:
            main(arguments)
        except SystemExit as left:
            return int(left.code or 0), stream.getvalue().rstrip("\n")
    raise AssertionError("the command line must always exit")


def matches(expected: str, actual: str) -> bool:
    """Compare outputs; ``...`` in the expectation stands for any text, also over lines."""
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, actual, re.DOTALL) is not None


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Work in a folder and come back."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
