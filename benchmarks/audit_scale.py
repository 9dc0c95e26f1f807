"""Audits a large generated log in which every hundredth record is wrong: what is found, how fast, in how much memory.

usage: python benchmarks/audit_scale.py [--megabytes 1000] [--jobs 1 2] [--folder FOLDER]

Exits with 1 if a seeded fault was not found, something else was, the reports of two numbers of processes differ, a
process took more memory than it may, or two processes are not fast enough.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

MAX_RESIDENT_MB = 150
LEAST_SPEEDUP = 1.7
"""Of two processes against one."""
SCHEMA = {
    "type": "object",
    "properties": {"tasks": {"type": "array", "items": {"type": "string"}}, "total_count": {"type": "integer"}},
    "required": ["tasks", "total_count"],
}
TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "family": "core",
        "stability": "stable",
        "description": f"Returns the tasks of {name}.",
        "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
        "result_envelope": {
            "canonical": "tool_result_envelope",
            "success_result": f"{name}Result",
            "success_result_schema": SCHEMA,
            "error_result": "ToolError",
            "model_rendering": "receipt",
        },
    }
    for name in ("ListTasks", "GetTask")
]
INVENTORY: dict[str, Any] = {"version": 2, "source_of_truth": {}, "stability_policy": {}, "tools": TOOLS}


def record(number: int, words: random.Random) -> dict[str, Any]:
    """Return a good envelope of about 1 KiB."""
    tasks = [f"task {number}-{at}: " + "".join(words.choices("abcdefgh ", k=70)) for at in range(9)]
    result = {"tasks": tasks, "total_count": len(tasks)}
    tool = TOOLS[number % 2]["name"]
    return {"tool_name": tool, "status": "success", "summary_text": "9 tasks", "result": result, "error": None}


def faults() -> dict[str, Any]:
    """Return by rule how it is violated."""
    return {
        "record_readable": lambda line: json.dumps(line)[:-20],
        "status_known": lambda line: json.dumps({**line, "status": "done"}),
        "result_matches_schema": lambda line: json.dumps({**line, "result": {**line["result"], "total_count": "9"}}),
        "tool_known": lambda line: json.dumps({**line, "tool_name": "ListNotes"}),
        "summary_present": lambda line: json.dumps({**line, "summary_text": " "}),
    }


def write_log(file: Path, size: int) -> set[tuple[str, int]]:
    """Write a log of so many bytes and return the seeded faults: rule and line."""
    words, seeded, number, wrong = random.Random(7), set[tuple[str, int]](), 0, list(faults().items())
    with file.open("w", encoding="utf-8") as stream:
        while stream.tell() < size:
            for _ in range(1000):
                number += 1
                line = record(number, words)
                if number % 100 == 50:
                    rule, spoil = wrong[number // 100 % len(wrong)]
                    seeded.add((rule, number))
                    stream.write(spoil(line) + "\n")
                else:
                    stream.write(json.dumps(line) + "\n")
    return seeded


def audit(log: Path, inventory: Path, jobs: int) -> tuple[dict[str, Any], float, float]:
    """Return the report of an audit, its seconds, and the memory of its largest process in MB."""
    options = ["--inventory", str(inventory), "--jobs", str(jobs), "--max-findings", "1000000", "--format", "json"]
    command = [sys.executable, "-m", "conformance", "--no-progress", "audit", str(log), *options]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode != 1:
        sys.exit(f"the audit ended with {done.returncode}: {done.stderr.decode()[:500]}")
    # The largest of all processes that were waited for until now, so the first run has to be the one with one process.
    return json.loads(done.stdout), seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        log, inventory = Path(folder) / "log.jsonl", Path(folder) / "tools.json"
        seeded = write_log(log, given.megabytes * 1_000_000)
        inventory.write_text(json.dumps(INVENTORY), "utf-8")
        size = log.stat().st_size / 1e6
        print(f"{size:,.0f} MB, {len(seeded):,} seeded faults\n")
        print("| processes | seconds | MB/s | memory of the largest | seeded faults found | others |")
        print("|---|---|---|---|---|---|")
        is_good, first = True, None
        for jobs in given.jobs:
            report, seconds, memory = audit(log, inventory, jobs)
            found = {(one["rule"], one["location"]["line"]) for one in report["findings"] if one["location"]}
            others = len(report["findings"]) - len(found & seeded)
            row = [jobs, f"{seconds:,.1f}", f"{size / seconds:,.1f}", f"{memory:,.0f} MB", f"{len(found & seeded):,}"]
            print(f"| {' | '.join(map(str, [*row, others]))} |")
            is_good = is_good and found == seeded and not others and memory <= MAX_RESIDENT_MB
            if first is not None and jobs == 2:
                print(f"\ntwo processes are {first[1] / seconds:.2f} times as fast as one")
                is_good = is_good and first[0] == report and first[1] / seconds >= LEAST_SPEEDUP
            first = first or (report, seconds)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
