"""Measures time and memory of projecting a huge stdout, compared with the simplest program that could do the same.

    python benchmarks/projection.py [--megabytes 200] [--runs 5]

Each measurement runs in its own process, to keep its memory separate. The peer encodes the text, writes it to a file
and slices out a preview: without marker, hash or line counts, and possibly through a character. Fails when the
projection takes more than two seconds, uses more than three times the size of the output, shows more than the budget
of its family, or does not keep every byte.
"""

import argparse
import hashlib
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conformance.contract.artifacts import DirectorySink
from conformance.contract.complete_output import success_output
from conformance.contract.envelope import to_json
from conformance.contract.families import family_of
from conformance.contract.families._command_shapes import Finished
from conformance.contract.projection import project
from conformance.contract.rendering import render

LINES = {
    "lines": "2026-05-27T10:00:00Z test turn::lifecycle::resumes_after_wait ... ok\n",
    "one line": "0123456789abcdef",
    "emoji": "test 🎉 passed\n",
    "binary": "\x00\x01\udcff\udcfe\n",
}
MOST_SECONDS, MOST_TIMES_THE_SIZE = 2.0, 3.0


def output(kind: str, megabytes: int) -> str:
    """Return a text of about that many megabytes in memory."""
    line = LINES[kind]
    width = 1 if line.isascii() else 2 if max(line) <= "\uffff" else 4
    return line * (megabytes * 1_000_000 // (len(line) * width))


def measure(kind: str, megabytes: int, way: str, folder: Path) -> dict[str, float]:
    """Project, or only write and slice; return seconds, and peak memory as a multiple of the text's own."""
    text = output(kind, megabytes)
    size = sys.getsizeof(text)
    complete = success_output("ExecCommand", "command exited with status 0", Finished(exit_status=0, stdout=text))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    if way == "peer":
        data = text.encode("utf-8", "surrogateescape")
        (folder / "full.log").write_bytes(data)
        _ = text[:4_000] + text[-4_000:]
    else:
        envelope = project(complete, sink=DirectorySink(folder))
        receipt = render(envelope)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if way != "peer":
        hold_to_contract(text, to_json(envelope), receipt)
    return {"seconds": seconds, "times_the_size": peak / size, "extra_megabytes": (peak - before * 1024) / 1e6}


def hold_to_contract(text: str, value: dict, receipt: str) -> None:
    """Check that every byte is kept and that previews are within the budgets."""
    result = value["result"]
    path = Path(result["artifacts"][result["stdout_artifact"]]["path"])
    kept = hashlib.sha256(path.read_bytes()).digest()
    assert kept == hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
    assert len(result["stdout_preview"]) <= family_of("ExecCommand").budget.preview_chars
    assert result["truncated"] is True
    assert len(receipt) <= 10_000


def in_a_process(kind: str, megabytes: int, way: str) -> dict[str, float]:
    """Run one measurement in a separate process."""
    command = [sys.executable, __file__, "--one", kind, way, "--megabytes", str(megabytes)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> int:
    """Measure each kind of text, alternating between projection and peer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--one", nargs=2, metavar=("KIND", "WAY"))
    chosen = parser.parse_args()
    if chosen.one:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(chosen.one[0], chosen.megabytes, chosen.one[1], Path(folder))))
        return 0
    print(f"{chosen.megabytes} MB of stdout, median of {chosen.runs} runs, projection and peer by turns")
    failed = False
    for kind in LINES:
        runs = [
            (in_a_process(kind, chosen.megabytes, "projection"), in_a_process(kind, chosen.megabytes, "peer"))
            for _ in range(chosen.runs)
        ]
        seconds = statistics.median(ours["seconds"] for ours, _ in runs)
        ratio = statistics.median(ours["seconds"] / peer["seconds"] for ours, peer in runs)
        memory = max(ours["times_the_size"] for ours, _ in runs)
        extra = max(ours["extra_megabytes"] for ours, _ in runs)
        print(
            f"  {kind:9} {seconds:5.2f} s, {ratio:4.2f} times the peer; peak {memory:4.2f} times the text,"
            f" {extra:.0f} MB of it for the projection"
        )
        failed |= seconds > MOST_SECONDS or memory > MOST_TIMES_THE_SIZE
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
