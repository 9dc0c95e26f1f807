"""Audits a large generated log in which every hundredth record is wrong: what is found, how fast, in how much memory.

usage: python benchmarks/audit_scale.py [--megabytes 1000] [--ways 1 2 dask resume] [--folder FOLDER]

A way is one process, two, two workers of a Dask cluster (needs the extra `dask`), or an audit that is killed and goes
on from its checkpoint. Exits with 1 if a seeded fault was not found, something else was, the reports of two ways
differ, a process took more memory than it may, or two processes are not fast enough.
"""

import argparse
import importlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

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


@dataclass(frozen=True)
class Audited:
    """The report of an audit, its seconds, and the memory of its largest process in MB."""

    report: dict[str, Any]
    seconds: float
    memory: float


def command_of(log: Path, inventory: Path, options: Sequence[str]) -> list[str]:
    """Return the command of an audit that reports every finding."""
    kept = ["--max-findings", "1000000", "--format", "json"]
    given = [str(log), "--inventory", str(inventory), *options, *kept]
    return [sys.executable, "-m", "conformance", "--no-progress", "audit", *given]


def audit(command: Sequence[str], output: Path) -> Audited:
    """Run an audit to its end."""
    started = time.perf_counter()
    with output.open("wb") as stream:
        process = subprocess.Popen(command, stdout=stream)
        # Of this process and those that it waited for, so no other audit counts.
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 1:
        sys.exit(f"the audit ended with {process.returncode}")
    return Audited(json.loads(output.read_bytes()), time.perf_counter() - started, usage.ru_maxrss / 1024)


def audit_in_processes(log: Path, inventory: Path, jobs: int) -> Audited:
    """Audit in so many processes of this machine."""
    return audit(command_of(log, inventory, ["--jobs", str(jobs)]), log.with_suffix(".report"))


def audit_on_cluster(log: Path, inventory: Path) -> Audited:
    """Audit on the two workers of a Dask cluster; the memory is that of the larger of them."""
    distributed: Any = importlib.import_module("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        options = ["--engine", "dask", "--scheduler", str(cluster.scheduler_address)]
        done = audit(command_of(log, inventory, options), log.with_suffix(".report"))
        return replace(done, memory=max(client.run(own_memory).values()))


def own_memory() -> float:
    """Return the most memory that this process has taken, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def audit_after_kill(log: Path, inventory: Path) -> Audited:
    """Audit with a checkpoint, end the process by SIGKILL once it has written that twice, and go on from it."""
    checkpoint = log.with_suffix(".state")
    command = command_of(log, inventory, ["--checkpoint", str(checkpoint)])
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    written: set[int] = set()
    while len(written) < 2 and process.poll() is None:
        time.sleep(0.05)
        with suppress(FileNotFoundError):
            written.add(checkpoint.stat().st_ino)  # each state is a new file
    process.kill()
    process.wait()
    if not checkpoint.exists():
        sys.exit("the audit was complete before it could be killed; take a larger log")
    return audit(command, log.with_suffix(".report"))


def main() -> int:
    """Print the table and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--ways", nargs="+", choices=["1", "2", "dask", "resume"], default=["1", "2", "resume"])
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        log, inventory = Path(folder) / "log.jsonl", Path(folder) / "tools.json"
        seeded = write_log(log, given.megabytes * 1_000_000)
        inventory.write_text(json.dumps(INVENTORY), "utf-8")
        size = log.stat().st_size / 1e6
        print(f"{size:,.0f} MB, {len(seeded):,} seeded faults\n")
        print("| way | seconds | MB/s | memory of the largest process | seeded faults found | others | same report |")
        print("|---|---|---|---|---|---|---|", flush=True)
        ways: dict[str, Callable[[], Audited]] = {
            "1": lambda: audit_in_processes(log, inventory, 1),
            "2": lambda: audit_in_processes(log, inventory, 2),
            "dask": lambda: audit_on_cluster(log, inventory),
            "resume": lambda: audit_after_kill(log, inventory),
        }
        done: dict[str, Audited] = {}
        is_good = True
        for way in given.ways:
            one = done[way] = ways[way]()
            found = {(each["rule"], each["location"]["line"]) for each in one.report["findings"] if each["location"]}
            others = len(one.report["findings"]) - len(found & seeded)
            is_same = one.report == done[given.ways[0]].report
            row = [way, f"{one.seconds:,.1f}", f"{size / one.seconds:,.1f}", f"{one.memory:,.0f} MB"]
            print(f"| {' | '.join([*row, f'{len(found & seeded):,}', str(others), str(is_same)])} |", flush=True)
            # A worker of a cluster has the libraries of the cluster in memory, too.
            has_room = one.memory <= MAX_RESIDENT_MB or way == "dask"
            is_good = is_good and found == seeded and not others and is_same and has_room
        if {"1", "2"} <= done.keys():
            speedup = done["1"].seconds / done["2"].seconds
            print(f"\ntwo processes are {speedup:.2f} times as fast as one")
            is_good = is_good and speedup >= LEAST_SPEEDUP
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
