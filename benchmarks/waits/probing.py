"""What one answer costs a run of `probe` on the reference runtime: what more examples add, without the start."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from waits.timing import PROGRAM, Row, best_of, processor_time

COMMAND = (*PROGRAM, "probe", "--no-progress", "--tool", "ListWorkItems", "--format", "json", "--max-examples")
FEW, MANY = "50", "500"


def probe_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Yield the row of probes."""
    few, many = best_of(
        runs,
        lambda: processor_time([*COMMAND, FEW], folder),
        lambda: processor_time([*COMMAND, MANY], folder),
    )
    answers = _answers(folder, MANY) - _answers(folder, FEW)
    yield Row("`probe`, per answer", "0.6 ms", (many - few) / answers)


def _answers(folder: Path, examples: str) -> int:
    found = subprocess.run([*COMMAND, examples], cwd=folder, capture_output=True, check=True).stdout
    return int(json.loads(found)["checked"]["records"])
