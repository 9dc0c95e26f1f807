"""Measures what the tests of an inventory cost, compared with as many empty tests of pytest's own `parametrize`.

    python benchmarks/pytest_items.py [--items 1600 16000] [--pairs 3]

Each run is a process of its own, and its processor time counts, start-up, reading, judging and reporting included. A
run of the inventory and one of the peer alternate, and the figure is the median ratio of such pairs, which a busy
machine changes less than either. Both read the modules of the package compiled by an earlier run. Exits with 1 where
a ratio is above its goal.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

GOALS = {1_600: 1.0, 16_000: 0.35}
"""The highest ratio at that number of tests; between them the next lower one applies."""
NOUNS = ("Task", "Note", "Page", "Order", "Event", "Ticket", "Invoice", "Contact", "Message", "Project")
TESTS_PER_TOOL = 32
"""About as many rules have something to judge in one of these tools."""
PEER = "import pytest\n\n\n@pytest.mark.parametrize('case', range({0}))\ndef test_case(case):\n    pass\n"


def tool(number: int) -> dict[str, object]:
    """Return a plain tool of four fields in which no rule finds an error."""
    words = [NOUNS[number // 10**place % 10] for place in (2, 1, 0)]
    what = " ".join(words).lower()
    fields = {
        "item_id": {"type": "string", "description": f"The id of the {what}.", "minLength": 1, "maxLength": 64},
        "max_items": {"type": "integer", "description": "How many lines to return.", "minimum": 1, "maximum": 100},
        "sort_order": {"type": "string", "enum": ["newest", "oldest"], "description": "Which line comes first."},
        "timeout_ms": {"type": "integer", "description": "The longest wait.", "minimum": 1, "maximum": 60_000},
    }
    schema = {"type": "object", "additionalProperties": False, "required": ["item_id"], "properties": fields}
    says = f"Return the {what} with this id, as it was when it was last saved."
    return {"name": f"Get{''.join(words)}", "description": says, "inputSchema": schema}


def run(folder: Path) -> tuple[float, int]:
    """Run pytest in a folder; return its processor seconds, and how many tests passed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder.parent / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, "-m", "pytest", "-q"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    passed = re.search(r"(\d+) passed", done.stdout)
    if done.returncode or passed is None:
        raise SystemExit(done.stdout[-2000:] + done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, int(passed[1])


def measure(items: int, pairs: int) -> Iterator[tuple[int, float, float]]:
    """Yield the number of tests, the processor seconds of the inventory and those of the peer, once per pair."""
    with tempfile.TemporaryDirectory() as name:
        ours, peer = Path(name, "ours"), Path(name, "peer")
        ours.mkdir()
        peer.mkdir()
        tools = [tool(number) for number in range(items // TESTS_PER_TOOL)]
        (ours / "tools.json").write_text(json.dumps({"tools": tools}, indent=2), "utf-8")
        (ours / "pytest.ini").write_text("[pytest]\nconformance_inventory = tools.json\n", "utf-8")
        (peer / "pytest.ini").write_text("[pytest]\n", "utf-8")
        _, number = run(ours)  # compiles, so that every pair reads what is compiled
        (peer / "test_cases.py").write_text(PEER.format(number), "utf-8")
        for _ in range(pairs):
            seconds, _ = run(ours)
            yield number, seconds, run(peer)[0]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, nargs="+", default=list(GOALS))
    parser.add_argument("--pairs", type=int, default=3)
    asked = parser.parse_args()
    print(f"pytest {pytest.__version__}, Python {sys.version.split()[0]}, median of {asked.pairs} pairs\n")
    print("| tests | inventory | parametrize | ratio | goal |\n|---|---|---|---|---|")
    is_worse = False
    for items in asked.items:
        found = list(measure(items, asked.pairs))
        ratio = statistics.median(ours / peer for _, ours, peer in found)
        ours, peer = (statistics.median(one[place] for one in found) for place in (1, 2))
        goal = min((goal for least, goal in GOALS.items() if least <= items), default=max(GOALS.values()))
        print(f"| {found[0][0]:,} | {ours:.2f} s | {peer:.2f} s | {ratio:.2f} | {goal} |", flush=True)
        is_worse = is_worse or ratio > goal
    return int(is_worse)


if __name__ == "__main__":
    raise SystemExit(main())
