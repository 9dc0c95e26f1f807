"""Measures what somebody waits for: the start of the command, checks of many tools, and the comparison of two lists.

    python benchmarks/waiting.py [--runs 7]

Processor time, never the clock: each command is a process of its own, started in turn with its peer, and the median of
the ratios is what counts, since the speed of a machine changes while others use it. A peer that is not installed has
no row. Fails when a ratio exceeds its limit.
"""

import argparse
import functools
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from deepdiff import DeepDiff

from conformance.documents.reader import parse
from conformance.drift.changes import Change
from conformance.drift.compare import compare
from conformance.inventory import Inventory
from conformance.inventory.formats import to_inventory
from conformance.inventory.load import load_any_inventory

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-m", "conformance"]
NOTHING = [sys.executable, "-c", "pass"]
MANY = 1_000
Row = tuple[str, str, float, str, float, float]
"""What is measured, its goal, milliseconds, the peer, the ratio to it, and the highest ratio."""


def processor_time(command: Sequence[str], folder: Path) -> float:
    """Run a command to its end; return the seconds that it and its children computed."""
    # compiled modules are kept, as they are wherever the command is installed
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, capture_output=True, check=False, env={**kept, "PYTHONPATH": str(ROOT)})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_turn(ours: Callable[[], float], peer: Callable[[], float], runs: int) -> tuple[float, float]:
    """Return the median time of ours in milliseconds, and the median ratio of pairs; the first pair is not counted."""
    pairs = [(ours(), peer()) for _ in range(runs + 1)][1:]
    return statistics.median(one for one, _ in pairs) * 1000, statistics.median(
        one / max(other, 1e-6) for one, other in pairs
    )


def inventory_of(count: int) -> dict[str, Any]:
    """Return the published inventory with so many tools, each a copy of one of its own under a name of its own."""
    value = json.loads((ROOT / "model-tool-schema-inventory.json").read_text("utf-8"))
    own = value["tools"]
    copies = [
        {**own[at % len(own)], "name": f"{own[at % len(own)]['name']}{at // len(own) or ''}"} for at in range(count)
    ]
    return {**value, "tools": copies}


def commands(folder: Path, runs: int) -> list[Row]:
    """Measure each command against the start of Python, and a check against a validator of the same file."""
    rows: list[Row] = []
    cases = [
        ("`--version`", "30 ms", ["--version"], NOTHING, "`python -c pass`", 8.0),
        ("`--help`", "60 ms", ["--help"], NOTHING, "`python -c pass`", 10.0),
        ("`check` of 33 tools", "240 ms", ["check", "33.json"], NOTHING, "`python -c pass`", 95.0),
        (
            f"`check` of {MANY:,} tools",
            "1.5 s",
            ["check", "many.json"],
            [*PROGRAM, "check", "33.json"],
            "33 tools",
            12.0,
        ),
    ]
    validator = shutil.which("check-jsonschema")
    if validator:
        schema = str(ROOT / "schemas" / "inventory.schema.json")
        peer = [validator, "--schemafile", schema, "33.json"]
        cases.append(("`check` of 33 tools", "", ["check", "33.json"], peer, "check-jsonschema", 6.0))
    for what, goal, arguments, peer, name, most in cases:
        ours = functools.partial(processor_time, [*PROGRAM, *arguments], folder)
        rows.append(
            (what, goal, *_with_peer(in_turn(ours, functools.partial(processor_time, peer, folder), runs), name), most)
        )
    return rows


def _with_peer(measured: tuple[float, float], name: str) -> tuple[float, str, float]:
    return measured[0], name, measured[1]


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of one piece of work in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def read_inventory(data: bytes) -> Inventory:
    """Read an inventory as a comparison reads it."""
    return load_any_inventory(to_inventory(parse(data, "given")))


def changes_of(data: Sequence[bytes]) -> list[Change]:
    """Read two inventories and compare them."""
    old, new = map(read_inventory, data)
    return list(compare(old, new))


def comparisons(runs: int) -> list[Row]:
    """Measure reading and comparing two lists that differ in the order of their tools, against parsing them alone."""
    old = inventory_of(2 * MANY)
    data = [json.dumps(value).encode() for value in (old, {**old, "tools": old["tools"][::-1]})]

    small = [json.loads(one) for one in data]
    for value in small:
        value["tools"] = sorted(value["tools"], key=lambda tool: tool["name"])[:33]
        value["tools"][0]["description"] = str(id(value))
    few = [json.dumps(value).encode() for value in small]

    def ours() -> float:
        return seconds_of(lambda: changes_of(data))

    def ours_of_few() -> float:
        return seconds_of(lambda: changes_of(few))

    def parser() -> float:
        return seconds_of(lambda: [json.loads(one) for one in data])

    def differ() -> float:
        return seconds_of(lambda: DeepDiff(*small))

    what = f"two lists of {2 * MANY:,} tools, reordered"
    return [
        (what, "1.5 times", *_with_peer(in_turn(ours, parser, runs), "`json.loads` of both"), 4.0),
        ("two lists of 33 tools, one changed", "", *_with_peer(in_turn(ours_of_few, differ, runs), "deepdiff"), 0.2),
    ]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, count in (("33.json", 33), ("many.json", MANY)):
            (folder / file).write_text(json.dumps(inventory_of(count), indent=1), "utf-8")
        rows = [*commands(folder, runs), *comparisons(runs)]
    versions = ", ".join(f"{one} {metadata.version(one)}" for one in ("deepdiff", "jsonschema-rs", "pydantic", "click"))
    print(f"Python {sys.version.split()[0]}, {versions}; processor time, median of {runs} pairs\n")
    print("| what | goal | ms | peer | times the peer | at most |\n|---|---|---|---|---|---|")
    for what, goal, milliseconds, peer, ratio, most in rows:
        print(f"| {what} | {goal} | {milliseconds:,.0f} | {peer} | {ratio:.2f} | {most:g} |")
    return int(any(ratio > most for *_, ratio, most in rows))


if __name__ == "__main__":
    sys.exit(main())
