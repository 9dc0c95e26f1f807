"""pytest with the plugin unused, tests of an inventory against `parametrize`, and receipts against syrupy's amber."""

import functools
import json
import sys
import time
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
    started = time.process_time()
    assert fixture(name="first") == TEXTS[0]
    first = time.process_time()
    for number, text in enumerate(TEXTS):
        assert fixture(name=str(number)) == text
    other = (time.process_time() - first) / len(TEXTS)
    path = pathlib.Path("times.json")
    times = json.loads(path.read_text()) if path.exists() else {{}}
    path.write_text(json.dumps({{**times, kind: [first - started, other]}}))


def test_receipts(receipt_snapshot):
    compare("ours", receipt_snapshot)


def test_amber(snapshot):
    compare("amber", snapshot)
"""
"""Each writes the seconds of the first comparison, which reads what is known, and those of another one."""


def pytest_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Yield the rows of pytest."""
    yield _unused(folder / "unused", runs)
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


def _receipts(folder: Path, runs: int) -> Iterator[Row]:
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (folder / "test_receipts.py").write_text(RECEIPTS, "utf-8")
    processor_time([*KEEPING, "--snapshot-update"], folder)
    # a file that was just written is read once more before it is trusted
    time.sleep(2)
    processor_time(KEEPING, folder)
    times: list[dict[str, list[float]]] = []
    for _ in range(runs):
        processor_time(KEEPING, folder)
        times.append(json.loads((folder / "times.json").read_text("utf-8")))
    best = {kind: [min(one[kind][at] for one in times) * 1000 for at in (0, 1)] for kind in ("ours", "amber")}
    (first, ours), (their_first, theirs) = best["ours"], best["amber"]
    yield Row("the first warm `receipt_snapshot` of a run", "", first, "amber", their_first, 5.0)
    yield Row("one more warm `receipt_snapshot`", "0.1 times", ours, "amber", theirs, 0.15)
