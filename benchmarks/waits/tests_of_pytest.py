"""pytest with the plugin unused, tests of an inventory against `parametrize`, and receipts against syrupy's amber."""

import functools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest_items

from waits.timing import Row, best_of, processor_time

KEEPING = (sys.executable, "-m", "pytest", "-q")
"""What was right in one run is known in the next."""
PYTEST = (*KEEPING, "-p", "no:cacheprovider")
COUNT = 400
RECEIPTS = f"""
import json
import pathlib
import time

import pytest

TEXTS = [f"Task {{number}} is done.\\nresult: {{number * 7}}\\nnext: TaskStatus\\n" * 8 for number in range({COUNT})]


def compare(kind, fixture):
    start = time.process_time()
    for number, text in enumerate(TEXTS):
        assert fixture(name=str(number)) == text
    path = pathlib.Path("times.json")
    times = json.loads(path.read_text()) if path.exists() else {{}}
    path.write_text(json.dumps({{**times, kind: (time.process_time() - start) / len(TEXTS)}}))


def test_receipts(receipt_snapshot):
    compare("ours", receipt_snapshot)


def test_amber(snapshot):
    compare("amber", snapshot)
"""
"""Each writes the seconds of one comparison."""


def pytest_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Yield the rows of pytest."""
    yield _unused(folder / "unused", runs)
    for items, most in pytest_items.GOALS.items():
        found = list(pytest_items.measure(items, min(runs, 3) if items < 10_000 else 1))
        ours, theirs = (min(one[at] for one in found) * 1000 for at in (1, 2))
        yield Row(f"pytest, {found[0][0]:,} tests", f"{most:g} times", ours, "`parametrize`", theirs, most)
    yield _receipts(folder / "receipts", runs)


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


def _receipts(folder: Path, runs: int) -> Row:
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (folder / "test_receipts.py").write_text(RECEIPTS, "utf-8")
    processor_time([*KEEPING, "--snapshot-update"], folder)
    times: list[dict[str, float]] = []
    for _ in range(runs):
        processor_time(KEEPING, folder)
        times.append(json.loads((folder / "times.json").read_text("utf-8")))
    ours, theirs = (min(one[kind] for one in times) * 1000 for kind in ("ours", "amber"))
    return Row("one warm `receipt_snapshot`", "0.1 times", ours, "amber", theirs, 4.0)
