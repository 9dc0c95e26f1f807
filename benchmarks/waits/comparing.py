"""Comparing two lists, against parsing them and against a generic differ; and one pair of schemas, against provers."""

import functools
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import drift_accuracy
from deepdiff import DeepDiff

from conformance.documents.shared_parts import SharedParts
from conformance.drift.changes import Change
from conformance.drift.compare import compare
from conformance.inventory import Inventory
from conformance.inventory.formats import to_inventory
from conformance.inventory.load import load_any_inventory
from waits.lists import inventory_of
from waits.timing import Row, Timed, best_of, seconds_of

MANY = 2_000


def read_inventory(data: bytes, parts: SharedParts) -> Inventory:
    """Read an inventory as a comparison reads it."""
    return load_any_inventory(to_inventory(parts.parse(data, "given")))


def changes_of(data: Sequence[bytes]) -> list[Change]:
    """Read two inventories and compare them."""
    parts = SharedParts()
    old, new = (read_inventory(one, parts) for one in data)
    return list(compare(old, new))


def comparison_rows(runs: int) -> Iterator[Row]:
    """Yield the rows of drift."""
    old = inventory_of(MANY)
    many = [json.dumps(value).encode() for value in (old, {**old, "tools": old["tools"][::-1]})]
    ours, theirs = best_of(runs, *_measured(lambda: changes_of(many), lambda: [json.loads(one) for one in many]))
    yield Row(f"two lists of {MANY:,} tools, reordered", "1.5 times", ours, "`json.loads` of both", theirs, 1.5)
    small = [inventory_of(33), inventory_of(33)]
    small[1]["tools"][0]["description"] = "Changed."
    few = [json.dumps(value).encode() for value in small]
    ours, theirs = best_of(runs, *_measured(lambda: changes_of(few), lambda: DeepDiff(*small)))
    yield Row("two lists of 33 tools, one changed", "", ours, "deepdiff", theirs, 0.2)
    yield from _pairs()


def _measured(*works: Callable[[], object]) -> Iterator[Timed]:
    return (functools.partial(seconds_of, work) for work in works)


def _pairs() -> Iterator[Row]:
    """Yield the row of the labelled pairs per peer, if the pairs are there."""
    path = Path(os.environ.get("CONFORMANCE_CORPUS", ".")) / "drift-pairs.jsonl"
    if not path.is_file():
        return
    pairs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    ours = _p95(drift_accuracy.ours, pairs)
    for name, most in (("jsoncompat", 4.0), ("jsonsubschema", 0.3)):
        try:
            theirs = _p95(drift_accuracy.PEERS[name], pairs)
        except ImportError:
            theirs = None
        yield Row(f"one of {len(pairs)} pairs of schemas, p95", "5 ms", ours, name, theirs, most)


def _p95(tool: Callable[[Any, Any], drift_accuracy.Answers], pairs: list[dict[str, Any]]) -> float:
    tool(pairs[0]["old"], pairs[0]["new"])  # the first question also pays for imports
    times = sorted(each.seconds * 1000 for each in drift_accuracy.ask(tool, pairs))
    return times[int(len(times) * 0.95)]
