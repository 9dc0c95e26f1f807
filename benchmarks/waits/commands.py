"""Starting the command, and checking lists of tools: against Python, a linter and a validator."""

import functools
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from waits.lists import write_different_tools, write_inventory
from waits.timing import NOTHING, PROGRAM, ROOT, Row, Timed, best_of, peak_memory, processor_time

RULES = Path(__file__).with_name("spectral.json")
"""Ten rules that the linter and this project have in common."""
LARGE = (1_000, 10_000)


def command_rows(folder: Path, runs: int) -> Iterator[Row]:
    """Yield the rows of start-up and of small and large lists."""
    for option, goal, most in (("--version", "30 ms", 8.0), ("--help", "60 ms", 10.0)):
        ours, theirs = best_of(runs, _timed([*PROGRAM, option], folder), _timed(NOTHING, folder))
        yield Row(f"`{option}`", goal, ours, "`python -c pass`", theirs, most)
    yield from _small_list(folder, runs)
    for count in LARGE:
        yield from _large_list(folder, count, runs if count == min(LARGE) else 0)


def _small_list(folder: Path, runs: int) -> Iterator[Row]:
    name = write_inventory(folder, 33)
    peers = {"Spectral, 10 rules": _spectral(name), "check-jsonschema": _validator(name)}
    found = {peer: command for peer, command in peers.items() if command}
    timed = [_timed(one, folder) for one in ([*PROGRAM, "check", "--no-cache", name], *found.values())]
    ours, *times = best_of(runs, *timed)
    theirs = dict(zip(found, times, strict=True))
    for peer, most in zip(peers, (1.0, 6.0), strict=True):
        yield Row("`check` of 33 tools", "240 ms", ours, peer, theirs.get(peer), most)


def _large_list(folder: Path, count: int, runs: int) -> Iterator[Row]:
    name = write_inventory(folder, count)
    peer = _spectral(name)
    cold = [*PROGRAM, "check", "--no-cache", name]
    ours, *theirs = best_of(runs, *(_timed(one, folder) for one in (cold, *([peer] if peer else []))))
    goal = "1.5 s" if count == min(LARGE) else ""
    other = theirs[0] if theirs else None
    yield Row(f"`check` of {count:,} tools", goal, ours, "Spectral, 10 rules", other, 6.0 if runs else 15.0)
    if not runs:
        memory = [peak_memory(one, folder) for one in (cold, peer) if one]
        of_peer = memory[1] if peer else None
        yield Row(f"memory of `check` of {count:,} tools, MB", "300 MB", memory[0], "Spectral, 10 rules", of_peer, 2.0)
        different = [*PROGRAM, "check", "--no-cache", write_different_tools(folder, count)]
        yield Row(f"the same of {count:,} different tools, MB", "300 MB", peak_memory(different, folder))
    if runs:
        warm = _timed([*PROGRAM, "check", name], folder)
        warm()
        (ours,) = best_of(runs, warm)
        yield Row(f"the same {count:,} tools again, unchanged", "0.5 s", ours, "Spectral, 10 rules", other, 1.5)


def _timed(command: Sequence[str], folder: Path) -> Timed:
    return functools.partial(processor_time, command, folder)


def _spectral(name: str) -> list[str]:
    found = shutil.which("spectral")
    return [found, "lint", "--ruleset", str(RULES), "--quiet", name] if found else []


def _validator(name: str) -> list[str]:
    found = shutil.which("check-jsonschema")
    return [found, "--schemafile", str(ROOT / "schemas" / "inventory.schema.json"), name] if found else []
