"""pytest with the plugin unused, tests of an inventory against `parametrize`, and receipts against syrupy's amber."""

import functools
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest_items

from waits.timing import ROOT, Row, best_of, processor_time, seconds_of

KEEPING = (sys.executable, "-m", "pytest", "-q")
"""What was right in one run is known in the next."""
PYTEST = (*KEEPING, "-p", "no:cacheprovider")
FEW, MANY = 400, 4_400
RECEIPTS = """
TEXTS = [f"Task {{number}} is done.\\nresult: {{number * 7}}\\nnext: TaskStatus\\n" * 8 for number in range({count})]


def test_receipts({fixture}):
    for number, text in enumerate(TEXTS):
        assert {fixture}(name=str(number)) == text
"""


def pytest_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Yield the rows of pytest."""
    yield _unused(folder / "unused", runs)
    yield _listed_files(folder / "installed", runs)
    for items, most in pytest_items.GOALS.items():
        found = list(pytest_items.measure(items, min(runs, 3) if items < 10_000 else 1))
        ours, theirs = (min(one[at] for one in found) * 1000 for at in (1, 2))
        yield Row(f"pytest, {found[0][0]:,} tests", f"{most:g} times", ours, "`parametrize`", theirs, most)
    yield from _receipts(folder / "receipts", runs)


def _unused(folder: Path, runs: int) -> Row:
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (folder / "test_one.py").write_text("def test_one():\n    pass\n", "utf-8")
    ours, theirs = best_of(
        2 * runs,
        functools.partial(processor_time, PYTEST, folder),
        functools.partial(processor_time, [*PYTEST, "-p", "no:conformance"], folder),
    )
    return Row("pytest of one test, plugin unused", "1 ms more", ours, "`-p no:conformance`", theirs, 1.05)


def _listed_files(folder: Path, runs: int) -> Row:
    """Return what pytest waits for at each start: it reads the names of all files that a plugin installed."""
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(ROOT)]
    subprocess.run(install, check=True, capture_output=True)
    (installed,) = metadata.distributions(name="tool-conformance", path=[str(folder)])
    plugins = (installed, metadata.distribution("hypothesis"))
    ours, theirs = best_of(
        2 * runs, *(functools.partial(seconds_of, lambda one=one: list(one.files or ())) for one in plugins)
    )
    return Row("names of the files of the plugin", "2 ms", ours, "those of hypothesis", theirs, 6.0)


def _receipts(folder: Path, runs: int) -> Iterator[Row]:
    """Yield what one more comparison adds to a whole run, as much of it is done when the test is over."""
    folders = {
        (fixture, count): folder / f"{fixture}-{count}"
        for fixture in ("receipt_snapshot", "snapshot")
        for count in (FEW, MANY)
    }
    for (fixture, count), one in folders.items():
        one.mkdir(parents=True)
        (one / "pytest.ini").write_text("[pytest]\n", "utf-8")
        (one / "test_receipts.py").write_text(RECEIPTS.format(count=count, fixture=fixture), "utf-8")
        processor_time([*KEEPING, "--snapshot-update"], one)
    # a file that was just written is read once more before it is trusted
    time.sleep(2)
    best = best_of(runs, *(functools.partial(processor_time, KEEPING, one) for one in folders.values()))
    few, many, their_few, their_many = best
    ours, theirs = ((most - least) / (MANY - FEW) for least, most in ((few, many), (their_few, their_many)))
    yield Row("one more warm `receipt_snapshot`", "0.1 times", ours, "amber", theirs, 0.1)
