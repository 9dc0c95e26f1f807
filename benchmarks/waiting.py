"""Measures what somebody waits for, each against its peers: one table of goals, figures, peers and versions.

    python benchmarks/waiting.py [--runs 5] [--only comparing]

Processor time, never the clock. Ours and its peers run in turn, and the best time of each counts: goals were set on an
idle machine, and a busy or slow one changes the ratio to a peer least. A peer is found where it is installed:
`pip install check-jsonschema jsoncompat jsonsubschema` next to this project, `spectral` and `check-jsonschema` on the
PATH. Exits with 1 where a ratio is above its limit, which is somewhat above the last figure, or the goal where it is
met.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from waits.commands import command_rows
from waits.comparing import comparison_rows
from waits.probing import probe_rows
from waits.tests_of_pytest import pytest_rows
from waits.timing import Row

PARTS: dict[str, Callable[[Path, int], Iterator[Row]]] = {
    "commands": command_rows,
    "pytest": pytest_rows,
    "comparing": lambda _, runs: comparison_rows(runs),
    "probing": probe_rows,
}
PACKAGES = (
    "tool-conformance",
    "pydantic",
    "pytest",
    "syrupy",
    "deepdiff",
    "check-jsonschema",
    "jsoncompat",
    "jsonsubschema",
)


def versions() -> Iterator[str]:
    """Yield everything that is compared, with its version."""
    yield f"Python {sys.version.split()[0]}"
    for name in PACKAGES:
        try:
            yield f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            yield f"{name} (not installed)"
    linter = shutil.which("spectral")
    found = subprocess.run([linter, "--version"], capture_output=True, text=True, check=False).stdout if linter else ""
    yield f"Spectral {found.strip() or '(not installed)'}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this part; repeatable")
    asked = parser.parse_args()
    print(
        f"{', '.join(versions())}; {os.cpu_count()} cores; best of {asked.runs}; processor time in ms, memory in MB\n"
    )
    print("| what | goal | ours | peer | theirs | ratio | at most | held |\n|---|---|---|---|---|---|---|---|")
    rows: list[Row] = []
    for part in asked.only or PARTS:
        with tempfile.TemporaryDirectory() as name:
            for row in PARTS[part](Path(name), asked.runs):
                print(row, flush=True)
                rows.append(row)
    return int(any(row.is_missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
